-- Calls of campaigns: people reserve them one at a time and record what came of each try.

-- Own outcomes of an organization. Each has the meaning of a built-in one, and its own rule for the next try.
create table call_outcomes (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  name text not null check (char_length(name) <= 60),
  means text not null check (means in ('interested', 'later', 'not_interested', 'answered', 'no_answer', 'voicemail', 'busy')),
  -- The next try: after so many hours, or so many working days; both null as the built-in one.
  again_in_hours smallint check (again_in_hours between 1 and 720),
  again_in_days smallint check (again_in_days between 1 and 60),
  max_tries smallint not null default 3 check (max_tries between 1 and 10),
  created_by bigint,
  created_at timestamptz not null default app_now(),
  constraint call_outcomes_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by),
  check (again_in_hours is null or again_in_days is null),
  unique (organization_id, id)
);
create unique index call_outcomes_name_idx on call_outcomes (organization_id, lower(name));
create index call_outcomes_created_by_idx on call_outcomes (created_by);
call protect_tenant_table('call_outcomes');

-- One try to call a lead at a step. It is a reservation until an outcome is recorded, which takes effect when it can no longer be undone.
create table call_attempts (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  campaign_id bigint not null,
  campaign_lead_id bigint not null,
  prospect_id bigint not null,
  node_id bigint not null,
  -- The number as the card showed it.
  phone_number text,
  -- Rises with every reservation: what an older one says is refused.
  token bigint not null default 1,
  user_id bigint,
  claimed_until timestamptz,
  outcome text check (outcome in ('interested', 'later', 'not_interested', 'answered', 'no_answer', 'voicemail', 'busy', 'wrong_number',
    'do_not_call')),
  call_outcome_id bigint,
  -- Of the own outcome, as it was called then.
  outcome_name text,
  note text check (char_length(note) <= 5000),
  call_again_at timestamptz,
  recorded_at timestamptz,
  takes_effect_at timestamptz,
  settled_at timestamptz,
  created_at timestamptz not null default app_now(),
  unique (organization_id, id),
  constraint call_attempts_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete cascade,
  constraint call_attempts_campaign_lead_id_fkey foreign key (organization_id, campaign_lead_id)
    references campaign_leads (organization_id, id) on delete cascade,
  constraint call_attempts_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade,
  constraint call_attempts_node_id_fkey foreign key (organization_id, node_id)
    references campaign_nodes (organization_id, id) on delete cascade,
  constraint call_attempts_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete set null (user_id),
  constraint call_attempts_call_outcome_id_fkey foreign key (organization_id, call_outcome_id)
    references call_outcomes (organization_id, id) on delete set null (call_outcome_id)
);
-- The fence: two people never have the card of one lead.
create unique index call_attempts_open_idx on call_attempts (campaign_lead_id) where settled_at is null;
create index call_attempts_lead_idx on call_attempts (campaign_lead_id, id desc);
create index call_attempts_due_idx on call_attempts (takes_effect_at) where settled_at is null and outcome is not null;
create index call_attempts_left_idx on call_attempts (claimed_until) where settled_at is null and outcome is null;
create index call_attempts_campaign_id_idx on call_attempts (campaign_id);
create index call_attempts_prospect_id_idx on call_attempts (prospect_id, id desc);
create index call_attempts_node_id_idx on call_attempts (node_id);
create index call_attempts_user_id_idx on call_attempts (user_id, recorded_at);
create index call_attempts_call_outcome_id_idx on call_attempts (call_outcome_id);
call protect_tenant_table('call_attempts');

-- The calls that wait for a person, the longest waiting first.
create index campaign_leads_calls_idx on campaign_leads (organization_id, next_at, id)
  where next_lane = 'person' and archived_at is null and status in ('SCHEDULED', 'ACTIVE');
-- Conversations whose reminder came.
create index chats_returned_idx on chats (organization_id, returned_at, prospect_id) where returned_at is not null;
-- Actions whose outcome is not known.
create index outbound_intents_unconfirmed_idx on outbound_intents (organization_id, unknown_since, id) where state = 'parked';

alter table crm_events drop constraint crm_events_kind_check;
alter table crm_events add constraint crm_events_kind_check
  check (kind in ('reply', 'interest', 'unsubscribe', 'stage', 'meeting', 'call'));
