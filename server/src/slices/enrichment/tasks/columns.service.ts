import type { CampaignLookUps } from '@overture/contract/campaign-enrichment';
import type { ResearchColumn, ResearchVersion } from '@overture/contract/enrichment';
import { getCreditUse, RESULT_USES, type ResultUse, sumCredits } from '@overture/domain/money/credits';
import type { LookupEstimate } from '@overture/domain/money/lookup-estimate';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { findProspects } from '../../prospects/index.ts';
import { findResults, presentResult } from '../../research-results/index.ts';
import { BUILT_IN_TASKS, findTasks } from '../../research-tasks/index.ts';
import { countUnanswered, findSearch, type TableRequest } from '../../searches/index.ts';
import { listAutomatic } from '../cells/automatic.store.ts';
import { listNewestResults } from '../cells/cell-states.store.ts';
import { countLoading, countLoadingAt } from '../cells/cells.store.ts';
import * as columns from '../cells/columns.store.ts';
import { countListResults } from '../cells/former-results.store.ts';
import { findDeletedInputs } from '../inputs/inputs.service.ts';
import { estimateLookup } from '../runs/estimate.service.ts';
import { presentTask } from './tasks.rules.ts';
import { listTaskVersions } from './versions.store.ts';

type Ctx = Pick<Context, 'read' | 'transaction'>;

/** Cells of a column without leads named. */
const newestLeads = 500;

/** The research columns of a list with the cells of the leads named, else of its newest leads. @throws not_found */
export async function loadColumns(
  ctx: Ctx,
  searchId: number,
  prospectIds: readonly number[] | null | undefined,
): Promise<ResearchColumn[]> {
  return ctx.read(async (tx) => {
    orNotFound(await findSearch(tx, searchId));
    const ids = await columns.listColumns(tx, searchId);
    const tasks = new Map((await findTasks(tx, ids)).map((task) => [task.id, task]));
    const searches = await columns.listSearchesByTask(tx);
    const loading = await countLoading(tx, searchId);
    const automatic = await listAutomatic(tx, searchId);
    const cells = prospectIds
      ? await findResults(tx, ids, prospectIds)
      : (await Promise.all(ids.map((id) => listNewestResults(tx, searchId, id, newestLeads)))).flat();
    const paused = await findDeletedInputs(tx, [...tasks.values()]);
    const byTask = Map.groupBy(cells, (cell) => cell.prompt_id);
    return ids.flatMap((id) => {
      const task = tasks.get(id);
      if (!task) return [];
      return {
        prompt: presentTask(task, searches.get(id) ?? []),
        alias: task.alias,
        results: (byTask.get(id) ?? []).map(presentResult),
        loading_count: loading.get(id) ?? 0,
        automatic: automatic.get(id) ?? null,
        paused: paused.get(id) ?? null,
      };
    });
  });
}

/** Cells of a list that an edit of the question may run again. @throws not_found */
export async function countRerun(ctx: Ctx, searchId: number, promptId: number) {
  return ctx.read(async (tx) => {
    orNotFound(await findSearch(tx, searchId));
    return countListResults(tx, searchId, promptId);
  });
}

/** Former questions of a task, with that of today. @throws not_found */
export async function loadVersions(ctx: Ctx, id: number): Promise<{ versions: ResearchVersion[] }> {
  return ctx.read(async (tx) => {
    const versions = await listTaskVersions(tx, id);
    if (versions.length === 0) throw new ApiError('not_found');
    return { versions: versions.map((one) => ({ ...one, edited_at: one.edited_at.toISOString() })) };
  });
}

/** Contact look-ups of the given leads, however they were started, and how many started in a campaign are waiting or running. */
export async function loadLookups(
  tx: TransactionContext,
  campaignId: number,
  prospectIds: readonly number[],
): Promise<CampaignLookUps> {
  const tasks = BUILT_IN_TASKS.flatMap((task) => (task.data_enrichment_type ? task.id : []));
  const answers = await findResults(tx, tasks, prospectIds);
  return {
    loading_count: await countLoadingAt(tx, { campaign_id: campaignId }),
    results: answers.map(presentResult),
  };
}

/** Leads of a list without a result of a task; for a new task, all of them. Of a look-up also its costs. */
export async function countUnenriched(
  ctx: Ctx,
  searchId: number,
  request: TableRequest & { prompt_id?: number | null | undefined },
): Promise<{ unenriched_count: number; estimate: LookupEstimate | null }> {
  return ctx.transaction(async (tx) => {
    const prompt_id = request.prompt_id ?? 0;
    const [task] = prompt_id ? await findTasks(tx, [prompt_id]) : [];
    if (prompt_id && task === undefined) throw new ApiError('not_found');
    const list = { ...request, search_id: searchId, prompt_id };
    const lookup = task?.data_enrichment_type ?? null;
    const { unanswered, counts } = await countUnanswered(tx, list, lookup);
    const estimate = lookup && counts && (await estimateLookup(tx, lookup, counts));
    return { unenriched_count: unanswered, estimate };
  });
}

/** What the look-ups and research of a lead cost in all, runs of campaigns included. @throws not_found */
export async function getLeadCosts(
  ctx: Pick<Context, 'read'>,
  prospectId: number,
): Promise<{ credits: number; uses: { kind: ResultUse; credits: number }[] }> {
  const rows = await ctx.read(async (tx) => {
    if ((await findProspects(tx, [prospectId])).length === 0) throw new ApiError('not_found');
    return columns.sumLeadCosts(tx, prospectId);
  });
  const lookups = new Map(BUILT_IN_TASKS.map((task) => [task.id, task.data_enrichment_type]));
  const sums = new Map<ResultUse, number>();
  for (const { prompt_id, credits } of rows) {
    const kind = getCreditUse(lookups.get(prompt_id) ?? null);
    sums.set(kind, (sums.get(kind) ?? 0) + credits);
  }
  const uses = RESULT_USES.flatMap((kind) => {
    const credits = sums.get(kind) ?? 0;
    return credits > 0 ? [{ kind, credits }] : [];
  });
  return { credits: sumCredits(uses), uses };
}
