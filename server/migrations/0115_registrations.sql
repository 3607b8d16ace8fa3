-- Registrations that wait for their code. An address becomes a person only when it was proven, with the password and name of
-- the registration whose code was typed: two people may register one address, and neither changes what the other gave.
create table registrations (
  id bigint generated always as identity primary key,
  email citext not null,
  name text not null,
  password_hash text not null,
  -- What the registering browser holds in a cookie, stored hashed.
  ticket_hash bytea not null unique,
  -- Keyed with SECRET_KEY: eight digits alone would be guessed from a plain digest.
  code_hash text not null,
  code_expires_at timestamptz not null,
  -- False for a code that was mailed while others had registered the same address: typed elsewhere it proves the mailbox only.
  code_sets_password boolean not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default app_now()
);
create index registrations_email_idx on registrations (email);
create index registrations_expires_at_idx on registrations (expires_at);
grant select, insert, update, delete on registrations to overture_system;

-- Codes of registrations stand there from now on; what is left are links for a new password.
delete from one_time_codes where purpose = 'verify';
