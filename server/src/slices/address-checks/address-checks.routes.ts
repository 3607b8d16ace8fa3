import type { addressChecksEndpoints } from '@overture/contract/address-checks';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import type { RouteTable } from '../../kernel/slice.ts';
import { findProspects } from '../prospects/index.ts';
import * as store from './address-checks.store.ts';
import { canVerify } from './verify-address.service.ts';

export const addressChecksRoutes: RouteTable<typeof addressChecksEndpoints> = {
  getAddressChecks: async (ctx) => ({ can_verify: canVerify(ctx), sends_risky: await ctx.read(store.findSendsRisky) }),
  setAddressChecks: async (ctx, { body: { sends_risky } }) => {
    await ctx.transaction((tx) => store.setSendsRisky(tx, sends_risky));
    return { can_verify: canVerify(ctx), sends_risky };
  },
  acceptAddress: async (ctx, { params }) => {
    await ctx.transaction(async (tx) => {
      const { email } = orNotFound((await findProspects(tx, [params.id]))[0]);
      if (!email) throw new ApiError('bad_request', { reason: 'This lead has no email address.' });
      await store.acceptAddress(tx, email, tx.user?.id ?? null);
    });
    return { success: true };
  },
};
