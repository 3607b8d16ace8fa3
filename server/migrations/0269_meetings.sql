-- Meetings that leads book through Cal.com and Calendly.

-- A page where leads book, and the address and the secret that its provider posts with.
create table booking_connections (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  provider text not null check (provider in ('cal_com', 'calendly')),
  name text not null check (char_length(name) between 1 and 80),
  -- The last part of the webhook address. It finds the connection; only the signature proves the sender.
  hook_key text not null unique,
  sealed_secret bytea not null,
  last_received_at timestamptz,
  last_outcome text check (last_outcome in ('booked', 'rescheduled', 'cancelled', 'no_show', 'unchanged', 'unknown_person', 'suppressed',
    'ignored', 'too_old')),
  last_refused_at timestamptz,
  created_by bigint,
  created_at timestamptz not null default app_now(),
  unique (organization_id, id),
  constraint booking_connections_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by)
);
create index booking_connections_organization_id_idx on booking_connections (organization_id, id);
create index booking_connections_created_by_idx on booking_connections (created_by);
call protect_tenant_table('booking_connections');

-- What arrived, without names and addresses. The digest makes a second delivery of the same message a no-op.
create table booking_deliveries (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  booking_connection_id bigint not null,
  digest bytea not null,
  outcome text not null check (outcome in ('booked', 'rescheduled', 'cancelled', 'no_show', 'unchanged', 'unknown_person', 'suppressed',
    'ignored', 'too_old')),
  received_at timestamptz not null default app_now(),
  primary key (booking_connection_id, digest),
  constraint booking_deliveries_connection_id_fkey foreign key (organization_id, booking_connection_id)
    references booking_connections (organization_id, id) on delete cascade
);
create index booking_deliveries_newest_idx on booking_deliveries (booking_connection_id, received_at desc);
create index booking_deliveries_received_at_idx on booking_deliveries (received_at);
create index booking_deliveries_organization_id_idx on booking_deliveries (organization_id);
call protect_tenant_table('booking_deliveries');

-- One booking of one lead. Moving, cancelling and missing it change this row.
create table meetings (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  booking_connection_id bigint,
  provider text not null check (provider in ('cal_com', 'calendly')),
  -- The provider's id of the booking; moving it may give it another one.
  booking_uid text not null,
  prospect_id bigint not null,
  status text not null check (status in ('booked', 'cancelled', 'no_show')),
  title text not null default '' check (char_length(title) <= 200),
  starts_at timestamptz,
  ends_at timestamptz,
  -- When the provider made the newest message that changed this row. An older one that arrives later changes nothing.
  changed_at timestamptz not null,
  created_at timestamptz not null default app_now(),
  unique (organization_id, id),
  constraint meetings_booking_connection_id_fkey foreign key (organization_id, booking_connection_id)
    references booking_connections (organization_id, id) on delete set null (booking_connection_id),
  constraint meetings_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade
);
create unique index meetings_booking_idx on meetings (booking_connection_id, booking_uid, prospect_id);
create index meetings_prospect_id_idx on meetings (prospect_id, starts_at desc);
create index meetings_organization_id_idx on meetings (organization_id);
call protect_tenant_table('meetings');
