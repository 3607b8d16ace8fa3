-- Sender accounts: mailboxes now, LinkedIn later. Secrets are sealed (kernel/crypto), never readable here.

create table accounts (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  account_type text not null check (account_type in ('LINKEDIN', 'GOOGLE', 'MICROSOFT', 'IMAP')),
  -- Words of the specification (domain/accounts): OK, CREDENTIALS, ERROR, STOPPED, DELETED, CREATION_SUCCESS, ...
  status text not null,
  -- What the provider said, for people; null while healthy.
  status_reason text,
  status_changed_at timestamptz not null default app_now(),
  -- Who found the status: connect, receiving (sync) or sending. Receiving well does not prove that sending works.
  status_source text not null default 'connect' check (status_source in ('connect', 'receiving', 'sending')),
  name text not null,
  email citext,
  picture_url text,
  tier text,
  is_base_account boolean not null default false,
  email_max_messages integer not null default 40,
  linkedin_max_connections integer not null default 25,
  linkedin_max_messages integer not null default 50,
  send_gap_in_seconds integer not null default 60 check (send_gap_in_seconds between 0 and 3600),
  -- MailboxConnection as JSON, sealed for purpose 'mailbox'.
  sealed_connection bytea,
  -- Who files sent mail: kept_by_server | appended | no_sent_folder; null until the first mail was sent.
  sent_copy text,
  -- No dispatch before this instant: the provider asked to slow down. Reason in words beside it.
  held_until timestamptz,
  held_reason text,
  -- Nothing leaves this account before this instant: spacing of sends (send_gap_in_seconds with jitter).
  next_send_at timestamptz,
  created_at timestamptz not null default app_now(),
  deleted_at timestamptz
);
create unique index accounts_email_idx on accounts (organization_id, account_type, email) where deleted_at is null;
call protect_tenant_table('accounts');

-- Reading of mailboxes; a row for every connected one. Apart from accounts, so that reading and sending never wait for
-- each other's locks.
create table mailbox_syncs (
  account_id bigint primary key references accounts (id) on delete cascade,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- How far each folder was read: {INBOX: {uid_validity, last_uid}, SENT: {...}}.
  cursor jsonb not null default '{}',
  -- One process reads a mailbox at a time. The token rises with every claim, reconnect and removal: whoever holds an older
  -- one cannot commit. Real time, not app_now(): a moved clock must not make two processes read one mailbox.
  lease_token bigint not null default 0,
  leased_until timestamptz not null default '-infinity'
);
create index mailbox_syncs_leased_until_idx on mailbox_syncs (leased_until);
call protect_tenant_table('mailbox_syncs');
