-- DNS records of sending domains, and mail providers of the domains of leads.

-- The DNS records of a sender's domain at the last check. Apart from accounts, so checks and sending do not wait for each other.
create table account_deliverability (
  account_id bigint primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- The checks as the API shows them; null until the first one.
  checks jsonb,
  -- Real time, not app_now(): DNS does not travel with a moved clock.
  checked_at timestamptz,
  -- DKIM selectors of the sender's own domain, as they stood in mail that arrived; the newest first.
  seen_selectors text[] not null default '{}',
  verdict text check (verdict in ('passed', 'failed', 'unknown', 'exempt')),
  -- The selector of the last key that DNS had; senders of mails cannot change it.
  dkim_selector text check (length(dkim_selector) <= 250),
  -- The last time all records were right. A mailbox that never passed gets no time for repair.
  passed_at timestamptz,
  failed_since timestamptz,
  constraint account_deliverability_account_id_fkey foreign key (organization_id, account_id)
    references accounts (organization_id, id) on delete cascade
);
call protect_tenant_table('account_deliverability');

-- The mail provider of a domain, from its MX records. It belongs to the installation, because DNS is the same for everybody.
-- docs/decisions/0222.
create table mail_providers (
  domain text primary key check (length(domain) between 1 and 253),
  -- Null before the first result, and if the MX records do not tell.
  provider_group text check (provider_group in ('google', 'microsoft', 'other')),
  -- Refreshed from then on, while a lead or sender of the domain is about to be matched.
  ask_at timestamptz not null
);
create index mail_providers_ask_at_idx on mail_providers (ask_at);
grant select on mail_providers to overture_app;
grant select, insert, update, delete on mail_providers to overture_system;
