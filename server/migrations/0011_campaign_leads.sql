-- The leads in campaigns, and the counts of them that every list of campaigns shows.

-- One person in one campaign. The engine (campaigns/run) moves them; rows hold the state. A row that was ever acted on is
-- never deleted, only archived: it is the memory that keeps the same message from going out twice. Without a foreign key to
-- the organization: the campaign's covers it, and a hundred thousand added leads are spared as many look-ups.
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
  -- Who does the next node: a mailbox (email), LinkedIn by the kind of action, the engine itself (local: conditions), or a person (person:
  -- calls).
  next_lane text
    check (next_lane in ('email', 'local', 'person', 'invite', 'message', 'inmail', 'visit', 'withdraw', 'like', 'look')),
  -- True while an intent of this lead is open (outbound_intents); the tick leaves it alone meanwhile.
  is_in_flight boolean not null default false,
  -- Times the next step was tried without success (a busy server), for the pause between tries.
  tries integer not null default 0,
  -- A lead whose message lacks data waits for it (waiting_rule = 'missing_data'); this says in words what is lacking.
  missing_data text,
  -- Who may have answered for the lead, while nobody has decided; set and cleared in the transaction that asks and decides.
  possible_answer_from text,
  unique (campaign_id, prospect_id),
  unique (organization_id, id),
  constraint campaign_leads_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade,
  constraint campaign_leads_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade
);
create index campaign_leads_prospect_id_idx on campaign_leads (prospect_id);
create index campaign_leads_newest_idx on campaign_leads (campaign_id, id desc) include (organization_id) where archived_at is null;
-- Due leads of one campaign: follow-ups (ACTIVE) before first messages (SCHEDULED), then the longest waiting. Only what can
-- still go is in it.
create index campaign_leads_due_idx on campaign_leads (campaign_id, next_lane, (status = 'SCHEDULED'), next_at)
  where next_at is not null and not is_in_flight and archived_at is null and status in ('SCHEDULED', 'ACTIVE');
-- Leads by where they stand, newest first, off the front of an index, whoever else is in the campaign.
create index campaign_leads_status_idx on campaign_leads (campaign_id, status, id desc) include (organization_id)
  where archived_at is null;
create index campaign_leads_next_idx on campaign_leads (campaign_id, next_node_id, id desc) include (organization_id, status)
  where archived_at is null and next_node_id is not null;
-- What waits for data is looked through every few seconds; usually that is nobody.
create index campaign_leads_missing_data_idx on campaign_leads (organization_id, campaign_id)
  where waiting_rule = 'missing_data' and archived_at is null;
call protect_tenant_table('campaign_leads');

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

-- A slot of the sums that is this transaction's own until its end: nobody waits for a row of a sum, in whatever order transactions
-- add to them, and so nobody waits in a circle. The lowest free one, so that there are as many rows as there are writers at once.
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

-- Where the leads that are not archived stand; next_node_id 0 is none.
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
