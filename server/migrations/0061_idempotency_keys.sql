-- Answers of calls by key that must not happen twice: written in the transaction of the effect, kept for a day.
create table idempotency_keys (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- As the program chose it.
  key text not null,
  -- SHA-256 of method, path and body: the same key with another request is refused.
  request_hash bytea not null,
  status smallint not null,
  body jsonb not null,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, key)
);
create index idempotency_keys_created_at_idx on idempotency_keys (created_at);
call protect_tenant_table('idempotency_keys');
