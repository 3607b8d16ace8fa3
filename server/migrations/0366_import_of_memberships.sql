-- Two imports into one list may begin in the same millisecond: the instant of a membership does not tell them apart.
alter table search_prospects
  -- The import that put the lead into the list; memberships of before have its instant alone. Compared, never followed.
  add column import_id bigint;

alter table imports
  -- What it changes of known leads is kept. Imports of the release before keep nothing: undoing them would restore no value.
  add column keeps_changes boolean not null default false;

alter table prospects
  -- When a person of the organization last changed a value: undoing an import does not delete such a lead.
  add column edited_at timestamptz;
