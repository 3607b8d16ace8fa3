-- Leads in campaigns: where each one is and what comes next.

-- A lead in a campaign. The engine (campaigns/run) moves it; the row holds the state. A row with any action is never deleted, only
-- archived: it keeps the same message from going out twice. Without a foreign key to the organization, which the key of the campaign
-- covers: this saves a hundred thousand look-ups.
create table campaign_leads (
  id bigint generated always as identity primary key,
  organization_id bigint not null,
  campaign_id bigint not null,
  prospect_id bigint not null,
  status text not null default 'NOT_STARTED'
    check (status in ('NOT_STARTED', 'SCHEDULED', 'SCHEDULING', 'ACTIVE', 'PAUSED', 'COMPLETED', 'FAILED', 'REPLIED')),
  -- The node that comes next and when it is due; null when nothing is to come. No foreign key: nodes are deleted in drafts
  -- only, where no lead has one, and a key would cost an index on the hottest table.
  next_node_id bigint,
  next_at timestamptz,
  -- Why it is not done yet (domain/sending/waiting-rules), as last decided; null while simply due.
  waiting_rule text,
  waiting_until timestamptz,
  -- Words of the last failure.
  error text,
  started_at timestamptz,
  -- First outward action that was confirmed (a mail, an invite or a message).
  contacted_at timestamptz,
  replied_at timestamptz,
  completed_at timestamptz,
  archived_at timestamptz,
  -- The list the lead came from, for moving back.
  source_search_id bigint,
  created_at timestamptz not null default app_now(),
  -- What executes the next node: a mailbox (email), LinkedIn by kind of action, the engine (local: conditions), or a person (person:
  -- calls).
  next_lane text
    check (next_lane in ('email', 'local', 'person', 'invite', 'message', 'inmail', 'visit', 'withdraw', 'like', 'look')),
  -- True while an intent of this lead is open (outbound_intents); the planner skips it.
  is_in_flight boolean not null default false,
  -- Times the next step was tried without success (a busy server), for the pause between tries.
  tries integer not null default 0,
  -- What data the message lacks, in words (waiting_rule = 'missing_data').
  missing_data text,
  -- The address of an unmatched reply that a person has not decided about yet.
  possible_answer_from text,
  -- Nothing leaves before; null if the lead is not away.
  away_until timestamptz,
  -- The sender of the lead on each channel. After the first action (touched) it never changes automatically; before, it is only reserved.
  email_account_id bigint,
  linkedin_account_id bigint,
  email_touched_at timestamptz,
  linkedin_touched_at timestamptz,
  -- The sender whose queue holds the lead; 0 if any sender may take it.
  lane_account_id bigint generated always as (case when next_lane = 'email' then coalesce(email_account_id, 0)
    when next_lane in ('local', 'person') then 0 else coalesce(linkedin_account_id, 0) end) stored,
  -- Replacement texts by field name, read only while the field is blank.
  stand_ins jsonb constraint campaign_leads_stand_ins_check
    check (jsonb_typeof(stand_ins) = 'object' and octet_length(stand_ins::text) <= 20000),
  -- Steps that are skipped for this lead when they are due.
  skipped_nodes bigint[] constraint campaign_leads_skipped_nodes_check
    check (cardinality(skipped_nodes) <= 200),
  -- Since when, and at which step, the lead lacks data. Attempts in between do not reset it.
  missing_since timestamptz,
  missing_node_id bigint,
  unique (campaign_id, prospect_id),
  unique (organization_id, id),
  constraint campaign_leads_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade,
  constraint campaign_leads_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade,
  constraint campaign_leads_email_account_id_fkey foreign key (organization_id, email_account_id)
    references accounts (organization_id, id) on delete set null (email_account_id),
  constraint campaign_leads_linkedin_account_id_fkey foreign key (organization_id, linkedin_account_id)
    references accounts (organization_id, id) on delete set null (linkedin_account_id)
);
create index campaign_leads_prospect_id_idx on campaign_leads (prospect_id);
create index campaign_leads_newest_idx on campaign_leads (campaign_id, id desc) include (organization_id) where archived_at is null;
-- Due leads of a campaign: follow-ups (ACTIVE) before first messages (SCHEDULED), then the longest waiting. Only leads that can still
-- act.
create index campaign_leads_due_idx on campaign_leads (campaign_id, next_lane, (status = 'SCHEDULED'), next_at)
  where next_at is not null and not is_in_flight and archived_at is null and status in ('SCHEDULED', 'ACTIVE');
-- Leads by status, newest first.
create index campaign_leads_status_idx on campaign_leads (campaign_id, status, id desc) include (organization_id)
  where archived_at is null;
create index campaign_leads_next_idx on campaign_leads (campaign_id, next_node_id, id desc) include (organization_id, status)
  where archived_at is null and next_node_id is not null;
