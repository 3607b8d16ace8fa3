-- People of an organisation: one row a person, matched by LinkedIn address, then email. Listed in many searches.

-- Letters made equal for comparing exactly as domain/text/text `foldCase` does it: simple lower case of each code point,
-- whatever locale the server has. PostgreSQL 17 brings the rules along; before, the system's C.UTF-8 has them.
do $$
begin
  if current_setting('server_version_num')::int >= 170000 then
    create collation folding (provider = builtin, locale = 'C.UTF-8');
  else
    create collation folding (provider = libc, locale = 'C.UTF-8');
  end if;
end $$;

create function fold_case(value text) returns text
  language sql immutable parallel safe
  return lower(value collate folding);

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
  updated_at timestamptz not null default app_now()
);
create unique index prospects_linkedin_key_idx on prospects (organization_id, linkedin_key) where linkedin_key is not null;
create index prospects_email_idx on prospects (organization_id, email) where email is not null;
-- The few that can only be recognised by their email.
create index prospects_only_email_idx on prospects (organization_id, email) where linkedin_key is null and email is not null;
call protect_tenant_table('prospects');

-- Rises with every change of a person's fields, per organisation: remembered orders of tables are then made again.
create table prospect_versions (
  organization_id bigint primary key references organizations (organization_id) on delete cascade,
  version bigint not null default 0
);
call protect_tenant_table('prospect_versions');
