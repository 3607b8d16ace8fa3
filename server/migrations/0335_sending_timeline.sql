-- A standby that was promoted may lack the last messages of the former primary. Its timeline has another number: sending stops there until it is
-- clear that nothing is missing (decision 0529).

-- The timeline of this database; 0 where it takes no changes, or where the service tells nothing of it.
create function database_timeline() returns bigint
  language plpgsql stable parallel safe
  as $$
begin
  return ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint;
exception when others then
  return 0;
end $$;

-- On which timeline messages may leave; null before a worker has started.
alter table installation add column sending_timeline bigint;
-- Whether commits wait for a standby, by the settings of the primary when a worker last asked.
alter table installation add column sending_is_synchronous boolean not null default false;
