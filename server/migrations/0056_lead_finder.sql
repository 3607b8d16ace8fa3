-- Leads that the lead finder added to lists, a row a month (UTC): the trial's limit counts all months, the monthly limit one.
create table finder_usage (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  month date not null,
  added_leads integer not null check (added_leads >= 0),
  primary key (organization_id, month)
);
call protect_tenant_table('finder_usage');
