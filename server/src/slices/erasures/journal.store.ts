import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';

type SystemTx = Pick<SystemTransactionContext, 'db'>;
type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface Unwritten {
  id: number;
  organization_id: number;
  journal_id: string;
  /** Null before the first erasure of the organization: leads deleted for retention leave no digest. */
  secret: string | null;
  digests: string[];
  file_keys: string[];
  erased_at: Date;
}

/** Batches that are erased and not yet in the journal. Other workers skip them. */
export async function lockUnwritten({ db }: SystemTx, limit: number): Promise<Unwritten[]> {
  const { rows } =
    await sql<Unwritten>`select e.id, e.organization_id, e.journal_id, k.secret, e.digests, e.file_keys, e.erased_at
    from erasures e left join erasure_keys k on k.organization_id = e.organization_id
    where e.journaled_at is null and e.erased_at is not null order by e.id limit ${limit} for update of e skip locked`.execute(
      db,
    );
  return rows;
}

export async function markWritten({ db }: SystemTx, ids: readonly number[]): Promise<void> {
  await sql`update erasures set journaled_at = app_now(), digests = '{}', file_keys = '{}' where id = any(${[...ids]}::bigint[])`.execute(
    db,
  );
}

export async function getInstallationId({ db }: SystemTx): Promise<string> {
  const { rows } = await sql<{ installation_id: string }>`select installation_id from installation`.execute(db);
  return rows[0]!.installation_id;
}

/** Those of these batches that the database does not know: it is older than the journal. */
export async function listUnknown({ db }: SystemTx, journalIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select g.id::text as id from unnest(${[...journalIds]}::uuid[]) as g (id)
    where not exists (select from erasures e where e.journal_id = g.id)`.execute(db);
  return rows.map(({ id }) => id);
}

/** When these organizations were created, by their ids. */
export async function mapOrganizations({ db }: SystemTx, ids: readonly number[]): Promise<Map<number, Date>> {
  const { rows } = await sql<{
    id: number;
    created_at: Date;
  }>`select organization_id as id, created_at from organizations where organization_id = any(${[...ids]}::bigint[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, created_at }) => [id, created_at]));
}

/** Takes the key of the digests back. False where the organization has another one by now. */
export async function restoreKey({ db, organization }: Tx, secret: string): Promise<boolean> {
  await sql`insert into erasure_keys (organization_id, secret) values (${organization.id}, ${secret}::uuid) on conflict do nothing`.execute(
    db,
  );
  const { rows } = await sql<{ is_same: boolean }>`select secret = ${secret}::uuid as is_same from erasure_keys
    where organization_id = ${organization.id}`.execute(db);
  return rows[0]!.is_same;
}

const KINDS = { address: 'p.email', phone: 'p.phone_key', linkedin: 'p.linkedin_key' } as const;

/** Puts digests back on the list, and returns the leads who have one of them. Reads every lead of the organization. */
export async function restoreDigests({ db, organization }: Tx, digests: readonly string[]): Promise<number[]> {
  const mine = Object.entries(KINDS).map(
    ([kind, column]) => sql`erased_key(k.secret, ${sql.lit(kind)}, ${sql.ref(column)}) = any(${[...digests]}::text[])`,
  );
  mine.push(
    sql`exists (select from unnest(p.other_emails) as o (email) where erased_key(k.secret, 'address', o.email) = any(${[...digests]}::text[]))`,
  );
  const { rows } = await sql<{
    id: number;
  }>`select p.id from erasure_keys k join prospects p on p.organization_id = k.organization_id
    where k.organization_id = ${organization.id} and (${sql.join(mine, sql` or `)}) order by p.id`.execute(db);
  await sql`insert into suppressions (organization_id, kind, reason, erased_key)
    select ${organization.id}, 'address', 'erased', g.digest from unnest(${[...digests]}::text[]) as g (digest)
    on conflict (organization_id, erased_key) where erased_key is not null do nothing`.execute(db);
  return rows.map(({ id }) => id);
}

/** Records these batches of the journal as known. */
export async function markReplayed(
  { db, organization }: Tx,
  jobId: number | null,
  journalIds: readonly string[],
): Promise<void> {
  await sql`with job as (insert into erasure_jobs (organization_id, origin, total, finished_at)
      select ${organization.id}, 'restore', 0, app_now() where ${jobId}::bigint is null returning id)
    insert into erasures (organization_id, job_id, erased_at, journaled_at, journal_id)
    select ${organization.id}, coalesce(${jobId}::bigint, (select id from job)), app_now(), app_now(), g.id
    from unnest(${[...journalIds]}::uuid[]) as g (id)`.execute(db);
}
