-- What may be used of the credits in a month of the organization's zone: by a person, or (without a person) by a client as its agency set it.
create table credit_caps (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  user_id bigint,
  credits integer not null check (credits between 0 and 10000000),
  set_at timestamptz not null default app_now(),
  constraint credit_caps_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade
);
create unique index credit_caps_user_id_idx on credit_caps (organization_id, user_id);
create unique index credit_caps_of_client_idx on credit_caps (organization_id) where user_id is null;
call protect_tenant_table('credit_caps');

-- When low credits were last reported, for each of the two reasons. Null: the next crossing is reported.
create table credit_alerts (
  organization_id bigint primary key references organizations (organization_id) on delete cascade,
  -- Entries of the ledger up to here were judged.
  checked_at timestamptz not null default app_now(),
  low_share_at timestamptz,
  low_days_at timestamptz
);
call protect_tenant_table('credit_alerts');
