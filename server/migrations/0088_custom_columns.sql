-- Columns that an organization gives its leads itself. What a lead has in them stands with the lead, so that a filter or sort reads it
-- where it reads the lead's other fields, and whoever erases the lead erases it. docs/decisions/0208.
create table lead_columns (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  name text not null,
  -- Made of the first name; it stays when the column is renamed, since messages name it.
  key text collate "C" not null,
  type text not null check (type in ('text', 'number', 'date', 'link', 'yes_no')),
  position integer not null default 0,
  -- Not offered any more; values stay, and messages that name it go on.
  is_archived boolean not null default false,
  created_at timestamptz not null default app_now(),
  edit_version integer not null default 1,
  edited_at timestamptz,
  edited_by bigint,
  unique (organization_id, key),
  unique (organization_id, id),
  constraint lead_columns_edited_by_fkey foreign key (organization_id, edited_by)
    references users (organization_id, id) on delete set null (edited_by)
);
call protect_tenant_table('lead_columns');
create trigger lead_columns_note_edit before update of name, type, is_archived on lead_columns
  for each row when ((old.name, old.type, old.is_archived) is distinct from (new.name, new.type, new.is_archived))
  execute function note_edit();

-- Values by the keys of their columns: texts, numbers, truths, days as texts (domain/leads/custom-values).
alter table prospects add column custom jsonb not null default '{}'
  constraint prospects_custom_check check (jsonb_typeof(custom) = 'object');

-- Which columns of a file fill which custom columns, and how many values were left out because they are none of the column's type; each
-- stands in the report of the import.
alter table imports add column custom_mapping jsonb not null default '[]', add column unfit_values integer not null default 0;

-- What messages read of a lead: its values with the types of their columns.
create function custom_of_lead(organization bigint, custom jsonb) returns jsonb
  language sql stable parallel safe
  return case when custom = '{}'::jsonb then custom else (
    select coalesce(jsonb_object_agg(c.key, jsonb_build_object('type', c.type, 'value', custom -> c.key)), '{}'::jsonb)
    from lead_columns c where c.organization_id = organization and custom ? c.key) end;
