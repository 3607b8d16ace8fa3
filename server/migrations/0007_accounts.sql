-- Sender accounts: mailboxes and LinkedIn accounts, how they are read, what is known about them, and the signatures of their mails.

-- Signatures for the end of a mail, of the whole organization.
create table signatures (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  name text not null,
  signature text not null,
  created_at timestamptz not null default app_now()
);
create index signatures_organization_id_idx on signatures (organization_id, id);
call protect_tenant_table('signatures');

-- One sender: a mailbox or a LinkedIn account. Secrets are sealed (kernel/crypto), never readable here. A deleted sender keeps its row, for
-- what it has sent. Limits are actions a day; of invitations also those of any seven days.
create table accounts (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  account_type text not null check (account_type in ('LINKEDIN', 'GOOGLE', 'MICROSOFT', 'IMAP')),
  -- Words of the API (domain/accounts): OK, CREDENTIALS, ERROR, STOPPED, DELETED, CREATION_SUCCESS, ...
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
  deleted_at timestamptz,
  -- The LinkedIn provider's id of the account. It belongs to one organization of the installation.
  provider_account_id text,
  -- Who the sender is on LinkedIn: connecting the same person again replaces the account instead of adding a second sender.
  linkedin_member_id text,
  -- Invitations of any seven days (domain/limits WEEKLY_INVITES).
  linkedin_weekly_invites integer not null default 100 check (linkedin_weekly_invites between 1 and 200),
  -- Actions LinkedIn asked this sender to pause: {invite: {until, reason}}.
  action_holds jsonb not null default '{}',
  -- Tokens lie in sealed_connection. One process refreshes them at a time; the lease rises with every claim,
  -- reconnect and removal, and who holds an older one cannot store. Real time: tokens end by real time.
  token_lease bigint not null default 0,
  token_leased_until timestamptz not null default '-infinity',
  -- The name in the address of the sender's page. LinkedIn's own ids differ by the account that asks, so that several accounts of one
  -- person are recognized by this and by the email address only.
  linkedin_public_identifier text,
  -- How much of its own limit of invitations LinkedIn said is used, in percent, and when. It says so with few invitations only.
  linkedin_invite_usage_percent smallint,
  linkedin_invite_usage_at timestamptz,
  -- Who connected a sender last: it stops when they leave the team.
  connected_by bigint,
  unique (organization_id, id),
  constraint accounts_organization_id_connected_by_fkey foreign key (organization_id, connected_by)
    references users (organization_id, id) on delete set null (connected_by)
);
create unique index accounts_email_idx on accounts (organization_id, account_type, email) where deleted_at is null;
create unique index accounts_provider_account_id_idx on accounts (provider_account_id)
  where provider_account_id is not null and deleted_at is null;
create unique index accounts_linkedin_member_id_idx on accounts (organization_id, linkedin_member_id)
  where linkedin_member_id is not null and deleted_at is null;
create index accounts_connected_by_idx on accounts (connected_by) where connected_by is not null;
call protect_tenant_table('accounts');

-- A page of consent that was asked for and has not come back. The row is used once: whoever deletes it goes on.
create table mailbox_consents (
  -- SHA-256 of the state in the address; the state itself is not kept.
  state_hash bytea primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- Only the person who asked may come back.
  user_id bigint not null,
  account_type text not null check (account_type in ('GOOGLE', 'MICROSOFT')),
  -- The sender to connect again; null for a new one.
  account_id bigint,
  -- PKCE verifier, sealed for purpose 'mailbox-consent'.
  sealed_verifier bytea not null,
  expires_at timestamptz not null,
  constraint mailbox_consents_account_id_fkey foreign key (organization_id, account_id)
    references accounts (organization_id, id) on delete cascade,
  constraint mailbox_consents_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade
);
create index mailbox_consents_organization_id_idx on mailbox_consents (organization_id);
create index mailbox_consents_user_id_idx on mailbox_consents (user_id);
create index mailbox_consents_account_id_idx on mailbox_consents (account_id);
call protect_tenant_table('mailbox_consents');

