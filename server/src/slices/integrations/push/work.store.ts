import { CRM_READING_SWITCHES } from '@overture/domain/crm';
import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../../kernel/context.ts';
import { isNotParked } from '../../../kernel/rounds/rounds.ts';

export const WORK_LOOP = 'crm-work';

type Tx = Pick<SystemTransactionContext, 'db'>;

/** Unclaimed integrations with something to write now. */
export async function listDue({ db }: Tx, limit: number): Promise<{ id: number; organization_id: number }[]> {
  const rows = await sql<{ id: number; organization_id: number }>`select i.id, i.organization_id from integrations i
    where i.sealed_tokens is not null and not i.is_expired and i.work_leased_until < statement_timestamp()
      and i.paused_until <= statement_timestamp()
      and ${isNotParked(WORK_LOOP, sql.ref('i.organization_id'), sql`i.id::text`)}
      and (exists (select from crm_pushes p join crm_push_leads l on l.push_id = p.id and l.state = 'waiting'
          and l.not_before <= statement_timestamp() where p.integration_id = i.id and p.state = 'running')
        or exists (select from crm_pushes p where p.integration_id = i.id and p.state = 'running'
          and not exists (select from crm_push_leads l where l.push_id = p.id and l.state = 'waiting'))
        or exists (select from crm_events e where e.integration_id = i.id and e.state = 'waiting'
          and e.not_before <= statement_timestamp())
        or exists (select from crm_erasures r where r.integration_id = i.id and r.account_id = i.account_id and r.state = 'waiting'
          and r.not_before <= statement_timestamp())
        or (i.sync && array[${sql.join(CRM_READING_SWITCHES)}]::text[] and i.next_read_at <= statement_timestamp()))
    order by i.work_leased_until limit ${limit}`.execute(db);
  return rows.rows;
}

/** The right to write to an account, one worker at a time: two would each make the record that neither finds. */
export async function claimWork({ db }: Tx, id: number, seconds: number): Promise<number | null> {
  const rows = await sql<{ work_lease: number }>`update integrations set work_lease = work_lease + 1,
      work_leased_until = statement_timestamp() + make_interval(secs => ${seconds})
    where id = ${id} and sealed_tokens is not null and not is_expired and work_leased_until < statement_timestamp()
      and paused_until <= statement_timestamp() returning work_lease`.execute(db);
  return rows.rows[0]?.work_lease ?? null;
}

/** False if the lease was lost, or the account was reconnected: a result of the former sign-in says nothing about the new one. */
export async function renewWork(
  { db }: Tx,
  given: { id: number; lease: number; connected_at: Date },
  seconds: number,
): Promise<boolean> {
  const rows =
    await sql`update integrations set work_leased_until = statement_timestamp() + make_interval(secs => ${seconds})
    where id = ${given.id} and work_lease = ${given.lease}
      and date_trunc('milliseconds', connected_at) = ${given.connected_at}`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

/** Releases the lease, also after a new connection. */
export async function endWork({ db }: Tx, id: number, lease: number): Promise<void> {
  await sql`update integrations set work_leased_until = statement_timestamp()
    where id = ${id} and work_lease = ${lease}`.execute(db);
}

export async function countCalls({ db }: Tx, id: number, calls: number): Promise<void> {
  await sql`update integrations set calls = case when calls_on = current_date then calls else 0 end + ${calls},
      calls_on = current_date where id = ${id}`.execute(db);
}

/** Nothing is asked before `until`. */
export async function pauseIntegration({ db }: Tx, id: number, given: { until: Date; reason: string }): Promise<void> {
  await sql`update integrations set paused_until = ${given.until}, pause_reason = left(${given.reason}, 300), failures = failures + 1
    where id = ${id}`.execute(db);
}

export async function getFailures({ db }: Tx, id: number): Promise<number> {
  const rows = await sql<{ failures: number }>`select failures from integrations where id = ${id}`.execute(db);
  return rows.rows[0]?.failures ?? 0;
}

export async function clearFailures({ db }: Tx, id: number): Promise<void> {
  await sql`update integrations set failures = 0, pause_reason = null where id = ${id} and failures > 0`.execute(db);
}
