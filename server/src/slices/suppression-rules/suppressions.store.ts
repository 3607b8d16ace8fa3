import type { SuppressionReason } from '@overture/domain/suppressions/suppressions';
import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { isErased, reachOfEmail } from './suppressed.store.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

export interface Suppression {
  organization_id: number;
  email: string;
  reason: SuppressionReason;
  detail: string | null;
  /** The user who did it; null when the program found out. */
  created_by?: number | null;
  /** The lead of the conversation that led to it. */
  prospect_id?: number | null;
}

/** Of an import from another tool, which undoing it takes away. */
const isImported = (row: 'suppressions' | 'excluded') =>
  sql`coalesce(${sql.ref(`${row}.detail`)} ~ '^From .+ \\(import [0-9]+\\)$', false)`;

const KEY_COLUMNS = { phone: 'phone_key', linkedin: 'linkedin_key' } as const;

/** Suppresses numbers or profiles that a file names. What the list says of them already stays, and erased people are not stored again. */
export async function insertImportedKeys(
  { db, organization }: Pick<TransactionContext, 'db' | 'organization'>,
  kind: keyof typeof KEY_COLUMNS,
  values: readonly string[],
  { reason, detail, created_by }: { reason: 'import'; detail: string; created_by: number | null },
): Promise<void> {
  if (values.length === 0) return;
  const of = (own: typeof kind) => (own === kind ? sql`g.value` : sql`null::text`);
  const organization_id = sql`${organization.id}::bigint`;
  const reach = { organization_id, email: sql`null::text`, phone_key: of('phone'), linkedin_key: of('linkedin') };
  const column = sql.ref(KEY_COLUMNS[kind]);
  await sql`insert into suppressions (organization_id, kind, ${column}, reason, detail, created_by)
    select ${organization.id}, ${kind}, g.value, ${reason}, ${detail}, ${created_by}::bigint
    from unnest(${[...values]}::text[]) as g (value) where not ${isErased(reach)}
    on conflict (organization_id, ${column}) where kind = ${sql.lit(kind)} do nothing`.execute(db);
}

/**
 * Suppresses addresses for campaign mail. The first reason is kept, but an unsubscribe outranks the others, with its own time. What a person
 * says outlasts an entry of an import, which ends when the import is undone. Erased people are not stored again. Returns how many are new.
 */
export async function insertSuppressions(tx: Tx, given: readonly Suppression[]): Promise<number> {
  if (given.length === 0) return 0;
  const erased = isErased(reachOfEmail(sql`g.organization_id`, sql`g.email::text`));
  const rows = await sql<{ n: number }>`with written as (
      insert into suppressions (organization_id, email, reason, detail, created_by, prospect_id)
      select distinct on (organization_id, email) organization_id, lower(email::text)::citext, reason, detail, created_by, prospect_id
      from json_to_recordset(${toJson(given)}::json) as g (organization_id bigint, email citext, reason text, detail text,
        created_by bigint, prospect_id bigint)
      where not ${erased}
      order by organization_id, email
      on conflict (organization_id, email) do update set detail = excluded.detail, created_by = excluded.created_by,
          reason = case when suppressions.reason = 'unsubscribe' then 'unsubscribe' else excluded.reason end,
          created_at = excluded.created_at, prospect_id = excluded.prospect_id
        where excluded.reason = 'unsubscribe' and suppressions.reason <> 'unsubscribe'
          or excluded.reason in ('unsubscribe', 'complaint', 'manual') and suppressions.kind = 'address'
            and ${isImported('suppressions')} and not ${isImported('excluded')}
      returning xmax = 0 as is_new
    ) select count(*) filter (where is_new)::int as n from written`.execute(tx.db);
  return rows.rows[0]?.n ?? 0;
}

/** Takes addresses off the list that an import has put there. Those with another detail by now stay. */
export async function removeImported(
  { db, organization }: Pick<TransactionContext, 'db' | 'organization'>,
  emails: readonly string[],
  detail: string,
): Promise<void> {
  await sql`delete from suppressions where organization_id = ${organization.id} and kind = 'address' and detail = ${detail}
    and email = any(${[...emails]}::citext[])`.execute(db);
}

/** The same for all numbers and profiles of an import. */
export async function removeImportedKeys(
  { db, organization }: Pick<TransactionContext, 'db' | 'organization'>,
  detail: string,
): Promise<void> {
  await sql`delete from suppressions where organization_id = ${organization.id} and kind in ('phone', 'linkedin')
    and detail = ${detail}`.execute(db);
}
