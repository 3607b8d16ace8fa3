import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import { flagOfTask } from '@overture/domain/access/task-flag';
import {
  findInputCycle,
  listInputs,
  listResearchKeys,
  MAX_RESEARCH_INPUTS,
} from '@overture/domain/message/template/research-inputs';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { requireMayDelete } from '../../../kernel/edits/made-by.ts';
import { ApiError, orNotFound, sqlState, uniqueViolation } from '../../../kernel/errors.ts';
import { disabledFeatures, findOrganization } from '../../organization/index.ts';
import {
  BUILT_IN_TASKS,
  findBuiltInTask,
  findTasks,
  insertTask,
  listCustomTasks,
  lockTask,
  type ResearchTask,
  removeTask,
  type TaskFields,
  updateTask,
} from '../../research-tasks/index.ts';
import { deleteTaskResults, filterWithResults, hasResults } from '../cells/cell-states.store.ts';
import { isAtWork } from '../cells/cells.store.ts';
import * as columns from '../cells/columns.store.ts';
import { listUnknownInputs } from '../inputs/inputs.service.ts';
import { endRemoved } from '../runs/stop.service.ts';
import { changedFields, costPerLead, findLock, type GivenTask, mergeTask, presentTask } from './tasks.rules.ts';

type Tx = TransactionContext;

/** The tasks a person can start: built-in ones and those of the organization, as its switches allow. */
export async function listTasks(ctx: Pick<Context, 'transaction'>): Promise<EnrichmentPrompt[]> {
  return ctx.transaction(async (tx) => {
    const off = await switchedOff(tx);
    const searches = await columns.listSearchesByTask(tx);
    return [...BUILT_IN_TASKS, ...(await listCustomTasks(tx))]
      .filter((task) => !off.has(flagOfTask(task)))
      .map((task) => presentTask(task, searches.get(task.id) ?? []));
  });
}

/** Research tasks for snippets: built-in ones, and own ones that are a column or have results. */
export async function listUsedTasks(
  ctx: Pick<Context, 'transaction'>,
): Promise<(EnrichmentPrompt & { is_answered: boolean })[]> {
  const tasks = (await listTasks(ctx)).filter((task) => !task.is_data_enrichment);
  const ids = tasks.map(({ id }) => id);
  const answered = new Set(await ctx.transaction((tx) => filterWithResults(tx, ids)));
  return tasks
    .map((task) => ({ ...task, is_answered: answered.has(task.id) }))
    .filter((task) => task.is_answered || task.organization_id === null || task.searches.length > 0);
}

/** Running campaigns that use a task in their messages; campaigns is a later slice. */
export type FindCampaignsNaming = (
  tx: Tx,
  task: Pick<ResearchTask, 'id' | 'key'>,
) => Promise<{ id: number; name: string }[]>;

/** What goes with a task: columns of lists, results, and campaigns whose leads would wait. @throws not_found */
export async function describeUse(
  ctx: Pick<Context, 'transaction'>,
  id: number,
  findCampaignsNaming: FindCampaignsNaming,
) {
  return ctx.transaction(async (tx) => {
    const task = orNotFound((await findTasks(tx, [id]))[0]);
    return {
      data: await columns.listAffectedSearches(tx, id),
      campaigns: await findCampaignsNaming(tx, task),
      result_count: await columns.countTaskResults(tx, id),
    };
  });
}

/**
 * The task a start of research means: an existing one, changed where that is allowed, or a new one. A built-in task that
 * is changed becomes one of the organization, which needs a name of its own.
 * @throws not_found, feature_disabled, research_task_locked, research_name_taken, research_sources_missing, validation_failed
 */
export async function saveTask(
  tx: Tx,
  given: GivenTask & { prompt_id?: number | null | undefined; search_id: number },
): Promise<ResearchTask> {
  const off = await switchedOff(tx);
  if (!given.prompt_id) return createTask(tx, given, null, off);
  const task = orNotFound(await lockTask(tx, given.prompt_id));
  if (off.has(flagOfTask(task))) throw new ApiError('feature_disabled');
  const fields = mergeTask(given, task);
  const changed = changedFields(task, fields);
  if (changed.length === 0) return task;
  const reason = findLock(changed, {
    is_lookup: task.data_enrichment_type !== null,
    is_in_list: (await columns.listColumns(tx, given.search_id)).includes(task.id),
    has_answers: await hasResults(tx, task.id),
  });
  if (reason) throw new ApiError('research_task_locked', { reason });
  if (task.organization_id === null) return createTask(tx, given, task, off);
  return changeTask(tx, task, fields);
}

/**
 * Stores the fields of a task of the organization.
 * @throws research_name_taken, research_sources_missing, research_task_locked, validation_failed
 */
