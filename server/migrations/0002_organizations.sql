-- Organizations and the host names of their own branding.

-- A tenant. email_credits is what can be spent: always the sum of credit_entries.change, which alone changes with it. An agency is the
-- organization that agency_id of its clients names.
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
  created_at timestamptz not null default app_now(),
  -- What an organization says about itself, for drafts and research, together with product_description, icp_description and pain_points.
  has_website boolean not null default true,
  usp_description text,
  case_studies text,
  annual_revenue numeric(20, 2) check (annual_revenue >= 0),
  employee_count integer check (employee_count >= 0),
  competitors text,
  objections text,
  -- Since when an organization asks its people for a second factor; null while it does not.
  second_factor_required_at timestamptz
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
