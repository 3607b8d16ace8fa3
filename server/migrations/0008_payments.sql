-- Plans and credits that people pay for, and referrals.

-- An organization at the payment provider, with its subscription as last read. What the organization may do is in organizations.
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
  read_at timestamptz,
  -- What the agency pays for its clients, as last read at the provider. It is adjusted if the clients have something else.
  clients integer not null default 0 check (clients >= 0),
  client_linkedin_accounts integer not null default 0 check (client_linkedin_accounts >= 0),
  client_email_accounts integer not null default 0 check (client_email_accounts >= 0),
  -- For each month.
  client_credits integer not null default 0 check (client_credits >= 0),
  -- Clients get credits when they are paid for (docs/decisions/0267).
  period_starts_at timestamptz
);
create index billing_customers_wanted_idx on billing_customers (reading_wanted_at) where reading_wanted_at is not null;
create index billing_customers_read_at_idx on billing_customers (read_at);
call protect_tenant_table('billing_customers');

-- Money that arrived: months of the plan, credits bought, changes within a month. Amounts in cents.
create table payments (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- The provider's id of the invoice or payment.
  payment_id text not null,
  kind text not null check (kind in ('cycle', 'credits', 'clients', 'other')),
  credits integer not null check (credits >= 0),
  amount_in_cents integer not null check (amount_in_cents >= 0),
  refunded_in_cents integer not null default 0 check (refunded_in_cents >= 0),
  paid_at timestamptz not null,
  -- When the paid month begins; null if it pays no month, or was not read again yet.
  period_starts_at timestamptz,
  client_months integer not null default 0 check (client_months >= 0),
  client_packs integer not null default 0 check (client_packs >= 0),
  -- Null until the credits it pays for are shared among the clients.
  clients_served_at timestamptz,
  primary key (organization_id, payment_id)
);
create index payments_paid_at_idx on payments (organization_id, paid_at desc);
create index payments_unserved_idx on payments (organization_id) where clients_served_at is null and client_months + client_packs > 0;
call protect_tenant_table('payments');

-- Webhook calls of the provider, each stored once. They only say which customer to read again.
create table payment_events (
  event_id text primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  type text not null,
  received_at timestamptz not null default app_now()
);
create index payment_events_organization_id_idx on payment_events (organization_id);
create index payment_events_received_at_idx on payment_events (received_at);
call protect_tenant_table('payment_events');

-- Which organization came by which code, once. Both get credits once, at its first payment.
create table referral_uses (
  referred_organization_id bigint primary key references organizations (organization_id) on delete cascade,
  -- Whose code it was.
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  created_at timestamptz not null default app_now(),
  rewarded_at timestamptz
);
create index referral_uses_organization_id_idx on referral_uses (organization_id, created_at desc);
call protect_tenant_table('referral_uses');
