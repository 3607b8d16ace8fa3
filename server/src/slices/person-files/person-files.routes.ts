import type { personFilesEndpoints } from '@overture/contract/person-files';
import { HandlerReply, type RouteTable } from '../../kernel/slice.ts';
import { openPersonFile } from './person-file.service.ts';

export const personFilesRoutes: RouteTable<typeof personFilesEndpoints> = {
  downloadPersonFile: async (ctx, { params, reply }) => {
    const file = await openPersonFile(ctx, params.id);
    reply.type('application/zip').headers({
      'content-disposition': `attachment; filename="person-${params.id}.zip"`,
      'cache-control': 'no-store',
    });
    return new HandlerReply(200, file);
  },
};
