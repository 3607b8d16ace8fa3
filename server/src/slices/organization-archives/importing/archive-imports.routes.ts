import type { archiveImportsEndpoints } from '@overture/contract/archive-imports';
import type { RouteTable } from '../../../kernel/slice.ts';
import * as service from './archive-imports.service.ts';

export const archiveImportsRoutes: RouteTable<typeof archiveImportsEndpoints> = {
  listArchiveImports: async (ctx) => ({ imports: await service.listImports(ctx) }),
  createArchiveImport: async (ctx, { file, body }) => ({
    import: await service.createImport(ctx, file, body.passphrase || null),
  }),
  startArchiveImport: async (ctx, { params }) => ({ import: await service.startImport(ctx, params.id) }),
  stopArchiveImport: async (ctx, { params }) => ({ import: await service.stopImport(ctx, params.id) }),
  undoArchiveImport: async (ctx, { params }) => ({ import: await service.undoImport(ctx, params.id) }),
};
