-- What the operator of an installation sets for an organization.

-- Since when nobody of it can sign in and nothing of it is sent or spent; null while it is open.
alter table organizations add column suspended_at timestamptz;
-- For the operator's own eyes.
alter table organizations add column suspended_reason text;
-- Credits it gets each month where plans are set by hand (BILLING=manual); 0 for none.
alter table organizations add column monthly_credits integer not null default 0 check (monthly_credits >= 0);
create index organizations_monthly_credits_idx on organizations (organization_id) where monthly_credits > 0;
