import { randomUUID } from 'node:crypto';
import { flagOfTask } from '@overture/domain/access/task-flag';
import { REQUEST_LIMITS } from '@overture/domain/limits';
import { type ContactLookup, getCreditUse } from '@overture/domain/money/credits';
import { TENANT_LIMITS } from '@overture/domain/tenant-limits';
import { cutText } from '@overture/domain/text/text-bounds';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { requireSpendable, reserveCredits } from '../billing/index.ts';
import { BUILT_IN_TASKS, findTasks, type ResearchTask } from '../research-tasks/index.ts';
import { filterListedProspects, findSearch, selectProspects, type TableRequest } from '../searches/index.ts';
import { markLoading } from './cells/cell-states.store.ts';
import { type CellLocation, insertCells } from './cells/cells.store.ts';
import * as columns from './cells/columns.store.ts';
import { findDeletedInputs } from './inputs/inputs.service.ts';
import { wakeEngines } from './runs/engine-registry.service.ts';
import { publishProgress } from './runs/run-progress.service.ts';
import { completeRun, countOpenRuns, insertRun, queueStarts } from './runs/runs.store.ts';
import { costPerLead, type GivenTask } from './tasks/tasks.rules.ts';
import { saveTask, switchedOff } from './tasks/tasks.service.ts';

type Tx = TransactionContext;
type Ctx = Pick<Context, 'transaction'>;

export interface StartRequest extends GivenTask, TableRequest {
  prompt_id?: number | null | undefined;
  prospect_limit?: number | null | undefined;
}

export interface Started {
  started_cells: number;
  reserved_credits: number;
}

/**
 * Makes a task a column of a list and runs it for the first leads without a result, in table order. If the credits don't cover all of it,
 * nothing starts.
 */
export async function startResearch(
  ctx: Ctx,
  searchId: number,
  request: StartRequest,
): Promise<Started & { id: number; name: string }> {
  return ctx.transaction(async (tx) => {
    await queueStarts(tx);
    orNotFound(await findSearch(tx, searchId));
    const task = await saveTask(tx, { ...request, search_id: searchId });
    await columns.insertColumn(tx, searchId, task.id);
    const ids = request.prospect_limit
      ? await selectProspects(tx, {
          ...request,
          search_id: searchId,
          amount: request.prospect_limit,
          prospect_ids: null,
          unanswered_prompt_id: task.id,
        })
      : [];
    return { id: task.id, name: task.name, ...(await startCells(tx, inList(searchId), [{ task, prospect_ids: ids }])) };
  });
}

/** Runs the named cells again or for the first time; running ones and those of other lists are skipped. */
export async function startSelectedCells(
  ctx: Ctx,
  searchId: number,
  cells: readonly { prompt_id: number; prospect_id: number }[],
): Promise<Started> {
  return ctx.transaction(async (tx) => {
    await queueStarts(tx);
    orNotFound(await findSearch(tx, searchId));
    const shown = await columns.listColumns(tx, searchId);
    const tasks = await findTasks(tx, shown);
    const off = await switchedOff(tx);
    if (tasks.some((task) => off.has(flagOfTask(task)) && cells.some((cell) => cell.prompt_id === task.id))) {
      throw new ApiError('feature_disabled');
    }
    const wanted = cells.filter((cell) => shown.includes(cell.prompt_id));
    const listed = await filterListedProspects(tx, searchId, [...new Set(wanted.map((cell) => cell.prospect_id))]);
    if (listed.length === 0) throw new ApiError('bad_request', { reason: 'None of these cells is in this list.' });
    const known = new Set(listed);
    return startCells(
      tx,
      inList(searchId),
      tasks.map((task) => ({
        task,
        prospect_ids: [
          ...new Set(wanted.filter((cell) => cell.prompt_id === task.id).map((cell) => cell.prospect_id)),
        ].filter((id) => known.has(id)),
      })),
    );
  });
}

/**
 * Looks up contacts outside of a list: started by a user in a campaign, where it can be seen and stopped, or by a flow (`campaignId` null);
 * the credit history then names `paidForCampaignId`. If the credits don't cover all of it, nothing starts.
 * @throws not_enough_credits, credit_cap_reached, bad_request for too many
 */
export async function startLookUps(
  tx: Tx,
  campaignId: number | null,
  wanted: readonly { lookup: ContactLookup; prospect_ids: readonly number[] }[],
  paidForCampaignId = campaignId,
): Promise<Started> {
  await queueStarts(tx);
  return startCells(
    tx,
    { search_id: null, campaign_id: campaignId },
    wanted.map(({ lookup, prospect_ids }) => ({ task: taskOfLookUp(lookup), prospect_ids })),
    { paid_for: { search_id: null, campaign_id: paidForCampaignId } },
  );
}

/**
 * Runs a column for leads that were added to its list. It is no run of a person: as many as there are columns may be open.
 * @throws not_enough_credits, credit_cap_reached
 */
export async function startNewLeads(
  tx: Tx,
  searchId: number,
  task: ResearchTask,
  prospectIds: readonly number[],
): Promise<Started> {
  return startCells(tx, inList(searchId), [{ task, prospect_ids: prospectIds }], { is_automatic: true });
}

