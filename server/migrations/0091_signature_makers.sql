-- Who made a signature: members delete their own, what others made is deleted by who answers for the organization.
alter table signatures add column created_by bigint,
  add constraint signatures_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by);
