import type pg from 'pg';

const IS_THERE = `select from pg_roles where rolname = 'overture_queue'`;

/** True where it reaches everything it needs: then nothing is locked at a start. */
const IS_READY = `
  select not exists (
    select from pg_class c where c.relnamespace = 'graphile_worker'::regnamespace and c.relkind = 'r' and (
      not has_table_privilege('overture_queue', c.oid, 'select')
      or c.relrowsecurity and not exists (select from pg_policy p where p.polrelid = c.oid))
  ) as is_ready`;

/**
 * What running jobs takes, and no more: the rows of the queue's own tables (the queue closes them to all but their owner by row-level
 * security), its functions, and reading which version they have. No table of ours, and nothing is made, changed or dropped.
 */
const GRANT = `
  grant usage on schema graphile_worker to overture_queue;
  grant select on graphile_worker.migrations to overture_queue;
  grant execute on all functions in schema graphile_worker to overture_queue;
  grant usage on all sequences in schema graphile_worker to overture_queue;
  do $$
  declare
    queue_table regclass;
  begin
    for queue_table in select oid from pg_class
      where relnamespace = 'graphile_worker'::regnamespace and relkind = 'r' and relname like '\\_private\\_%'
    loop
      execute format('grant select, insert, update, delete on %s to overture_queue', queue_table);
      execute format('drop policy if exists queue_access on %s', queue_table);
      execute format('create policy queue_access on %s to overture_queue using (true) with check (true)', queue_table);
    end loop;
  end $$`;

/** Opens the job queue to its role, where there is one. Asked at every start, since a newer queue brings tables of its own. */
export async function openQueueToRole(owner: pg.ClientBase): Promise<void> {
  if ((await owner.query(IS_THERE)).rowCount === 0) return;
  const { rows } = await owner.query<{ is_ready: boolean }>(IS_READY);
  if (!rows[0]?.is_ready) await owner.query(`begin; ${GRANT}; commit`);
}
