import type { creditCapsEndpoints } from '@overture/contract/credit-caps';
import type { creditHistoryEndpoints } from '@overture/contract/credit-history';
import { type RouteTable, replyCsv } from '../../kernel/slice.ts';
import { listCreditCaps, setCreditCap } from './credit-caps.service.ts';
import {
  getCreditBalance,
  listCreditDays,
  listCreditMonths,
  listCredits,
  openCredits,
  toCreditFilter,
} from './credit-history.service.ts';

export const creditHistoryRoutes: RouteTable<typeof creditHistoryEndpoints> = {
  getCreditBalance: (ctx) => getCreditBalance(ctx),
  listCredits: (ctx, { query }) => listCredits(ctx, query, toCreditFilter(query)),
  listCreditMonths: async (ctx) => ({ months: await listCreditMonths(ctx) }),
  listCreditDays: (ctx) => listCreditDays(ctx),
  downloadCredits: async (ctx, { query, reply }) =>
    replyCsv(reply, 'credits', await openCredits(ctx, toCreditFilter(query))),
};

export const creditCapsRoutes: RouteTable<typeof creditCapsEndpoints> = {
  listCreditCaps: (ctx) => listCreditCaps(ctx),
  setCreditCap: (ctx, { params, body }) => setCreditCap(ctx, params.userId, body.credits),
};
