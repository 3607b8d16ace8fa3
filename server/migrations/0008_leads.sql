-- Leads: people of an organization, matched by LinkedIn address, then email; their labels, and whom nobody may write to.
-- The wire says prospect.

-- Null, nothing, or nothing but ASCII white space (domain/text/text `isBlank`).
create function is_blank(value text) returns boolean
  language sql immutable parallel safe
  return value is null or btrim(value, E' \t\r\n\f\v') = '';

-- First number of '1,001 - 5,000', '> $1B' or '$10 - 50M' (K, M, B understood; a range's unit counts for both ends), so
-- that sizes sort by size. Null where there is none.
create function leading_number(value text) returns double precision
  language plpgsql immutable parallel safe strict as $$
declare
  found text[] := regexp_match(value, '(\d[\d,]{0,18}(?:\.\d{1,9})?)\s*([kmbKMB](?![a-zA-Z]))?(?:[^\d]+\d[\d.,]*\s*([kmbKMB])(?![a-zA-Z]))?');
begin
  if found is null then return null; end if;
  return replace(found[1], ',', '')::double precision
    * case lower(coalesce(found[2], found[3])) when 'k' then 1e3 when 'm' then 1e6 when 'b' then 1e9 else 1 end;
end $$;

-- One row a person, listed in many searches and campaigns.
create table prospects (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  first_name text not null default '',
  last_name text not null default '',
  headline text,
  job_title text,
  industry text,
  location text,
  linkedin_profile_url text,
  -- linkedin_profile_url in the form in which two addresses of one person are equal (domain/linkedin/linkedin-address).
  linkedin_key text collate "C",
  -- As domain/addresses/email-address `normalizeEmail` leaves it: lower case, so that plain text compares it.
  email text collate "C",
  phone_number text,
  profile_picture_url text,
  company_name text,
  company_logo_url text,
  company_linkedin_url text,
  company_website_url text,
  company_location text,
  company_amount_of_employees text,
  company_revenue text,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  -- The company an address at work belongs to: colleagues are found by it, and address patterns are learnt from them. A
  -- column and not an index of an expression: under row-level security the planner uses an expression's index only where the
  -- function is leakproof, and none of the text functions is.
  email_domain text collate "C" generated always as (split_part(email, '@', 2)) stored,
  unique (organization_id, id)
);
create unique index prospects_linkedin_key_idx on prospects (organization_id, linkedin_key) where linkedin_key is not null;
create index prospects_email_idx on prospects (organization_id, email) where email is not null;
-- The few that can only be recognized by their email.
create index prospects_only_email_idx on prospects (organization_id, email) where linkedin_key is null and email is not null;
create index prospects_email_domain_idx on prospects (organization_id, email_domain) where email_domain is not null;
call protect_tenant_table('prospects');

-- Rises with every change of a person's fields, per organization: remembered orders of tables are then made again.
create table prospect_versions (
  organization_id bigint primary key references organizations (organization_id) on delete cascade,
  version bigint not null default 0
);
call protect_tenant_table('prospect_versions');

-- By which id a LinkedIn account knows a person: LinkedIn's ids differ from account to account.
create table linkedin_members (
  account_id bigint not null,
  provider_id text collate "C" not null,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  prospect_id bigint not null,
  primary key (account_id, provider_id),
  constraint linkedin_members_account_id_fkey foreign key (organization_id, account_id)
    references accounts (organization_id, id) on delete cascade,
  constraint linkedin_members_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade
);
create index linkedin_members_prospect_id_idx on linkedin_members (prospect_id, account_id);
call protect_tenant_table('linkedin_members');

-- Whom a LinkedIn account is connected with, as far as it matters for a campaign and was seen.
create table linkedin_relations (
  account_id bigint not null,
  prospect_id bigint not null,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  connected_at timestamptz not null default app_now(),
  primary key (account_id, prospect_id),
  constraint linkedin_relations_account_id_fkey foreign key (organization_id, account_id)
    references accounts (organization_id, id) on delete cascade,
  constraint linkedin_relations_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade
);
create index linkedin_relations_prospect_id_idx on linkedin_relations (prospect_id);
call protect_tenant_table('linkedin_relations');

-- Labels of the inbox. They stand on the person, so that every screen that shows the lead can show them.
create table chat_labels (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  name citext not null,
  color text not null,
  created_at timestamptz not null default app_now(),
  unique (organization_id, name),
  unique (organization_id, id)
);
call protect_tenant_table('chat_labels');

-- Which labels a lead has.
create table prospect_labels (
  label_id bigint not null,
  prospect_id bigint not null,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  created_at timestamptz not null default app_now(),
  primary key (label_id, prospect_id),
  constraint prospect_labels_label_id_fkey foreign key (organization_id, label_id)
    references chat_labels (organization_id, id) on delete cascade,
  constraint prospect_labels_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade
);
create index prospect_labels_prospect_id_idx on prospect_labels (prospect_id);
call protect_tenant_table('prospect_labels');

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

-- Domains whose people are left alone: not added by the finder, not added to campaigns, not written to.
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

-- Addresses this organization must not write to by campaign. Kept when the person is deleted, so that a new import does not bring them
-- back. complaint: the person pressed 'This is spam'; counted apart from those who asked in words.
create table suppressions (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  email citext not null,
  reason text not null
    check (reason in ('unsubscribe', 'complaint', 'hard_bounce', 'manual')),
  detail text,
  created_at timestamptz not null default app_now(),
  unique (organization_id, email)
);
call protect_tenant_table('suppressions');