-- Leads that wait for data, checked every few seconds; usually none.
create index campaign_leads_missing_data_idx on campaign_leads (organization_id, campaign_id)
  where waiting_rule = 'missing_data' and archived_at is null;
create index campaign_leads_queue_idx on campaign_leads (campaign_id, next_lane, lane_account_id, (status = 'SCHEDULED'), next_at)
  where next_at is not null and not is_in_flight and archived_at is null and status in ('SCHEDULED', 'ACTIVE');
create index campaign_leads_email_kept_idx on campaign_leads (email_account_id)
  where email_account_id is not null and email_touched_at is null;
create index campaign_leads_linkedin_kept_idx on campaign_leads (linkedin_account_id)
  where linkedin_account_id is not null and linkedin_touched_at is null;
create index campaign_leads_held_address on campaign_leads (organization_id, campaign_id)
  where waiting_rule = 'address_held' and archived_at is null;
create index campaign_leads_zoned_person_idx on campaign_leads (prospect_id) where waiting_rule = 'lead_zone';
-- One scan that can continue where it stopped.
create index campaign_leads_stand_back_idx on campaign_leads (campaign_id, id)
  where waiting_rule in ('lead_zone', 'provider_match', 'new_leads_limit');
call protect_tenant_table('campaign_leads');
-- With most leads in queue 0, the statistics said that this column selects nothing, and each of 50 queues was read by filtering all due
-- leads. This estimate makes the planner use the index of the queue.
alter table campaign_leads alter column lane_account_id set (n_distinct = 200);

-- A message a person rewrote for one lead; it takes the place of the step's message, variant and fallback included.
create table campaign_lead_messages (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  campaign_lead_id bigint not null,
  node_id bigint not null,
  message text not null,
  subject_line text,
  edited_by bigint,
  edited_at timestamptz not null default app_now(),
  primary key (campaign_lead_id, node_id),
  constraint campaign_lead_messages_campaign_lead_id_fkey foreign key (organization_id, campaign_lead_id)
    references campaign_leads (organization_id, id) on delete cascade,
  constraint campaign_lead_messages_edited_by_fkey foreign key (organization_id, edited_by)
    references users (organization_id, id) on delete set null (edited_by),
  constraint campaign_lead_messages_node_id_fkey foreign key (organization_id, node_id)
    references campaign_nodes (organization_id, id) on delete cascade
);
create index campaign_lead_messages_node_id_idx on campaign_lead_messages (node_id);
call protect_tenant_table('campaign_lead_messages');

-- A slot of the sums that belongs to this transaction until its end, so transactions never wait for a row of a sum, and never deadlock.
-- The lowest free one, so there are as many rows as concurrent writers.
create function claim_sum_slot() returns smallint
  language plpgsql as $$
declare
  slot smallint := 0;
begin
  while not pg_try_advisory_xact_lock(71530086, slot) loop
    slot := slot + 1;
  end loop;
  return slot;
end $$;

-- Counts of the leads of a campaign that are not archived, kept by add_campaign_counts in the transaction of the fact, so
-- that lists of campaigns never scan leads. A campaign's count is the sum of its slots: workers that count at the same
-- time write different rows. `completed` are leads the campaign is over for: COMPLETED, FAILED and REPLIED.
create table campaign_counts (
  organization_id bigint not null,
  campaign_id bigint not null,
  slot smallint not null,
  total integer not null default 0,
  completed integer not null default 0,
  contacted integer not null default 0,
  replied integer not null default 0,
  primary key (campaign_id, slot),
  constraint campaign_counts_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade
);
call protect_tenant_table('campaign_counts');

-- Counts of leads that are not archived, by node; next_node_id 0 is none.
create table campaign_standings (
  organization_id bigint not null,
  campaign_id bigint not null,
  status text not null,
  next_node_id bigint not null,
  slot smallint not null,
  leads integer not null,
  primary key (campaign_id, status, next_node_id, slot),
  constraint campaign_standings_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade
);
call protect_tenant_table('campaign_standings');

-- Keeps both. Figures of a period count leads archived since too and are sums of events (campaign_sums), not these.
create function add_campaign_counts() returns trigger
  language plpgsql as $$
declare
  own_slot smallint := claim_sum_slot();
