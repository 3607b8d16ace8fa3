import { NODE_TYPES } from '@overture/domain/flow/step-types';
import type pg from 'pg';

/**
 * Sums by the day count nodes in a column a kind, which the program itself adds, with what the trigger says of it: a new kind of step or
 * condition needs no migration. Does nothing where all are there, and on the tables of a backup that was made before there were any.
 */
export async function provideKindColumns(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_there: boolean }>(
    `select to_regproc('public.provide_kind_columns') is not null as is_there`,
  );
  if (rows[0]?.is_there) await client.query('call provide_kind_columns($1)', [NODE_TYPES]);
}

/** Kinds this version knows and the database does not. */
export async function listKindsWithoutColumn(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ kind: string }>(
    `select kind from unnest($1::text[]) as kind where not exists (select from pg_attribute
      where attrelid = 'public.account_days'::regclass and attname = 'kind_' || lower(kind))`,
    [NODE_TYPES],
  );
  return rows.map(({ kind }) => kind);
}
