-- Whether addresses exist, asked before the first email.

-- The progress of the address checks of one import.
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
create index import_address_checks_open on import_address_checks (fed_at) where is_open;
create index import_address_checks_of_list on import_address_checks (organization_id, search_id);
call protect_tenant_table('import_address_checks');

-- Whether addresses exist, checked before the first mail to them (docs/decisions/0206).
create table address_checks (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  email citext not null,
  -- Null before the first result.
  result text check (result in ('valid', 'invalid', 'catch_all', 'risky', 'unknown')),
  -- The source of the result, in words.
  detail text not null default '' check (length(detail) <= 300),
  verified_at timestamptz,
  -- How many attempts in a row had no result.
  unknown_tries smallint not null default 0,
  -- Since when a result is pending, and the next attempt; both null if none is.
  asked_at timestamptz,
  due_at timestamptz,
  -- A person said to write to it all the same.
  accepted_at timestamptz,
  accepted_by bigint,
  -- The import that waits for the result; null after it was counted there.
  import_id bigint,
  primary key (organization_id, email),
  check ((asked_at is null) = (due_at is null)),
  constraint address_checks_accepted_by_fkey foreign key (organization_id, accepted_by)
    references users (organization_id, id) on delete set null (accepted_by),
  constraint address_checks_import_id_fkey foreign key (organization_id, import_id)
    references import_address_checks (organization_id, import_id) on delete set null (import_id)
);
create index address_checks_due on address_checks (due_at) where due_at is not null;
create index address_checks_accepted_by on address_checks (organization_id, accepted_by) where accepted_by is not null;
create index address_checks_by_address on address_checks (organization_id, (email::text) collate "C");
create index address_checks_of_import on address_checks (organization_id, import_id, due_at, verified_at) where import_id is not null;
call protect_tenant_table('address_checks');

-- Whether risky addresses get up to a tenth of a sender's day, or nothing.
create table address_check_settings (
  organization_id bigint primary key references organizations (organization_id) on delete cascade,
  sends_risky boolean not null default true,
  -- Whether addresses are checked at import. docs/decisions/0238.
  checks_imports boolean not null default false
);
call protect_tenant_table('address_check_settings');
