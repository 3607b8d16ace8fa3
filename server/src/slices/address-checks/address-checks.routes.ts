import type { addressChecksEndpoints } from '@overture/contract/address-checks';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import type { RouteTable } from '../../kernel/slice.ts';
import { findProspects } from '../prospects/index.ts';
import { findSearch } from '../searches/index.ts';
import * as store from './address-checks.store.ts';
import * as imports from './import-checks.store.ts';
import { canVerify } from './verify-address.service.ts';

export const addressChecksRoutes: RouteTable<typeof addressChecksEndpoints> = {
  getAddressChecks: async (ctx) => ({ can_verify: canVerify(ctx) }),
  listImportChecks: async (ctx, { params }) =>
    ctx.read(async (tx) => {
      orNotFound(await findSearch(tx, params.id));
      return { checks: await imports.listImportChecks(tx, params.id) };
    }),
  stopImportCheck: async (ctx, { params }) =>
    orNotFound(await ctx.transaction((tx) => imports.stopImportCheck(tx, params.id))),
  continueImportCheck: async (ctx, { params }) =>
    orNotFound(await ctx.transaction((tx) => imports.continueImportCheck(tx, params.id))),
  acceptAddress: async (ctx, { params }) => {
    await ctx.transaction(async (tx) => {
      const { email } = orNotFound((await findProspects(tx, [params.id]))[0]);
      if (!email) throw new ApiError('bad_request', { reason: 'This lead has no email address.' });
      await store.acceptAddress(tx, email, tx.user?.id ?? null);
    });
    return { success: true };
  },
};
