import type { Slice } from '../../kernel/slice.ts';
import { deleteSpentFiles } from './add-file.service.ts';
import { FILES_LOOP } from './files.store.ts';
import { runToolImports } from './run-imports.service.ts';
import { keyPurpose } from './tool-imports.service.ts';
import { LOOP, pruneImports } from './tool-imports.store.ts';

export { toolImportsRoutes } from './tool-imports.routes.ts';

export const toolImportsSlice: Slice = {
  name: 'tool-imports',
  sealed: [{ table: 'tool_imports', column: 'sealed_key', key: 'id', purpose: keyPurpose }],
  loops: [
    { name: LOOP, interval_in_ms: 1000, run: runToolImports },
    { name: FILES_LOOP, interval_in_ms: 60_000, run: deleteSpentFiles },
    { name: 'old-tool-imports', interval_in_ms: 3_600_000, run: pruneImports },
  ],
};
