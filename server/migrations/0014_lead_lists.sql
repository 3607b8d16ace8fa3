-- Lead lists, their exports, and what the lead finder added.

-- A list of leads.
create table searches (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  name text not null,
  status text not null default 'active' check (status in ('active', 'archived')),
  -- Leads in review, kept with every change of search_prospects, so that no list is ever counted to be shown.
  total_prospects integer not null default 0 check (total_prospects >= 0),
  -- Rises with every change of the list's leads.
  version bigint not null default 0,
  -- Filters of the lead finder as last used in this list.
  filters jsonb not null default '{}',
  created_by bigint,
  created_at timestamptz not null default app_now(),
  edit_version integer not null default 1,
  edited_at timestamptz,
  edited_by bigint,
  unique (organization_id, id),
  constraint searches_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by),
  constraint searches_edited_by_fkey foreign key (organization_id, edited_by)
    references users (organization_id, id) on delete set null (edited_by)
);
create index searches_organization_id_idx on searches (organization_id, status, created_at desc);
call protect_tenant_table('searches');

alter table credit_reservations add constraint credit_reservations_search_id_fkey foreign key (organization_id, search_id)
    references searches (organization_id, id) on delete set null (search_id);

-- A lead in a list. Without foreign keys to organization and list, which saves two look-ups for each of a million rows: the store
-- checks the list once a transaction, and rows go with their lead.
create table search_prospects (
  organization_id bigint not null,
  search_id bigint not null,
  prospect_id bigint not null,
  status text not null default 'IN_REVIEW' check (status in ('IN_REVIEW', 'ARCHIVED')),
  -- One instant for all leads of an import, so they keep the order of the file.
  created_at timestamptz not null default app_now(),
  primary key (search_id, prospect_id),
  constraint search_prospects_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade
);
create index search_prospects_prospect_id_idx on search_prospects (prospect_id);
create index search_prospects_order_idx on search_prospects (search_id, created_at desc, prospect_id) where status = 'IN_REVIEW';
call protect_tenant_table('search_prospects');

-- Makes a cell safe for spreadsheets, which run text that begins with = + - @ (also full width), a tab or a line end as a formula. An
-- apostrophe keeps it text, and the import removes it. Numbers and phone numbers stay, unless a spreadsheet would compute them
-- (+31-6-12). Most cells only pass the two comparisons.
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

-- One-time addresses of large exports. Only the hash of the token is stored.
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
create trigger searches_note_edit before update of name on searches
  for each row when (old.name is distinct from new.name) execute function note_edit();
