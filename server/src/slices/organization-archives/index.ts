import type { Slice } from '../../kernel/slice.ts';
import { expireArchives, makeArchive } from './make-archive.job.ts';
import { archiveTask, keyPurpose } from './organization-archives.service.ts';

export { writeArchive } from './archive-writer.service.ts';
export { organizationArchivesRoutes } from './organization-archives.routes.ts';
export { archiveFileName } from './organization-archives.service.ts';
export { checkArchive } from './reading/archive-check.service.ts';

export const organizationArchivesSlice: Slice = {
  name: 'organization-archives',
  sealed: [{ table: 'organization_archives', column: 'sealed_key', key: 'id', purpose: keyPurpose }],
  tasks: { [archiveTask]: makeArchive },
  loops: [expireArchives],
};
