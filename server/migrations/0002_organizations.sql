-- Organisations, their people, sessions and one-time codes.

create table organizations (
  organization_id bigint generated always as identity primary key,
  name text not null,
  website_url text,
  email_credits integer not null default 100 check (email_credits >= 0),
  trial_started_at timestamptz not null default app_now(),
  trial_ends_at timestamptz not null default app_now() + interval '14 days',
  active_subscription boolean not null default false,
  had_subscription boolean not null default false,
  is_whitelabel boolean not null default false,
  is_agency boolean not null default false,
  agency_id bigint references organizations (organization_id),
  extra_linkedin_accounts integer not null default 0,
  extra_email_accounts integer not null default 0,
  referral_code text unique,
  referral_code_in_use boolean not null default false,
  product_description text,
  icp_description text,
  pain_points text,
  branding jsonb not null default '{}',
  disabled_features text[] not null default '{}',
  onboarded_at timestamptz,
  created_at timestamptz not null default app_now()
);
call protect_tenant_table('organizations');

-- Host names with branding of their own (white label). Only verified domains are looked up.
create table branded_domains (
  domain text primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  verified_at timestamptz
);
create index branded_domains_organization_id_idx on branded_domains (organization_id);
call protect_tenant_table('branded_domains');

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
  created_at timestamptz not null default app_now()
);
create index users_organization_id_idx on users (organization_id);
call protect_tenant_table('users');

-- Sessions are rows so that logout, a new password or deactivation end them at once. The token itself is never stored.
create table sessions (
  token_hash bytea primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  -- Set when somebody else acts as this user (impersonation).
  actor_user_id bigint references users (id) on delete cascade,
  created_at timestamptz not null default statement_timestamp(),
  last_seen_at timestamptz not null default statement_timestamp(),
  expires_at timestamptz not null
);
create index sessions_user_id_idx on sessions (user_id);
create index sessions_expires_at_idx on sessions (expires_at);
call protect_tenant_table('sessions');

-- One-time proofs sent by mail: 8-digit codes (purpose verify) and link tokens (purpose reset), stored hashed.
create table one_time_codes (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('verify', 'reset')),
  code_hash bytea not null,
  tries_left integer not null default 5,
  expires_at timestamptz not null,
  created_at timestamptz not null default app_now()
);
create index one_time_codes_user_id_idx on one_time_codes (user_id, purpose);
create index one_time_codes_code_hash_idx on one_time_codes (code_hash);
call protect_tenant_table('one_time_codes');

-- Tickets that open the live connection once, within 30 seconds.
create table live_tickets (
  ticket_hash bytea primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
call protect_tenant_table('live_tickets');
