-- Sign-in with an identity provider: Google, and Single Sign-On of an organization.

-- A person at an identity provider, named by issuer and subject. The address may change hands and is only displayed.
create table user_identities (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  user_id bigint not null,
  issuer text not null,
  subject text not null,
  email citext not null,
  created_at timestamptz not null default app_now(),
  last_used_at timestamptz not null default app_now(),
  unique (issuer, subject),
  constraint user_identities_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade
);
create index user_identities_user_id_idx on user_identities (user_id);
call protect_tenant_table('user_identities');

-- The identity provider of an organization; one at a time.
create table sso_connections (
  organization_id bigint primary key references organizations (organization_id) on delete cascade,
  kind text not null check (kind in ('oidc', 'saml')),
  -- The issuer (OpenID Connect) or entity id (SAML) that every response must come from.
  issuer text not null,
  client_id text,
  sealed_client_secret bytea,
  entry_point text,
  -- In base64; of two the newer is about to take over.
  certificates text[] not null default '{}',
  -- Whether people who sign in for the first time become members.
  lets_people_join boolean not null default true,
  -- The last successful test sign-in; null after each change.
  tested_at timestamptz,
  -- Since when the people of its domains sign in in no other way.
  enforced_at timestamptz,
  -- The person who may still sign in with password and second factor, or passkey.
  break_glass_user_id bigint,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  constraint sso_connections_kind_parts check (case kind
    when 'oidc' then client_id is not null
    else entry_point is not null and cardinality(certificates) > 0 end),
  constraint sso_connections_way_back check (enforced_at is null or break_glass_user_id is not null),
  constraint sso_connections_break_glass_user_id_fkey foreign key (organization_id, break_glass_user_id)
    references users (organization_id, id)
);
call protect_tenant_table('sso_connections');

-- Domains of addresses an organization says are its own; `token` in its DNS proves it.
create table sso_domains (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  domain text not null,
  token text not null,
  token_expires_at timestamptz not null,
  verified_at timestamptz,
  checked_at timestamptz,
  -- Since when the record of a proven domain is gone.
  missing_since timestamptz,
  warned_at timestamptz,
  created_at timestamptz not null default app_now(),
  unique (organization_id, domain)
);
-- A domain is one organization's.
create unique index sso_domains_verified_domain_key on sso_domains (domain) where verified_at is not null;
create index sso_domains_checked_at_idx on sso_domains (checked_at) where verified_at is not null;
call protect_tenant_table('sso_domains');

-- Questions that were sent to a SAML provider and not answered yet.
create table saml_requests (
  id text primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  is_test boolean not null default false,
  expires_at timestamptz not null
);
create index saml_requests_expires_at_idx on saml_requests (expires_at);
create index saml_requests_organization_id_idx on saml_requests (organization_id);
call protect_tenant_table('saml_requests');

-- Assertions that were used: each works once.
create table saml_assertions_seen (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  assertion_id text not null,
  expires_at timestamptz not null,
  primary key (organization_id, assertion_id)
);
create index saml_assertions_seen_expires_at_idx on saml_assertions_seen (expires_at);
call protect_tenant_table('saml_assertions_seen');
