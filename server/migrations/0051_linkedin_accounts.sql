-- LinkedIn seats among the senders, and what their provider told us by webhook.

-- The provider's id of the seat. One seat belongs to one organisation of the installation.
alter table accounts add column provider_account_id text;
-- Who the seat is on LinkedIn: connecting the same person again replaces the seat instead of adding a second sender.
alter table accounts add column linkedin_member_id text;
create unique index accounts_provider_account_id_idx on accounts (provider_account_id)
  where provider_account_id is not null and deleted_at is null;
create unique index accounts_linkedin_member_id_idx on accounts (organization_id, linkedin_member_id)
  where linkedin_member_id is not null and deleted_at is null;

-- Calls of the LinkedIn provider, stored before they are answered and worked off by a job. Delivered again, they change
-- nothing: event_id is the provider's.
create table linkedin_events (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- Null for what may be told twice without harm (a status).
  event_id text,
  -- connected (hosted page), account_status, new_relation, message_received
  type text not null,
  provider_account_id text not null,
  payload jsonb not null,
  attempts integer not null default 0,
  error text,
  received_at timestamptz not null default app_now(),
  processed_at timestamptz,
  unique (organization_id, event_id)
);
create index linkedin_events_waiting_idx on linkedin_events (organization_id, id) where processed_at is null;
create index linkedin_events_received_at_idx on linkedin_events (received_at);
call protect_tenant_table('linkedin_events');
