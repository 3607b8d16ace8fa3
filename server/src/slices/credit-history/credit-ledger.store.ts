import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';

const READ_AT_ONCE = 200;

/** The next organizations, by id, whose ledger was not compared within a day. */
export async function listUnchecked({ db }: Pick<SystemTransactionContext, 'db'>, afterId: number): Promise<number[]> {
  const rows = await sql<{ id: number }>`select o.organization_id as id
    from organizations o left join credit_alerts a on a.organization_id = o.organization_id
    where o.organization_id > ${afterId} and coalesce(a.ledger_checked_at < app_now() - interval '1 day', true)
    order by o.organization_id limit ${READ_AT_ONCE}`.execute(db);
  return rows.rows.map(({ id }) => id);
}

/**
 * Stores and returns how much more the balance is than the ledger says. One statement reads both: credits that move at the same time are in
 * both or in neither.
 */
export async function compareWithLedger({ db, organization }: Pick<TransactionContext, 'db' | 'organization'>) {
  const own = sql`organization_id = ${organization.id}`;
  // Low credits of an organization without a row are judged by its entries of seven days: a row from here must not hide them.
  const rows = await sql<{ difference: number }>`insert into credit_alerts as a
      (organization_id, checked_at, ledger_checked_at, ledger_difference)
    select ${organization.id}::bigint, app_now() - interval '7 days', app_now(),
      (select email_credits from organizations where ${own})
        - (select coalesce(sum(change), 0) from credit_entries where ${own})
    on conflict (organization_id) do update set ledger_checked_at = excluded.ledger_checked_at,
      ledger_difference = excluded.ledger_difference
    returning ledger_difference::int as difference`.execute(db);
  return rows.rows[0]?.difference ?? 0;
}

/** Organizations with a difference: how many, and one of them. */
export async function findDifferences({ db }: Pick<SystemTransactionContext, 'db'>) {
  const rows = await sql<{ organizations: number; first: number | null }>`select count(*)::int as organizations,
      min(organization_id) as first
    from (select organization_id from credit_alerts where ledger_difference <> 0 limit 1000) d`.execute(db);
  return rows.rows[0] ?? { organizations: 0, first: null };
}
