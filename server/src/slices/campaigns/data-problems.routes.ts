import type { dataProblemsEndpoints } from '@overture/contract/data-problems';
import type { RouteTable } from '../../kernel/slice.ts';
import * as fixes from './problems/fix-problem.service.ts';
import * as odd from './problems/odd-values.service.ts';
import * as problems from './problems/problems.service.ts';

export const campaignDataProblemsRoutes: RouteTable<typeof dataProblemsEndpoints> = {
  listDataProblems: async (ctx, { params }) => problems.listProblems(ctx, params.id),
  listProblemLeads: async (ctx, { params, query }) => problems.pageProblemLeads(ctx, params.id, query),
  fixDataProblem: async (ctx, { params, body }) => ({ changed_leads: await fixes.fixProblem(ctx, params.id, body) }),
  lookUpMissing: async (ctx, { params, body }) => fixes.lookUpMissing(ctx, params.id, body),
  undoDataDecision: async (ctx, { params, body }) => ({
    changed_leads: await fixes.undoDecision(ctx, params.id, body),
  }),
  fillLeadData: async (ctx, { params, body }) => fixes.fillLeads(ctx, params.id, body),
  listOddValues: async (ctx, { params }) => odd.listOddValues(ctx, params.id),
  changeOddValues: async (ctx, { params, body }) => odd.changeValues(ctx, params.id, body.changes),
};
