-- Campaigns, their flow (one tree of steps and conditions), attachments, and the leads in them.

create table campaigns (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  name text not null,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'ACTIVE', 'PAUSED', 'COMPLETED', 'ARCHIVED')),
  timezone text not null default 'UTC',
  language text not null default 'en',
  email_account_id bigint references accounts (id),
  linkedin_account_id bigint references accounts (id),
  email_max_messages integer not null default 40 check (email_max_messages between 1 and 40),
  linkedin_max_messages integer not null default 50 check (linkedin_max_messages between 1 and 100),
  linkedin_max_connections integer not null default 25 check (linkedin_max_connections between 1 and 50),
  -- {days: [1..7], start: "HH:MM", end: "HH:MM"} in the campaign's zone.
  sending_window jsonb not null default '{"days": [1, 2, 3, 4, 5], "start": "08:00", "end": "18:00"}',
  -- Rises with every change of settings or status, so that a worker can see that what it planned with is stale.
  version integer not null default 1,
  created_by bigint references users (id) on delete set null,
  activated_at timestamptz,
  completed_at timestamptz,
  created_at timestamptz not null default app_now()
);
create index campaigns_organization_id_idx on campaigns (organization_id, status, created_at desc);
create index campaigns_email_account_id_idx on campaigns (email_account_id);
create index campaigns_linkedin_account_id_idx on campaigns (linkedin_account_id);
call protect_tenant_table('campaigns');

-- Steps and conditions draw ids from one sequence, so that `parent`, `child` and `{stepId}` are unambiguous.
create table campaign_nodes (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  campaign_id bigint not null references campaigns (id) on delete cascade,
  kind text not null check (kind in ('step', 'condition')),
  -- One of the eight step types or four condition types (domain/flow/step-types).
  type text not null,
  parent_id bigint references campaign_nodes (id) deferrable initially deferred,
  -- Which column of a condition this node stands in; null under a step or at the start.
  branch text check (branch in ('yes', 'no')),
  delay_in_hours integer not null default 24 check (delay_in_hours between 0 and 720),
  message text,
  message_b text,
  subject_line text,
  subject_line_b text,
  placeholder_message text,
  placeholder_message_b text,
  created_at timestamptz not null default app_now()
);
create index campaign_nodes_campaign_id_idx on campaign_nodes (campaign_id);
create unique index campaign_nodes_place_idx on campaign_nodes (campaign_id, coalesce(parent_id, 0), coalesce(branch, ''));
call protect_tenant_table('campaign_nodes');

create table campaign_attachments (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  campaign_id bigint not null references campaigns (id) on delete cascade,
  node_id bigint not null references campaign_nodes (id) on delete cascade,
  name text not null,
  type text not null,
  size integer not null,
  -- Key in the files port.
  file_key text not null,
  created_at timestamptz not null default app_now()
);
create index campaign_attachments_node_id_idx on campaign_attachments (node_id);
call protect_tenant_table('campaign_attachments');

-- One person in one campaign. The engine (campaigns/run) moves them; rows hold the state. A row that was ever acted on is
-- never deleted, only archived: it is the memory that keeps the same message from going out twice. Without a foreign key to
-- the organisation: the campaign's covers it, and a hundred thousand added leads are spared as many look-ups.
create table campaign_leads (
  id bigint generated always as identity primary key,
  organization_id bigint not null,
  campaign_id bigint not null references campaigns (id) on delete cascade,
  prospect_id bigint not null references prospects (id) on delete cascade,
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
  -- First outward action that was confirmed (a mail, later an invite or message).
  contacted_at timestamptz,
  replied_at timestamptz,
  completed_at timestamptz,
  archived_at timestamptz,
  -- The list the lead came from, for moving back.
  source_search_id bigint,
  created_at timestamptz not null default app_now(),
  unique (campaign_id, prospect_id)
);
create index campaign_leads_prospect_id_idx on campaign_leads (prospect_id);
-- The organisation stands in them so that pages and counts under row-level security need no look at the rows.
create index campaign_leads_status_idx on campaign_leads (campaign_id, status) include (organization_id) where archived_at is null;
create index campaign_leads_newest_idx on campaign_leads (campaign_id, id desc) include (organization_id) where archived_at is null;
call protect_tenant_table('campaign_leads');

