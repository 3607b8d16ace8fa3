import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { isNotParked } from '../../kernel/rounds/rounds.ts';
import type { WayIn } from '../erased-people/index.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization' | 'user'>;

export const LOOP = 'erasures';

export type ErasureOrigin = 'lead' | 'list' | 'request' | 'suppression' | 'retention' | 'restore';

export interface JobRow {
  id: number;
  origin: ErasureOrigin;
  created_by: { id: number; name: string } | null;
  created_at: Date;
  with_crm: boolean;
  total: number;
  erased: number;
  handed_over: number;
  finished_at: Date | null;
}

const columns = sql`j.id, j.origin, j.created_at, j.with_crm, j.total, j.erased, j.handed_over, j.finished_at,
  (select json_build_object('id', u.id, 'name', u.name) from users u where u.id = j.created_by) as created_by`;

/** Begins a job for those of these leads that no other job is erasing. Undefined where all are. */
export async function insertJob(
  { db, organization, user }: Tx,
  ids: readonly number[],
  given: { origin: ErasureOrigin; with_crm: boolean },
): Promise<{ id: number; prospect_ids: number[] } | undefined> {
  const { rows: free } = await sql<{ id: number }>`select g.id from unnest(${[...ids]}::bigint[]) as g (id)
    where not exists (select from erasures e where e.organization_id = ${organization.id} and e.prospect_id = g.id) order by g.id`.execute(
    db,
  );
  const prospect_ids = free.map(({ id }) => id);
  if (prospect_ids.length === 0) return undefined;
  const { rows } = await sql<{ id: number }>`with job as (
      insert into erasure_jobs (organization_id, origin, created_by, with_crm, total, handed_over)
      values (${organization.id}, ${given.origin}, ${user?.id ?? null}::bigint, ${given.with_crm}, ${prospect_ids.length},
        (select count(*) from outbound_intents i where i.organization_id = ${organization.id}
          and i.prospect_id = any(${prospect_ids}::bigint[]) and i.state = 'dispatching'))
      returning id),
    people as (insert into erasures (organization_id, job_id, prospect_id)
      select ${organization.id}, job.id, g.id from job, unnest(${prospect_ids}::bigint[]) as g (id))
    select id from job`.execute(db);
  return { id: rows[0]!.id, prospect_ids };
}

export async function findJob({ db, organization }: Omit<Tx, 'user'>, id: number): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`select ${columns} from erasure_jobs j
    where j.organization_id = ${organization.id} and j.id = ${id}`.execute(db);
  return rows[0];
}

/** The job that erases a lead at the moment. */
export async function findJobByLead(
  { db, organization }: Omit<Tx, 'user'>,
  prospectId: number,
): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`select ${columns} from erasures e join erasure_jobs j on j.id = e.job_id
    where e.organization_id = ${organization.id} and e.prospect_id = ${prospectId}`.execute(db);
  return rows[0];
}

/** Newest first. */
export async function listJobs({ db, organization }: Omit<Tx, 'user'>, limit: number): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`select ${columns} from erasure_jobs j where j.organization_id = ${organization.id}
    order by j.id desc limit ${limit}`.execute(db);
  return rows;
}

export interface ErasureTotals {
  people: number;
  skips: { way: WayIn; skipped: number; last_at: string }[];
}

export async function getTotals({ db, organization }: Omit<Tx, 'user'>): Promise<ErasureTotals> {
  const { rows } =
    await sql<ErasureTotals>`select coalesce(sum(erased) filter (where origin <> 'retention'), 0)::int as people,
      (select coalesce(json_agg(json_build_object('way', way, 'skipped', skipped,
        'last_at', to_char(last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by way), '[]')
        from erasure_skips where organization_id = ${organization.id}) as skips
    from erasure_jobs where organization_id = ${organization.id}`.execute(db);
  return rows[0]!;
}

/** Organizations with people to erase, with the oldest job first. */
export async function listDue({
  db,
}: Pick<SystemTransactionContext, 'db'>): Promise<{ organization_id: number; key: string }[]> {
  const { rows } = await sql<{
    organization_id: number;
    key: string;
  }>`select organization_id, 'erasures' as key from erasures
    where prospect_id is not null and ${isNotParked(LOOP, sql.ref('organization_id'), sql`'erasures'`)}
    group by organization_id order by min(id) limit 200`.execute(db);
  return rows;
}

export interface Waiting {
  id: number;
  job_id: number;
  prospect_id: number;
}

export async function allowTime({ db }: Pick<Tx, 'db'>, time: string): Promise<void> {
  await sql`select set_config('statement_timeout', ${time}, true)`.execute(db);
}

/** Locks people to erase next. */
export async function lockWaiting({ db, organization }: Omit<Tx, 'user'>, limit: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`select id, job_id, prospect_id from erasures
    where organization_id = ${organization.id} and prospect_id is not null order by id limit ${limit} for update skip locked`.execute(
    db,
  );
  return rows;
}

/** The people of a job that began in this transaction. */
export async function lockJob({ db, organization }: Omit<Tx, 'user'>, jobId: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`select id, job_id, prospect_id from erasures
    where organization_id = ${organization.id} and job_id = ${jobId} order by id for update`.execute(db);
  return rows;
}

