import type { organizationArchivesEndpoints } from '@overture/contract/organization-archives';
import { HandlerReply, type RouteTable } from '../../kernel/slice.ts';
import * as service from './organization-archives.service.ts';

export const organizationArchivesRoutes: RouteTable<typeof organizationArchivesEndpoints> = {
  listArchives: async (ctx) => ({ archives: await service.listArchives(ctx) }),
  createArchive: async (ctx, { body }) => ({ archive: await service.createArchive(ctx, body.passphrase ?? null) }),
  stopArchive: async (ctx, { params }) => ({ archive: await service.stopArchive(ctx, params.id) }),
  prepareArchiveDownload: async (ctx, { params }) => {
    await service.requireFile(ctx, params.id);
    return { download_url: `/api/v1/organization/archives/${params.id}/file/` };
  },
  downloadArchive: async (ctx, { params, reply }) => {
    const { stream, size_in_bytes, name } = await service.openArchiveFile(ctx, params.id);
    reply.type('application/zip').headers({
      'content-disposition': `attachment; filename="${name}"`,
      'content-length': size_in_bytes,
      'cache-control': 'no-store',
    });
    return new HandlerReply(200, stream);
  },
};
