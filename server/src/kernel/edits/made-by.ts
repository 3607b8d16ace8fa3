import { mayDelete } from '@overture/domain/access/permissions';
import { type Kysely, sql } from 'kysely';
import type { Actor, Context, TransactionContext } from '../context.ts';
import type { DB } from '../db/__generated__/database.ts';
import { ApiError } from '../errors.ts';

/** Things that people create and others use, and the column with their author; null where it was not recorded. */
const MAKERS = {
  accounts: 'connected_by',
  ai_segments: 'created_by',
  campaign_templates: 'created_by',
  chat_labels: null,
  chat_notes: 'user_id',
  enrichment_prompts: 'created_by',
  excluded_domains: null,
  finder_searches: 'created_by',
  kanban_boards: 'created_by',
  labels: null,
  lead_columns: null,
  lead_views: 'created_by',
  signatures: 'created_by',
} as const;
type MadeThings = keyof typeof MAKERS;

/**
 * What others made is deleted by who answers for the organization only (`mayDelete`). Things that are not there are left to the caller.
 * @throws ApiError not_yours
 */
export async function requireMayDelete(
  tx: Pick<TransactionContext, 'db' | 'user'>,
  table: MadeThings,
  ids: readonly number[],
): Promise<void> {
  const forbidden = await findUndeletable(tx.user, table, ids, (find) => find(tx.db));
  if (forbidden.size > 0) throw new ApiError('not_yours');
}

/** As a screen lists it: a thing without an organization came with the program and cannot be deleted. */
interface ListedThing {
  id: number;
  organization_id?: number | null;
}

/**
 * Adds to each thing whether `requireMayDelete` would pass: screens offer only what is allowed. One query for all of them, and
 * none for users who may delete everything.
 */
export async function withMayDelete<Thing extends ListedThing>(
  ctx: Pick<Context, 'read' | 'user'>,
  table: MadeThings,
  things: readonly Thing[],
): Promise<(Thing & { may_delete: boolean })[]> {
  const own = things.filter(({ organization_id }) => organization_id !== null).map(({ id }) => id);
  const forbidden = await findUndeletable(ctx.user, table, own, (find) => ctx.read(({ db }) => find(db)));
  return things.map((thing) => ({
    ...thing,
    may_delete: thing.organization_id !== null && !forbidden.has(thing.id),
  }));
}

/** Those of the things that this person may not delete: the one rule for the refusal and for what screens show. */
async function findUndeletable(
  user: Actor | null,
  table: MadeThings,
  ids: readonly number[],
  query: <T>(work: (db: Kysely<DB>) => Promise<T>) => Promise<T>,
): Promise<Set<number>> {
  if (!user || mayDelete(user, null) || ids.length === 0) return new Set();
  const column = MAKERS[table];
  if (column === null) return new Set(ids);
  const { rows } = await query((db) =>
    sql<{ id: number; maker: number | null }>`select id, ${sql.ref(column)} as maker from ${sql.table(table)}
      where id = any(${[...ids]}::bigint[])`.execute(db),
  );
  return new Set(rows.filter(({ maker }) => !mayDelete(user, maker)).map(({ id }) => id));
}
