import type { templatesEndpoints } from '@overture/contract/templates';
import type { RouteTable } from '../../kernel/slice.ts';
import { deleteTemplate, listTemplates, renameTemplate } from './templates.service.ts';

export const templatesRoutes: RouteTable<typeof templatesEndpoints> = {
  listTemplates,
  renameTemplate: async (ctx, { params, body }) => ({ template: await renameTemplate(ctx, params.id, body.name) }),
  deleteTemplate: async (ctx, { params }) => {
    await deleteTemplate(ctx, params.id);
    return { success: true };
  },
};
