import type { EnrichmentPrompt, RerunChoice } from '@overture/contract/enrichment';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { requireVersion } from '../../kernel/edits/requested-version.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { raiseResultVersions } from '../research-results/index.ts';
import { lockTask, type ResearchTask } from '../research-tasks/index.ts';
import { findSearch } from '../searches/index.ts';
import { listColumns, listSearchesByTask } from './cells/columns.store.ts';
import { convertResults, hasManyResults, listForRerun, MAX_CONVERTED } from './cells/former-results.store.ts';
import { queueStarts } from './runs/runs.store.ts';
import { endRemoved } from './runs/stop.service.ts';
import { type Started, startAgain } from './start.service.ts';
import { changedFields, type GivenTask, mergeTask, presentTask } from './tasks/tasks.rules.ts';
import { changeTask, switchedOff } from './tasks/tasks.service.ts';

type Tx = TransactionContext;
type Ctx = Pick<Context, 'transaction'>;

export interface EditRequest extends GivenTask {
  version: number;
  search_id?: number | null | undefined;
  results: RerunChoice;
}

/**
 * Changes the question of a task, also of one that has results: they stay and answer a former question, or leads of a list run again. All of
 * it happens, or nothing: without credits for the runs the question stays as it was.
 * @throws not_found, forbidden, changed_meanwhile, feature_disabled, research_name_taken, research_task_locked, validation_failed, not_enough_credits
 */
export async function editTask(
  ctx: Ctx,
  id: number,
  given: EditRequest,
): Promise<Started & { task: EnrichmentPrompt }> {
  return ctx.transaction(async (tx) => {
    await queueStarts(tx);
    const before = orNotFound(await lockTask(tx, id));
    if (before.organization_id === null) throw new ApiError('forbidden');
    if ((await switchedOff(tx)).has('custom_ai_research_tasks_enabled')) throw new ApiError('feature_disabled');
    await requireVersion(tx, { table: 'enrichment_prompts', id }, given.version, async () => ({
      task: await present(tx, before),
      ...{ started_cells: 0, reserved_credits: 0 },
    }));
    const fields = mergeTask(given, before);
    const changed = changedFields(before, fields);
    // The same request twice changes nothing and costs nothing.
    const searchId = changed.some((field) => field !== 'name') ? await endCells(tx, id, given) : null;
    const task = changed.length === 0 ? before : await changeTask(tx, before, fields);
    if (changed.includes('output_type')) await changeFormat(tx, task);
    const started = await runAgain(tx, task, searchId, given);
    return { task: await present(tx, task), ...started };
  });
}

async function present(tx: Tx, task: ResearchTask): Promise<EnrichmentPrompt> {
  return presentTask(task, (await listSearchesByTask(tx)).get(task.id) ?? []);
}

/** Results that fit the new format take it; the others stay as text, and are empty for filters and sorts. */
async function changeFormat(tx: Tx, task: ResearchTask): Promise<void> {
  if (await hasManyResults(tx, task.id)) {
    const most = MAX_CONVERTED.toLocaleString('en');
    throw new ApiError('bad_request', {
      reason: `The format of more than ${most} results can't be changed. Add a new column.`,
    });
  }
  await convertResults(tx, task.id, task.output_type);
  await raiseResultVersions(tx, [task.id], 'edits');
}

/** Ends what asks the former question in the list whose leads run again, uncharged. Answers the list; null where results are kept. */
async function endCells(tx: Tx, taskId: number, { results, search_id }: EditRequest): Promise<number | null> {
  if (results === 'keep') return null;
  const searchId = orNotFound(await findSearch(tx, search_id ?? 0)).id;
  if (!(await listColumns(tx, searchId)).includes(taskId)) throw new ApiError('not_found');
  await endRemoved(tx, { search_id: searchId, prompt_id: taskId });
  return searchId;
}

async function runAgain(
  tx: Tx,
  task: ResearchTask,
  searchId: number | null,
  { results }: EditRequest,
): Promise<Started> {
  if (searchId === null || results === 'keep') return { started_cells: 0, reserved_credits: 0 };
  return startAgain(tx, searchId, task, await listForRerun(tx, searchId, task.id, results));
}
