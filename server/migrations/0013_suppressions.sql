-- Who is not contacted: excluded domains, the suppression list, lifted entries, and erased people.

-- The host in an address of a page or of a person, in lower case, without www., port and final dot; null where there is none.
create function host_of(value text) returns text
  language sql immutable parallel safe
  return nullif(regexp_replace(rtrim(regexp_replace(regexp_replace(split_part(split_part(split_part(split_part(
    regexp_replace(regexp_replace(fold_case(btrim(value)), '^[a-z][a-z0-9+.-]*://', ''), '^(mailto:|//)', ''),
    '/', 1), '?', 1), '#', 1), '\', 1), '^.*@', ''), ':[0-9]*$', ''), '.'), '^www\.(?=[^.]+\.)', ''), '');

-- A host and its parent domains, up to eight labels. Substrings instead of a loop, so the planner can inline the call: it runs for a
-- hundred thousand leads at once.
create function domain_and_parents(host text) returns text[]
  language sql immutable parallel safe
  return array[host, substring(host from '[^.]+\.[^.]+$'), substring(host from '(?:[^.]+\.){2}[^.]+$'),
    substring(host from '(?:[^.]+\.){3}[^.]+$'), substring(host from '(?:[^.]+\.){4}[^.]+$'),
    substring(host from '(?:[^.]+\.){5}[^.]+$'), substring(host from '(?:[^.]+\.){6}[^.]+$'),
    substring(host from '(?:[^.]+\.){7}[^.]+$')];

-- Domains whose people are never added by the finder, added to campaigns, or contacted.
create table excluded_domains (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- As domain/addresses/domain-name `normalizeDomain` leaves it: lower case, punycode, without www.
  domain text collate "C" not null,
  -- The same in the letters people write; addresses of companies are stored as they were given.
  unicode_domain text collate "C" not null,
  created_by bigint,
  created_at timestamptz not null default app_now(),
  unique (organization_id, domain),
  constraint excluded_domains_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by)
);
create index excluded_domains_unicode_domain_idx on excluded_domains (organization_id, unicode_domain);
create index excluded_domains_created_at_idx on excluded_domains (organization_id, created_at desc, id desc);
call protect_tenant_table('excluded_domains');

-- Entries of the suppression list. They outlive the lead, so a new import cannot bring a person back. complaint: the person pressed
-- 'This is spam'; counted apart from unsubscribes.
create table suppressions (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  email citext,
  reason text not null check (reason in ('unsubscribe', 'complaint', 'hard_bounce', 'left', 'manual', 'crm', 'import', 'erased')),
  detail text,
  created_at timestamptz not null default app_now(),
  -- Null for entries that the program made.
  created_by bigint,
  -- An address, a number, a LinkedIn profile, or a person by all three. docs/decisions/0234.
  kind text not null default 'address' check (kind in ('address', 'person', 'phone', 'linkedin')),
  -- In the form of prospects.phone_key and prospects.linkedin_key.
  phone_key text collate "C" check (length(phone_key) <= 20),
  linkedin_key text collate "C" check (length(linkedin_key) <= 1000),
  -- The digest that remains of an erased person (function erased_key).
  erased_key text collate "C" check (length(erased_key) = 64),
  -- The lead whose conversation caused the entry. No foreign key: the entry outlives the lead, and an insert must not lock the lead.
  prospect_id bigint,
  unique (organization_id, email),
  constraint suppressions_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by),
  constraint suppressions_shape_check check (case
    when erased_key is not null then reason = 'erased' and kind <> 'person' and num_nonnulls(email, phone_key, linkedin_key, detail) = 0
    when reason = 'erased' then false
    when kind = 'address' then email is not null and num_nonnulls(phone_key, linkedin_key) = 0
    when reason in ('hard_bounce', 'left') then false
    when kind = 'phone' then phone_key is not null and num_nonnulls(email, linkedin_key) = 0
    when kind = 'linkedin' then linkedin_key is not null and num_nonnulls(email, phone_key) = 0
    else num_nonnulls(email, phone_key, linkedin_key) > 0 end)
);
create index suppressions_newest on suppressions (organization_id, id desc);
create index suppressions_of_reason on suppressions (organization_id, reason, id desc);
create index suppressions_of_person on suppressions (organization_id, created_by) where created_by is not null;
create index suppressions_by_address on suppressions (organization_id, (email::text) collate "C");
-- What the stop check reads, compared as text.
create index suppressions_by_phone on suppressions (organization_id, phone_key) where phone_key is not null;
create index suppressions_by_profile on suppressions (organization_id, linkedin_key) where linkedin_key is not null;
create unique index suppressions_by_erased on suppressions (organization_id, erased_key) where erased_key is not null;
-- Each key once. A person with an address is stored with that address.
create unique index suppressions_one_phone on suppressions (organization_id, phone_key) where kind = 'phone';
create unique index suppressions_one_profile on suppressions (organization_id, linkedin_key) where kind = 'linkedin';
create unique index suppressions_one_person on suppressions (organization_id, coalesce(linkedin_key, ''), coalesce(phone_key, ''))
  where kind = 'person' and email is null;
create index suppressions_of_kind on suppressions (organization_id, kind, id desc);
create index suppressions_by_part on suppressions
  using gin ((coalesce(email::text, '') || ' ' || coalesce(phone_key, '') || ' ' || coalesce(linkedin_key, '')) gin_trgm_ops);
call protect_tenant_table('suppressions');

-- Entries that people lifted, with the reason. Rows never change.
create table suppression_lifts (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  email citext,
  reason text not null,
  detail text,
  suppressed_at timestamptz not null,
  why text not null check (length(why) between 1 and 500),
  -- The person's own words, if nothing less lifts the entry.
  persons_words text check (length(persons_words) <= 2000),
  lifted_by bigint,
  lifted_at timestamptz not null default app_now(),
  kind text not null default 'address' check (kind in ('address', 'person', 'phone', 'linkedin')),
  phone_key text collate "C" check (length(phone_key) <= 20),
  linkedin_key text collate "C" check (length(linkedin_key) <= 1000),
  constraint suppression_lifts_lifted_by_fkey foreign key (organization_id, lifted_by)
    references users (organization_id, id) on delete set null (lifted_by)
);
create index suppression_lifts_newest on suppression_lifts (organization_id, id desc);
create index suppression_lifts_of_person on suppression_lifts (organization_id, lifted_by) where lifted_by is not null;
call protect_tenant_table('suppression_lifts');

-- The key for the digests of erased people, made with the first. Without it nobody can tell who they were.
create table erasure_keys (
  organization_id bigint primary key references organizations (organization_id) on delete cascade,
  -- 122 random bits; it is no secret of the vault, whose key may change.
  secret uuid not null default gen_random_uuid()
);
call protect_tenant_table('erasure_keys');

-- A keyed digest of an address, number or profile: two rounds, against extension.
create function erased_key(secret uuid, kind text, value text) returns text
  language sql immutable parallel safe strict
  return encode(sha256(uuid_send(secret) || sha256(uuid_send(secret) || convert_to(kind || ':' || value, 'UTF8'))), 'hex');