begin
  -- Statements are planned when first reached, so each branch names only the transition tables its operation has.
  if tg_op = 'INSERT' then
    insert into campaign_counts as c (organization_id, campaign_id, slot, total, completed, contacted, replied)
      select organization_id, campaign_id, own_slot, count(*),
        count(*) filter (where status in ('COMPLETED', 'FAILED', 'REPLIED')),
        count(*) filter (where contacted_at is not null), count(*) filter (where replied_at is not null)
      from new_rows where archived_at is null
      group by organization_id, campaign_id
      on conflict (campaign_id, slot) do update set total = c.total + excluded.total,
        completed = c.completed + excluded.completed, contacted = c.contacted + excluded.contacted,
        replied = c.replied + excluded.replied;
    insert into campaign_standings as s (organization_id, campaign_id, status, next_node_id, slot, leads)
      select organization_id, campaign_id, status, coalesce(next_node_id, 0), own_slot, count(*)
      from new_rows where archived_at is null
      group by organization_id, campaign_id, status, coalesce(next_node_id, 0)
      on conflict (campaign_id, status, next_node_id, slot) do update set leads = s.leads + excluded.leads;
  elsif tg_op = 'DELETE' then
    -- A campaign that is going itself takes its counts along.
    insert into campaign_counts as c (organization_id, campaign_id, slot, total, completed, contacted, replied)
      select organization_id, campaign_id, own_slot, -count(*),
        -count(*) filter (where status in ('COMPLETED', 'FAILED', 'REPLIED')),
        -count(*) filter (where contacted_at is not null), -count(*) filter (where replied_at is not null)
      from old_rows where archived_at is null and exists (select from campaigns where campaigns.id = old_rows.campaign_id)
      group by organization_id, campaign_id
      on conflict (campaign_id, slot) do update set total = c.total + excluded.total,
        completed = c.completed + excluded.completed, contacted = c.contacted + excluded.contacted,
        replied = c.replied + excluded.replied;
    insert into campaign_standings as s (organization_id, campaign_id, status, next_node_id, slot, leads)
      select organization_id, campaign_id, status, coalesce(next_node_id, 0), own_slot, -count(*)
      from old_rows where archived_at is null and exists (select from campaigns where campaigns.id = old_rows.campaign_id)
      group by organization_id, campaign_id, status, coalesce(next_node_id, 0)
      on conflict (campaign_id, status, next_node_id, slot) do update set leads = s.leads + excluded.leads;
  else
    -- Most updates move leads along: only the standings change.
    insert into campaign_standings as s (organization_id, campaign_id, status, next_node_id, slot, leads)
      select organization_id, campaign_id, status, coalesce(next_node_id, 0), own_slot, sum(sign)
      from (select 1 as sign, * from new_rows union all select -1 as sign, * from old_rows) as changed
      where archived_at is null group by organization_id, campaign_id, status, coalesce(next_node_id, 0) having sum(sign) <> 0
      on conflict (campaign_id, status, next_node_id, slot) do update set leads = s.leads + excluded.leads;
    insert into campaign_counts as c (organization_id, campaign_id, slot, total, completed, contacted, replied)
      select organization_id, campaign_id, own_slot, total, completed, contacted, replied from (
        select organization_id, campaign_id, sum(sign),
          coalesce(sum(sign) filter (where status in ('COMPLETED', 'FAILED', 'REPLIED')), 0),
          coalesce(sum(sign) filter (where contacted_at is not null), 0),
          coalesce(sum(sign) filter (where replied_at is not null), 0)
        from (select 1 as sign, * from new_rows union all select -1 as sign, * from old_rows) as changed
        where archived_at is null group by organization_id, campaign_id
      ) as sums (organization_id, campaign_id, total, completed, contacted, replied)
      where (total, completed, contacted, replied) <> (0, 0, 0, 0)
      on conflict (campaign_id, slot) do update set total = c.total + excluded.total,
        completed = c.completed + excluded.completed, contacted = c.contacted + excluded.contacted,
        replied = c.replied + excluded.replied;
  end if;
  return null;
end $$;
create trigger campaign_leads_count_insert after insert on campaign_leads
  referencing new table as new_rows for each statement execute function add_campaign_counts();
create trigger campaign_leads_count_update after update on campaign_leads
  referencing old table as old_rows new table as new_rows for each statement execute function add_campaign_counts();
create trigger campaign_leads_count_delete after delete on campaign_leads
  referencing old table as old_rows for each statement execute function add_campaign_counts();

create function wake_zoned_leads() returns trigger language plpgsql as $$
begin
  with woken as (
    update campaign_leads set next_at = app_now(), waiting_rule = null, waiting_until = null
      where prospect_id = new.id and waiting_rule = 'lead_zone' and next_at > app_now() and not is_in_flight
      returning campaign_id)
  update campaign_lanes set look_at = least(look_at, app_now()) where campaign_id in (select campaign_id from woken);
  return null;
end $$;
create trigger prospects_wake_zoned_leads
  after update of time_zone, location, phone_number, company_location, company_website_url, email on prospects
  for each row when ((old.time_zone, old.location, old.phone_number, old.company_location, old.company_website_url, old.email)
    is distinct from (new.time_zone, new.location, new.phone_number, new.company_location, new.company_website_url, new.email))
  execute function wake_zoned_leads();
