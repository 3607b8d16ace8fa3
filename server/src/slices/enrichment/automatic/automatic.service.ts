import type { AutomaticResearch } from '@overture/contract/enrichment';
import { flagOfTask } from '@overture/domain/access/task-flag';
import { AUTOMATIC_RESEARCH, countToday } from '@overture/domain/leads/automatic-research';
import { listColumnFilters, parseFilters, type TableFilter } from '@overture/domain/leads/filters';
import { LIST_TABLE_COLUMNS, parsePromptId } from '@overture/domain/leads/lead-columns';
import { cutText } from '@overture/domain/text/text-bounds';
import type { Context, SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { runUnits } from '../../../kernel/rounds/rounds.ts';
import { loadTableColumns } from '../../lead-filters/index.ts';
import { getProspectVersion } from '../../lead-versions/index.ts';
import { CONTACT_FIELDS, listResultVersions } from '../../research-results/index.ts';
import { findTasks, type ResearchTask } from '../../research-tasks/index.ts';
import { findSearch, selectProspects } from '../../searches/index.ts';
import * as store from '../cells/automatic.store.ts';
import { queueStarts } from '../runs/runs.store.ts';
import { startNewLeads } from '../start.service.ts';
import { switchedOff } from '../tasks/tasks.service.ts';
import { describeShortage, findObstacle, RETRY_IN_MS, startAffordable, toUser } from './affordable.service.ts';

const DAY_IN_MS = 86_400_000;
const CHECKED_EVERY_MS = 30_000;
/** A check takes at most this share of the time. */
const SHARE = 1 / 20;
/** Touch locks end, and days pass, without a change that is stored. */
const FILTERS_ASKED_AGAIN_IN_MS = 3_600_000;
/**
 * Runs a column of a list for the leads that are added from now on, as far as they pass the filters. A column that is on already is changed.
 * @throws not_found, validation_failed, feature_disabled
 */
export async function setAutomaticResearch(
  ctx: Pick<Context, 'transaction' | 'user'>,
  column: store.ColumnKey,
  given: { filters?: unknown; leads_per_day: number },
): Promise<AutomaticResearch> {
  return ctx.transaction(async (tx) => {
    orNotFound(await findSearch(tx, column.search_id));
    const { columns } = await loadTableColumns(tx, LIST_TABLE_COLUMNS, { filters: given.filters });
    const parsed = parseFilters(given.filters ?? [], columns);
    if (!parsed.ok) throw new ApiError('validation_failed', {}, { filters: parsed.error });
    const { filters } = parsed;
    const task = orNotFound((await findTasks(tx, [column.prompt_id]))[0]);
    if ((await switchedOff(tx)).has(flagOfTask(task))) throw new ApiError('feature_disabled');
    const { leads_per_day } = given;
    const row = await store.upsertAutomatic(tx, column, { filters, leads_per_day, user_id: ctx.user?.id ?? null });
    return store.presentAutomatic(orNotFound(row), tx.clock.now());
  });
}

/** Runs a column by hand only. Cells that wait or run continue. @throws not_found for an unknown list */
export async function stopAutomaticResearch(ctx: Pick<Context, 'transaction'>, column: store.ColumnKey): Promise<void> {
  await ctx.transaction(async (tx) => {
    orNotFound(await findSearch(tx, column.search_id));
    await store.deleteAutomatic(tx, column);
  });
}

/** Starts the leads that were added to lists whose columns run automatically. */
export async function runAutomaticResearch(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  const due = await ctx.systemTransaction(store.listDue);
  await runUnits(
    ctx,
    {
      loop: store.LOOP,
      units: due.map((one) => ({ ...one, key: `${one.search_id}:${one.prompt_id}` })),
      share: store.DUE_OF_ORGANIZATION,
      at_once: 2,
      time_box_in_ms: 30_000,
      run: (one) => checkColumn(ctx, one),
    },
    signal,
  );
}

async function checkColumn(system: SystemContext, column: store.DueColumn): Promise<void> {
  const { user_id } = column;
  const ctx = system.forOrganization(column.organization_id, toUser(user_id));
  await startAffordable(ctx, column, (tx, most) => startDue(tx, column, most)).catch(async (error) => {
    const problem = (await describeShortage(ctx, error, user_id)) ?? describeProblem(error);
    if (problem === undefined) throw error;
    await ctx.transaction((tx) => postpone(tx, column, problem));
  });
}

async function postpone(tx: TransactionContext, column: store.ColumnKey, problem: string): Promise<void> {
  const next_at = new Date(tx.clock.now().getTime() + RETRY_IN_MS);
  return store.postpone(tx, column, { next_at, problem: cutText(problem, 300) });
}

function describeProblem(error: unknown): string | undefined {
  return error instanceof ApiError && error.code === 'validation_failed'
    ? 'A filter names a column that no longer exists. Change the filters.'
    : undefined;
}

async function startDue(tx: TransactionContext, column: store.ColumnKey, most: number): Promise<void> {
  await queueStarts(tx);
  const row = await store.lockDue(tx, column);
  const task = (await findTasks(tx, [column.prompt_id]))[0];
  if (row === undefined || task === undefined) return;
  const now = tx.clock.now();
  const { today, leads, left, tomorrow } = countToday(now, row, row.time_zone);
  const started = { day: today, day_leads: leads, problem: null };
  const problem = await findObstacle(tx, task, { ...row, is_automatic: true });
  if (problem !== null) return postpone(tx, column, problem);
  if (left === 0) return store.saveCheck(tx, column, { ...started, next_at: tomorrow, checked_state: '' });
  const amount = Math.min(left, most);
  const began = performance.now();
  const found = await findNewLeads(tx, row, task, amount);
  const duration = performance.now() - began;
  if (found.ids.length > 0) await startNewLeads(tx, column.search_id, task, found.ids);
  await store.saveCheck(tx, column, {
    ...started,
    day_leads: leads + found.ids.length,
    next_at: new Date(now.getTime() + Math.max(CHECKED_EVERY_MS, duration / SHARE)),
    checked_state: found.ids.length < amount ? found.state : '',
  });
}

/** New leads that pass the filters, the oldest first; none is read while nothing changed since the last check. */
async function findNewLeads(
  tx: TransactionContext,
  { search_id, filters, added_since, checked_state }: store.AutomaticRow & { added_since: Date; checked_state: string },
  task: ResearchTask,
  amount: number,
): Promise<{ ids: number[]; state: string }> {
  const state = await getState(tx, search_id, filters);
  if (state === checked_state) return { ids: [], state };
  const earliest = tx.clock.now().getTime() - AUTOMATIC_RESEARCH.days * DAY_IN_MS;
  const since = new Date(Math.max(added_since.getTime(), earliest));
  const oldestFirst = { sort_field: 'created_at', sort_direction: 'asc' };
  const unasked = { prompt_id: task.id, since };
  return { ids: await selectProspects(tx, { search_id, filters, amount, unasked, ...oldestFirst }), state };
}

/** A text that changes with all that the leads to start depend on: the list, fields of leads, results that the filters name, and the time. */
async function getState(tx: TransactionContext, searchId: number, filters: readonly TableFilter[]): Promise<string> {
  const { version } = orNotFound(await findSearch(tx, searchId));
  const prompts = listColumnFilters(filters).flatMap(({ column }) => parsePromptId(column) ?? []);
  const { edits, arrivals } = await listResultVersions(tx, [...prompts, CONTACT_FIELDS]);
  const hour = filters.length === 0 ? '' : Math.floor(tx.clock.now().getTime() / FILTERS_ASKED_AGAIN_IN_MS);
  return [version, await getProspectVersion(tx), edits, arrivals, hour].join('/');
}
