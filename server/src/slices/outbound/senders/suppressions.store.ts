import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

type SuppressionReason = 'unsubscribe' | 'complaint' | 'hard_bounce' | 'manual' | 'crm';

export interface Suppression {
  organization_id: number;
  email: string;
  reason: SuppressionReason;
  detail: string | null;
}

/** Addresses that get no campaign mail of this organisation any more. A first reason stays; an unsubscribe outranks a bounce. */
export async function insertSuppressions(tx: Tx, given: readonly Suppression[]): Promise<void> {
  if (given.length === 0) return;
  await sql`insert into suppressions (organization_id, email, reason, detail)
    select distinct on (organization_id, email) organization_id, email, reason, detail
    from json_to_recordset(${JSON.stringify(given)}::json) as g (organization_id bigint, email citext, reason text, detail text)
    order by organization_id, email
    on conflict (organization_id, email) do update set reason = excluded.reason, detail = excluded.detail
      where excluded.reason = 'unsubscribe' and suppressions.reason <> 'unsubscribe'`.execute(tx.db);
}

export async function isSuppressed(tx: Tx, organizationId: number, email: string): Promise<boolean> {
  const rows = await sql`select 1 from suppressions where organization_id = ${organizationId}
    and email = ${email}::citext`.execute(tx.db);
  return rows.rows.length > 0;
}
