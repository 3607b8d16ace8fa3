import type { retentionEndpoints } from '@overture/contract/retention';
import type { RouteTable } from '../../kernel/slice.ts';
import * as service from './retention.service.ts';

export const retentionRoutes: RouteTable<typeof retentionEndpoints> = {
  getRetention: (ctx) => service.getRetention(ctx),
  previewRetention: (ctx, { query }) =>
    service.previewRetention(ctx, {
      never_contacted_months: query.never_contacted_months ?? null,
      no_reply_months: query.no_reply_months ?? null,
      messages_months: query.messages_months ?? null,
    }),
  changeRetention: (ctx, { body }) => service.changeRetention(ctx, body),
};
