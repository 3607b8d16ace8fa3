-- Work of a shared loop that failed by itself (kernel/rounds): the loop leaves it out until retry_at and goes on with everybody else's.
create table parked_units (
  organization_id bigint not null references organizations on delete cascade,
  loop text not null check (length(loop) between 1 and 60),
  -- The unit within its loop, for example the id of a campaign.
  key text not null check (length(key) between 1 and 200),
  error text not null check (length(error) <= 1000),
  -- How often it failed in a row.
  attempts integer not null default 1,
  -- Real time: a retry waits for a machine, not for the installation's clock.
  parked_at timestamptz not null default statement_timestamp(),
  retry_at timestamptz not null,
  primary key (loop, organization_id, key)
);
call protect_tenant_table('parked_units');
create index parked_units_organization_id on parked_units (organization_id);
create index parked_units_retry_at on parked_units (retry_at);
