import type { suppressionsEndpoints } from '@overture/contract/suppressions';
import { type RouteTable, replyCsv } from '../../kernel/slice.ts';
import * as service from './suppressions.service.ts';

export const suppressionsRoutes: RouteTable<typeof suppressionsEndpoints> = {
  listSuppressions: (ctx, { query: { page, ...filters } }) => service.listSuppressions(ctx, page, filters),
  listSuppressionLifts: (ctx, { query: { page, search } }) => service.listLifts(ctx, page, search),
  downloadSuppressions: async (ctx, { query, reply }) =>
    replyCsv(reply, 'suppressed-addresses', service.openSuppressions(ctx, query)),
  addSuppression: (ctx, { body }) => service.addSuppression(ctx, body.entry, body.note ?? null),
  importSuppressions: (ctx, { body, file }) =>
    service.importSuppressions(ctx, file, {
      column_name: body.column_name,
      reason: body.reason,
      is_dry_run: body.dry_run === 'true',
    }),
  liftSuppression: (ctx, { params, body }) =>
    service.liftSuppression(ctx, params.id, { ...body, persons_words: body.persons_words ?? null }),
};
