import type { enrichmentEndpoints } from '@overture/contract/enrichment';
import { withMayDelete } from '../../kernel/edits/made-by.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { RouteTable } from '../../kernel/slice.ts';
import { setAutomaticResearch, stopAutomaticResearch } from './automatic/automatic.service.ts';
import { createAnswer, editAnswer } from './edit.service.ts';
import { editTask } from './edit-task.service.ts';
import { removeColumn, stopResearch } from './runs/stop.service.ts';
import { startResearch, startSelectedCells } from './start.service.ts';
import { copyAgencyTask, listAgencyTasks } from './tasks/agency-tasks.service.ts';
import { countRerun, countUnenriched, getLeadCosts, loadColumns, loadVersions } from './tasks/columns.service.ts';
import { enhancePrompt } from './tasks/enhance-prompt.service.ts';
import { deleteTask, describeUse, type FindCampaignsNaming, listTasks, listUsedTasks } from './tasks/tasks.service.ts';

const enrichmentRoutes: Omit<RouteTable<typeof enrichmentEndpoints>, 'listAffectedSearches'> = {
  listResearchTasks: async (ctx) => withMayDelete(ctx, 'enrichment_prompts', await listTasks(ctx)),
  listAgencyPrompts: async (ctx) => listAgencyTasks(ctx),
  copyAgencyPrompt: async (ctx, { params }) => copyAgencyTask(ctx, params.id),
  listUsedPrompts: async (ctx) => listUsedTasks(ctx),
  editResearchTask: async (ctx, { params, body }) => editTask(ctx, params.id, body),
  listResearchVersions: async (ctx, { params }) => loadVersions(ctx, params.id),
  countResearchReruns: async (ctx, { params }) => countRerun(ctx, params.searchId, params.promptId),
  deleteResearchTask: async (ctx, { params }) => {
    await deleteTask(ctx, params.id);
    return { success: true };
  },
  enhancePrompt: async (ctx, { body }) => ({ enhanced_prompt: await enhancePrompt(ctx, body) }),
  listResearchColumns: async (ctx, { params, query }) => loadColumns(ctx, params.searchId, query.prospect_ids),
  removeResearchColumn: async (ctx, { params }) => {
    await removeColumn(ctx, params.searchId, params.promptId);
    return { success: true };
  },
  setAutomaticResearch: async (ctx, { params, body }) => setAutomaticResearch(ctx, toColumn(params), body),
  stopAutomaticResearch: async (ctx, { params }) => {
    await stopAutomaticResearch(ctx, toColumn(params));
    return { success: true };
  },
  startResearch: async (ctx, { params, body }) => startResearch(ctx, params.searchId, body),
  replaceResearch: async (ctx, { params, body }) => startResearch(ctx, params.searchId, requirePrompt(body)),
  continueResearch: async (ctx, { params, body }) => startResearch(ctx, params.searchId, requirePrompt(body)),
  enrichSelectedCells: async (ctx, { params, body }) => ({
    success: true,
    ...(await startSelectedCells(ctx, params.searchId, body.cells)),
  }),
  cancelResearch: async (ctx, { params }) => ({ success: true, ...(await stopResearch(ctx, params.searchId)) }),
  editAnswer: async (ctx, { params, body }) => ({ answer: await editAnswer(ctx, params.id, body.answer) }),
  createAnswer: async (ctx, { body }) => ({ answer: await createAnswer(ctx, body) }),
  getLeadCosts: async (ctx, { params }) => getLeadCosts(ctx, params.id),
  countUnenrichedProspects: async (ctx, { params, body }) => countUnenriched(ctx, params.id, body),
};

export function createEnrichmentRoutes(
  findCampaignsNaming: FindCampaignsNaming,
): RouteTable<typeof enrichmentEndpoints> {
  return {
    ...enrichmentRoutes,
    listAffectedSearches: async (ctx, { params }) => describeUse(ctx, params.id, findCampaignsNaming),
  };
}

const toColumn = ({ searchId, promptId }: { searchId: number; promptId: number }) => ({
  search_id: searchId,
  prompt_id: promptId,
});

function requirePrompt<Body extends { prompt_id?: number | null | undefined }>(body: Body): Body {
  if (!body.prompt_id) throw new ApiError('bad_request', { reason: 'Please say which research task is meant.' });
  return body;
}
