import type { OrganizationArchive } from '@overture/contract/organization-archives';
import { ARCHIVE_LIMITS } from '@overture/domain/limits';
import { sql } from 'kysely';
import type { ReadContext, SystemContext, TransactionContext } from '../../kernel/context.ts';
import { isNotParked, type Unit } from '../../kernel/rounds/rounds.ts';

type Reader = Pick<ReadContext, 'db'>;
type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export const EXPIRY_LOOP = 'organization-archives';

export interface ArchiveRow {
  id: number;
  state: OrganizationArchive['state'];
  created_at: Date;
  created_by: string | null;
  salt: string | null;
  rows_done: number;
  rows_total: number | null;
  size_in_bytes: number | null;
  expires_at: Date | null;
  error: string | null;
  file_key: string | null;
}

const columns = sql`a.id, a.state, a.created_at, a.salt, a.rows_done, a.rows_total, a.size_in_bytes, a.expires_at, a.error, a.file_key,
  (select u.name from users u where u.id = a.created_by and u.organization_id = a.organization_id) as created_by`;

export async function listArchives({ db }: Reader): Promise<ArchiveRow[]> {
  const { rows } = await sql<ArchiveRow>`select ${columns} from organization_archives a
    order by a.id desc limit ${ARCHIVE_LIMITS.shown}`.execute(db);
  return rows;
}

export async function findArchive({ db }: Reader, id: number): Promise<ArchiveRow | undefined> {
  const { rows } = await sql<ArchiveRow>`select ${columns} from organization_archives a where a.id = ${id}`.execute(db);
  return rows[0];
}

export async function countRecentArchives({ db }: Reader): Promise<number> {
  const { rows } = await sql<{ archives: number }>`select count(*) as archives from organization_archives
    where created_at > app_now() - interval '1 day'`.execute(db);
  return rows[0]?.archives ?? 0;
}

/** Undefined while another one is being made. */
export async function insertArchive(
  { db, organization }: Tx,
  { user_id, sealed_key, salt }: { user_id: number; sealed_key: Buffer | null; salt: string | null },
): Promise<number | undefined> {
  const { rows } = await sql<{
    id: number;
  }>`insert into organization_archives (organization_id, created_by, sealed_key, salt)
    values (${organization.id}, ${user_id}, ${sealed_key}, ${salt})
    on conflict (organization_id) where state in ('waiting', 'working') do nothing returning id`.execute(db);
  return rows[0]?.id;
}

/** False if it had ended already. */
export async function stopArchive({ db }: Tx, id: number): Promise<boolean> {
  const { rows } =
    await sql`update organization_archives set state = 'stopped', sealed_key = null, finished_at = app_now()
    where id = ${id} and state in ('waiting', 'working') returning id`.execute(db);
  return rows.length > 0;
}

export interface ClaimedArchive {
  id: number;
  sealed_key: Buffer | null;
  salt: string | null;
  /** Identifies this try among later ones. */
  attempts: number;
}

/** Starts a try, from the first row. Undefined for one that has ended. */
export async function claimArchive({ db }: Tx, id: number): Promise<ClaimedArchive | undefined> {
  const { rows } = await sql<ClaimedArchive>`update organization_archives
    set state = 'working', attempts = attempts + 1, rows_done = 0, rows_total = null
    where id = ${id} and state in ('waiting', 'working') returning id, sealed_key, salt, attempts`.execute(db);
  return rows[0];
}

/** False if it was stopped, or another try has begun. */
export async function saveProgress(
  { db }: Tx,
  { id, attempts }: ClaimedArchive,
  rowsDone: number,
  rowsTotal: number,
): Promise<boolean> {
  const { rows } = await sql`update organization_archives set rows_done = ${rowsDone}, rows_total = ${rowsTotal}
    where id = ${id} and state = 'working' and attempts = ${attempts} returning id`.execute(db);
  return rows.length > 0;
}

/** False like `saveProgress`: the file is not wanted any longer. */
export async function finishArchive(
  { db }: Tx,
  { id, attempts }: ClaimedArchive,
  file: { key: string; size_in_bytes: number },
): Promise<boolean> {
  const { rows } = await sql`update organization_archives set state = 'ready', file_key = ${file.key},
      size_in_bytes = ${file.size_in_bytes}, rows_done = coalesce(rows_total, rows_done), sealed_key = null, finished_at = app_now(),
      expires_at = app_now() + make_interval(days => ${ARCHIVE_LIMITS.kept_in_days})
    where id = ${id} and state = 'working' and attempts = ${attempts} returning id`.execute(db);
  return rows.length > 0;
}

export async function failArchive({ db }: Tx, { id, attempts }: ClaimedArchive, error: string): Promise<void> {
  await sql`update organization_archives set state = 'failed', error = ${error}, sealed_key = null, finished_at = app_now()
    where id = ${id} and state = 'working' and attempts = ${attempts}`.execute(db);
}

/** Files that are over, across organizations. */
export function listExpiredFiles(system: SystemContext): Promise<(Unit & { id: number; file_key: string })[]> {
  return system.systemRead(async ({ db }) => {
    const { rows } = await sql<{ id: number; organization_id: number; file_key: string; key: string }>`
      select id, organization_id, file_key, id::text as key from organization_archives
      where file_key is not null and expires_at <= app_now() and ${isNotParked(EXPIRY_LOOP, sql.ref('organization_id'), sql`id::text`)}
      order by expires_at limit 50`.execute(db);
    return rows;
  });
}

export async function expireArchive({ db }: Tx, id: number): Promise<void> {
  await sql`update organization_archives set state = 'expired', file_key = null where id = ${id}`.execute(db);
}
