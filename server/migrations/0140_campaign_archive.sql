-- What a campaign was before it was archived, so that "Undo" restores it; both are empty while it is not archived.
alter table campaigns
  add column archived_at timestamptz,
  add column archived_from text check (archived_from in ('DRAFT', 'ACTIVE', 'PAUSED', 'COMPLETED'));
