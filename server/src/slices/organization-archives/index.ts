import type { Slice } from '../../kernel/slice.ts';
import { importKeyPurpose, importTask } from './importing/archive-imports.service.ts';
import { expireImports, runArchiveImport } from './importing/run-archive-import.job.ts';
import { expireArchives, makeArchive } from './make-archive.job.ts';
import { archiveTask, keyPurpose } from './organization-archives.service.ts';

export { writeArchive } from './archive-writer.service.ts';
export { archiveImportsRoutes } from './importing/archive-imports.routes.ts';
export { importByOperator } from './importing/archive-imports.service.ts';
export { runArchiveImport } from './importing/run-archive-import.job.ts';
export { organizationArchivesRoutes } from './organization-archives.routes.ts';
export { archiveFileName } from './organization-archives.service.ts';
export { checkArchive } from './reading/archive-check.service.ts';

export const organizationArchivesSlice: Slice = {
  name: 'organization-archives',
  sealed: [
    { table: 'organization_archives', column: 'sealed_key', key: 'id', purpose: keyPurpose },
    { table: 'archive_imports', column: 'sealed_key', key: 'id', purpose: importKeyPurpose },
  ],
  tasks: { [archiveTask]: makeArchive, [importTask]: runArchiveImport },
  loops: [expireArchives, expireImports],
};
