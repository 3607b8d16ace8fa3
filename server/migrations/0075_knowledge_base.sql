-- What an organisation says about itself, for drafts and research (campaigns 3 Organization); the first fields stand since 0002.
alter table organizations
  add column has_website boolean not null default true,
  add column usp_description text,
  add column case_studies text,
  add column annual_revenue numeric(20, 2) check (annual_revenue >= 0),
  add column employee_count integer check (employee_count >= 0),
  add column competitors text,
  add column objections text;