/**
 * Runs a column for leads that waited for the result of another one, for the person who started them, or for new leads (null).
 * @throws not_enough_credits, credit_cap_reached
 */
export async function startWaitingLeads(
  tx: Tx,
  searchId: number,
  wanted: { task: ResearchTask; prospect_ids: readonly number[] },
  forUserId: number | null,
): Promise<Started> {
  return startCells(tx, inList(searchId), [wanted], { is_automatic: true, for_user_id: forUserId });
}

/** Runs cells of a list again whose question was changed. @throws not_enough_credits, credit_cap_reached */
export async function startAgain(
  tx: Tx,
  searchId: number,
  task: ResearchTask,
  prospectIds: readonly number[],
): Promise<Started> {
  return startCells(tx, inList(searchId), [{ task, prospect_ids: prospectIds }]);
}

/** The built-in task of a contact look-up: its results are shared by all lists and campaigns. */
export function taskOfLookUp(lookup: ContactLookup): ResearchTask {
  return orNotFound(BUILT_IN_TASKS.find((task) => task.data_enrichment_type === lookup));
}

const inList = (search_id: number): CellLocation => ({ search_id, campaign_id: null });

async function requireFreeRun(tx: Tx): Promise<void> {
  const most = TENANT_LIMITS.research_runs_per_organization;
  if ((await countOpenRuns(tx)) < most) return;
  throw new ApiError('too_many_research_runs', { count: String(most) }).after(60);
}

interface StartOptions {
  paid_for?: CellLocation;
  is_automatic?: boolean;
  for_user_id?: number | null;
}

/** Queues cells, one run per task, and reserves the credits of all of them together. */
async function startCells(
  tx: Tx,
  location: CellLocation,
  wanted: readonly { task: ResearchTask; prospect_ids: readonly number[] }[],
  { paid_for = location, is_automatic = false, for_user_id = null }: StartOptions = {},
): Promise<Started> {
  const starter = is_automatic ? null : tx.user;
  const groups = wanted.filter(({ prospect_ids }) => prospect_ids.length > 0);
  requireSize(groups.reduce((sum, { prospect_ids }) => sum + prospect_ids.length, 0));
  await requireInputs(tx, groups);
  if (starter !== null) await requireFreeRun(tx);
  await requireCredits(tx, groups);
  const runs: { id: number; cells: number; credits: number; task: ResearchTask }[] = [];
  for (const { task, prospect_ids } of groups) {
    const head = { ...location, prompt_id: task.id };
    const id = await insertRun(tx, {
      ...head,
      cells: prospect_ids.length,
      created_by: starter?.id ?? null,
      for_user_id,
    });
    const run = { ...head, id, cost: costPerLead(task), lookup: task.data_enrichment_type };
    const added = await insertCells(tx, run, prospect_ids);
    await markLoading(tx, task.id, added.prospect_ids);
    runs.push({ id, cells: added.prospect_ids.length, credits: added.credits, task });
  }
  const started_cells = runs.reduce((sum, run) => sum + run.cells, 0);
  const reserved_credits = runs.reduce((sum, run) => sum + run.credits, 0);
  const kinds = Map.groupBy(runs, ({ task }) => getCreditUse(task.data_enrichment_type));
  for (const [kind, own] of kinds) {
    const amount = own.reduce((sum, run) => sum + run.credits, 0);
    const purpose = cutText(own.map(({ task }) => task.name).join(', '), 300);
    const work = { amount, purpose, kind, key: `research:${randomUUID()}`, ...paid_for };
    const reservation = await reserveCredits(tx, work);
    for (const run of own) await completeRun(tx, run.id, run.cells, run.credits > 0 ? reservation : null);
  }
  await publishProgress(tx, [location]);
  if (started_cells > 0) tx.afterCommit(wakeEngines);
  return { started_cells, reserved_credits };
}

/** A question that names a deleted column is not asked. */
async function requireInputs(tx: Tx, groups: readonly { task: ResearchTask }[]): Promise<void> {
  const deleted = await findDeletedInputs(
    tx,
    groups.map(({ task }) => task),
  );
  for (const reason of deleted.values()) throw new ApiError('bad_request', { reason });
}

function requireSize(cells: number): void {
  if (cells <= REQUEST_LIMITS.max_ids) return;
  const most = REQUEST_LIMITS.max_ids.toLocaleString('en');
  throw new ApiError('bad_request', { reason: `Please start at most ${most} cells in one go.` });
}

/** Refuses early what certainly costs too much; leads whose field gets filled may cost nothing in the end. */
async function requireCredits(
  tx: Tx,
  groups: readonly { task: ResearchTask; prospect_ids: readonly number[] }[],
): Promise<void> {
  const needed = groups
    .filter(({ task }) => task.data_enrichment_type === null)
    .reduce((sum, { task, prospect_ids }) => sum + costPerLead(task) * prospect_ids.length, 0);
  await requireSpendable(tx, needed);
}
