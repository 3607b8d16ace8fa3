-- CRMs: accounts, mappings, pushes, what happened, and what is read back.

create table integrations (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  integration_type text not null check (integration_type ~ '^[A-Z][A-Z0-9_]{1,31}$'),
  -- Tokens; null while it is disconnected.
  sealed_tokens bytea,
  -- The consent no longer works: a person must connect again.
  is_expired boolean not null default false,
  -- The address of the account, from its sign-in.
  api_url text,
  account_id text not null,
  account_name text not null,
  account_url text,
  connected_by bigint,
  connected_at timestamptz not null default app_now(),
  -- Which process refreshes tokens, and which one writes. Leases use real time.
  token_lease bigint not null default 0,
  token_leased_until timestamptz not null default '-infinity',
  work_lease bigint not null default 0,
  work_leased_until timestamptz not null default '-infinity',
  -- The vendor asked for a pause (real time): no calls before.
  paused_until timestamptz not null default '-infinity',
  pause_reason text,
  failures integer not null default 0,
  calls_on date,
  calls integer not null default 0,
  -- Names of the directions that are on.
  sync text[] not null default '{}',
  -- The board and the stage for new deals, if the CRM has them.
  sync_board_id text not null default '',
  sync_stage text,
  -- The next page to read, since when, and when (real time, as the vendor's).
  read_page text,
  read_since timestamptz,
  read_began timestamptz,
  next_read_at timestamptz not null default '-infinity',
  -- Nobody, the CRM user with the address of the sender, or one user by the CRM's id.
  owner_kind text not null default 'none' check (owner_kind in ('none', 'sender', 'user')),
  owner_id text,
  -- Users who can own records, as last read: [{id, name, email}].
  crm_users jsonb not null default '[]' check (jsonb_typeof(crm_users) = 'array' and pg_column_size(crm_users) <= 1000000),
  -- The custom column that gets the address of the owner.
  owner_column_id bigint,
  -- What the consent lacks: `reference` if our reference field cannot be created, `scopes` if a call was refused for a permission. Null
  -- if nothing is missing or seen.
  missing_grant text check (missing_grant in ('reference', 'scopes')),
  unique (organization_id, integration_type),
  unique (organization_id, id),
  constraint integrations_connected_by_fkey foreign key (organization_id, connected_by)
    references users (organization_id, id) on delete set null (connected_by),
  constraint integrations_owner_column_id_fkey foreign key (organization_id, owner_column_id)
    references lead_columns (organization_id, id) on delete set null (owner_column_id)
);
create index integrations_account_id_idx on integrations (integration_type, account_id);
create index integrations_connected_by_idx on integrations (connected_by);
create index integrations_owner_column_id_idx on integrations (owner_column_id) where owner_column_id is not null;
call protect_tenant_table('integrations');

-- Consent requests. Each is used once, by the person who started it.
create table integration_consents (
  state_hash bytea primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  user_id bigint not null,
  integration_type text not null,
  sealed_verifier bytea not null,
  expires_at timestamptz not null,
  return_host text,
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

-- Which CRM record belongs to which lead. Written before the call, so a write with an unknown outcome is looked for before it is
-- repeated.
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
  -- What we wrote last, by field: a different value was changed in the CRM.
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
  -- Why it was not pushed, or what was left out.
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

-- Requests to the vendor and responses: the last thousand of each integration.
create table crm_exchanges (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  integration_id bigint not null,
  at timestamptz not null default app_now(),
  method text not null,
  path text not null,
  -- Null if no response came.
  status integer,
  sent text not null,
  answered text not null,
  is_failure boolean not null,
  push_id bigint,
  event_id bigint,
  constraint crm_exchanges_integration_id_fkey foreign key (organization_id, integration_id)
    references integrations (organization_id, id) on delete cascade,
  constraint crm_exchanges_push_id_fkey foreign key (organization_id, push_id)
    references crm_pushes (organization_id, id) on delete set null (push_id)
);
create index crm_exchanges_integration_id_idx on crm_exchanges (integration_id, id);
create index crm_exchanges_push_id_idx on crm_exchanges (push_id);
create index crm_exchanges_event_id_idx on crm_exchanges (event_id);
call protect_tenant_table('crm_exchanges');

-- Events to write into the CRM, each once.
create table crm_events (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  integration_id bigint not null,
  kind text not null check (kind in ('reply', 'interest', 'unsubscribe', 'stage', 'meeting')),
  prospect_id bigint not null,
  -- Identifies a repeated fact: the message, the mark, the address.
  event_key text not null,
  title text not null default '',
  text text not null default '',
  happened_at timestamptz not null default app_now(),
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  -- It may have been written: search before writing again.
  is_begun boolean not null default false,
  attempts smallint not null default 0,
  not_before timestamptz not null default '-infinity',
  error text,
  -- For `stage`: the one to set.
  stage text,
  unique (integration_id, kind, event_key),
  unique (organization_id, id),
  constraint crm_events_integration_id_fkey foreign key (organization_id, integration_id)
    references integrations (organization_id, id) on delete cascade,
  constraint crm_events_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade
);
create index crm_events_waiting_idx on crm_events (integration_id, id) where state = 'waiting';
create index crm_events_prospect_id_idx on crm_events (prospect_id);
call protect_tenant_table('crm_events');

alter table crm_exchanges add constraint crm_exchanges_event_id_fkey foreign key (organization_id, event_id)
    references crm_events (organization_id, id) on delete set null (event_id);

-- What a CRM says about people, by its own record. Later leads are matched by the keys of the record. Only people with a standing are
-- stored.
create table crm_people (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  integration_id bigint not null,
  record_id text not null check (length(record_id) <= 200),
  email text check (length(email) <= 320),
  linkedin_key text check (length(linkedin_key) <= 1000),
  standing text not null check (standing in ('customer', 'open_deal', 'do_not_contact')),
  -- As people read it.
  words text not null check (length(words) <= 300),
  seen_at timestamptz not null default statement_timestamp(),
  -- Further addresses of the record, in lower case; a customer is a customer under each of them.
  other_emails text[] not null default '{}'
    check (cardinality(other_emails) <= 50 and array_position(other_emails, null) is null),
  primary key (integration_id, record_id),
  constraint crm_people_integration_id_fkey foreign key (organization_id, integration_id)
    references integrations (organization_id, id) on delete cascade
);
create index crm_people_email_idx on crm_people (organization_id, email) where email is not null;
create index crm_people_linkedin_key_idx on crm_people (organization_id, linkedin_key) where linkedin_key is not null;
create index crm_people_other_emails_idx on crm_people using gin (other_emails) with (fastupdate = off);
call protect_tenant_table('crm_people');

create table crm_lead_owners (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  integration_id bigint not null,
  prospect_id bigint not null,
  owner_id text collate "C" not null check (length(owner_id) <= 100),
  seen_at timestamptz not null default app_now(),
  primary key (integration_id, prospect_id),
  constraint crm_lead_owners_integration_id_fkey foreign key (organization_id, integration_id)
    references integrations (organization_id, id) on delete cascade,
  constraint crm_lead_owners_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade
);
create index crm_lead_owners_prospect_id_idx on crm_lead_owners (prospect_id);
call protect_tenant_table('crm_lead_owners');
