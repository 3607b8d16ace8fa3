import type { scheduledExportsEndpoints } from '@overture/contract/scheduled-exports';
import type { RouteTable } from '../../kernel/slice.ts';
import * as service from './scheduled-exports.service.ts';

export const scheduledExportsRoutes: RouteTable<typeof scheduledExportsEndpoints> = {
  listScheduledExports: (ctx) => service.listExports(ctx),
  createScheduledExport: (ctx, { body }) => service.createExport(ctx, body),
  deleteScheduledExport: async (ctx, { params }) => {
    await service.deleteExport(ctx, params.id);
    return { success: true };
  },
  getScheduledExportLink: (ctx, { params }) => service.getLink(ctx, params.id),
};