-- A message a person rewrote for one lead; it takes the place of the step's message, variant and fallback included.
create table campaign_lead_messages (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  campaign_lead_id bigint not null references campaign_leads (id) on delete cascade,
  node_id bigint not null references campaign_nodes (id) on delete cascade,
  message text not null,
  subject_line text,
  edited_by bigint references users (id) on delete set null,
  edited_at timestamptz not null default app_now(),
  primary key (campaign_lead_id, node_id)
);
create index campaign_lead_messages_node_id_idx on campaign_lead_messages (node_id);
call protect_tenant_table('campaign_lead_messages');

-- Counts of the leads of a campaign that are not archived, kept by the triggers below in the transaction of the fact, so
-- that lists of campaigns never scan leads. A campaign's count is the sum of its slots: workers that count at the same
-- time write different rows. `completed` are leads the campaign is over for: COMPLETED, FAILED and REPLIED.
create table campaign_counts (
  organization_id bigint not null,
  campaign_id bigint not null references campaigns (id) on delete cascade,
  slot smallint not null,
  total integer not null default 0,
  completed integer not null default 0,
  contacted integer not null default 0,
  replied integer not null default 0,
  primary key (campaign_id, slot)
);
call protect_tenant_table('campaign_counts');

-- The same facts by the day (UTC) on which they happened, for figures of a span of days.
create table campaign_days (
  organization_id bigint not null,
  campaign_id bigint not null references campaigns (id) on delete cascade,
  day date not null,
  slot smallint not null,
  contacted integer not null default 0,
  replied integer not null default 0,
  primary key (campaign_id, day, slot)
);
call protect_tenant_table('campaign_days');

create function add_campaign_counts() returns trigger
  language plpgsql as $$