export async function changeTask(tx: Tx, task: ResearchTask, fields: TaskFields): Promise<ResearchTask> {
  requireComplete(fields);
  await requireSettled(tx, task, fields);
  await requireFreeName(tx, fields.name, task.id);
  const changed = orNotFound(await storing(() => updateTask(tx, task.id, fields)));
  await requireUsableInputs(tx, changed);
  return changed;
}

/**
 * A task whose question names only columns that exist.
 * @throws feature_disabled, research_name_taken, research_sources_missing, validation_failed
 */
async function createTask(
  tx: Tx,
  given: GivenTask,
  like: TaskFields | null,
  off: ReadonlySet<string | null>,
): Promise<ResearchTask> {
  const created = await createCopy(tx, mergeTask(given, like), off);
  await requireUsableInputs(tx, created);
  return created;
}

/**
 * The question may name columns that do not exist: those of an agency are not those of its client, and a copy says which one is missing.
 * @throws feature_disabled, research_name_taken, research_sources_missing, validation_failed
 */
export async function createCopy(tx: Tx, fields: TaskFields, off: ReadonlySet<string | null>): Promise<ResearchTask> {
  if (off.has('custom_ai_research_tasks_enabled')) throw new ApiError('feature_disabled');
  requireComplete(fields);
  await requireFreeName(tx, fields.name, null);
  return storing(() => insertTask(tx, fields, tx.user?.id ?? null));
}

/** Leads at work are reserved at the price of before, and answer in the format of before. Starts are in a queue: no other one begins. */
async function requireSettled(tx: Tx, task: ResearchTask, fields: TaskFields): Promise<void> {
  const isSamePrice = costPerLead({ ...task, ...fields }) === costPerLead(task);
  if (isSamePrice && fields.output_type === task.output_type) return;
  if (!(await isAtWork(tx, task.id))) return;
  throw new ApiError('research_task_locked', {
    reason: 'Leads are being researched with this question. Wait or stop them, then change its format or sources.',
  });
}

function requireComplete(fields: TaskFields): void {
  const details: Record<string, string> = {};
  if (fields.name === '') details.name = 'Please enter a name.';
  if (fields.prompt === '') details.prompt = 'Please enter instructions.';
  if (Object.keys(details).length > 0) throw new ApiError('validation_failed', {}, details);
  if (fields.required_sources.length === 0) throw new ApiError('research_sources_missing');
}

/** Columns that a question names exist, are not too many, and do not need its own result. Starts are in a queue: no other question changes. */
async function requireUsableInputs(tx: Tx, task: ResearchTask): Promise<void> {
  const refuse = (prompt: string) => new ApiError('validation_failed', {}, { prompt });
  const inputs = listInputs(task.prompt);
  if (inputs.length > MAX_RESEARCH_INPUTS) throw refuse(`Name at most ${MAX_RESEARCH_INPUTS} columns.`);
  const unknown = (await listUnknownInputs(tx, [task])).get(task.id);
  if (unknown !== undefined) throw refuse(`There is no column “${unknown}”.`);
  if (task.key === null || listResearchKeys(task.prompt).length === 0) return;
  const own = await listCustomTasks(tx);
  const cycle = findInputCycle(task.key, new Map(own.map(({ key, prompt }) => [key ?? '', prompt])));
  if (cycle === null) return;
  const names = cycle.map((key) => `“${own.find((one) => one.key === key)?.name ?? key}”`);
  throw refuse(
    names.length === 2
      ? 'A question cannot use its own result.'
      : `This goes in a circle: ${names.join(' uses ')}. Take one of them out.`,
  );
}

/** Names are compared without regard to the case of their letters, those of built-in tasks included. */
async function requireFreeName(tx: Tx, name: string, own: number | null): Promise<void> {
  const folded = name.toLowerCase();
  const known = [...BUILT_IN_TASKS, ...(await listCustomTasks(tx))];
  if (known.some((task) => task.id !== own && task.name.toLowerCase() === folded)) {
    throw new ApiError('research_name_taken');
  }
}

/** Two users may choose a name at the same moment: the index accepts one. */
async function storing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (sqlState(error) === uniqueViolation) throw new ApiError('research_name_taken');
    throw error;
  }
}

/** Deletes a task of the organization with its columns and results; its running cells stop. @throws forbidden, not_found */
export async function deleteTask(ctx: Pick<Context, 'transaction'>, id: number): Promise<void> {
  if (findBuiltInTask(id)) throw new ApiError('forbidden');
  await ctx.transaction(async (tx) => {
    orNotFound(await lockTask(tx, id));
    await requireMayDelete(tx, 'enrichment_prompts', [id]);
    await endRemoved(tx, { prompt_id: id });
    await columns.deleteTaskColumns(tx, id);
    await deleteTaskResults(tx, id);
    await removeTask(tx, id);
  });
}

/** The disabled features; `null` means that a task needs none and is never in the set. */
export async function switchedOff(tx: Tx): Promise<ReadonlySet<string | null>> {
  return new Set(disabledFeatures(orNotFound(await findOrganization(tx, tx.organization.id))));
}
