import type { SuppressionReason } from '@overture/domain/suppressions/suppressions';
import { type RawBuilder, sql } from 'kysely';
import type { SystemTransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

export interface Suppression {
  organization_id: number;
  email: string;
  reason: SuppressionReason;
  detail: string | null;
  /** The person who did it; left out of what the program finds out. */
  created_by?: number | null;
}

/**
 * Addresses that get no campaign mail of this organisation any more. A first reason stays; an unsubscribe outranks the others, with
 * its own moment. Answers how many were not there before.
 */
export async function insertSuppressions(tx: Tx, given: readonly Suppression[]): Promise<number> {
  if (given.length === 0) return 0;
  const rows = await sql<{ n: number }>`with written as (
      insert into suppressions (organization_id, email, reason, detail, created_by)
      select distinct on (organization_id, email) organization_id, lower(email::text)::citext, reason, detail, created_by
      from json_to_recordset(${JSON.stringify(given)}::json) as g (organization_id bigint, email citext, reason text, detail text,
        created_by bigint)
      order by organization_id, email
      on conflict (organization_id, email) do update set reason = excluded.reason, detail = excluded.detail,
          created_by = excluded.created_by, created_at = excluded.created_at
        where excluded.reason = 'unsubscribe' and suppressions.reason <> 'unsubscribe'
      returning xmax = 0 as is_new
    ) select count(*) filter (where is_new)::int as n from written`.execute(tx.db);
  return rows.rows[0]?.n ?? 0;
}

export async function isSuppressed(tx: Tx, organizationId: number, email: string): Promise<boolean> {
  const rows = await sql`select 1 from suppressions where organization_id = ${organizationId}
    and email::text collate "C" = lower(${email}::text)`.execute(tx.db);
  return rows.rows.length > 0;
}

/** SQL that is true for a person who is left alone on every channel; `keepsPersonOut` is the same decision about one reason. */
export function isKeptOut(organizationId: RawBuilder<unknown>, email: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from suppressions x where x.organization_id = ${organizationId} and ${isAddress('x', email)}
    and x.reason <> 'hard_bounce')`;
}

/** SQL that is true for the row of an address of a lead: compared as texts, since only these are looked up in an index. */
export function isAddress(row: string, email: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${row}.email`)}::text collate "C" = lower(${email} collate "C"))`;
}
