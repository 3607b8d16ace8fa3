-- The engine: lanes of campaigns, runs of nodes, look-ups that a flow waits for.

-- When the planner reads a campaign next. An idle round reads the beginning of one index, whatever the number of leads.
create table campaign_lanes (
  campaign_id bigint primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  account_id bigint,
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
  waiting_until timestamptz,
  linkedin_account_id bigint,
  -- Why an action does not leave the campaign on LinkedIn: {invite: {rule, until}}.
  linkedin_holds jsonb not null default '{}',
  -- Why single senders send nothing now, by sender id, with a colon and the kind of action for LinkedIn.
  sender_holds jsonb not null default '{}',
  -- Deferred leads are checked again in chunks, by id: the last one checked, or null if all were. docs/decisions/0217.
  asked_anew_up_to bigint,
  constraint campaign_lanes_account_id_fkey foreign key (organization_id, account_id)
    references accounts (organization_id, id) on delete set null (account_id),
  constraint campaign_lanes_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade,
  constraint campaign_lanes_linkedin_account_id_fkey foreign key (organization_id, linkedin_account_id)
    references accounts (organization_id, id) on delete set null (linkedin_account_id)
);
create index campaign_lanes_look_at_idx on campaign_lanes (look_at);
create index campaign_lanes_account_id_idx on campaign_lanes (account_id);
create index campaign_lanes_linkedin_account_id_idx on campaign_lanes (linkedin_account_id)
  where linkedin_account_id is not null;
call protect_tenant_table('campaign_lanes');

-- The timeline: what was done for a lead, once for each node, written when a step ends or a condition is evaluated.
create table campaign_step_runs (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  campaign_id bigint not null,
  campaign_lead_id bigint not null,
  prospect_id bigint not null,
  node_id bigint not null,
  -- done: a step that was carried out. answered: a condition, with its branch. failed: a step that will not be.
  outcome text not null check (outcome in ('done', 'answered', 'failed')),
  branch text check (branch in ('yes', 'no')),
  variant text,
  intent_id bigint,
  error text,
  scheduled_for timestamptz,
  finished_at timestamptz not null default app_now(),
  -- A bounced mail is a fact of the step that sent it: shown beside it, counted by day, step, variant and sender.
  bounced_at timestamptz,
  -- The words of the receiving server.
  bounce_reason text,
  -- Whether it bounced for good, or for now.
  is_hard_bounce boolean not null default false,
  revision integer,
  given_up smallint not null default 0 check (given_up >= 0),
  constraint campaign_step_runs_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade,
  constraint campaign_step_runs_campaign_lead_id_fkey foreign key (organization_id, campaign_lead_id)
    references campaign_leads (organization_id, id) on delete cascade,
  constraint campaign_step_runs_intent_id_fkey foreign key (organization_id, intent_id)
    references outbound_intents (organization_id, id) on delete set null (intent_id),
  constraint campaign_step_runs_node_id_fkey foreign key (organization_id, node_id)
    references campaign_nodes (organization_id, id) on delete cascade,
  constraint campaign_step_runs_once_key unique (campaign_lead_id, node_id, given_up)
);
create index campaign_step_runs_campaign_idx on campaign_step_runs (campaign_id, node_id);
create index campaign_step_runs_node_idx on campaign_step_runs (node_id);
create index campaign_step_runs_intent_idx on campaign_step_runs (intent_id) where intent_id is not null;
create index campaign_step_runs_prospect_idx on campaign_step_runs (organization_id, prospect_id, finished_at);
call protect_tenant_table('campaign_step_runs');

-- LinkedIn reports no declined invitations; they only leave the list of sent ones. Invites that were missing there, and since when they
-- count as gone (missing twice, while not connected). For the timeline only.
create table campaign_gone_invites (
  intent_id bigint primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  missed_at timestamptz not null default app_now(),
  gone_at timestamptz,
  constraint campaign_gone_invites_intent_id_fkey foreign key (organization_id, intent_id)
    references outbound_intents (organization_id, id) on delete cascade
);
call protect_tenant_table('campaign_gone_invites');

-- Look-ups that leads wait for at 'has email' and 'has phone', once for each lead and kind. wanted: not started; asked: in progress;
-- ended: with the reason if nothing was found.
create table campaign_lookups (
  campaign_lead_id bigint not null,
  lookup text not null check (lookup in ('FIND_EMAIL', 'FIND_PHONE', 'FIND_WEBSITE')),
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  prospect_id bigint not null,
  state text not null default 'wanted' check (state in ('wanted', 'asked', 'ended')),
  reason text,
  ends_by timestamptz not null default 'infinity',
  primary key (campaign_lead_id, lookup),
  constraint campaign_lookups_campaign_lead_id_fkey foreign key (organization_id, campaign_lead_id)
    references campaign_leads (organization_id, id) on delete cascade,
  constraint campaign_lookups_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade
);
create index campaign_lookups_wanted_idx on campaign_lookups (organization_id) where state = 'wanted';
create index campaign_lookups_open_idx on campaign_lookups (prospect_id) where state <> 'ended';
call protect_tenant_table('campaign_lookups');
