-- The senders of a campaign, and leads that were handed over.

-- Senders of a campaign, in order. A trigger keeps the first of each channel equal to the fields of campaigns.
create table campaign_senders (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  campaign_id bigint not null,
  channel text not null check (channel in ('email', 'linkedin')),
  account_id bigint not null,
  position integer not null default 0 check (position >= 0),
  -- It finishes the leads it has touched and takes no new ones.
  is_leaving boolean not null default false,
  primary key (campaign_id, channel, account_id),
  constraint campaign_senders_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade,
  constraint campaign_senders_account_id_fkey foreign key (organization_id, account_id)
    references accounts (organization_id, id) on delete cascade
);
create index campaign_senders_account_id_idx on campaign_senders (account_id, channel, campaign_id);
call protect_tenant_table('campaign_senders');

-- Writing the one sender of a campaign replaces its first sender, with its leads.
create function keep_first_sender() returns trigger language plpgsql as $$
declare
  gone integer;
begin
  if tg_op = 'UPDATE' and old.email_account_id is distinct from new.email_account_id and old.email_account_id is not null then
    delete from campaign_senders where campaign_id = new.id and channel = 'email' and account_id = old.email_account_id and position = 0;
    get diagnostics gone = row_count;
    if gone > 0 then
      update campaign_leads set email_account_id = new.email_account_id
        where campaign_id = new.id and email_account_id = old.email_account_id;
    end if;
  end if;
  if tg_op = 'UPDATE' and old.linkedin_account_id is distinct from new.linkedin_account_id and old.linkedin_account_id is not null then
    delete from campaign_senders where campaign_id = new.id and channel = 'linkedin' and account_id = old.linkedin_account_id
      and position = 0;
    get diagnostics gone = row_count;
    if gone > 0 then
      update campaign_leads l set linkedin_account_id = new.linkedin_account_id
        where l.campaign_id = new.id and l.linkedin_account_id = old.linkedin_account_id and (new.linkedin_account_id is null
          or l.status not in ('NOT_STARTED', 'SCHEDULED', 'SCHEDULING', 'ACTIVE', 'PAUSED')
          or not stays_with_seat(l.id, l.prospect_id, old.linkedin_account_id, new.linkedin_account_id));
      insert into campaign_senders (organization_id, campaign_id, channel, account_id, position, is_leaving)
        select new.organization_id, new.id, 'linkedin', old.linkedin_account_id, 1000, true
        where exists (select from campaign_leads l where l.campaign_id = new.id and l.linkedin_account_id = old.linkedin_account_id);
    end if;
  end if;
  if new.email_account_id is not null then
    insert into campaign_senders as s (organization_id, campaign_id, channel, account_id)
      values (new.organization_id, new.id, 'email', new.email_account_id)
      on conflict (campaign_id, channel, account_id) do update set position = 0, is_leaving = false
        where s.position <> 0 or s.is_leaving;
  end if;
  if new.linkedin_account_id is not null then
    insert into campaign_senders as s (organization_id, campaign_id, channel, account_id)
      values (new.organization_id, new.id, 'linkedin', new.linkedin_account_id)
      on conflict (campaign_id, channel, account_id) do update set position = 0, is_leaving = false
        where s.position <> 0 or s.is_leaving;
  end if;
  return null;
end $$;
create trigger campaigns_keep_first_sender after insert or update of email_account_id, linkedin_account_id on campaigns
  for each row execute function keep_first_sender();

-- Leads that continued with another sender than the one that had begun.
create table campaign_hand_overs (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  campaign_lead_id bigint not null,
  channel text not null check (channel in ('email', 'linkedin')),
  -- Null where the sender is gone for good.
  from_account_id bigint,
  to_account_id bigint,
  handed_at timestamptz not null default app_now(),
  is_restart boolean not null default false,
  constraint campaign_hand_overs_campaign_lead_id_fkey foreign key (organization_id, campaign_lead_id)
    references campaign_leads (organization_id, id) on delete cascade,
  constraint campaign_hand_overs_from_account_id_fkey foreign key (organization_id, from_account_id)
    references accounts (organization_id, id) on delete set null (from_account_id),
  constraint campaign_hand_overs_to_account_id_fkey foreign key (organization_id, to_account_id)
    references accounts (organization_id, id) on delete set null (to_account_id)
);
create index campaign_hand_overs_lead_idx on campaign_hand_overs (campaign_lead_id, id);
create index campaign_hand_overs_from_idx on campaign_hand_overs (from_account_id);
create index campaign_hand_overs_to_idx on campaign_hand_overs (to_account_id);
call protect_tenant_table('campaign_hand_overs');
