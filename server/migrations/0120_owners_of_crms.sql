-- Whose a lead is in a CRM, read back hourly once somebody chose it. docs/decisions/0230.

alter table integrations
  -- Users of the account who can own records, as they were read last: [{id, name, email}].
  add column crm_users jsonb not null default '[]' check (jsonb_typeof(crm_users) = 'array' and pg_column_size(crm_users) <= 1000000),
  -- The column of leads that the owner's address is written into.
  add column owner_column_id bigint,
  add constraint integrations_owner_column_id_fkey foreign key (organization_id, owner_column_id)
    references lead_columns (organization_id, id) on delete set null (owner_column_id);
create index integrations_owner_column_id_idx on integrations (owner_column_id) where owner_column_id is not null;

create table crm_lead_owners (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  integration_id bigint not null,
  prospect_id bigint not null,
  owner_id text collate "C" not null check (length(owner_id) <= 100),
  seen_at timestamptz not null default app_now(),
  primary key (integration_id, prospect_id),
  constraint crm_lead_owners_integration_id_fkey foreign key (organization_id, integration_id)
    references integrations (organization_id, id) on delete cascade,
  constraint crm_lead_owners_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade
);
create index crm_lead_owners_prospect_id_idx on crm_lead_owners (prospect_id);
call protect_tenant_table('crm_lead_owners');
