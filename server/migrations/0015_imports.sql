-- Imports of files and from LinkedIn.

-- An import into a list: a CSV file, or people that LinkedIn shows to a sender. Columns of files are empty for LinkedIn.
create table imports (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  search_id bigint not null,
  created_by bigint,
  file_name text not null,
  -- Key in the files port; null once the file is no longer needed.
  file_key text,
  encoding text not null,
  delimiter text not null,
  header text[] not null,
  -- {target: header}
  column_mapping jsonb not null,
  status text not null check (status in ('queued', 'running', 'finished', 'failed', 'cancelled')),
  -- Every row of the file is one of four; the position moves in the transaction that stores the rows before it.
  added_prospects integer not null default 0,
  duplicate_rows integer not null default 0,
  skipped_rows integer not null default 0,
  bad_rows integer not null default 0,
  total_rows integer not null default 0 check (total_rows = added_prospects + duplicate_rows + skipped_rows + bad_rows),
  bytes_read bigint not null default 0,
  bytes_total bigint not null,
  -- A worker's claim: it rises with each claim, and a commit that does not name the last one fails.
  lease_token bigint not null default 0,
  lease_until timestamptz not null default app_now(),
  attempts integer not null default 0,
  error text,
  created_at timestamptz not null default app_now(),
  finished_at timestamptz,
  kind text not null default 'csv'
    check (kind in ('csv', 'linkedin-post', 'linkedin-group', 'linkedin-search', 'sales-navigator', 'recruiter')),
  source_url text,
  -- The sender that reads.
  account_id bigint,
  -- Leads wanted.
  amount integer,
  -- Where to go on, in the provider's words; moves in the transaction that stores the people before it. Null: at the beginning.
  cursor text,
  -- The next page is not read before this instant; why it takes long, in words, when it does.
  wake_at timestamptz not null default app_now(),
  waiting_for text,
  -- Which file columns fill which custom columns, and how many values did not fit the type; the report lists each.
  custom_mapping jsonb not null default '[]',
  unfit_values integer not null default 0,
  -- The row with the column names. Rows up to it are not imported.
  header_row integer not null default 1 check (header_row > 0),
  -- For a file with a LinkedIn column: whether rows without a profile are imported by email or phone.
  imports_unlinked boolean not null default false,
  constraint imports_source_check check (kind = 'csv' or (source_url is not null and amount is not null and amount > 0)),
  unique (organization_id, id),
  constraint imports_account_id_fkey foreign key (organization_id, account_id)
    references accounts (organization_id, id) on delete set null (account_id),
  constraint imports_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by),
  constraint imports_search_id_fkey foreign key (organization_id, search_id)
    references searches (organization_id, id) on delete cascade
);
create index imports_organization_id_idx on imports (organization_id, created_at desc);
create index imports_search_id_idx on imports (search_id);
create index imports_unfinished_idx on imports (lease_until) where status in ('queued', 'running');
create index imports_file_key_idx on imports (id) where file_key is not null;
create index imports_wake_at_idx on imports (wake_at) where status in ('queued', 'running') and kind <> 'csv';
create index imports_account_id_idx on imports (account_id) where account_id is not null;
call protect_tenant_table('imports');

-- Rows of a file that could not be read, for the report of the import.
create table import_bad_rows (
  organization_id bigint not null,
  import_id bigint not null,
  row_number integer not null,
  reason text not null,
  -- The row as CSV, cut where it is very long.
  line text not null,
  primary key (import_id, row_number),
  constraint import_bad_rows_import_id_fkey foreign key (organization_id, import_id)
    references imports (organization_id, id) on delete cascade
);
call protect_tenant_table('import_bad_rows');
