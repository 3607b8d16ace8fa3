import type { callsEndpoints } from '@overture/contract/calls';
import { CALLS } from '@overture/domain/calls/call-outcomes';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import type { RouteTable } from '../../kernel/slice.ts';
import * as service from './calls.service.ts';
import { deleteOwnOutcome, insertOwnOutcome, listOwnOutcomes } from './own-outcomes.store.ts';

export const callsRoutes: RouteTable<typeof callsEndpoints> = {
  claimCall: (ctx, { body }) => service.claimCall(ctx, body),
  getCall: (ctx, { params }) => service.getCall(ctx, params.id),
  finishCall: async (ctx, { params, body }) => {
    await service.finishCall(ctx, { id: params.id, ...body });
    return { success: true };
  },
  undoCall: async (ctx, { params, body }) => ({
    call: await service.undoCall(ctx, { id: params.id, token: body.token }),
  }),
  releaseCall: async (ctx, { params, body }) => {
    await service.releaseCall(ctx, { id: params.id, token: body.token });
    return { success: true };
  },
  postponeCall: async (ctx, { params, body }) => {
    await service.postponeCall(ctx, { id: params.id, ...body });
    return { success: true };
  },
  settleOverdueCalls: async (ctx, { body }) => ({ success: true, ...(await service.settleOverdue(ctx, body)) }),
  listCallOutcomes: async (ctx) => ({ call_outcomes: await ctx.read(listOwnOutcomes) }),
  createCallOutcome: async (ctx, { body }) => {
    const { name, means, again_in_hours = null, again_in_days = null, max_tries } = body;
    if (again_in_hours !== null && again_in_days !== null)
      throw new ApiError('bad_request', { reason: 'Choose hours or working days.' });
    const call_outcome = await ctx.transaction(async (tx) => {
      if ((await listOwnOutcomes(tx)).length >= LIST_LIMITS.call_outcomes)
        throw new ApiError('conflict', { reason: `There can be ${LIST_LIMITS.call_outcomes} outcomes of your own.` });
      const rule = { again_in_hours, again_in_days, max_tries: max_tries ?? CALLS.max_tries };
      const made = await insertOwnOutcome(tx, { name, means, ...rule });
      if (made === undefined) throw new ApiError('conflict', { reason: 'There is an outcome with this name.' });
      return made;
    });
    return { call_outcome };
  },
  deleteCallOutcome: async (ctx, { params }) => {
    orNotFound((await ctx.transaction((tx) => deleteOwnOutcome(tx, params.id))) || undefined);
    return { success: true };
  },
};
