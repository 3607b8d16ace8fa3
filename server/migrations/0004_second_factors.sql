-- Second factors, and the way back when one was added by an intruder.

-- One authenticator app a person.
create table user_totp (
  user_id bigint primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- Sealed with the vault, for this person only.
  sealed_secret bytea not null,
  -- Null until a code of the app was typed: until then it counts for nothing.
  confirmed_at timestamptz,
  -- The period of the last code that was taken: no code counts twice (RFC 6238, 5.2).
  last_step bigint not null default 0,
  created_at timestamptz not null default app_now(),
  constraint user_totp_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade
);
create index user_totp_organization_id_idx on user_totp (organization_id);
call protect_tenant_table('user_totp');

-- Codes for people who lost their other factors. Each works once.
create table user_recovery_codes (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  user_id bigint not null,
  code_hmac text not null,
  used_at timestamptz,
  created_at timestamptz not null default app_now(),
  constraint user_recovery_codes_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade
);
create index user_recovery_codes_user_id_idx on user_recovery_codes (user_id);
call protect_tenant_table('user_recovery_codes');

-- Passkeys as WebAuthn gave them.
create table user_passkeys (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  user_id bigint not null,
  name text not null,
  -- The host it was made on; it works nowhere else.
  rp_id text not null,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  backed_up boolean not null default false,
  created_at timestamptz not null default app_now(),
  last_used_at timestamptz,
  constraint user_passkeys_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade
);
create index user_passkeys_user_id_idx on user_passkeys (user_id);
call protect_tenant_table('user_passkeys');

-- Challenges for passkeys: valid for five minutes, once, for one purpose. At sign-in there is no user yet, so the table has no
-- organization.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('register', 'sign-in', 'second-factor', 'confirm')),
  user_id bigint references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_expires_at_idx on passkey_challenges (expires_at);
grant select, insert, update, delete on passkey_challenges to overture_system;

-- The first factor was right, the second is awaited.
create table sign_in_tickets (
  ticket_hash bytea primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  user_id bigint not null,
  method text not null check (method in ('password', 'code', 'link', 'google', 'sso')),
  tries_left integer not null default 5,
  expires_at timestamptz not null,
  constraint sign_in_tickets_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade
);
create index sign_in_tickets_user_id_idx on sign_in_tickets (user_id);
create index sign_in_tickets_expires_at_idx on sign_in_tickets (expires_at);
call protect_tenant_table('sign_in_tickets');

-- Ends sign-ins that wait for the second factor when the first one is no longer valid.
create function end_sign_ins_of_changed_user() returns trigger language plpgsql as $$
begin
  delete from sign_in_tickets where user_id = new.id;
  return null;
end $$;
create trigger users_end_sign_ins after update of active, role, password_hash on users for each row
  when (old.role is distinct from new.role or old.active is distinct from new.active
    or old.password_hash is distinct from new.password_hash)
  execute function end_sign_ins_of_changed_user();

-- Links in notices about a new factor or sign-in provider. The owner undoes the change with it.
create table factor_undos (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  user_id bigint not null,
  undo_hash bytea not null unique,
  -- Everything added from then on is removed.
  added_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create index factor_undos_user_id_idx on factor_undos (organization_id, user_id);
create index factor_undos_expires_at_idx on factor_undos (expires_at);
call protect_tenant_table('factor_undos');
