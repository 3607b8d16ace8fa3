-- Campaigns, their flow (one tree of steps and conditions), attachments, and the leads in them.

create table campaigns (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  name text not null,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'ACTIVE', 'PAUSED', 'COMPLETED', 'ARCHIVED')),
  timezone text not null default 'Europe/Amsterdam',
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

-- One person in one campaign. The engine (campaigns/run) moves them; rows hold the state.
create table campaign_leads (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  campaign_id bigint not null references campaigns (id) on delete cascade,
  prospect_id bigint not null references prospects (id) on delete cascade,
  status text not null default 'NOT_STARTED'
    check (status in ('NOT_STARTED', 'SCHEDULED', 'SCHEDULING', 'ACTIVE', 'PAUSED', 'COMPLETED', 'FAILED', 'REPLIED')),
  -- The node that comes next and when it is due; null when nothing is to come.
  next_node_id bigint references campaign_nodes (id) on delete set null,
  next_at timestamptz,
  -- Why it is not done yet (domain/waiting-rules), as last decided; null while simply due.
  waiting_rule text,
  waiting_until timestamptz,
  -- 'a' or 'b' for every A/B message, even and stable.
  variant text not null default 'a' check (variant in ('a', 'b')),
  -- Words of the last failure.
  error text,
  started_at timestamptz,
  replied_at timestamptz,
  completed_at timestamptz,
  archived_at timestamptz,
  -- Campaign whose list the lead came from, or the list; for moving back.
  source_search_id bigint,
  created_at timestamptz not null default app_now(),
  unique (campaign_id, prospect_id)
);
create index campaign_leads_prospect_id_idx on campaign_leads (prospect_id);
create index campaign_leads_status_idx on campaign_leads (campaign_id, status) where archived_at is null;
call protect_tenant_table('campaign_leads');
