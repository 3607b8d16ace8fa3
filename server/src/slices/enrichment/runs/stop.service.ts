import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { orNotFound } from '../../../kernel/errors.ts';
import { releaseCredits } from '../../billing/index.ts';
import { findSearch } from '../../searches/index.ts';
import { skipPresentLeads } from '../cells/automatic.store.ts';
import { endWithoutResult } from '../cells/cell-states.store.ts';
import { type CellScope, removeCells } from '../cells/cells.store.ts';
import * as columns from '../cells/columns.store.ts';
import { endWaits, markReady } from '../cells/waits.store.ts';
import { checkEngines } from './engine-registry.service.ts';
import { emitLookups } from './lookup-events.service.ts';
import { publishProgress } from './run-progress.service.ts';
import { countEnded } from './runs.store.ts';

type Tx = TransactionContext;

export interface Stopped {
  cancelled_cells: number;
  released_credits: number;
}

/** Stops a list's running tasks: after the commit none starts, and running ones are aborted. Columns that run automatically do so for later leads. */
export async function stopResearch(ctx: Pick<Context, 'transaction'>, searchId: number): Promise<Stopped> {
  return ctx.transaction(async (tx) => {
    orNotFound(await findSearch(tx, searchId));
    await skipPresentLeads(tx, searchId);
    const stopped = await endRemoved(tx, { search_id: searchId });
    // After the cells: one that is ending begins to wait with its end.
    await endWaits(tx, searchId);
    return stopped;
  });
}

/** The same for look-ups started in a campaign's table; those of its flow continue. The caller has checked the campaign. */
export async function stopLookUps(tx: Tx, campaignId: number): Promise<Stopped> {
  return endRemoved(tx, { campaign_id: campaignId });
}

/** Removes a column from a list; its cells stop. Results stay with the leads and reappear if the column is added again. */
export async function removeColumn(
  ctx: Pick<Context, 'transaction'>,
  searchId: number,
  promptId: number,
): Promise<void> {
  await ctx.transaction(async (tx) => {
    orNotFound(await findSearch(tx, searchId));
    if (!(await columns.deleteColumn(tx, searchId, promptId))) orNotFound(null);
    await endRemoved(tx, { search_id: searchId, prompt_id: promptId });
    await endWaits(tx, searchId, promptId);
  });
}

/** Ends cells without a result and refunds their credits. */
export async function endRemoved(tx: Tx, scope: CellScope): Promise<Stopped> {
  const cells = await removeCells(tx, scope);
  const ended = await endWithoutResult(
    tx,
    cells.map(({ prompt_id, prospect_id }) => ({ prompt_id, prospect_id, error: null })),
  );
  // No result will come: questions that may run without one can start.
  await markReady(tx, ended);
  emitLookups(
    tx,
    cells.map((cell) => ({ ...cell, end: 'stopped', error: null })),
  );
  let released_credits = 0;
  const byRun = [...Map.groupBy(cells, (cell) => cell.run_id)].sort(([one], [other]) => one - other);
  for (const [runId, group] of byRun) {
    const reservation = await countEnded(tx, runId, { cancelled: group.length });
    // One entry for all cells of a run: each cell is taken away once, so the first one's id names the stop.
    const credits = group.reduce((sum, cell) => sum + cell.credits, 0);
    const key = `stop:${Math.min(...group.map((cell) => cell.id))}`;
    if (reservation !== null && credits > 0)
      released_credits += await releaseCredits(tx, reservation, [{ key, credits }]);
  }
  await publishProgress(tx, cells);
  if (cells.length > 0) tx.afterCommit(checkEngines);
  return { cancelled_cells: cells.length, released_credits };
}
