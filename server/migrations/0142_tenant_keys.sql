-- A row that names another row of its organisation names it with the organisation: (organization_id, other_id). A person,
-- campaign or account of another organisation then cannot be named, whatever a query forgot to compare. Postgres checks
-- foreign keys past row-level security, so until now only the program's own lookups stood between the two.
-- Taken from the catalogue, so that no key is missed; server/schema.sql shows each of them. Keys keep their names, what
-- they do on delete and when they are checked. Left alone is sessions.actor_user_id: who acts as somebody else may well
-- belong to another organisation.

-- Postgres refuses to change a table while a deferred check of it is waiting.
set constraints campaign_nodes_parent_id_fkey immediate;

do $$
declare
  link record;
begin
  for link in
    select k.conrelid::regclass as from_table, k.confrelid::regclass as to_table, k.conname as name,
      f.attname as from_column, t.attname as to_column,
      case k.confdeltype when 'c' then ' on delete cascade' when 'n' then format(' on delete set null (%I)', f.attname) else '' end
        || case when k.condeferrable then ' deferrable' else '' end
        || case when k.condeferred then ' initially deferred' else '' end as manner
    from pg_constraint k
    join pg_attribute f on f.attrelid = k.conrelid and f.attnum = k.conkey[1]
    join pg_attribute t on t.attrelid = k.confrelid and t.attnum = k.confkey[1]
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and cardinality(k.conkey) = 1
      and k.confrelid <> 'organizations'::regclass
      and exists (select from pg_attribute o where o.attrelid = k.conrelid and o.attname = 'organization_id' and not o.attisdropped)
      and exists (select from pg_attribute o where o.attrelid = k.confrelid and o.attname = 'organization_id' and not o.attisdropped)
      and (k.conrelid::regclass::text, f.attname) <> ('sessions', 'actor_user_id')
    order by k.confrelid::regclass::text, k.conrelid::regclass::text, k.conname
  loop
    if not exists (
      select from pg_index i
      where i.indrelid = link.to_table and i.indisunique and i.indpred is null and i.indimmediate and i.indnkeyatts = 2
        and i.indkey[0] = (select attnum from pg_attribute where attrelid = link.to_table and attname = 'organization_id')
        and i.indkey[1] = (select attnum from pg_attribute where attrelid = link.to_table and attname = link.to_column)
    ) then
      execute format('alter table %s add unique (organization_id, %I)', link.to_table, link.to_column);
    end if;
    execute format(
      'alter table %s drop constraint %I, add constraint %I foreign key (organization_id, %I) references %s (organization_id, %I)%s not valid',
      link.from_table, link.name, link.name, link.from_column, link.to_table, link.to_column, link.manner);
    execute format('alter table %s validate constraint %I', link.from_table, link.name);
  end loop;
end $$;
