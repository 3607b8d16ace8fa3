-- The guard: bounces and complaints, warnings and pauses.

-- Bounces and complaints by sender, domain and campaign. Too many pause its mails until a person resumes them.
create table guard_events (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  kind text not null check (kind in ('bounce', 'complaint')),
  account_id bigint not null,
  -- Null for a message of a person.
  campaign_id bigint,
  -- The domain of the sender; empty at a public mail provider.
  domain text not null default '',
  -- The mail: a repeated report counts once.
  intent_id bigint not null,
  occurred_at timestamptz not null,
  unique (intent_id, kind),
  constraint guard_events_account_id_fkey foreign key (organization_id, account_id)
    references accounts (organization_id, id) on delete cascade,
  constraint guard_events_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete set null (campaign_id),
  constraint guard_events_intent_id_fkey foreign key (organization_id, intent_id)
    references outbound_intents (organization_id, id) on delete cascade
);
create index guard_events_by_sender on guard_events (organization_id, account_id, occurred_at);
create index guard_events_by_campaign on guard_events (organization_id, campaign_id, occurred_at) where campaign_id is not null;
create index guard_events_by_domain on guard_events (organization_id, domain, occurred_at) where domain <> '';
create index guard_events_by_age on guard_events (occurred_at);
call protect_tenant_table('guard_events');

-- The last state of the guard for a sender, a domain or a campaign.
create table guard_states (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  scope text not null check (scope in ('sender', 'domain', 'campaign')),
  -- Of the sender or campaign; 0 of a domain.
  scope_id bigint not null default 0,
  domain text not null default '',
  reason text not null,
  warned_at timestamptz not null,
  paused_at timestamptz,
  -- Earlier events no longer count.
  counts_from timestamptz not null default '-infinity',
  released_at timestamptz,
  released_by bigint,
  release_cause text check (release_cause in ('list', 'domain', 'text', 'other')),
  release_note text check (length(release_note) <= 500),
  unique (organization_id, scope, scope_id, domain),
  check ((scope = 'domain') = (domain <> '')),
  constraint guard_states_released_by_fkey foreign key (organization_id, released_by)
    references users (organization_id, id) on delete set null (released_by)
);
create index guard_states_released_by on guard_states (organization_id, released_by) where released_by is not null;
create index guard_states_paused on guard_states (scope_id) where scope = 'campaign' and paused_at is not null;
call protect_tenant_table('guard_states');
