-- Credits of an agency's clients are granted when they are paid (docs/decisions/0267): a payment says what it brings to clients, and a row a
-- client and month says who got it.
alter table billing_customers add column period_starts_at timestamptz;
alter table payments
  drop constraint payments_kind_check,
  add constraint payments_kind_check check (kind in ('cycle', 'credits', 'clients', 'other')),
  -- When the month begins that it pays; null for what is no month, and until it is read again.
  add column period_starts_at timestamptz,
  add column client_months integer not null default 0 constraint payments_client_months_check check (client_months >= 0),
  add column client_packs integer not null default 0 constraint payments_client_packs_check check (client_packs >= 0),
  -- Null while what it brings to clients is not shared.
  add column clients_served_at timestamptz;
-- Clients got the credits of those months by the calendar.
update payments set clients_served_at = paid_at;

create table client_months (
  id bigint generated always as identity,
  organization_id bigint not null,
  -- The payment of the agency's own month in which it is.
  month_id text not null,
  -- Who gets its credits: a client, or the agency itself for what no client took. No reference: it counts when the client is erased.
  recipient_id bigint not null,
  -- What pays it; null while an invoice is still to be made.
  payment_id text,
  invoice_url text,
  credits integer not null,
  created_at timestamptz not null default app_now(),
  -- Null until it is paid.
  granted_at timestamptz,
  -- What refunds asked back.
  refunded_credits integer not null default 0,
  constraint client_months_credits_check check (credits >= 0),
  constraint client_months_refunded_credits_check check (refunded_credits between 0 and credits),
  constraint client_months_organization_id_fkey foreign key (organization_id) references organizations (organization_id) on delete cascade,
  constraint client_months_pkey primary key (id),
  constraint client_months_month_id_recipient_id_key unique (organization_id, month_id, recipient_id)
);
create index client_months_payment_id_idx on client_months (organization_id, payment_id);
create index client_months_waiting_idx on client_months (organization_id) where payment_id is null;
create index payments_unserved_idx on payments (organization_id) where clients_served_at is null and client_months + client_packs > 0;
call protect_tenant_table('client_months');
revoke insert, update, delete on client_months from overture_app;

-- Clients in force are in the subscription already, so the running month charges none of them again.
insert into client_months (organization_id, month_id, recipient_id, payment_id, credits, granted_at)
select c.organization_id, p.payment_id, c.client_id, p.payment_id, 0, app_now()
from agency_clients c
  join billing_customers b on b.organization_id = c.organization_id and b.status in ('active', 'past_due')
  cross join lateral (select payment_id from payments p where p.organization_id = c.organization_id and p.kind = 'cycle'
    order by paid_at desc, payment_id desc limit 1) p
where c.cancelled_at is null;
