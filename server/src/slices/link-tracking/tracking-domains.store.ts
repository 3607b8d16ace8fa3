import type { TrackingProblem } from '@overture/domain/tracking/link-tracking';
import { TRACKING_LIMITS } from '@overture/domain/tracking/link-tracking';
import { sql } from 'kysely';
import type { ReadContext, SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { requireRoom } from '../../kernel/limits/room.ts';
import { isNotParked } from '../../kernel/rounds/rounds.ts';

type Reader = Pick<ReadContext, 'db' | 'organization'>;
type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export const DOMAINS_LOOP = 'tracking-domains';

export interface DomainRow {
  id: number;
  host: string;
  domain: string;
  problem: TrackingProblem | null;
  detail: string | null;
  working_since: Date | null;
  failing_since: Date | null;
  checked_at: Date | null;
  created_at: Date;
}

const columns = sql`id, host, domain, problem, detail, working_since, failing_since, checked_at, created_at`;

export async function listDomains({ db, organization }: Reader): Promise<DomainRow[]> {
  const rows =
    await sql<DomainRow>`select ${columns} from tracking_domains where organization_id = ${organization.id} and removed_at is null
    order by domain, id limit ${TRACKING_LIMITS.domains}`.execute(db);
  return rows.rows;
}

export async function findDomain({ db, organization }: Reader, id: number): Promise<DomainRow | undefined> {
  const rows = await sql<DomainRow>`select ${columns} from tracking_domains
    where organization_id = ${organization.id} and id = ${id} and removed_at is null`.execute(db);
  return rows.rows[0];
}

/** Undefined where the domain has a host already. */
export async function insertDomain(
  tx: Tx & Pick<TransactionContext, 'user'>,
  { host, domain }: { host: string; domain: string },
): Promise<DomainRow | undefined> {
  await requireRoom(
    tx,
    sql`select from tracking_domains where organization_id = ${tx.organization.id} and removed_at is null`,
    {
      limit: TRACKING_LIMITS.domains,
      things: 'tracking domains',
    },
  );
  const rows = await sql<DomainRow>`insert into tracking_domains (organization_id, host, domain, created_by)
    values (${tx.organization.id}, ${host}, ${domain}, ${tx.user?.id ?? null})
    on conflict (organization_id, domain) where removed_at is null do nothing returning ${columns}`.execute(tx.db);
  return rows.rows[0];
}

/** Mails are tracked no more. Hosts that links were sent with stay, the newest of them: those links work as long as the record does. */
export async function removeDomain({ db, organization }: Tx, id: number): Promise<boolean> {
  const done = await sql`update tracking_domains set removed_at = app_now()
    where organization_id = ${organization.id} and id = ${id} and removed_at is null`.execute(db);
  const isFormer = sql`organization_id = ${organization.id} and removed_at is not null`;
  await sql`delete from tracking_domains where ${isFormer} and id not in (select id from tracking_domains
    where ${isFormer} and working_since is not null order by removed_at desc, id desc
    limit ${TRACKING_LIMITS.former_domains})`.execute(db);
  return (done.numAffectedRows ?? 0n) > 0n;
}

/** Addresses of connected mailboxes. */
export async function listSenderAddresses({ db, organization }: Reader, limit: number): Promise<string[]> {
  const rows = await sql<{ email: string }>`select email::text as email from accounts
    where organization_id = ${organization.id} and deleted_at is null and email is not null limit ${limit}`.execute(db);
  return rows.rows.map(({ email }) => email);
}

/** The record leads to the installation: certificates for the host may be issued. @throws a unique violation where another organization has it */
export async function markProven({ db, organization }: Tx, { id, host }: Pick<DomainRow, 'id' | 'host'>) {
  await sql`update tracking_domains set proven_at = coalesce(proven_at, app_now())
    where organization_id = ${organization.id} and id = ${id} and host = ${host} and removed_at is null`.execute(db);
}

/** Stores what a check found: from now on mails are tracked, or they are not and say why. */
export async function saveCheck(
  { db, organization }: Tx,
  { id, host }: Pick<DomainRow, 'id' | 'host'>,
  { problem, detail }: { problem: TrackingProblem | null; detail: string | null },
): Promise<DomainRow | undefined> {
  const rows = await sql<DomainRow>`update tracking_domains set problem = ${problem}, detail = ${detail},
      checked_at = app_now(),
      working_since = case when ${problem}::text is null then coalesce(working_since, app_now()) else working_since end,
      failing_since = case when ${problem}::text is null then null when working_since is null then failing_since
        else coalesce(failing_since, app_now()) end
    where organization_id = ${organization.id} and id = ${id} and host = ${host} and removed_at is null returning ${columns}`.execute(
    db,
  );
  return rows.rows[0];
}

/**
 * Once a day for those that work, once an hour for those that worked before. They count as checked from now on, so no more of an organization
 * than are checked in one round.
 */
export async function claimDue(
  { db }: Pick<SystemTransactionContext, 'db'>,
  { limit, share }: { limit: number; share: number },
): Promise<{ organization_id: number; id: number }[]> {
  const isDue = sql`working_since is not null and removed_at is null
    and checked_at < app_now() - case when problem is null then interval '1 day' else interval '1 hour' end`;
  const rows = await sql<{ organization_id: number; id: number }>`update tracking_domains set checked_at = app_now()
    where ${isDue} and id in (select id from (select id, checked_at,
          row_number() over (partition by organization_id order by checked_at, id) as turn
        from tracking_domains where ${isDue} and ${isNotParked(DOMAINS_LOOP, sql.ref('organization_id'), sql`id::text`)}) due
      where turn <= ${share} order by checked_at limit ${limit})
    returning organization_id, id`.execute(db);
  return rows.rows;
}

/** For certificates: whether a host leads here, or did. */
export async function isTrackingHost({ db }: Pick<ReadContext, 'db'>, host: string): Promise<boolean> {
  const rows = await sql`select from tracking_domains where host = ${host} and proven_at is not null limit 1`.execute(
    db,
  );
  return rows.rows.length > 0;
}

/** Hosts that work, of these organizations. */
export async function listWorkingHosts(
  { db }: Pick<SystemTransactionContext, 'db'>,
  organizationIds: readonly number[],
): Promise<{ organization_id: number; domain: string; host: string }[]> {
  if (organizationIds.length === 0) return [];
  const rows = await sql<{ organization_id: number; domain: string; host: string }>`
    select organization_id, domain, host from tracking_domains
    where organization_id = any(${[...organizationIds]}::bigint[]) and problem is null and removed_at is null`.execute(
    db,
  );
  return rows.rows;
}
