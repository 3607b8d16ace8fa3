import { RIGHTS } from '@overture/domain/access/permissions';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const personFilesEndpoints = {
  downloadPersonFile: endpoint('GET /prospects/{id}/file/', {
    summary: 'Everything stored about a person, as a ZIP with JSON for programs and a page to read',
    recorded: { event: 'person_file_made' },
    roles: RIGHTS.settings,
    ok: z.unknown(),
  }),
};
