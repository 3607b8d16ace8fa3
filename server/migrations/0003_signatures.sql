create table signatures (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  name text not null,
  signature text not null,
  created_at timestamptz not null default app_now()
);
create index signatures_organization_id_idx on signatures (organization_id, id);
call protect_tenant_table('signatures');
