-- Mailboxes reached with consent instead of a password (Google, Microsoft).

-- A page of consent that was asked for and has not come back. The row is used once: whoever deletes it goes on.
create table mailbox_consents (
  -- SHA-256 of the state in the address; the state itself is not kept.
  state_hash bytea primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- Only the person who asked may come back.
  user_id bigint not null references users (id) on delete cascade,
  account_type text not null check (account_type in ('GOOGLE', 'MICROSOFT')),
  -- The sender to connect again; null for a new one.
  account_id bigint references accounts (id) on delete cascade,
  -- PKCE verifier, sealed for purpose 'mailbox-consent'.
  sealed_verifier bytea not null,
  expires_at timestamptz not null
);
create index mailbox_consents_organization_id_idx on mailbox_consents (organization_id);
create index mailbox_consents_user_id_idx on mailbox_consents (user_id);
create index mailbox_consents_account_id_idx on mailbox_consents (account_id);
call protect_tenant_table('mailbox_consents');

-- Tokens lie in accounts.sealed_connection. One process refreshes them at a time; the lease rises with every claim,
-- reconnect and removal, and who holds an older one cannot store. Real time: tokens end by real time.
alter table accounts
  add column token_lease bigint not null default 0,
  add column token_leased_until timestamptz not null default '-infinity';
