-- Domains whose people are left alone: not added by the finder, not added to campaigns, not written to.

create table excluded_domains (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- As domain/addresses/domain-name `normalizeDomain` leaves it: lower case, punycode, without www.
  domain text collate "C" not null,
  -- The same in the letters people write; addresses of companies are stored as they were given.
  unicode_domain text collate "C" not null,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null default app_now(),
  unique (organization_id, domain)
);
create index excluded_domains_unicode_domain_idx on excluded_domains (organization_id, unicode_domain);
create index excluded_domains_created_at_idx on excluded_domains (organization_id, created_at desc, id desc);
call protect_tenant_table('excluded_domains');

-- The host in an address of a page or of a person, in lower case, without www., port and final dot; null where there is none.
create function host_of(value text) returns text
  language sql immutable parallel safe
  return nullif(regexp_replace(rtrim(regexp_replace(regexp_replace(split_part(split_part(split_part(split_part(
    regexp_replace(regexp_replace(fold_case(btrim(value)), '^[a-z][a-z0-9+.-]*://', ''), '^(mailto:|//)', ''),
    '/', 1), '?', 1), '#', 1), '\', 1), '^.*@', ''), ':[0-9]*$', ''), '.'), '^www\.(?=[^.]+\.)', ''), '');

-- A host and the domains above it, up to eight labels. Substrings and no loop, so that the planner can put it in place of
-- the call: it is asked for a hundred thousand people at once.
create function domain_and_parents(host text) returns text[]
  language sql immutable parallel safe
  return array[host, substring(host from '[^.]+\.[^.]+$'), substring(host from '(?:[^.]+\.){2}[^.]+$'),
    substring(host from '(?:[^.]+\.){3}[^.]+$'), substring(host from '(?:[^.]+\.){4}[^.]+$'),
    substring(host from '(?:[^.]+\.){5}[^.]+$'), substring(host from '(?:[^.]+\.){6}[^.]+$'),
    substring(host from '(?:[^.]+\.){7}[^.]+$')];
