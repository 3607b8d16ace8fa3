import type { CrmType } from '@overture/domain/crm';
import { sql } from 'kysely';
import type { ReadContext, TransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;
type Reader = Pick<ReadContext, 'db' | 'organization'>;

/** Records of these leads, in accounts that are connected. */
const records = ({ organization }: Reader, ids: readonly number[]) => sql`crm_links k
  join integrations i on i.id = k.integration_id and i.account_id = k.account_id
  where k.organization_id = ${organization.id} and k.prospect_id = any(${[...ids]}::bigint[]) and k.record_id is not null`;

export async function countRecords(tx: Reader, ids: readonly number[]): Promise<{ crm: CrmType; records: number }[]> {
  const { rows } = await sql<{ crm: CrmType; records: number }>`select i.integration_type as crm,
      count(distinct k.record_id)::int as records from ${records(tx, ids)} group by 1 order by 1`.execute(tx.db);
  return rows;
}

/** Notes which records are to be deleted, while the leads still name them. Returns the integrations. */
export async function insertErasures(tx: Tx, jobId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`with written as (
      insert into crm_erasures (organization_id, integration_id, job_id, account_id, record_id)
      select distinct ${tx.organization.id}::bigint, k.integration_id, ${jobId}::bigint, k.account_id, k.record_id from ${records(tx, ids)}
      on conflict do nothing returning integration_id)
    select distinct integration_id as id from written order by 1`.execute(tx.db);
  return rows.map(({ id }) => id);
}

export interface DueErasure {
  id: number;
  job_id: number;
  record_id: string;
  attempts: number;
}

export async function findDueErasure(
  { db }: Pick<Tx, 'db'>,
  at: { integration_id: number; account_id: string },
): Promise<DueErasure | undefined> {
  const { rows } = await sql<DueErasure>`select id, job_id, record_id, attempts from crm_erasures
    where integration_id = ${at.integration_id} and account_id = ${at.account_id} and state = 'waiting'
      and not_before <= statement_timestamp() order by not_before, id limit 1`.execute(db);
  return rows[0];
}

export async function endErasure({ db }: Pick<Tx, 'db'>, id: number, error: string | null): Promise<void> {
  await sql`update crm_erasures set state = case when ${error}::text is null then 'deleted' else 'failed' end,
    error = left(${error}, 300), record_id = case when ${error}::text is null then null else record_id end where id = ${id}`.execute(
    db,
  );
}

export async function postponeErasure({ db }: Pick<Tx, 'db'>, id: number, seconds: number): Promise<void> {
  await sql`update crm_erasures set attempts = attempts + 1,
    not_before = statement_timestamp() + make_interval(secs => ${seconds}) where id = ${id}`.execute(db);
}

export interface CrmErasures {
  job_id: number;
  crm: CrmType;
  waiting: number;
  deleted: number;
  /** Also those that wait for an account which is not connected any longer. */
  failed: number;
  /** What the CRM said of one that failed. */
  error: string | null;
}

export async function sumErasures({ db, organization }: Reader, jobIds: readonly number[]): Promise<CrmErasures[]> {
  const isCutOff = sql`(e.state = 'waiting' and (i.sealed_tokens is null or i.account_id is distinct from e.account_id))`;
  const { rows } = await sql<CrmErasures>`select e.job_id, i.integration_type as crm,
      count(*) filter (where e.state = 'waiting' and not ${isCutOff})::int as waiting,
      count(*) filter (where e.state = 'deleted')::int as deleted,
      count(*) filter (where e.state = 'failed' or ${isCutOff})::int as failed,
      coalesce(max(e.error), max(case when ${isCutOff} then 'the account is not connected any more' end)) as error
    from crm_erasures e join integrations i on i.id = e.integration_id
    where e.organization_id = ${organization.id} and e.job_id = any(${[...jobIds]}::bigint[])
    group by e.job_id, i.integration_type order by i.integration_type`.execute(db);
  return rows;
}
