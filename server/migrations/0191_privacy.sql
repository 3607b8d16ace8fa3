-- Why data of leads is processed. The organization's own basis has neither a list nor a lead.
create table legal_bases (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  search_id bigint,
  prospect_id bigint,
  basis text not null check (basis in ('legitimate_interest', 'consent', 'contract')),
  -- The weighing of interests, or what proves the consent or the contract.
  note text not null default '' check (length(note) <= 4000),
  -- When the consent was given.
  given_on date,
  set_by bigint,
  set_at timestamptz not null default app_now(),
  check (search_id is null or prospect_id is null),
  check (basis <> 'consent' or search_id is null and prospect_id is null or (note <> '' and given_on is not null)),
  constraint legal_bases_search_id_fkey foreign key (organization_id, search_id)
    references searches (organization_id, id) on delete cascade,
  constraint legal_bases_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade,
  constraint legal_bases_set_by_fkey foreign key (organization_id, set_by)
    references users (organization_id, id) on delete set null (set_by)
);
create unique index legal_bases_organization_idx on legal_bases (organization_id) where search_id is null and prospect_id is null;
create unique index legal_bases_search_id_idx on legal_bases (search_id) where search_id is not null;
create unique index legal_bases_prospect_id_idx on legal_bases (prospect_id) where prospect_id is not null;
create index legal_bases_set_by_idx on legal_bases (set_by);
call protect_tenant_table('legal_bases');

-- What the notice page says of an organization. Empty fields have a default.
create table privacy_profiles (
  organization_id bigint primary key references organizations (organization_id) on delete cascade,
  controller text not null default '' check (length(controller) <= 1000),
  contact text not null default '' check (length(contact) <= 1000),
  purpose text not null default '' check (length(purpose) <= 2000),
  recipients text not null default '' check (length(recipients) <= 2000),
  kept_until text not null default '' check (length(kept_until) <= 1000),
  authority text not null default '' check (length(authority) <= 1000),
  -- When managers were informed of leads that are held without notice; null while there are none.
  overdue_noticed_at timestamptz,
  overdue_checked_at timestamptz not null default '-infinity'
);
call protect_tenant_table('privacy_profiles');

-- Who was told where their data comes from, and how.
create table privacy_notices (
  prospect_id bigint primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  given_by text not null check (given_by in ('message', 'person')),
  given_at timestamptz not null default app_now(),
  constraint privacy_notices_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade
);
call protect_tenant_table('privacy_notices');

-- What leads ask for on the notice page, or by other means.
create table privacy_requests (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- Null once the lead is deleted.
  prospect_id bigint,
  kind text not null check (kind in ('object', 'access', 'correct', 'erase')),
  -- unconfirmed: the code that was mailed to the lead is not entered yet.
  state text not null default 'open' check (state in ('unconfirmed', 'open', 'done', 'declined')),
  -- What should be corrected, in the lead's own words.
  note text not null default '' check (length(note) <= 2000),
  -- The lead entered the code that was mailed to their address.
  is_verified boolean not null default false,
  code_hash text check (length(code_hash) <= 100),
  code_until timestamptz,
  code_tries smallint not null default 0,
  created_at timestamptz not null default app_now(),
  due_at timestamptz not null,
  closed_at timestamptz,
  closed_by bigint,
  closing_note text not null default '' check (length(closing_note) <= 1000),
  unique (organization_id, id),
  constraint privacy_requests_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete set null (prospect_id),
  constraint privacy_requests_closed_by_fkey foreign key (organization_id, closed_by)
    references users (organization_id, id) on delete set null (closed_by)
);
create index privacy_requests_state_idx on privacy_requests (organization_id, state, id desc);
create unique index privacy_requests_open_idx on privacy_requests (prospect_id, kind) where state in ('unconfirmed', 'open');
create index privacy_requests_prospect_id_idx on privacy_requests (prospect_id);
create index privacy_requests_closed_by_idx on privacy_requests (closed_by);
call protect_tenant_table('privacy_requests');

-- The request of a deleted lead keeps no words of theirs.
create function forget_privacy_request() returns trigger
  language plpgsql as $$
begin
  new.note = '';
  new.closing_note = '';
  new.code_hash = null;
  return new;
end $$;
create trigger privacy_requests_forget before update of prospect_id on privacy_requests for each row
  when (new.prospect_id is null and old.prospect_id is not null) execute function forget_privacy_request();

-- The first email to a lead ends with a link to the notice. Off until it is turned on: emails don't change by an upgrade.
alter table organizations add column adds_privacy_link boolean not null default false;
