-- How leads move through campaigns (slices/campaigns/run).

alter table campaign_leads
  -- Who does the next node: the sending engine (email), the engine itself (local: conditions), or a person (person: calls).
  add column next_lane text check (next_lane in ('email', 'local', 'person')),
  -- True while an intent of this lead stands in the one door; the tick leaves it alone meanwhile.
  add column is_in_flight boolean not null default false,
  -- Times the next step was tried without success (a busy server), for the pause between tries.
  add column tries integer not null default 0;

-- Due leads of one campaign: follow-ups (ACTIVE) before first messages (SCHEDULED), then the longest waiting. Only what can
-- still go is in it.
create index campaign_leads_due_idx on campaign_leads (campaign_id, next_lane, (status = 'SCHEDULED'), next_at)
  where next_at is not null and not is_in_flight and archived_at is null and status in ('SCHEDULED', 'ACTIVE');

-- When the tick looks at a campaign again. An idle tick reads the front of one index, whatever the number of leads.
create table campaign_lanes (
  campaign_id bigint primary key references campaigns (id) on delete cascade,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  account_id bigint references accounts (id) on delete set null,
  look_at timestamptz not null default app_now(),
  -- campaigns.version the calendar below was computed from; another one means: compute again before anything leaves.
  version integer not null default 0,
  -- The window that is open or opens next.
  opens_at timestamptz not null default '-infinity',
  closes_at timestamptz not null default '-infinity',
  -- The local day, and where it ends, for budgets.
  zone text not null default 'UTC',
  -- Why nothing leaves the campaign as a whole; a lead's own reason goes before it.
  waiting_rule text,
  waiting_until timestamptz
);
create index campaign_lanes_look_at_idx on campaign_lanes (look_at);
create index campaign_lanes_account_id_idx on campaign_lanes (account_id);
call protect_tenant_table('campaign_lanes');

-- What was done for a lead, once a node: the timeline. Written when a step ended or a condition was answered.
create table campaign_step_runs (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  campaign_id bigint not null references campaigns (id) on delete cascade,
  campaign_lead_id bigint not null references campaign_leads (id) on delete cascade,
  prospect_id bigint not null,
  node_id bigint not null references campaign_nodes (id) on delete cascade,
  -- done: a step that was carried out. answered: a condition, with its branch. failed: a step that will not be.
  outcome text not null check (outcome in ('done', 'answered', 'failed')),
  branch text check (branch in ('yes', 'no')),
  variant text,
  intent_id bigint references outbound_intents (id) on delete set null,
  error text,
  scheduled_for timestamptz,
  finished_at timestamptz not null default app_now(),
  unique (campaign_lead_id, node_id)
);
create index campaign_step_runs_campaign_idx on campaign_step_runs (campaign_id, node_id);
create index campaign_step_runs_node_idx on campaign_step_runs (node_id);
create index campaign_step_runs_intent_idx on campaign_step_runs (intent_id) where intent_id is not null;
create index campaign_step_runs_prospect_idx on campaign_step_runs (organization_id, prospect_id, finished_at);
call protect_tenant_table('campaign_step_runs');
