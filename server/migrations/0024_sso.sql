-- Signing in by an organization's own identity provider.

-- Who vouches for the people of an organization, one at a time.
create table sso_connections (
  organization_id bigint primary key references organizations (organization_id) on delete cascade,
  -- In the addresses that are given to the provider: they tell nothing of the organization.
  public_id text not null unique,
  kind text not null check (kind in ('oidc', 'saml')),
  -- The issuer (OpenID Connect) or entity id (SAML) that every answer must come from.
  issuer text not null,
  client_id text,
  sealed_client_secret bytea,
  entry_point text,
  -- In base64; of two the newer is about to take over.
  certificates text[] not null default '{}',
  -- People who come for the first time become members.
  lets_people_join boolean not null default true,
  -- When somebody last came back with an answer we could accept; null again after each change.
  tested_at timestamptz,
  -- Since when the people of its domains sign in in no other way.
  enforced_at timestamptz,
  -- Who may still come in by password and second factor or passkey while all others may not.
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

-- Assertions that let somebody in: each does once.
create table saml_assertions_seen (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  assertion_id text not null,
  expires_at timestamptz not null,
  primary key (organization_id, assertion_id)
);
create index saml_assertions_seen_expires_at_idx on saml_assertions_seen (expires_at);
call protect_tenant_table('saml_assertions_seen');

alter table sessions drop constraint sessions_method_check,
  add constraint sessions_method_check check (method in ('password', 'code', 'link', 'passkey', 'google', 'sso'));
alter table sign_in_tickets drop constraint sign_in_tickets_method_check,
  add constraint sign_in_tickets_method_check check (method in ('password', 'code', 'link', 'google', 'sso'));
