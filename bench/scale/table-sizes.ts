import type pg from 'pg';

/** Bytes on disk by table: rows, indexes and long values. */
export type Sizes = ReadonlyMap<string, number>;

const MOST_NAMED = 5;

/** Sizes after VACUUM: later stages use the space of replaced row versions again. */
export async function listSizes(owner: pg.Pool): Promise<Sizes> {
  await owner.query('vacuum (analyze)');
  const { rows } = await owner.query<{ name: string; bytes: number }>(
    `select c.relname as name, pg_total_relation_size(c.oid)::float8 as bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}

/** How much all tables grew together, and the ones that grew the most. */
export function compareSizes(
  before: Sizes,
  after: Sizes,
): { bytes: number; largest: [table: string, bytes: number][] } {
  const grown = [...after].map(([name, bytes]): [string, number] => [name, bytes - (before.get(name) ?? 0)]);
  const largest = grown.filter(([, bytes]) => bytes > 0).sort(([, one], [, other]) => other - one);
  return { bytes: grown.reduce((sum, [, bytes]) => sum + bytes, 0), largest: largest.slice(0, MOST_NAMED) };
}
