import type { automationsEndpoints } from '@overture/contract/automations';
import { AUTOMATION_LIMITS } from '@overture/domain/automations/automations';
import type { RouteTable } from '../../kernel/slice.ts';
import { requireConfirmed } from '../step-up/index.ts';
import * as service from './automations.service.ts';
import { listBoardRules } from './board-rules/board-rule-list.service.ts';
import * as runs from './log/run-log.service.ts';
import { previewAutomation, previewStoredAutomation } from './preview.service.ts';
import * as slack from './slack/slack.service.ts';

export const automationsRoutes: RouteTable<typeof automationsEndpoints> = {
  listAutomations: async (ctx) => ({
    automations: await service.listAutomations(ctx),
    max_automations: AUTOMATION_LIMITS.automations,
  }),
  readAutomationCatalog: async () => service.describeCatalog(),
  getAutomation: async (ctx, { params }) => ({
    automation: await ctx.read((reader) => service.getAutomation(reader, params.id)),
  }),
  createAutomation: async (ctx, { body }) => ({ automation: await service.createAutomation(ctx, body) }),
  updateAutomation: async (ctx, { params, body }) => ({
    automation: await service.updateAutomation(ctx, params.id, body),
  }),
  switchAutomation: async (ctx, { params, body }) => ({
    automation: await service.switchAutomation(ctx, params.id, body.is_active),
  }),
  deleteAutomation: async (ctx, { params }) => {
    await service.deleteAutomation(ctx, params.id);
    return { success: true };
  },
  previewAutomation: (ctx, { body }) => previewAutomation(ctx, body),
  previewStoredAutomation: (ctx, { params }) => previewStoredAutomation(ctx, params.id),
  listAutomationRuns: (ctx, { params, query }) => runs.listRuns(ctx, params.id, query),
  listBoardRules: (ctx) => listBoardRules(ctx),
  listBoardRuleRuns: (ctx, { params, query }) => runs.listBoardRuleRuns(ctx, params.id, query),
  retryAutomationRun: async (ctx, { params }) => {
    await runs.retryRun(ctx, params.id, params.runId);
    return { success: true };
  },
  getSlackConnection: (ctx) => slack.getConnection(ctx),
  saveSlackConnection: (ctx, { body }) => {
    requireConfirmed(ctx);
    return slack.saveConnection(ctx, body);
  },
  deleteSlackConnection: async (ctx) => {
    await slack.deleteConnection(ctx);
    return { success: true };
  },
  testSlackConnection: async (ctx) => {
    await slack.testConnection(ctx);
    return { success: true };
  },
};
