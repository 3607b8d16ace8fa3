-- Addresses are verified before the first mail to them, where the installation has somebody to ask (docs/decisions/0206).
create table address_checks (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  email citext not null,
  -- Null until somebody answered.
  result text check (result in ('valid', 'invalid', 'catch_all', 'risky', 'unknown')),
  -- Who said so, in words.
  detail text not null default '' check (length(detail) <= 300),
  verified_at timestamptz,
  -- How often in a row nobody could tell.
  unknown_tries smallint not null default 0,
  -- Since when an answer is waited for, and when somebody is asked (again); both null while none is.
  asked_at timestamptz,
  due_at timestamptz,
  -- A person said to write to it all the same.
  accepted_at timestamptz,
  accepted_by bigint,
  primary key (organization_id, email),
  check ((asked_at is null) = (due_at is null)),
  constraint address_checks_accepted_by_fkey foreign key (organization_id, accepted_by)
    references users (organization_id, id) on delete set null (accepted_by)
);
call protect_tenant_table('address_checks');
create index address_checks_due on address_checks (due_at) where due_at is not null;
create index address_checks_accepted_by on address_checks (organization_id, accepted_by) where accepted_by is not null;

-- Addresses that may not exist get up to a tenth of a sender's day, or nothing.
create table address_check_settings (
  organization_id bigint primary key references organizations (organization_id) on delete cascade,
  sends_risky boolean not null
);
call protect_tenant_table('address_check_settings');

create index campaign_leads_held_address on campaign_leads (organization_id, campaign_id)
  where waiting_rule = 'address_held' and archived_at is null;
