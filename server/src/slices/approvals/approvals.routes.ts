import type { approvalsEndpoints } from '@overture/contract/approvals';
import type { RunCall } from '../../kernel/http/run-call.ts';
import type { RouteTable } from '../../kernel/slice.ts';
import { requireConfirmed } from '../step-up/index.ts';
import * as service from './approvals.service.ts';
import { getPolicy, savePolicy } from './approvals.store.ts';

/** @param runCall runs another call of the contract in the transaction of a decision */
export function createApprovalsRoutes(
  runCall: RunCall,
): RouteTable<Omit<typeof approvalsEndpoints, 'listAssistantCalls'>> {
  return {
    prepareActivation: (ctx, { body }) => service.prepareActivation(ctx, runCall, body),
    prepareMessage: (ctx, { body }) => service.prepareMessage(ctx, runCall, body),
    requestApproval: async (ctx, { body }) => ({ approval: await service.requestApproval(ctx, runCall, body) }),
    listApprovals: (ctx, { query }) => service.listApprovals(ctx, query),
    getApproval: async (ctx, { params }) => ({ approval: await service.getApproval(ctx, params.id) }),
    approveApproval: async (ctx, { params }) => ({ approval: await service.approve(ctx, runCall, params.id) }),
    refuseApproval: async (ctx, { params }) => ({ approval: await service.refuse(ctx, params.id) }),
    getAssistantPolicy: (ctx) => ctx.read(getPolicy),
    setAssistantPolicy: async (ctx, { body }) => {
      requireConfirmed(ctx);
      await ctx.transaction((tx) => savePolicy(tx, body));
      return body;
    },
  };
}
