import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { isUnlimited } from '../plans/index.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

const READ_AT_ONCE = 200;

/** The next organizations, by id, whose ledger has entries that were not judged. None where credits are unlimited. */
export async function listUnjudged({ db }: Pick<SystemTransactionContext, 'db'>, afterId: number): Promise<number[]> {
  const rows = await sql<{ id: number }>`select o.organization_id as id
    from organizations o left join credit_alerts a on a.organization_id = o.organization_id
    where not ${isUnlimited} and o.organization_id > ${afterId} and o.suspended_at is null
      and exists (select from credit_entries e where e.organization_id = o.organization_id
        and e.created_at > coalesce(a.checked_at, app_now() - interval '7 days'))
    order by o.organization_id limit ${READ_AT_ONCE}`.execute(db);
  return rows.rows.map(({ id }) => id);
}

export interface Alerts {
  low_share_at: Date | null;
  low_days_at: Date | null;
}

/** What was reported, locked: a second worker waits and finds it. */
export async function lockAlerts({ db, organization }: Tx): Promise<Alerts> {
  await sql`insert into credit_alerts (organization_id) values (${organization.id}) on conflict do nothing`.execute(db);
  const rows = await sql<Alerts>`select low_share_at, low_days_at from credit_alerts
    where organization_id = ${organization.id} for update`.execute(db);
  return rows.rows[0]!;
}

/** @param judged when the ledger was read: later entries are judged again */
export async function saveAlerts(
  { db, organization }: Tx,
  { low_share_at, low_days_at }: Alerts,
  judged: Date,
): Promise<void> {
  await sql`update credit_alerts set low_share_at = ${low_share_at}, low_days_at = ${low_days_at}, checked_at = ${judged}
    where organization_id = ${organization.id}`.execute(db);
}

/** Whether low credits were reported and not over when the ledger was last judged. Never where credits are unlimited. */
export async function wasReportedLow({ db, organization }: Tx): Promise<boolean> {
  const rows = await sql`select from credit_alerts where organization_id = ${organization.id}
    and (low_share_at is not null or low_days_at is not null) and not ${isUnlimited}`.execute(db);
  return rows.rows.length > 0;
}
