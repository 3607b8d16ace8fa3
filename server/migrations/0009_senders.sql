-- Senders: mailboxes and LinkedIn accounts, how they are read, and the signatures of their mails.

-- Signatures for the end of a mail, of the whole organization.
create table signatures (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  name text not null,
  signature text not null,
  created_at timestamptz not null default app_now(),
  -- Members delete their own signatures; admins delete any.
  created_by bigint,
  constraint signatures_organization_id_id_key unique (organization_id, id),
  constraint signatures_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by)
);
create index signatures_organization_id_idx on signatures (organization_id, id);
call protect_tenant_table('signatures');

-- A sender: a mailbox or a LinkedIn account. Secrets are sealed (kernel/crypto). A deleted sender keeps its row for its history. Limits
-- are actions a day, for invitations also for any seven days.
create table accounts (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  account_type text not null check (account_type in ('LINKEDIN', 'GOOGLE', 'MICROSOFT', 'IMAP', 'WHATSAPP', 'FACEBOOK', 'INSTAGRAM')),
  -- Words of the API (domain/accounts): OK, CREDENTIALS, ERROR, STOPPED, DELETED, CREATION_SUCCESS, ...
  status text not null,
  -- The words of the provider; null while healthy.
  status_reason text,
  status_changed_at timestamptz not null default app_now(),
  -- What found the status: connect, receiving (sync) or sending. Successful receiving does not prove that sending works.
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
  -- What stores sent mail: kept_by_server | appended | no_sent_folder; null until the first mail.
  sent_copy text,
  -- No dispatch before: the provider asked to slow down. held_reason says why.
  held_until timestamptz,
  held_reason text,
  -- Nothing leaves this account before this instant: spacing of sends (send_gap_in_seconds with jitter).
  next_send_at timestamptz,
  created_at timestamptz not null default app_now(),
  deleted_at timestamptz,
  -- The LinkedIn provider's id of the account. It belongs to one organization of the installation.
  provider_account_id text,
  -- The LinkedIn member: connecting the same one again replaces the account instead of adding a sender.
  linkedin_member_id text,
  -- Invitations of any seven days (domain/limits WEEKLY_INVITES).
  linkedin_weekly_invites integer not null default 100 check (linkedin_weekly_invites between 1 and 200),
  -- Actions that LinkedIn paused for this sender: {invite: {until, reason}}.
  action_holds jsonb not null default '{}',
  -- Tokens are in sealed_connection, and one process at a time refreshes them. The lease rises with each claim, reconnect and removal; a
  -- holder of an older one cannot store. Real time, because tokens expire by real time.
  token_lease bigint not null default 0,
  token_leased_until timestamptz not null default '-infinity',
  -- The name in the address of the sender's page. LinkedIn's own ids differ by the account that asks, so that several accounts of one
  -- person are recognized by this and by the email address only.
  linkedin_public_identifier text,
  -- How much of its own limit of invitations LinkedIn said is used, in percent, and when. It says so with few invitations only.
  linkedin_invite_usage_percent smallint,
  linkedin_invite_usage_at timestamptz,
  -- The person who connected it last. The sender stops when they leave the team.
  connected_by bigint,
  -- How the daily limit grows with use; off keeps the fixed limit. docs/decisions/0182.
  ramp text not null default 'off' check (ramp in ('off', 'new', 'young', 'used')),
  ramp_since timestamptz,
  -- Mails a day after the counted days; later days of sending_days are counted on demand.
  ramp_cap integer check (ramp_cap between 1 and 40),
  ramp_counted_at timestamptz,
  ramp_active_at timestamptz,
  ramp_stands_until timestamptz,
  -- Whether the weekly invitations are spread evenly over the working days.
  spreads_weekly_invites boolean not null default false,
  -- Mails a day of all mailboxes of this domain together.
  own_domain_max_messages integer check (own_domain_max_messages between 1 and 2000),
  days_off date[] not null default '{}' check (cardinality(days_off) <= 366),
  -- Whether the sender has its own hours and pauses within the day. docs/decisions/0183.
  natural_rhythm boolean not null default false,
  -- Seconds between two mails of a mailbox with a rhythm; send_gap_in_seconds applies without one.
  rhythm_gap_in_seconds integer not null default 600 check (rhythm_gap_in_seconds between 60 and 3600),
  -- In the row that every dispatch locks: a dispatch waits for a pause that is being written, and sees one that is.
  guard_reason text,
  -- Which DNS record is missing and what to enter; null if all are right.
  domain_hold_reason text check (length(domain_hold_reason) <= 1000),
  -- Campaign mails wait from then on. A record that was right before gets time for repair.
  domain_held_from timestamptz,
  -- Next DNS check.
  domain_check_at timestamptz not null default app_now(),
  -- What messages say about the sender: {{ sender.phone }}, {{ sender.title }}, {{ sender.calendar_url }}.
  phone text check (length(phone) <= 60),
  job_title text check (length(job_title) <= 200),
  calendar_url text check (length(calendar_url) <= 2048),
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
create index accounts_by_domain_check on accounts (domain_check_at)
  where deleted_at is null and account_type in ('GOOGLE', 'MICROSOFT', 'IMAP');
call protect_tenant_table('accounts');

-- The signature that messages of a sender carry.
create table sender_signatures (
  account_id bigint primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  signature_id bigint not null,
  constraint sender_signatures_account_id_fkey foreign key (organization_id, account_id)
    references accounts (organization_id, id) on delete cascade,
  constraint sender_signatures_signature_id_fkey foreign key (organization_id, signature_id)
    references signatures (organization_id, id) on delete cascade
);
create index sender_signatures_signature_id_idx on sender_signatures (organization_id, signature_id);
call protect_tenant_table('sender_signatures');

-- A consent request that is open. The callback deletes the row, so it works once.
create table mailbox_consents (
  -- SHA-256 of the state in the address; the state itself is not kept.
  state_hash bytea primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- Only this person can complete it.
  user_id bigint not null,
  account_type text not null check (account_type in ('GOOGLE', 'MICROSOFT')),
  -- The sender to connect again; null for a new one.
  account_id bigint,
  -- PKCE verifier, sealed for purpose 'mailbox-consent'.
  sealed_verifier bytea not null,
  expires_at timestamptz not null,
  -- The brand host where consent was requested, to lead the person back; null for our own address.
  return_host text,
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
  -- One process reads a mailbox at a time. The token rises with each claim, reconnect and removal; a holder of an older one cannot
  -- commit. Real time, not app_now(): a moved clock must not let two processes read one mailbox.
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

-- The plan of a sender for its local day, made when the day begins. Later changes apply from the next day, unless they reduce it.
create table sender_day_plans (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  account_id bigint not null,
  day date not null,
  start_after_in_s integer not null check (start_after_in_s >= 0),
  end_before_in_s integer not null check (end_before_in_s >= 0),
  break_share real not null check (break_share between 0 and 1),
  break_in_s integer not null check (break_in_s >= 0),
  target_share real not null check (target_share between 0 and 1),
  email_max_messages integer not null,
  rhythm_gap_in_seconds integer not null,
  primary key (account_id, day),
  constraint sender_day_plans_account_id_fkey foreign key (organization_id, account_id)
    references accounts (organization_id, id) on delete cascade
);
call protect_tenant_table('sender_day_plans');
