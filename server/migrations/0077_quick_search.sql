-- The beginnings by which the quick search finds leads. Columns, not expression indexes: under row-level security the planner uses an
-- expression's index only where its function is leakproof, and none of the text functions is (0012). A prefix is a range of
-- the collation "C", whose comparisons are leakproof; `like` is not.
alter table prospects
  add column name_key text collate "C" generated always as (lower(first_name || ' ' || last_name)) stored,
  add column last_name_key text collate "C" generated always as (nullif(lower(last_name), '')) stored,
  add column company_key text collate "C" generated always as (nullif(lower(company_name), '')) stored;
drop index prospects_full_name_idx;
create index prospects_name_key_idx on prospects (organization_id, name_key) where name_key is not null;
create index prospects_last_name_key_idx on prospects (organization_id, last_name_key) where last_name_key is not null;
create index prospects_company_key_idx on prospects (organization_id, company_key) where company_key is not null;
-- Answers equality as before, and beginnings too, whatever the collation of the database.
drop index prospects_email_idx;
create index prospects_email_idx on prospects (organization_id, email text_pattern_ops) where email is not null;