/**
 * Locks their outgoing messages, waiting for a dispatch that is being decided. Returns the leads of which one is with a provider at the
 * moment: those are erased once its outcome is known.
 */
export async function lockMessages(
  { db, organization }: Omit<Tx, 'user'>,
  ids: readonly number[],
): Promise<Set<number>> {
  const own = sql`i.organization_id = ${organization.id}`;
  const given = sql`any(${[...ids]}::bigint[])`;
  // A mail that was sent on names no lead itself: its message in the conversation does.
  const { rows } = await sql<{ prospect_id: number; state: string }>`
    select coalesce(i.prospect_id, m.prospect_id) as prospect_id, i.state from outbound_intents i
    left join chat_messages m on i.kind = 'chat_forward' and m.id = i.ref_id
    where i.id in (select i.id from outbound_intents i where ${own} and i.prospect_id = ${given}
      union all select i.id from chat_messages m join outbound_intents i on i.kind = 'chat_forward' and i.ref_id = m.id
        where m.prospect_id = ${given} and m.kind = 'FORWARD' and ${own})
    order by i.id for update of i`.execute(db);
  return new Set(rows.flatMap(({ prospect_id, state }) => (state === 'dispatching' ? [prospect_id] : [])));
}

/**
 * Deletes leads with all that hangs on them. Sums of campaigns and days stay. Leads of campaigns are locked before people, as the engine
 * does. Returns by how many each list shrank.
 */
export async function deleteLeads(
  { db, organization }: Omit<Tx, 'user'>,
  ids: readonly number[],
): Promise<{ search_id: number; amount: number }[]> {
  const given = sql`any(${[...ids]}::bigint[])`;
  await sql`select set_config('overture.keeps_sums', 'on', true)`.execute(db);
  await sql`select from campaign_leads where organization_id = ${organization.id} and prospect_id = ${given} order by id for update`.execute(
    db,
  );
  const { rows } = await sql<{ search_id: number; amount: number }>`with gone as (
      delete from search_prospects where organization_id = ${organization.id} and prospect_id = ${given} returning search_id, status)
    select search_id, count(*)::int as amount from gone where status <> 'ARCHIVED' group by search_id order by search_id`.execute(
    db,
  );
  await sql`delete from prospects where organization_id = ${organization.id} and id = ${given}`.execute(db);
  await sql`select set_config('overture.keeps_sums', '', true)`.execute(db);
  return rows;
}

/** Records a batch as erased. The first row carries what the journal and the file store still need. */
export async function markErased(
  { db, organization }: Omit<Tx, 'user'>,
  batch: readonly Waiting[],
  { digests, file_keys }: { digests: readonly string[]; file_keys: readonly string[] },
): Promise<void> {
  const ids = batch.map(({ id }) => id);
  await sql`with named as materialized (select gen_random_uuid() as journal_id),
    done as (update erasures e set prospect_id = null, erased_at = app_now(), journal_id = named.journal_id,
        digests = case when e.id = ${ids[0]} then ${[...digests]}::text[] else '{}' end,
        file_keys = case when e.id = ${ids[0]} then ${[...file_keys]}::text[] else '{}' end
      from named where e.id = any(${ids}::bigint[]) returning e.job_id),
    sums as (select job_id, count(*) as amount from done group by job_id)
    update erasure_jobs j set erased = j.erased + sums.amount,
      finished_at = case when j.erased + sums.amount >= j.total then app_now() end
    from sums where j.id = sums.job_id and j.organization_id = ${organization.id}`.execute(db);
}

/** Counts a finished job for retention with the first one of its night: a night has many batches, and the list shows few jobs. */
export async function joinNight({ db, organization }: Omit<Tx, 'user'>, jobId: number): Promise<void> {
  await sql`with first as materialized (select min(id) as id from erasure_jobs where organization_id = ${organization.id}
      and origin = 'retention' and created_at > app_now() - interval '1 hour'),
    moved as (update erasures e set job_id = first.id from first where e.job_id = ${jobId} and first.id < ${jobId}),
    summed as (update erasure_jobs j set total = j.total + n.total, erased = j.erased + n.erased, finished_at = n.finished_at
      from first, erasure_jobs n where j.id = first.id and n.id = ${jobId} and first.id < ${jobId} returning j.id)
    delete from erasure_jobs where id = ${jobId} and exists (select from summed)`.execute(db);
}

interface Preview {
  leads: number;
  lists: number;
  campaigns: number;
  messages: number;
  handed_over: number;
}

/** What hangs on these leads, which are one person. */
export async function getPreview({ db, organization }: Omit<Tx, 'user'>, ids: readonly number[]): Promise<Preview> {
  const given = sql`organization_id = ${organization.id} and prospect_id = any(${[...ids]}::bigint[])`;
  const { rows } = await sql<Preview>`select ${ids.length}::int as leads,
      (select count(distinct search_id)::int from search_prospects where ${given} and status <> 'ARCHIVED') as lists,
      (select count(distinct campaign_id)::int from campaign_leads where ${given}) as campaigns,
      (select count(*)::int from chat_messages where ${given}) as messages,
      (select count(*)::int from outbound_intents where ${given} and state = 'dispatching') as handed_over`.execute(db);
  return rows[0]!;
}
