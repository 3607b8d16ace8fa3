-- LinkedIn imports stand in one list with those of files; what a file needs is empty for them.
alter table imports add column kind text not null default 'csv'
  check (kind in ('csv', 'linkedin-post', 'linkedin-group', 'linkedin-search', 'sales-navigator', 'recruiter'));
alter table imports add column source_url text;
-- The seat that reads.
alter table imports add column account_id bigint references accounts (id) on delete set null;
-- People wanted.
alter table imports add column amount integer;
-- Where to go on, in the provider's words; moves in the transaction that stores the people before it. Null: at the beginning.
alter table imports add column cursor text;
-- The next page is not read before this instant; why it takes long, in words, when it does.
alter table imports add column wake_at timestamptz not null default app_now();
alter table imports add column waiting_for text;
alter table imports add constraint imports_source_check
  check (kind = 'csv' or (source_url is not null and amount is not null and amount > 0));
create index imports_wake_at_idx on imports (wake_at) where status in ('queued', 'running') and kind <> 'csv';
create index imports_account_id_idx on imports (account_id) where account_id is not null;

-- How fast a seat may read: one page at a time, a pause after each, and so many people a day.
create table linkedin_paces (
  account_id bigint primary key references accounts (id) on delete cascade,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  next_read_at timestamptz not null default '-infinity',
  read_on date not null default '-infinity',
  read_people integer not null default 0
);
call protect_tenant_table('linkedin_paces');

-- By which id a seat sees a person: LinkedIn's ids differ from seat to seat.
create table linkedin_members (
  account_id bigint not null references accounts (id) on delete cascade,
  provider_id text collate "C" not null,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  prospect_id bigint not null references prospects (id) on delete cascade,
  primary key (account_id, provider_id)
);
create index linkedin_members_prospect_id_idx on linkedin_members (prospect_id, account_id);
call protect_tenant_table('linkedin_members');
