-- Saved filters of the lead finder. Without a user a search is shared with the organization.
create table finder_searches (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  user_id bigint,
  -- The list that its leads are added to, as long as there is one.
  search_id bigint,
  name text not null check (char_length(name) <= 300),
  -- As the finder takes them.
  filters jsonb not null,
  prospects_per_company smallint check (prospects_per_company between 1 and 20),
  -- Where people are known from who are not added.
  leaves_out text[] not null default '{}',
  -- A position in the lead database: who is loaded later is new. It is that of the Monday before the last one, or of the creation.
  new_after bigint not null,
  new_since timestamptz not null default app_now(),
  -- The position of the last Monday, or of the creation.
  counted_to bigint not null,
  counted_at timestamptz not null default app_now(),
  -- Who was new on the last Monday; null before the first one and if it could not be counted.
  new_count bigint,
  -- Monday of the week in which it was last counted, by the organization's calendar.
  counted_week date,
  -- Why it could not be counted, in words.
  problem text check (char_length(problem) <= 500),
  created_by bigint,
  created_at timestamptz not null default app_now(),
  edit_version integer not null default 1,
  edited_at timestamptz,
  edited_by bigint,
  constraint finder_searches_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade,
  constraint finder_searches_search_id_fkey foreign key (organization_id, search_id)
    references searches (organization_id, id) on delete set null (search_id),
  constraint finder_searches_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by),
  constraint finder_searches_edited_by_fkey foreign key (organization_id, edited_by)
    references users (organization_id, id) on delete set null (edited_by),
  unique (organization_id, id)
);
create index finder_searches_organization_id_idx on finder_searches (organization_id, name, id);
create index finder_searches_user_id_idx on finder_searches (organization_id, user_id);
create index finder_searches_search_id_idx on finder_searches (organization_id, search_id);
create trigger finder_searches_note_edit
  before update of name, user_id, search_id, filters, prospects_per_company, leaves_out on finder_searches
  for each row when ((old.name, old.user_id, old.search_id, old.filters, old.prospects_per_company, old.leaves_out)
    is distinct from (new.name, new.user_id, new.search_id, new.filters, new.prospects_per_company, new.leaves_out))
  execute function note_edit();
call protect_tenant_table('finder_searches');

-- People who get an email on Mondays if a saved search has new people.
create table finder_search_readers (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  finder_search_id bigint not null,
  user_id bigint not null,
  -- The last part of the address that stops all of these emails of a person.
  stop_key text not null unique,
  since timestamptz not null default app_now(),
  -- Monday of the week in which it was last mailed, by the organization's calendar.
  mailed_week date,
  primary key (finder_search_id, user_id),
  constraint finder_search_readers_finder_search_id_fkey foreign key (organization_id, finder_search_id)
    references finder_searches (organization_id, id) on delete cascade,
  constraint finder_search_readers_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade
);
create index finder_search_readers_finder_search_id_idx on finder_search_readers (organization_id, finder_search_id);
create index finder_search_readers_user_id_idx on finder_search_readers (organization_id, user_id);
call protect_tenant_table('finder_search_readers');
