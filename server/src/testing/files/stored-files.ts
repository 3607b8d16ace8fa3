import { createFileDeletions } from '../../app/files/deletions.service.ts';
import type { TestServer } from '../harness.ts';

/** Whether a file is stored once the deletions that are queued were done. */
export async function isFileStored({ program }: Pick<TestServer, 'program'>, key: string): Promise<boolean> {
  const { databases, system } = program;
  const { files } = system.ports;
  await createFileDeletions(files, { db: databases.system, log: system.log, is_shared: false }).deleteDue();
  const file = await files.openFile(key);
  file?.stream.destroy();
  return file !== null;
}
