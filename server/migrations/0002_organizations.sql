-- Organizations: the tenants.

-- A tenant. email_credits is the sum of credit_entries.change and changes with it only. agency_id of a client names its agency.
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
  referral_code text,
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
  second_factor_required_at timestamptz,
  -- A plan whose payment failed stays active until then; null if nothing is owed.
  subscription_grace_until timestamptz,
  -- Since then none of its people can sign in, and nothing is sent or spent; null while it is open.
  suspended_at timestamptz,
  -- For the operator only.
  suspended_reason text,
  -- Credits for each month under manual plans (BILLING=manual); 0 for none.
  monthly_credits integer not null default 0 check (monthly_credits >= 0),
  -- Rises with each edit by a person, so a save on top of an older version is refused. docs/decisions/0153.
  edit_version integer not null default 1,
  edited_at timestamptz,
  edited_by bigint,
  -- A cancelled client is also suspended. This says why, and that its agency may undo it.
  cancelled_at timestamptz,
  -- Since then the client forbids its agency to sign in as its people.
  closed_to_agency_at timestamptz,
  -- What the agency switched off. The calls of a client check both lists; disabled_features is the operator's.
  agency_disabled_features text[] not null default '{}',
  -- Chosen by a person. If null, the zone of the first campaign is used.
  time_zone text check (length(time_zone) <= 64),
  -- Whether the model classifies replies that no rule decides. docs/decisions/0229.
  answers_read_by_model boolean not null default true,
  -- Whether every campaign mail must contain the unsubscribe link. docs/decisions/0235.
  requires_unsubscribe_link boolean not null default false
);
create index organizations_monthly_credits_idx on organizations (organization_id) where monthly_credits > 0;
create index organizations_agency_id_idx on organizations (agency_id) where agency_id is not null;
create unique index organizations_referral_code_key on organizations (lower(referral_code));
call protect_tenant_table('organizations');

alter table parked_units add constraint parked_units_organization_id_fkey foreign key (organization_id) references organizations on delete cascade;

-- A person of another organization (impersonation) is stored as null.
create function note_edit() returns trigger language plpgsql as $$
begin
  new.edit_version := old.edit_version + 1;
  new.edited_at := app_now();
  new.edited_by := (select u.id from users u where u.organization_id = new.organization_id
    and u.id = nullif(current_setting('app.user_id', true), '')::bigint);
  return new;
end $$;
create trigger organizations_note_edit before update of name, website_url, has_website, product_description, icp_description,
    usp_description, case_studies, annual_revenue, employee_count, competitors, objections, pain_points on organizations
  for each row when ((old.name, old.website_url, old.has_website, old.product_description, old.icp_description, old.usp_description,
      old.case_studies, old.annual_revenue, old.employee_count, old.competitors, old.objections, old.pain_points)
    is distinct from (new.name, new.website_url, new.has_website, new.product_description, new.icp_description, new.usp_description,
      new.case_studies, new.annual_revenue, new.employee_count, new.competitors, new.objections, new.pain_points))
  execute function note_edit();
