-- Acting for somebody, and what an operator sees of the installation.

-- While somebody acts as this user: the session they came from. It ends with it, and they go back to it.
alter table sessions add column parent_session_id bigint references sessions (id) on delete cascade;
create index sessions_parent_session_id_idx on sessions (parent_session_id) where parent_session_id is not null;

-- How calls to the outside went lately, of all processes together: one row an adapter.
create table adapter_states (
  adapter text primary key,
  succeeded_at timestamptz,
  failed_at timestamptz,
  failures bigint not null default 0,
  last_error text
);
grant select, insert, update, delete on adapter_states to overture_system;

-- The job queue's own tables stay out of reach of the application roles; these are its figures by task.
create function list_job_queue() returns table (task text, waiting int, running int, failing int, oldest_at timestamptz, last_error text)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select j.task_identifier::text, count(*) filter (where j.locked_at is null)::int, count(*) filter (where j.locked_at is not null)::int,
    count(*) filter (where j.attempts > 0 and j.last_error is not null)::int, min(j.run_at),
    left((array_agg(j.last_error order by j.updated_at desc) filter (where j.last_error is not null))[1], 500)
  from graphile_worker.jobs j group by j.task_identifier order by 1;
end $$;
revoke all on function list_job_queue from public;
grant execute on function list_job_queue to overture_system;
