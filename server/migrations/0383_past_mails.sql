-- Emails with a lead that belong to no conversation: from before a campaign, or beside it. They are shown, and count as contact; they are
-- no replies and start nothing.
create table past_mails (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  prospect_id bigint not null,
  -- The mailbox it was read from; null once that was removed.
  account_id bigint,
  is_received boolean not null,
  subject_line text not null,
  message text not null,
  sent_at timestamptz not null,
  digest bytea not null,
  created_at timestamptz not null default app_now(),
  constraint past_mails_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade,
  constraint past_mails_account_id_fkey foreign key (organization_id, account_id)
    references accounts (organization_id, id) on delete set null (account_id),
  unique (prospect_id, digest)
);
create index past_mails_prospect_id_idx on past_mails (prospect_id, sent_at desc, id desc);
create index past_mails_account_id_idx on past_mails (account_id) where account_id is not null;
create index past_mails_organization_id_idx on past_mails (organization_id, sent_at);
call protect_tenant_table('past_mails');
