-- Records in CRMs of people who were erased: deleted there too, on request.
create table crm_erasures (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  integration_id bigint not null,
  job_id bigint not null,
  -- The account of the CRM; a record of another one is not this record.
  account_id text not null,
  -- Null once it is deleted there.
  record_id text,
  state text not null default 'waiting' check (state in ('waiting', 'deleted', 'failed')),
  attempts smallint not null default 0,
  not_before timestamptz not null default '-infinity',
  -- What the CRM said, where it refused for good.
  error text,
  constraint crm_erasures_integration_id_fkey foreign key (organization_id, integration_id)
    references integrations (organization_id, id) on delete cascade,
  constraint crm_erasures_job_id_fkey foreign key (organization_id, job_id)
    references erasure_jobs (organization_id, id) on delete cascade
);
create unique index crm_erasures_record_idx on crm_erasures (integration_id, account_id, record_id) where record_id is not null;
create index crm_erasures_job_idx on crm_erasures (job_id);
create index crm_erasures_waiting_idx on crm_erasures (integration_id, not_before) where state = 'waiting';
call protect_tenant_table('crm_erasures');
