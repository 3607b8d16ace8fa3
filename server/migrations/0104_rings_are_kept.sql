-- A job with a key takes the place of one that waits under it. Between two transactions that add the same one, a worker may take the first
-- before the second can replace it: the queue then added nothing and said nothing, and what the second told of lay until somebody else
-- rang. It is added without a key then.
create or replace function add_job(task text, payload jsonb, job_key text default null, run_at timestamptz default null, queue_name text default null)
  returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  added bigint;
begin
  select job.id into added from graphile_worker.add_job(task, payload::json, queue_name => add_job.queue_name, run_at => add_job.run_at,
    max_attempts => 25, job_key => add_job.job_key, job_key_mode => case when add_job.job_key is null then null else 'preserve_run_at' end) as job;
  if added is null then
    perform graphile_worker.add_job(task, payload::json, queue_name => add_job.queue_name, run_at => add_job.run_at, max_attempts => 25);
  end if;
end $$;
