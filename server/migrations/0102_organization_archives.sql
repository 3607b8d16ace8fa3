-- Portable archives of an organization: all that it has in one file, kept for seven days.
create table organization_archives (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'working', 'ready', 'failed', 'stopped', 'expired')),
  created_by bigint,
  created_at timestamptz not null default app_now(),
  finished_at timestamptz,
  expires_at timestamptz,
  attempts integer not null default 0,
  rows_done bigint not null default 0,
  rows_total bigint,
  file_key text,
  size_in_bytes bigint,
  -- The key that the passphrase gives, sealed; gone when the archive is finished. The passphrase itself is never stored.
  sealed_key bytea,
  salt text,
  error text,
  unique (organization_id, id),
  constraint organization_archives_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by)
);
create unique index organization_archives_one_at_a_time on organization_archives (organization_id)
  where state in ('waiting', 'working');
create index organization_archives_created_by_idx on organization_archives (created_by);
create index organization_archives_expires_at_idx on organization_archives (expires_at) where file_key is not null;
call protect_tenant_table('organization_archives');
