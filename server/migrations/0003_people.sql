-- People of organizations: how they join, prove an address, and stay signed in.

-- People who sign in. An address belongs to one person in the installation.
create table users (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  email citext not null unique,
  name text not null,
  role text not null default 'USER' check (role in ('ADMIN', 'USER', 'RESTRICTED')),
  password_hash text,
  active boolean not null default true,
  verified_at timestamptz,
  picture_url text,
  created_at timestamptz not null default app_now(),
  unique (organization_id, id)
);
create index users_organization_id_idx on users (organization_id);
call protect_tenant_table('users');

alter table organizations add constraint organizations_edited_by_fkey foreign key (organization_id, edited_by)
    references users (organization_id, id) on delete set null (edited_by);

-- Open invitations, one for each address. A row is deleted when the person joins or the invitation is withdrawn.
create table invitations (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  email citext not null,
  role text not null check (role in ('ADMIN', 'USER', 'RESTRICTED')),
  -- Of the link that was mailed last; earlier ones open nothing any more.
  token_hash bytea not null unique,
  invited_by bigint,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  -- A link that somebody else passes on proves no mailbox: a code is mailed after it.
  is_handed boolean not null default false,
  unique (organization_id, email),
  foreign key (organization_id, invited_by) references users (organization_id, id) on delete set null (invited_by)
);
-- Finds the invitation of a person who signs in with an identity provider.
create index invitations_email_idx on invitations (email);
call protect_tenant_table('invitations');

-- Registrations that wait for their code. An address becomes a person after it is proven, with the name and password of the
-- registration whose code was entered. Two people may register one address; neither changes the other.
create table registrations (
  id bigint generated always as identity primary key,
  email citext not null,
  name text not null,
  password_hash text not null,
  -- Hash of the cookie in the registering browser.
  ticket_hash bytea not null unique,
  -- Keyed with SECRET_KEY: eight digits alone would be guessed from a plain digest.
  code_hash text not null,
  code_expires_at timestamptz not null,
  -- False for a code that was mailed while others had registered the same address: typed elsewhere it proves the mailbox only.
  code_sets_password boolean not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default app_now(),
  referral_code text,
  -- The invitation that a registration accepts: it joins that organization instead of creating one.
  invitation_id bigint references invitations (id) on delete cascade
);
create index registrations_email_idx on registrations (email);
create index registrations_expires_at_idx on registrations (expires_at);
create index registrations_invitation_id_idx on registrations (invitation_id) where invitation_id is not null;
grant select, insert, update, delete on registrations to overture_system;

-- Links for a new password (purpose reset), stored hashed. Codes of registrations are in registrations.
create table one_time_codes (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  user_id bigint not null,
  purpose text not null check (purpose in ('verify', 'reset')),
  code_hash bytea not null,
  tries_left integer not null default 5,
  expires_at timestamptz not null,
  created_at timestamptz not null default app_now(),
  is_handed boolean not null default false,
  constraint one_time_codes_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade
);
create index one_time_codes_user_id_idx on one_time_codes (user_id, purpose);
create index one_time_codes_code_hash_idx on one_time_codes (code_hash);
create index one_time_codes_expires_at_idx on one_time_codes (expires_at);
call protect_tenant_table('one_time_codes');

-- A new sign-in address counts when it was confirmed from there; the old one can undo it for seven days.
create table email_changes (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  user_id bigint not null,
  old_email citext not null,
  new_email citext not null,
  -- Two links, stored hashed: one for the new mailbox, one for the old.
  confirm_hash bytea not null unique,
  undo_hash bytea not null unique,
  confirm_expires_at timestamptz not null,
  undo_expires_at timestamptz not null,
  confirmed_at timestamptz,
  -- Withdrawn by the person, replaced by another change, or undone from the old mailbox.
  ended_at timestamptz,
  created_at timestamptz not null default app_now(),
  -- A change that was replaced or withdrawn can still be undone from the old mailbox: asking again must not close that way.
  undone_at timestamptz,
  constraint email_changes_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade
);
-- One change waits at a time.
create unique index email_changes_pending_idx on email_changes (user_id) where confirmed_at is null and ended_at is null;
create index email_changes_user_id_idx on email_changes (user_id);
create index email_changes_organization_id_idx on email_changes (organization_id);
create index email_changes_old_email_idx on email_changes (old_email);
call protect_tenant_table('email_changes');

-- Sessions are rows so that logout, a new password or deactivation end them at once. The token itself is never stored.
create table sessions (
  token_hash bytea primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  user_id bigint not null,
  -- Set during impersonation: the person who acts as this user.
  actor_user_id bigint references users (id) on delete cascade,
  created_at timestamptz not null default app_now(),
  last_seen_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  -- Names the session to the person and to processes that hold its live connection; address and browser let the person recognize it.
  id bigint generated always as identity,
  ip text not null default '',
  user_agent text not null default '',
  -- How the person signed in: password, code (mailed), link (mailed), passkey.
  method text not null default 'password' check (method in ('password', 'code', 'link', 'passkey', 'google', 'sso')),
  -- When a second factor was shown in this session.
  mfa_at timestamptz,
  -- When the person last proved in this session that it is them; changes of credentials ask for ten minutes at most.
  confirmed_at timestamptz,
  -- Set during impersonation: the session that started it. This session ends with it and returns to it.
  parent_session_id bigint,
  -- The brand host on which the session began; null for our own addresses. The session is valid there only.
  host text,
  constraint sessions_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade
);
create index sessions_user_id_idx on sessions (user_id);
create index sessions_expires_at_idx on sessions (expires_at);
create unique index sessions_id_idx on sessions (id);
create index sessions_last_seen_at_idx on sessions (last_seen_at);
create index sessions_parent_session_id_idx on sessions (parent_session_id) where parent_session_id is not null;
call protect_tenant_table('sessions');

alter table sessions add constraint sessions_parent_session_id_fkey foreign key (parent_session_id) references sessions (id) on delete cascade;

-- Notifies the processes with live connections which sessions ended, at commit. 400 ids stay below the 8,000 bytes of a notification.
create function notify_ended_sessions() returns trigger language plpgsql as $$
begin
  perform pg_notify('overture_sessions', string_agg(id::text, ','))
    from (select id, (row_number() over () - 1) / 400 as portion from ended) numbered group by portion;
  return null;
end $$;
create trigger sessions_ended after delete on sessions referencing old table as ended
  for each statement execute function notify_ended_sessions();

-- Ends the sessions of a person who is deactivated or gets another role.
create function end_sessions_of_changed_user() returns trigger language plpgsql as $$
begin
  delete from sessions where user_id = new.id;
  delete from live_tickets where user_id = new.id;
  return null;
end $$;
create trigger users_end_sessions after update of active, role on users for each row
  when (old.role is distinct from new.role or (old.active and not new.active))
  execute function end_sessions_of_changed_user();

-- Tickets that open the live connection once, within 30 seconds.
create table live_tickets (
  ticket_hash bytea primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  user_id bigint not null,
  expires_at timestamptz not null,
  -- The live connection ends with this session.
  session_id bigint not null,
  constraint live_tickets_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade
);
call protect_tenant_table('live_tickets');
