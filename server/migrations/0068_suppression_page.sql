-- Suppressed addresses get a page of their own: who put them there, lists of other tools, and a way off the list that leaves a trace.
alter table suppressions add column created_by bigint,
  add constraint suppressions_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by),
  drop constraint suppressions_reason_check,
  add constraint suppressions_reason_check
    check (reason in ('unsubscribe', 'complaint', 'hard_bounce', 'manual', 'crm', 'import'));

create index suppressions_newest on suppressions (organization_id, id desc);
create index suppressions_of_reason on suppressions (organization_id, reason, id desc);
-- Any part of an address is found among half a million.
create index suppressions_by_part on suppressions using gin ((email::text) gin_trgm_ops);

-- Addresses that were taken off the list, by whom and why. Rows are never changed.
create table suppression_lifts (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  email citext not null,
  reason text not null,
  detail text,
  suppressed_at timestamptz not null,
  why text not null check (length(why) between 1 and 500),
  -- What the person wrote, where nothing less lifts it.
  persons_words text check (length(persons_words) <= 2000),
  lifted_by bigint,
  lifted_at timestamptz not null default app_now(),
  constraint suppression_lifts_lifted_by_fkey foreign key (organization_id, lifted_by)
    references users (organization_id, id) on delete set null (lifted_by)
);
call protect_tenant_table('suppression_lifts');
create index suppression_lifts_newest on suppression_lifts (organization_id, id desc);
create index suppression_lifts_of_person on suppression_lifts (organization_id, lifted_by) where lifted_by is not null;
create index suppressions_of_person on suppressions (organization_id, created_by) where created_by is not null;
