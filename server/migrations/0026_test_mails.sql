-- Test mails to the own team.

-- Messages of campaigns that people send to their own team.
create table test_mails (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  campaign_id bigint not null,
  -- The lead whose data it shows; it is deleted with the lead.
  prospect_id bigint not null,
  created_by bigint,
  recipients citext[] not null check (cardinality(recipients) <= 5),
  -- As it was on the screen, but for the address.
  letter jsonb not null check (octet_length(letter::text) <= 2000000),
  -- Of the campaign: decides where the sender's day ends.
  zone text not null,
  created_at timestamptz not null default app_now(),
  constraint test_mails_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade,
  constraint test_mails_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade,
  constraint test_mails_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by)
);
create index test_mails_of_campaign on test_mails (organization_id, campaign_id);
create index test_mails_of_lead on test_mails (organization_id, prospect_id);
create index test_mails_of_person on test_mails (organization_id, created_by) where created_by is not null;
create index test_mails_by_age on test_mails (created_at);
call protect_tenant_table('test_mails');
