-- People of an organisation: one row a person, matched by LinkedIn address, then email. Listed in many searches.

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
  -- linkedin_profile_url in the form in which two addresses of one person are equal (domain/linkedin-address).
  linkedin_key text,
  email citext,
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
call protect_tenant_table('prospects');
