import type { suppressionsEndpoints } from '@overture/contract/suppressions';
import { type RouteTable, replyCsv } from '../../kernel/slice.ts';
import * as adding from './adding.service.ts';
import * as service from './suppressions.service.ts';

export const suppressionsRoutes: RouteTable<typeof suppressionsEndpoints> = {
  listSuppressions: (ctx, { query: { page, cursor, limit, ...filters } }) =>
    service.listSuppressions(ctx, { page, cursor, limit }, filters),
  listSuppressionLifts: (ctx, { query }) => service.listLifts(ctx, query),
  downloadSuppressions: async (ctx, { query, reply }) =>
    replyCsv(reply, 'suppressed-addresses', service.openSuppressions(ctx, query)),
  addSuppression: (ctx, { body: { entry, ...said } }) => adding.addSuppression(ctx, entry, said),
  suppressPerson: (ctx, { body: { note, reason, ...person } }) => adding.suppressPerson(ctx, person, { note, reason }),
  importSuppressions: (ctx, { body, file }) =>
    adding.importSuppressions(ctx, file, {
      column_name: body.column_name,
      reason: body.reason,
      is_dry_run: body.dry_run === 'true',
    }),
  liftSuppression: (ctx, { params, body }) =>
    service.liftSuppression(ctx, params.id, { ...body, persons_words: body.persons_words ?? null }),
};
