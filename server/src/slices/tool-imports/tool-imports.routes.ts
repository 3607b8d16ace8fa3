import type { toolImportsEndpoints } from '@overture/contract/tool-imports';
import type { RouteTable } from '../../kernel/slice.ts';
import { addExport } from './add-file.service.ts';
import * as service from './tool-imports.service.ts';

export const toolImportsRoutes: RouteTable<typeof toolImportsEndpoints> = {
  listToolImports: (ctx) => service.listImports(ctx),
  getToolImport: (ctx, { params }) => service.getImport(ctx, params.id),
  createToolImport: async (ctx, { body }) => ({ import: await service.createImport(ctx, body) }),
  addToolExport: async (ctx, { body, file }) => ({ import: await addExport(ctx, file, body) }),
  resumeToolImport: async (ctx, { params, body }) => ({
    import: await service.resumeImport(ctx, params.id, body.api_key),
  }),
  startToolImport: async (ctx, { params, body }) => ({
    import: await service.startImport(ctx, params.id, body.continued_campaigns),
  }),
  stopToolImport: async (ctx, { params }) => ({ import: await service.stopImport(ctx, params.id) }),
  undoToolImport: async (ctx, { params }) => ({ import: await service.undoImport(ctx, params.id) }),
};
