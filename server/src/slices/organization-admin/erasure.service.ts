import type { SystemContext, SystemTransactionContext } from '../../kernel/context.ts';
import * as store from './erasure.store.ts';

const FILES_AT_ONCE = 500;
/** A batch that keeps one statement far below its time limit, with all dependent rows. */
const PEOPLE_AT_ONCE = 500;

/**
 * Erases an organization completely: files first, since only rows name them, then its users in batches, then the rest. It
 * cannot be undone. After an interruption the next call continues; for an erased one it does nothing.
 * @param onErased joins the transaction that ends it
 */
export async function eraseOrganization(
  ctx: Pick<SystemContext, 'systemTransaction' | 'ports'>,
  id: number,
  onErased: (tx: SystemTransactionContext) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  for (const table of [...store.FILE_TABLES, ...store.FILE_LIST_TABLES]) await deleteFiles(ctx, id, table, signal);
  const deleteSome = () =>
    ctx.systemTransaction(async (tx) =>
      (await store.lockForErasure(tx, id)) ? store.deletePeople(tx, id, PEOPLE_AT_ONCE) : 0,
    );
  while ((await deleteSome()) > 0) signal?.throwIfAborted();
  await ctx.systemTransaction(async (tx) => {
    if (!(await store.lockForErasure(tx, id))) return;
    await store.deleteOrganization(tx, id);
    await onErased(tx);
  });
}

async function deleteFiles(
  ctx: Pick<SystemContext, 'systemTransaction' | 'ports'>,
  id: number,
  table: Parameters<typeof store.listFileKeys>[2],
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after;
    const keys: string[] = await ctx.systemTransaction((tx) => store.listFileKeys(tx, id, table, from, FILES_AT_ONCE));
    for (const key of keys) await ctx.ports.files.deleteFile(key);
    signal?.throwIfAborted();
    after = keys.at(-1);
  }
}