-- Reading of mailboxes; a row for every connected one. Apart from accounts, so that reading and sending never wait for
-- each other's locks.
create table mailbox_syncs (
  account_id bigint primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- How far each folder was read: {INBOX: {uid_validity, last_uid}, SENT: {...}}.
  cursor jsonb not null default '{}',
  -- One process reads a mailbox at a time. The token rises with every claim, reconnect and removal: whoever holds an older
  -- one cannot commit. Real time, not app_now(): a moved clock must not make two processes read one mailbox.
  lease_token bigint not null default 0,
  leased_until timestamptz not null default '-infinity',
  constraint mailbox_syncs_account_id_fkey foreign key (organization_id, account_id)
    references accounts (organization_id, id) on delete cascade
);
create index mailbox_syncs_leased_until_idx on mailbox_syncs (leased_until);
call protect_tenant_table('mailbox_syncs');

-- Tries to take a mail in, counted before each is made: a mail that ends the program, or whose text no thread can read, is passed over
-- after the third by whatever process reads the mailbox next. A row goes with the mail it was written for.
create table mail_tries (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  account_id bigint not null,
  -- Which mail of the mailbox: folder, UIDVALIDITY and UID, or the provider's id.
  place text not null,
  tries smallint not null,
  tried_at timestamptz not null default app_now(),
  primary key (account_id, place),
  constraint mail_tries_account_id_fkey foreign key (organization_id, account_id)
    references accounts (organization_id, id) on delete cascade
);
call protect_tenant_table('mail_tries');

-- What DNS last said about a sender's domain. Apart from accounts, so that checking and sending never wait for each other.
create table account_deliverability (
  account_id bigint primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- The checks as the API shows them; null until the first one.
  checks jsonb,
  -- Real time, not app_now(): DNS does not travel with a moved clock.
  checked_at timestamptz,
  -- DKIM selectors of the sender's own domain, as they stood in mail that arrived; the newest first.
  seen_selectors text[] not null default '{}',
  constraint account_deliverability_account_id_fkey foreign key (organization_id, account_id)
    references accounts (organization_id, id) on delete cascade
);
call protect_tenant_table('account_deliverability');

-- Sign-ins to LinkedIn with a password that the provider has taken up and that are no sender yet. Whoever closes the dialog before
-- LinkedIn has let them in is a sender as soon as it does; what comes to nothing is signed out at the provider.
create table linkedin_sign_ins (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- The LinkedIn account it becomes.
  provider_account_id text not null,
  user_id bigint not null,
  -- Of the person when they signed in: decides with the plan whether there is a place.
  role text not null,
  -- LinkedIn waits no longer.
  expires_at timestamptz not null,
  -- Whoever has the dialog open looks sooner.
  next_look_at timestamptz not null default app_now() + interval '10 seconds',
  primary key (organization_id, provider_account_id),
  constraint linkedin_sign_ins_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade
);
create index linkedin_sign_ins_user_id_idx on linkedin_sign_ins (user_id);
create index linkedin_sign_ins_next_look_at_idx on linkedin_sign_ins (next_look_at);
call protect_tenant_table('linkedin_sign_ins');

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

-- When a LinkedIn account is asked for what webhooks may have missed: new connections every few hours at random, messages more
-- often. messages_since: how far its conversations were read.
create table linkedin_looks (
  account_id bigint primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  relations_at timestamptz not null default app_now(),
  messages_at timestamptz not null default app_now(),
  messages_since timestamptz not null default app_now(),
  constraint linkedin_looks_account_id_fkey foreign key (organization_id, account_id)
    references accounts (organization_id, id) on delete cascade
);
call protect_tenant_table('linkedin_looks');

-- How fast a LinkedIn account may read: one page at a time, a pause after each, and so many people a day.
create table linkedin_paces (
  account_id bigint primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  next_read_at timestamptz not null default '-infinity',
  read_on date not null default '-infinity',
  read_people integer not null default 0,
  constraint linkedin_paces_account_id_fkey foreign key (organization_id, account_id)
    references accounts (organization_id, id) on delete cascade
);
call protect_tenant_table('linkedin_paces');
