import type { templatesEndpoints } from '@overture/contract/templates';
import { withMayDelete } from '../../kernel/edits/made-by.ts';
import type { RouteTable } from '../../kernel/slice.ts';
import { deleteTemplate, listTemplates, renameTemplate } from './templates.service.ts';

export const templatesRoutes: RouteTable<typeof templatesEndpoints> = {
  listTemplates: async (ctx) => {
    const { organization, ...offered } = await listTemplates(ctx);
    return { ...offered, organization: await withMayDelete(ctx, 'campaign_templates', organization) };
  },
  renameTemplate: async (ctx, { params, body }) => ({ template: await renameTemplate(ctx, params.id, body.name) }),
  deleteTemplate: async (ctx, { params }) => {
    await deleteTemplate(ctx, params.id);
    return { success: true };
  },
};
