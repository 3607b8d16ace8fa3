-- How long an organization keeps leads that lead nowhere, and old conversations. Null keeps them until a person deletes them.
create table retention_rules (
  organization_id bigint primary key references organizations (organization_id) on delete cascade,
  never_contacted_months smallint check (never_contacted_months between 1 and 120),
  no_reply_months smallint check (no_reply_months between 1 and 120),
  messages_months smallint check (messages_months between 1 and 120),
  changed_at timestamptz not null default app_now(),
  -- When the nightly run ended; null before the first.
  ran_at timestamptz
);
call protect_tenant_table('retention_rules');
