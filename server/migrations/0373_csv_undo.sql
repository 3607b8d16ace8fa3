-- What a CSV import changed of leads that were known before, kept for a week: an import can be undone.
alter table imports
  -- What becomes of the values of known leads.
  add column known_values text not null default 'fill' check (known_values in ('fill', 'overwrite', 'keep')),
  -- Known leads of which something was changed.
  add column updated_prospects integer not null default 0,
  -- Rows whose profile is one lead's and whose email is another's.
  add column conflict_rows integer not null default 0,
  add column undo_state text check (undo_state in ('running', 'done', 'failed')),
  -- How far undoing is: a phase and its last lead.
  add column undo_position text check (length(undo_position) <= 500),
  add column undone_prospects integer not null default 0,
  -- New leads that stay, because they are in use.
  add column kept_prospects integer not null default 0;
create index imports_list_idx on imports (organization_id, search_id, created_at desc);
create index imports_undo_idx on imports (lease_until) where undo_state = 'running';

-- Values before and after, by field: {"job_title": [null, "Buyer"]}. Restored where they are still as the import left them.
create table import_changes (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  import_id bigint not null,
  prospect_id bigint not null,
  changes jsonb not null check (jsonb_typeof(changes) = 'object'),
  constraint import_changes_import_id_fkey foreign key (organization_id, import_id)
    references imports (organization_id, id) on delete cascade,
  constraint import_changes_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade
);
create index import_changes_import_id_idx on import_changes (organization_id, import_id, id);
create index import_changes_prospect_id_idx on import_changes (organization_id, prospect_id);
call protect_tenant_table('import_changes');
