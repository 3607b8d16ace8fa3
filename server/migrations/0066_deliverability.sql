-- What DNS last said about a sender's domain. Apart from accounts, so that checking and sending never wait for each other.
create table account_deliverability (
  account_id bigint primary key references accounts (id) on delete cascade,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- The checks as the API shows them; null until the first one.
  checks jsonb,
  -- Real time, not app_now(): DNS does not travel with a moved clock.
  checked_at timestamptz,
  -- DKIM selectors of the sender's own domain, as they stood in mail that arrived; the newest first.
  seen_selectors text[] not null default '{}'
);
call protect_tenant_table('account_deliverability');
