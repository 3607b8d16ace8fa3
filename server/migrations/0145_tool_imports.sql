-- Imports from another outreach tool. What is read of it waits in tool_import_rows until a person has seen what would become of it.
create table tool_imports (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- The id of the tool, as the program knows it.
  tool text not null check (length(tool) <= 40),
  -- What people call it.
  tool_label text not null check (length(tool_label) <= 80),
  file_name text check (length(file_name) <= 200),
  state text not null default 'reading'
    check (state in ('reading', 'paused', 'review', 'importing', 'finished', 'stopped', 'failed', 'undoing', 'undone')),
  -- The key of the tool, until everything is read.
  sealed_key bytea,
  -- Where to go on: of reading as the adapter says, else a phase and its last row.
  position text check (length(position) <= 2000),
  rows_done integer not null default 0,
  rows_total integer,
  -- Columns of leads for the variables of the tool: name to key.
  columns jsonb not null default '{}' check (jsonb_typeof(columns) = 'object'),
  -- Counts for people, of the state they were taken in.
  summary jsonb not null default '{}' check (jsonb_typeof(summary) = 'object'),
  -- Why it is paused or failed, or what it waits for.
  note text check (length(note) <= 1000),
  tries smallint not null default 0,
  wake_at timestamptz not null default app_now(),
  lease_token bigint not null default 0,
  lease_until timestamptz not null default app_now(),
  created_by bigint,
  created_at timestamptz not null default app_now(),
  finished_at timestamptz,
  unique (organization_id, id),
  constraint tool_imports_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by)
);
create unique index tool_imports_open_idx on tool_imports (organization_id)
  where state in ('reading', 'paused', 'review', 'importing', 'undoing');
create index tool_imports_due_idx on tool_imports (wake_at) where state in ('reading', 'importing', 'undoing');
create index tool_imports_created_by_idx on tool_imports (created_by);
call protect_tenant_table('tool_imports');

-- An object of the tool: what it said, what became of it here, and what was here before.
create table tool_import_rows (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  import_id bigint not null,
  kind text not null check (kind in ('suppression', 'sender', 'list', 'campaign', 'loss', 'lead')),
  external_id text not null check (length(external_id) <= 300),
  -- Of a lead: its campaign or list there.
  parent_id text check (length(parent_id) <= 300),
  -- Of a lead: its address, folded.
  email text check (length(email) <= 320),
  -- Emptied when the import ends.
  data jsonb not null,
  state text not null default 'read' check (state in ('read', 'done', 'left_out')),
  -- Why it was left out, or what of it was.
  reason text check (length(reason) <= 1000),
  -- What it is here, and whether the import made it.
  object_id bigint,
  is_new boolean,
  -- What the import changed of what was here before.
  changes jsonb check (jsonb_typeof(changes) = 'object'),
  unique (import_id, kind, external_id),
  unique (organization_id, id),
  constraint tool_import_rows_import_id_fkey foreign key (organization_id, import_id)
    references tool_imports (organization_id, id) on delete cascade
);
create index tool_import_rows_import_idx on tool_import_rows (organization_id, import_id, id);
create index tool_import_rows_parent_idx on tool_import_rows (import_id, parent_id, id) where kind = 'lead';
create index tool_import_rows_object_idx on tool_import_rows (import_id, object_id) where object_id is not null;
call protect_tenant_table('tool_import_rows');

-- Who was written to in another tool: they are not greeted again here.
create table past_contacts (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  prospect_id bigint not null,
  -- What people call the tool.
  tool text not null check (length(tool) <= 80),
  campaign_name text not null default '' check (length(campaign_name) <= 200),
  -- Null where the tool does not say.
  last_contacted_at timestamptz,
  steps_done smallint,
  steps_total smallint,
  outcome text not null check (outcome in ('contacted', 'finished', 'replied', 'bounced', 'unsubscribed')),
  -- The campaign here that continues it.
  campaign_id bigint,
  import_id bigint,
  created_at timestamptz not null default app_now(),
  unique (organization_id, id),
  constraint past_contacts_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade,
  constraint past_contacts_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete set null (campaign_id),
  constraint past_contacts_import_id_fkey foreign key (organization_id, import_id)
    references tool_imports (organization_id, id) on delete set null (import_id)
);
create index past_contacts_prospect_id_idx on past_contacts (prospect_id);
create index past_contacts_campaign_id_idx on past_contacts (campaign_id) where campaign_id is not null;
create index past_contacts_import_id_idx on past_contacts (import_id) where import_id is not null;
call protect_tenant_table('past_contacts');