begin
  -- Statements are planned when first reached, so each branch names only the transition tables its operation has.
  if tg_op = 'INSERT' then
    insert into campaign_counts as c (organization_id, campaign_id, slot, total, completed, contacted, replied)
      select organization_id, campaign_id, pg_backend_pid() % 16,
        count(*) filter (where archived_at is null),
        count(*) filter (where archived_at is null and status in ('COMPLETED', 'FAILED', 'REPLIED')),
        count(*) filter (where archived_at is null and contacted_at is not null),
        count(*) filter (where archived_at is null and replied_at is not null)
      from new_rows group by organization_id, campaign_id order by campaign_id
      on conflict (campaign_id, slot) do update set total = c.total + excluded.total,
        completed = c.completed + excluded.completed, contacted = c.contacted + excluded.contacted,
        replied = c.replied + excluded.replied;
    insert into campaign_days as d (organization_id, campaign_id, day, slot, contacted, replied)
      select organization_id, campaign_id, day, pg_backend_pid() % 16, sum(contacted), sum(replied) from (
        select organization_id, campaign_id, (contacted_at at time zone 'UTC')::date as day, 1 as contacted, 0 as replied
          from new_rows where archived_at is null and contacted_at is not null
        union all
        select organization_id, campaign_id, (replied_at at time zone 'UTC')::date, 0, 1
          from new_rows where archived_at is null and replied_at is not null) as facts
      group by organization_id, campaign_id, day order by campaign_id, day
      on conflict (campaign_id, day, slot) do update set contacted = d.contacted + excluded.contacted,
        replied = d.replied + excluded.replied;
  elsif tg_op = 'DELETE' then
    -- A campaign that is going itself takes its counts along.
    insert into campaign_counts as c (organization_id, campaign_id, slot, total, completed, contacted, replied)
      select organization_id, campaign_id, pg_backend_pid() % 16,
        -count(*) filter (where archived_at is null),
        -count(*) filter (where archived_at is null and status in ('COMPLETED', 'FAILED', 'REPLIED')),
        -count(*) filter (where archived_at is null and contacted_at is not null),
        -count(*) filter (where archived_at is null and replied_at is not null)
      from old_rows where exists (select from campaigns where campaigns.id = old_rows.campaign_id)
      group by organization_id, campaign_id order by campaign_id
      on conflict (campaign_id, slot) do update set total = c.total + excluded.total,
        completed = c.completed + excluded.completed, contacted = c.contacted + excluded.contacted,
        replied = c.replied + excluded.replied;
    insert into campaign_days as d (organization_id, campaign_id, day, slot, contacted, replied)
      select organization_id, campaign_id, day, pg_backend_pid() % 16, sum(contacted), sum(replied) from (
        select organization_id, campaign_id, (contacted_at at time zone 'UTC')::date as day, -1 as contacted, 0 as replied
          from old_rows where archived_at is null and contacted_at is not null
        union all
        select organization_id, campaign_id, (replied_at at time zone 'UTC')::date, 0, -1
          from old_rows where archived_at is null and replied_at is not null) as facts
      where exists (select from campaigns where campaigns.id = facts.campaign_id)
      group by organization_id, campaign_id, day order by campaign_id, day
      on conflict (campaign_id, day, slot) do update set contacted = d.contacted + excluded.contacted,
        replied = d.replied + excluded.replied;
  else
    insert into campaign_counts as c (organization_id, campaign_id, slot, total, completed, contacted, replied)
      select organization_id, campaign_id, pg_backend_pid() % 16, total, completed, contacted, replied from (
        select organization_id, campaign_id, sum(sign),
          coalesce(sum(sign) filter (where status in ('COMPLETED', 'FAILED', 'REPLIED')), 0),
          coalesce(sum(sign) filter (where contacted_at is not null), 0),
          coalesce(sum(sign) filter (where replied_at is not null), 0)
        from (select 1 as sign, * from new_rows union all select -1 as sign, * from old_rows) as changed
        where archived_at is null group by organization_id, campaign_id
      ) as sums (organization_id, campaign_id, total, completed, contacted, replied)
      where (total, completed, contacted, replied) <> (0, 0, 0, 0)
      order by campaign_id
      on conflict (campaign_id, slot) do update set total = c.total + excluded.total,
        completed = c.completed + excluded.completed, contacted = c.contacted + excluded.contacted,
        replied = c.replied + excluded.replied;
    -- Most updates only move leads along and count nothing: they end here. The days change only with the counts.
    if found then
      insert into campaign_days as d (organization_id, campaign_id, day, slot, contacted, replied)
        select organization_id, campaign_id, day, pg_backend_pid() % 16, sum(contacted), sum(replied) from (
          select organization_id, campaign_id, (contacted_at at time zone 'UTC')::date as day, sign as contacted, 0 as replied
            from (select 1 as sign, * from new_rows union all select -1 as sign, * from old_rows) as changed
            where archived_at is null and contacted_at is not null
          union all
          select organization_id, campaign_id, (replied_at at time zone 'UTC')::date, 0, sign
            from (select 1 as sign, * from new_rows union all select -1 as sign, * from old_rows) as changed
            where archived_at is null and replied_at is not null) as facts
        group by organization_id, campaign_id, day having sum(contacted) <> 0 or sum(replied) <> 0
        order by campaign_id, day
        on conflict (campaign_id, day, slot) do update set contacted = d.contacted + excluded.contacted,
          replied = d.replied + excluded.replied;
    end if;
  end if;
  return null;
end $$;

create trigger campaign_leads_count_insert after insert on campaign_leads
  referencing new table as new_rows for each statement execute function add_campaign_counts();
create trigger campaign_leads_count_update after update on campaign_leads
  referencing old table as old_rows new table as new_rows for each statement execute function add_campaign_counts();
create trigger campaign_leads_count_delete after delete on campaign_leads
  referencing old table as old_rows for each statement execute function add_campaign_counts();
