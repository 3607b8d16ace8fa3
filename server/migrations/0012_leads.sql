-- Leads: people of an organization, matched by LinkedIn address, then email. The wire says prospect.

-- Null, nothing, or nothing but ASCII white space (domain/text/text `isBlank`).
create function is_blank(value text) returns boolean
  language sql immutable parallel safe
  return value is null or btrim(value, E' \t\r\n\f\v') = '';

-- A number with country code ('+31 (0)6 1234 5678 ext. 9', '0031612345678') as digits. Null without the code: the number may be
-- somebody else's.
create function phone_key(value text) returns text
  language sql immutable parallel safe
  return (select case when plain ~ '^(\+|00)[0-9]+$' and regexp_replace(plain, '^(\+|00)', '') ~ '^[1-9][0-9]{7,14}$'
      then regexp_replace(plain, '^(\+|00)', '') end
    from regexp_replace(regexp_replace(regexp_replace(lower(substr(value, 1, 60)), '(ext|x|#).*$', ''), '\(0\)', '', 'g'),
      '[\s()./-]', '', 'g') as plain);

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
  -- Whether a CRM has a record of this lead; crm_links says which.
  added_to_crm boolean not null default false,
  -- Entered or imported. If null, it is derived from location, phone or company.
  time_zone text,
  -- Values of custom columns by key: text, number, boolean, or a date as text (domain/leads/custom-values).
  custom jsonb not null default '{}' check (jsonb_typeof(custom) = 'object'),
  -- A column, not an expression index, for the reason given at email_domain.
  phone_key text collate "C" generated always as (phone_key(phone_number)) stored,
  unique (organization_id, id)
);
create unique index prospects_linkedin_key_idx on prospects (organization_id, linkedin_key) where linkedin_key is not null;
create index prospects_email_idx on prospects (organization_id, email) where email is not null;
-- The few that can only be recognized by their email.
create index prospects_only_email_idx on prospects (organization_id, email) where linkedin_key is null and email is not null;
create index prospects_email_domain_idx on prospects (organization_id, email_domain) where email_domain is not null;
-- Leads by the beginning of their names, for a first message. The condition is always true and keeps the index out of other queries:
-- with old statistics the planner would use it for foreign-key checks and read all leads.
create index prospects_full_name_idx on prospects (organization_id, lower(first_name || ' ' || last_name) text_pattern_ops)
  where lower(first_name || ' ' || last_name) is not null;
create index prospects_phone_key_idx on prospects (organization_id, phone_key) where phone_key is not null;
-- Leads that are identified by a phone number only.
create index prospects_only_phone_idx on prospects (organization_id, phone_number)
  where linkedin_key is null and email is null and phone_number is not null;
call protect_tenant_table('prospects');

-- Rises with every change of a person's fields, per organization: remembered orders of tables are then made again.
create table prospect_versions (
  organization_id bigint primary key references organizations (organization_id) on delete cascade,
  version bigint not null default 0
);
call protect_tenant_table('prospect_versions');

-- Custom columns. Values are stored with the lead, so filters read them there and erasing the lead erases them. docs/decisions/0208.
create table lead_columns (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  name text not null,
  -- Made of the first name; it stays when the column is renamed, since messages name it.
  key text collate "C" not null,
  type text not null check (type in ('text', 'number', 'date', 'link', 'yes_no')),
  position integer not null default 0,
  -- Not offered any more; values stay, and messages that name it go on.
  is_archived boolean not null default false,
  created_at timestamptz not null default app_now(),
  edit_version integer not null default 1,
  edited_at timestamptz,
  edited_by bigint,
  unique (organization_id, key),
  unique (organization_id, id),
  constraint lead_columns_edited_by_fkey foreign key (organization_id, edited_by)
    references users (organization_id, id) on delete set null (edited_by)
);
call protect_tenant_table('lead_columns');

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

-- Connections of a LinkedIn account, as far as campaigns need them.
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

-- Labels of leads in the inbox. They belong to the lead, so every screen can show them.
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
create trigger lead_columns_note_edit before update of name, type, is_archived on lead_columns
  for each row when ((old.name, old.type, old.is_archived) is distinct from (new.name, new.type, new.is_archived))
  execute function note_edit();

-- Custom values of a lead with the types of their columns, for messages.
create function custom_of_lead(organization bigint, custom jsonb) returns jsonb
  language sql stable parallel safe
  return case when custom = '{}'::jsonb then custom else (
    select coalesce(jsonb_object_agg(c.key, jsonb_build_object('type', c.type, 'value', custom -> c.key)), '{}'::jsonb)
    from lead_columns c where c.organization_id = organization and custom ? c.key) end;
