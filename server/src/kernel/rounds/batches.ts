import type { SystemContext, SystemTransactionContext } from '../context.ts';

/**
 * Deletes what is old in batches, a transaction each, until one was not full: more may end between two rounds of a loop than one batch holds.
 * @param deleteBatch one bounded statement or a few; true if there may be more
 */
export async function deleteInBatches(
  ctx: Pick<SystemContext, 'systemTransaction'>,
  deleteBatch: (tx: SystemTransactionContext) => Promise<boolean>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted && (await ctx.systemTransaction(deleteBatch)));
}

/** True for a full batch: there may be more. */
export const isFull = ({ numAffectedRows }: { numAffectedRows?: bigint | undefined }, size: number): boolean =>
  Number(numAffectedRows ?? 0n) >= size;
