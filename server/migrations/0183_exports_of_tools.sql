-- Exports of another tool as files: uploaded, and read like pages of its API.
alter table tool_imports
  -- Each with its key in the file store, its name, how it is written and what its columns hold.
  add column files jsonb not null default '[]' check (jsonb_typeof(files) = 'array');
