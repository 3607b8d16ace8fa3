import { ALL_INCOMING_FIELDS, type IncomingField } from '@overture/domain/leads/incoming-fields';
import { sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { fillableFields } from './merge-prospects.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Somebody whom only an email tells apart from others. */
export type EmailedPerson = Partial<Record<IncomingField, string | null>> & { email: string };

const stored = ALL_INCOMING_FIELDS.filter((field) => !['linkedin_profile_url', 'linkedin_key'].includes(field));
const fillable = fillableFields(ALL_INCOMING_FIELDS);
const given = sql`jsonb_to_recordset`;
const shape = sql.join(stored.map((field) => sql`${sql.ref(field)} text`));

/**
 * Brings in people without a LinkedIn address, after `mergeProspects` in the same transaction (which holds the lock and made
 * `merged_prospects`): known ones have their empty fields filled, the others are added, all are named there. No email may occur twice.
 */
export async function mergeProspectsByEmail(
  { db, organization }: Tx,
  people: readonly EmailedPerson[],
): Promise<{ has_changed_known: boolean }> {
  if (people.length === 0) return { has_changed_known: false };
  const incoming = sql`${given}(${toJson(people)}::jsonb) as i (${shape})`;
  const known = await sql<{ id: number }>`insert into merged_prospects (prospect_id, is_new)
    select k.id, false from ${incoming} cross join lateral (select id from prospects
      where organization_id = ${organization.id} and email = i.email order by linkedin_key nulls last, id limit 1) k
    where not exists (select from merged_prospects m where m.prospect_id = k.id)
    returning prospect_id as id`.execute(db);
  const ids = known.rows.map((row) => row.id);
  const empty = sql.join(
    fillable.map((field) => sql`(p.${sql.ref(field)} is null and i.${sql.ref(field)} is not null)`),
    sql` or `,
  );
  const filled = await sql`update prospects p set updated_at = app_now(),
      ${sql.join(fillable.map((field) => sql`${sql.ref(field)} = coalesce(p.${sql.ref(field)}, i.${sql.ref(field)})`))}
    from ${incoming} where p.organization_id = ${organization.id} and p.id = any(${ids}::bigint[]) and p.email = i.email
      and (${empty})`.execute(db);
  await sql`with fresh as (
      insert into prospects (organization_id, ${sql.join(stored.map((field) => sql.ref(field)))})
      select ${organization.id}, ${sql.join(stored.map((field) => fieldOrBlank(field)))} from ${incoming}
      where not exists (select from prospects where organization_id = ${organization.id} and email = i.email)
      returning id)
    insert into merged_prospects (prospect_id, is_new) select id, true from fresh`.execute(db);
  return { has_changed_known: Number(filled.numAffectedRows ?? 0n) > 0 };
}

function fieldOrBlank(field: IncomingField) {
  const column = sql`i.${sql.ref(field)}`;
  return field === 'first_name' || field === 'last_name' ? sql`coalesce(${column}, '')` : column;
}
