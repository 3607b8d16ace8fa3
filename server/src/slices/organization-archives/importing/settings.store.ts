import { isTimeZone } from '@overture/domain/time/timezones';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import type { TableShape } from '../archive-rows.store.ts';
import { listTravelingColumns } from '../archive-rows.store.ts';
import type { Values } from './references.service.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** What an organization without a value has: null, or the column's default. */
async function listDefaults({ db }: Tx, shape: TableShape): Promise<Map<string, string>> {
  const names = listTravelingColumns(shape).map(({ name }) => name);
  const { rows } = await sql<{
    name: string;
    value: string;
  }>`select a.attname as name, coalesce(pg_get_expr(d.adbin, d.adrelid), 'null') as value
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = 'organizations'::regclass and a.attname = any(${names}::text[])
      and (not a.attnotnull or d.adbin is not null) and a.attname <> 'created_at'`.execute(db);
  return new Map(rows.map(({ name, value }) => [name, value]));
}

const isEmpty = (name: string, value: string) => sql`o.${sql.ref(name)} is not distinct from ${sql.raw(value)}`;

/** Takes over settings where the organization has none of its own, and remembers which. */
export async function fillSettings(tx: Tx, importId: number, shape: TableShape, values: Values): Promise<void> {
  const defaults = await listDefaults(tx, shape);
  const isKnown = (name: string): boolean => name !== 'time_zone' || isTimeZone(String(values[name]));
  const columns = [...defaults].filter(
    ([name]) => values[name] !== undefined && values[name] !== null && isKnown(name),
  );
  if (columns.length === 0) return;
  const given = sql`json_populate_record(null::organizations, ${toJson(values)}::json)`;
  const filled = columns.map(
    ([name, value]) => sql`${sql.lit(name)}, case when ${isEmpty(name, value)} then to_jsonb(g.${sql.ref(name)}) end`,
  );
  const assigned = columns.map(
    ([name, value]) =>
      sql`${sql.ref(name)} = case when ${isEmpty(name, value)} then g.${sql.ref(name)} else o.${sql.ref(name)} end`,
  );
  await sql`with before as (select jsonb_strip_nulls(jsonb_build_object(${sql.join(filled)})) as filled
      from organizations o, ${given} g where o.organization_id = ${tx.organization.id}),
    changed as (update organizations o set ${sql.join(assigned)} from ${given} g where o.organization_id = ${tx.organization.id})
    update archive_imports set filled = before.filled from before where id = ${importId}`.execute(tx.db);
}

/** Empties the settings that the import filled, unless they were changed since. */
export async function emptySettings(tx: Tx, importId: number, shape: TableShape): Promise<void> {
  for (const [name, value] of await listDefaults(tx, shape))
    await sql`update organizations o set ${sql.ref(name)} = ${sql.raw(value)} from archive_imports i
      where o.organization_id = ${tx.organization.id} and i.id = ${importId} and i.filled ? ${name}
        and to_jsonb(o.${sql.ref(name)}) = i.filled -> ${name}`.execute(tx.db);
}
