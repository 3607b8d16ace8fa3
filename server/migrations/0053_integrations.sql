-- CRMs of an organization (slices/integrations): one account of each vendor, where leads are written and which record is whose.

create table integrations (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  integration_type text not null check (integration_type in ('HUBSPOT', 'PIPEDRIVE', 'SALESFORCE', 'MONDAY')),
  -- Tokens; null while it is disconnected.
  sealed_tokens bytea,
  -- The sign-in does not work any more: somebody has to connect it again.
  is_expired boolean not null default false,
  -- Where the account answers, as its sign-in said.
  api_url text,
  account_id text not null,
  account_name text not null,
  account_url text,
  connected_by bigint,
  connected_at timestamptz not null default app_now(),
  -- Who refreshes tokens, and who writes. Leases last in real time, whatever the clock of the installation says.
  token_lease bigint not null default 0,
  token_leased_until timestamptz not null default '-infinity',
  work_lease bigint not null default 0,
  work_leased_until timestamptz not null default '-infinity',
  -- The vendor asked for a pause (real time too): nothing is asked before.
  paused_until timestamptz not null default '-infinity',
  pause_reason text,
  failures integer not null default 0,
  calls_on date,
  calls integer not null default 0,
  unique (organization_id, integration_type),
  unique (organization_id, id),
  constraint integrations_connected_by_fkey foreign key (organization_id, connected_by)
    references users (organization_id, id) on delete set null (connected_by)
);
create index integrations_account_id_idx on integrations (integration_type, account_id);
create index integrations_connected_by_idx on integrations (connected_by);
call protect_tenant_table('integrations');

-- Pages of consent that were asked for; each is used once, by the person who asked.
create table integration_consents (
  state_hash bytea primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  user_id bigint not null,
  integration_type text not null,
  sealed_verifier bytea not null,
  expires_at timestamptz not null,
  constraint integration_consents_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade
);
create index integration_consents_organization_id_idx on integration_consents (organization_id, user_id);
create index integration_consents_user_id_idx on integration_consents (user_id);
call protect_tenant_table('integration_consents');

create table crm_field_mappings (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  integration_type text not null,
  -- Of the board, where there are any; empty otherwise.
  board_id text not null default '',
  crm_field text not null,
  prospect_field text not null,
  overwrites boolean not null default false,
  position smallint not null,
  primary key (organization_id, integration_type, board_id, crm_field)
);
call protect_tenant_table('crm_field_mappings');

-- Which record is whose. Written before the vendor is asked: a write whose outcome nobody knows is looked for before it is repeated.
create table crm_links (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  integration_id bigint not null,
  -- Of the vendor: another account is another world.
  account_id text not null,
  board_id text not null default '',
  prospect_id bigint not null,
  record_id text,
  record_url text,
  writing_since timestamptz,
  -- What we wrote last, by field: what differs from it there was changed there.
  pushed_values jsonb not null default '{}',
  written_at timestamptz,
  unique (integration_id, prospect_id, board_id, account_id),
  constraint crm_links_integration_id_fkey foreign key (organization_id, integration_id)
    references integrations (organization_id, id) on delete cascade,
  constraint crm_links_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade
);
create index crm_links_prospect_id_idx on crm_links (prospect_id) where record_id is not null;
create index crm_links_record_id_idx on crm_links (integration_id, record_id) where record_id is not null;
call protect_tenant_table('crm_links');

create table crm_pushes (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  integration_id bigint not null,
  board_id text not null default '',
  state text not null default 'running' check (state in ('running', 'done', 'stopped', 'failed')),
  total integer not null,
  pushed integer not null default 0,
  failed integer not null default 0,
  created integer not null default 0,
  error text,
  created_by bigint,
  created_at timestamptz not null default app_now(),
  finished_at timestamptz,
  unique (organization_id, id),
  constraint crm_pushes_integration_id_fkey foreign key (organization_id, integration_id)
    references integrations (organization_id, id) on delete cascade,
  constraint crm_pushes_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by)
);
create index crm_pushes_integration_id_idx on crm_pushes (integration_id, id) where state = 'running';
create index crm_pushes_organization_id_idx on crm_pushes (organization_id, id);
create index crm_pushes_created_by_idx on crm_pushes (created_by);
call protect_tenant_table('crm_pushes');

create table crm_push_leads (
  push_id bigint not null,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  prospect_id bigint not null,
  position integer not null,
  state text not null default 'waiting' check (state in ('waiting', 'pushed', 'failed')),
  -- Why it was not pushed, or what of it was left out, in words.
  words text,
  attempts smallint not null default 0,
  -- Real time, as the vendor's.
  not_before timestamptz not null default '-infinity',
  primary key (push_id, prospect_id),
  constraint crm_push_leads_push_id_fkey foreign key (organization_id, push_id)
    references crm_pushes (organization_id, id) on delete cascade,
  constraint crm_push_leads_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade
);
create index crm_push_leads_waiting_idx on crm_push_leads (push_id, position) where state = 'waiting';
create index crm_push_leads_failed_idx on crm_push_leads (push_id, position) where state = 'failed';
create index crm_push_leads_prospect_id_idx on crm_push_leads (prospect_id);
call protect_tenant_table('crm_push_leads');

-- What was sent to the vendor and what it answered: the last thousand of each integration.
create table crm_exchanges (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  integration_id bigint not null,
  at timestamptz not null default app_now(),
  method text not null,
  path text not null,
  -- Null where no answer came.
  status integer,
  sent text not null,
  answered text not null,
  is_failure boolean not null,
  push_id bigint,
  constraint crm_exchanges_integration_id_fkey foreign key (organization_id, integration_id)
    references integrations (organization_id, id) on delete cascade,
  constraint crm_exchanges_push_id_fkey foreign key (organization_id, push_id)
    references crm_pushes (organization_id, id) on delete set null (push_id)
);
create index crm_exchanges_integration_id_idx on crm_exchanges (integration_id, id);
create index crm_exchanges_push_id_idx on crm_exchanges (push_id);
call protect_tenant_table('crm_exchanges');
