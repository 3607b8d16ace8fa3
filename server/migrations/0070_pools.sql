-- Several senders in one campaign, and one sender a lead and channel from the first touch on.

-- Senders of a campaign in order. The first of each channel is the one that `campaigns` names; a trigger keeps them the same.
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
insert into campaign_senders (organization_id, campaign_id, channel, account_id)
  select organization_id, id, 'email', email_account_id from campaigns where email_account_id is not null;
insert into campaign_senders (organization_id, campaign_id, channel, account_id)
  select organization_id, id, 'linkedin', linkedin_account_id from campaigns where linkedin_account_id is not null;

-- Whose a lead is on each channel. Touched: something was begun for it by that sender, which then never changes by itself; before that
-- it may be kept for a sender and given to another.
alter table campaign_leads
  add column email_account_id bigint,
  add column linkedin_account_id bigint,
  add column email_touched_at timestamptz,
  add column linkedin_touched_at timestamptz,
  -- Whose queue a lead stands in; 0 for anybody's.
  add column lane_account_id bigint generated always as (case when next_lane = 'email' then coalesce(email_account_id, 0)
    when next_lane in ('local', 'person') then 0 else coalesce(linkedin_account_id, 0) end) stored,
  add constraint campaign_leads_email_account_id_fkey foreign key (organization_id, email_account_id)
    references accounts (organization_id, id) on delete set null (email_account_id),
  add constraint campaign_leads_linkedin_account_id_fkey foreign key (organization_id, linkedin_account_id)
    references accounts (organization_id, id) on delete set null (linkedin_account_id);
update campaign_leads l set email_account_id = c.email_account_id, email_touched_at = l.contacted_at
  from campaigns c where c.id = l.campaign_id and c.email_account_id is not null and exists (select from outbound_intents i
    where i.kind = 'campaign_step' and i.ref_id = l.id and i.action = 'email' and i.dispatched_at is not null);
update campaign_leads l set linkedin_account_id = c.linkedin_account_id, linkedin_touched_at = l.contacted_at
  from campaigns c where c.id = l.campaign_id and c.linkedin_account_id is not null and exists (select from outbound_intents i
    where i.kind = 'campaign_step' and i.ref_id = l.id and i.action <> 'email' and i.dispatched_at is not null);
create index campaign_leads_queue_idx on campaign_leads (campaign_id, next_lane, lane_account_id, (status = 'SCHEDULED'), next_at)
  where next_at is not null and not is_in_flight and archived_at is null and status in ('SCHEDULED', 'ACTIVE');
create index campaign_leads_email_kept_idx on campaign_leads (email_account_id)
  where email_account_id is not null and email_touched_at is null;
create index campaign_leads_linkedin_kept_idx on campaign_leads (linkedin_account_id)
  where linkedin_account_id is not null and linkedin_touched_at is null;

-- Why a sender of several sends nothing of a campaign now: by the sender's id, with a colon and the sort for LinkedIn.
alter table campaign_lanes add column sender_holds jsonb not null default '{}';

-- Whoever writes the one sender of a campaign means its first: another one takes the place of the first, with its leads.
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
      update campaign_leads set linkedin_account_id = new.linkedin_account_id
        where campaign_id = new.id and linkedin_account_id = old.linkedin_account_id;
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

-- The list is a setting too: who changes it on an older version is told.
alter table campaigns add column senders_changed integer not null default 0;
create trigger campaigns_note_senders_edit before update of senders_changed on campaigns
  for each row when (old.senders_changed is distinct from new.senders_changed) execute function note_edit();

-- Leads that went on with another sender than the one that had begun.
create table campaign_hand_overs (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  campaign_lead_id bigint not null,
  channel text not null check (channel in ('email', 'linkedin')),
  -- Null where the sender is gone for good.
  from_account_id bigint,
  to_account_id bigint,
  handed_at timestamptz not null default app_now(),
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
