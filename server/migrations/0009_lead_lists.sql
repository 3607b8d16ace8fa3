-- Lead lists ('searches'), who is in them, imports, exports, and what the lead finder added.

-- A list of leads.
create table searches (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  name text not null,
  status text not null default 'active' check (status in ('active', 'archived')),
  -- Leads in review, kept with every change of search_prospects, so that no list is ever counted to be shown.
  total_prospects integer not null default 0 check (total_prospects >= 0),
  -- Rises with every change of who is in the list.
  version bigint not null default 0,
  -- Filters of the lead finder as last used in this list.
  filters jsonb not null default '{}',
  created_by bigint,
  created_at timestamptz not null default app_now(),
  unique (organization_id, id),
  constraint searches_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by)
);
create index searches_organization_id_idx on searches (organization_id, status, created_at desc);
call protect_tenant_table('searches');

-- One person in one list. Foreign keys to organization and list are left out: the store checks the list once a
-- transaction, which spares a million rows two million look-ups, and with an organization its people go, and these rows.
create table search_prospects (
  organization_id bigint not null,
  search_id bigint not null,
  prospect_id bigint not null,
  status text not null default 'IN_REVIEW' check (status in ('IN_REVIEW', 'ARCHIVED')),
  -- One instant for all leads of an import, so that they stand in the order of the file.
  created_at timestamptz not null default app_now(),
  primary key (search_id, prospect_id),
  constraint search_prospects_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade
);
create index search_prospects_prospect_id_idx on search_prospects (prospect_id);
create index search_prospects_order_idx on search_prospects (search_id, created_at desc, prospect_id) where status = 'IN_REVIEW';
call protect_tenant_table('search_prospects');

-- An import into a list: a CSV file, or people that LinkedIn shows to a sender. What a file needs is empty for LinkedIn.
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

-- A cell of an export. Spreadsheets run what begins with = + - @ (also in full width) or a tab or line end as a formula:
-- an apostrophe before it keeps it text, and the import takes it off again. Numbers and phone numbers stay as they are,
-- unless a spreadsheet would compute them (+31-6-12). Nearly all cells pass the two comparisons and nothing else.
create function csv_guard(value text) returns text
  language sql immutable parallel safe
  return case
    when value !~ '^''*[=+@\t\r\n＝＋－＠-]' then value
    when value ~ '^[+-]\d+([.,]\d+)?$' then value
    when value ~ '^\+[0-9 ().-]{3,40}$' and (value !~ '-' or value ~ '[0-9)] +[0-9(]') then value
    else '''' || value
  end;

create function csv_cell(value text) returns text
  language sql immutable parallel safe
  return case when value collate "C" < 'A' or value collate "C" >= '＀' then csv_guard(value) else value end;

-- One-time addresses of exports too large for an answer. Only the token's hash is kept.
create table export_links (
  token_hash bytea primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  search_id bigint not null,
  user_id bigint,
  file_name text not null,
  selection jsonb not null,
  expires_at timestamptz not null,
  constraint export_links_search_id_fkey foreign key (organization_id, search_id)
    references searches (organization_id, id) on delete cascade,
  constraint export_links_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade
);
create index export_links_expires_at_idx on export_links (expires_at);
call protect_tenant_table('export_links');

-- Leads that the lead finder added to lists, a row a month (UTC): the trial's limit counts all months, the monthly limit one.
create table finder_usage (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  month date not null,
  added_leads integer not null check (added_leads >= 0),
  primary key (organization_id, month)
);
call protect_tenant_table('finder_usage');
