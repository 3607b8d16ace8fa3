-- Who pays at the payment provider, what for, and what arrived.

alter table installation drop constraint installation_billing_check;
alter table installation add constraint installation_billing_check check (billing in ('stripe', 'manual', 'unlimited'));

-- Until when a plan whose payment failed goes on; null while nothing is owed.
alter table organizations add column subscription_grace_until timestamptz;

-- An organization as the provider knows it, and its subscription as it was last read there. What it may do for it stands in organizations.
create table billing_customers (
  organization_id bigint primary key references organizations (organization_id) on delete cascade,
  customer_id text not null unique,
  subscription_id text,
  status text check (status in ('active', 'past_due', 'incomplete', 'ended')),
  is_partner boolean not null default false,
  extra_credits integer not null default 0 check (extra_credits >= 0),
  period_ends_at timestamptz,
  is_ending boolean not null default false,
  unpaid_invoice_url text,
  -- Readings are numbered as they begin: one that began before the last that was written is older news and is dropped.
  readings bigint not null default 0,
  written_reading bigint not null default 0,
  -- Set by a report, cleared by a reading that began after it.
  reading_wanted_at timestamptz,
  read_at timestamptz
);
call protect_tenant_table('billing_customers');
create index billing_customers_wanted_idx on billing_customers (reading_wanted_at) where reading_wanted_at is not null;
create index billing_customers_read_at_idx on billing_customers (read_at);

-- Money that arrived: months of the plan, credits bought, changes within a month. Amounts in cents.
create table payments (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- The provider's id of the invoice or payment.
  payment_id text not null,
  kind text not null check (kind in ('cycle', 'credits', 'other')),
  credits integer not null check (credits >= 0),
  amount_in_cents integer not null check (amount_in_cents >= 0),
  refunded_in_cents integer not null default 0 check (refunded_in_cents >= 0),
  paid_at timestamptz not null,
  primary key (organization_id, payment_id)
);
call protect_tenant_table('payments');
create index payments_paid_at_idx on payments (organization_id, paid_at desc);

-- Calls of the provider, each stored once; they only say whose things to read anew.
create table payment_events (
  event_id text primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  type text not null,
  received_at timestamptz not null default app_now()
);
call protect_tenant_table('payment_events');
create index payment_events_organization_id_idx on payment_events (organization_id);
create index payment_events_received_at_idx on payment_events (received_at);

-- Credits are also taken back: unused ones of a month when the next is paid, and those of a refunded payment.
alter table credit_entries drop constraint credit_entries_kind_check, drop constraint credit_entries_check;
alter table credit_entries
  add constraint credit_entries_kind_check check (kind in ('grant', 'take', 'reserve', 'spend', 'release')),
  add constraint credit_entries_check check (
    change = case when kind in ('take', 'reserve') then -credits when kind = 'spend' then 0 else credits end);
drop index credit_entries_grants_idx;
create index credit_entries_grants_idx on credit_entries (organization_id, created_at desc, id desc)
  where kind in ('grant', 'take');

-- Who came by whose code. An organization comes once; both get credits once, when it pays for the first time.
create table referral_uses (
  referred_organization_id bigint primary key references organizations (organization_id) on delete cascade,
  -- Whose code it was.
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  created_at timestamptz not null default app_now(),
  rewarded_at timestamptz
);
call protect_tenant_table('referral_uses');
create index referral_uses_organization_id_idx on referral_uses (organization_id, created_at desc);
alter table registrations add column referral_code text;
