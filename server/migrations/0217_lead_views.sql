-- Saved views of lead lists. Without a user a view is shared with the organization, without a list it is offered in all lists.
create table lead_views (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  user_id bigint,
  search_id bigint,
  name text not null,
  -- As the table of a list takes them.
  filters jsonb not null default '[]',
  sort_field text,
  sort_direction text check (sort_direction in ('asc', 'desc')),
  -- The visible columns in their order: [{id, width}]. Empty: those that the table shows by default.
  columns jsonb not null default '[]',
  created_by bigint,
  created_at timestamptz not null default app_now(),
  edit_version integer not null default 1,
  edited_at timestamptz,
  edited_by bigint,
  constraint lead_views_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade,
  constraint lead_views_search_id_fkey foreign key (organization_id, search_id)
    references searches (organization_id, id) on delete cascade,
  constraint lead_views_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by),
  constraint lead_views_edited_by_fkey foreign key (organization_id, edited_by)
    references users (organization_id, id) on delete set null (edited_by),
  unique (organization_id, id)
);
create index lead_views_organization_id_idx on lead_views (organization_id, name, id);
create index lead_views_search_id_idx on lead_views (organization_id, search_id);
create index lead_views_user_id_idx on lead_views (organization_id, user_id);
create trigger lead_views_note_edit before update of name, user_id, search_id, filters, sort_field, sort_direction, columns on lead_views
  for each row when ((old.name, old.user_id, old.search_id, old.filters, old.sort_field, old.sort_direction, old.columns)
    is distinct from (new.name, new.user_id, new.search_id, new.filters, new.sort_field, new.sort_direction, new.columns))
  execute function note_edit();
call protect_tenant_table('lead_views');
