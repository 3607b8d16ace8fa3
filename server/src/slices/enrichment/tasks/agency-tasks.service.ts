import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { cutText } from '@overture/domain/text/text-bounds';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import {
  type AgencyTask,
  BUILT_IN_TASKS,
  listCustomTasks,
  listTasksOfAgency,
  type ResearchTask,
} from '../../research-tasks/index.ts';
import { changedFields, mergeTask, presentTask } from './tasks.rules.ts';
import { createCopy, switchedOff } from './tasks.service.ts';

type Ctx = Pick<Context, 'transaction'>;

const CUSTOM = 'custom_ai_research_tasks_enabled';
const MOST_NAMES = 50;

/** Tasks that the organization's agency shares with it, to view and copy. */
export async function listAgencyTasks(ctx: Ctx): Promise<EnrichmentPrompt[]> {
  return ctx.transaction(async (tx) => {
    if ((await switchedOff(tx)).has(CUSTOM)) return [];
    return (await listTasksOfAgency(tx)).filter(({ is_shared }) => is_shared).map(presentAgencyTask);
  });
}

const NOT_OWN = {
  ...{ key: null, organization_id: null, data_enrichment_type: null, icon: null, alias: null },
  ...{ runs_with_empty: false, version: 1, question_version: 1 },
};

const presentAgencyTask = (task: AgencyTask): EnrichmentPrompt => presentTask({ ...task, ...NOT_OWN }, []);

/** @throws not_found for what is not shared with the organization, feature_disabled */
export async function copyAgencyTask(ctx: Ctx, id: number): Promise<EnrichmentPrompt> {
  return ctx.transaction(async (tx) => {
    const task = orNotFound((await listTasksOfAgency(tx)).find((one) => one.id === id && one.is_shared));
    return presentTask(await copyTask(tx, task), []);
  });
}

/** The organization's own task with the same content: an existing one under any name, or a new one. @throws feature_disabled */
export async function copyTask(tx: TransactionContext, given: AgencyTask): Promise<ResearchTask> {
  const off = await switchedOff(tx);
  const own = await listCustomTasks(tx);
  const same = own.find(
    (task) => changedFields({ ...given, name: task.name, runs_with_empty: task.runs_with_empty }, task).length === 0,
  );
  if (same && !off.has(CUSTOM)) return same;
  const taken = new Set([...BUILT_IN_TASKS, ...own].map(({ name }) => name.toLowerCase()));
  const name = namesLike(given.name).find((one) => !taken.has(one.toLowerCase()));
  if (name === undefined) throw new ApiError('research_name_taken');
  return createCopy(tx, mergeTask({ ...given, name }, null), off);
}

/** `News`, `News (2)`, `News (3)`. */
const namesLike = (name: string): string[] =>
  Array.from({ length: MOST_NAMES }, (_, index) => {
    const end = index === 0 ? '' : ` (${index + 1})`;
    return `${cutText(name, TEXT_LIMITS.name_max - end.length)}${end}`;
  });
