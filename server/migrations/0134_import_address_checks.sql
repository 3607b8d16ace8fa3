-- Addresses are checked as an import brings them, where the organization asks for it. docs/decisions/0238.
alter table address_check_settings
  alter column sends_risky set default true,
  add column checks_imports boolean not null default false;

-- Of one import: what is to be asked, and how far that is.
create table import_address_checks (
  organization_id bigint not null,
  import_id bigint not null,
  search_id bigint not null,
  file_name text not null check (length(file_name) <= 300),
  -- When its leads came into the list: by this they are found there.
  listed_at timestamptz not null,
  -- Leads up to this one were looked at.
  collected_to bigint not null default 0,
  is_collected boolean not null default false,
  state text not null default 'checking' check (state in ('checking', 'paused', 'stopped', 'finished')),
  -- The loop has something to do here.
  is_open boolean not null default true,
  -- Why it is paused, in words.
  reason text not null default '' check (length(reason) <= 300),
  total integer not null default 0,
  checked integer not null default 0,
  invalid integer not null default 0,
  risky integer not null default 0,
  -- When it got its turn last.
  fed_at timestamptz not null default app_now(),
  created_at timestamptz not null default app_now(),
  ended_at timestamptz,
  primary key (organization_id, import_id),
  foreign key (organization_id, import_id) references imports (organization_id, id) on delete cascade
);
call protect_tenant_table('import_address_checks');
create index import_address_checks_open on import_address_checks (fed_at) where is_open;
create index import_address_checks_of_list on import_address_checks (organization_id, search_id);

-- The import that waits for the answer; null once it was counted there.
alter table address_checks
  add column import_id bigint,
  add constraint address_checks_import_id_fkey foreign key (organization_id, import_id)
    references import_address_checks (organization_id, import_id) on delete set null (import_id);
create index address_checks_of_import on address_checks (organization_id, import_id, due_at, verified_at) where import_id is not null;
