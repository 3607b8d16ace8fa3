-- Files of a bucket. Keys name no organization and no person: the rows that named them are gone, or name them elsewhere.

-- Files whose deletion failed, or was left to the loop with the commit: they are deleted until it worked.
create table file_deletions (
  key text primary key check (length(key) <= 100),
  attempts integer not null default 0,
  error text check (length(error) <= 500),
  created_at timestamptz not null default statement_timestamp(),
  -- Real time: a retry waits for a machine, not for the installation's clock.
  next_at timestamptz not null default statement_timestamp(),
  -- Deleted already, while files were moved: a copy may have been made in that moment. Waits until nothing is moved.
  is_repeat boolean not null default false
);
create index file_deletions_next_at_idx on file_deletions (next_at);
grant select, insert, update, delete on file_deletions to overture_system;

-- The move of files between the folder and the bucket (`overture files move`): one row, and one process that holds its lease.
create table file_moves (
  id boolean primary key default true check (id),
  target text not null check (target in ('folder', 's3')),
  lease_token uuid,
  leased_until timestamptz,
  moved bigint not null default 0,
  moved_bytes bigint not null default 0,
  started_at timestamptz not null default statement_timestamp(),
  finished_at timestamptz
);
grant select, insert, update, delete on file_moves to overture_system;
