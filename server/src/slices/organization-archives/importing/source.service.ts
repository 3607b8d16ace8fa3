import type { Context } from '../../../kernel/context.ts';
import type { ZipSource } from '../reading/zip-entries.service.ts';
import { ArchiveError } from '../reading/zip-entries.service.ts';

/** The uploaded archive in the store of files. @throws ArchiveError when it is gone */
export async function openStoredFile({ ports }: Pick<Context, 'ports'>, key: string | null): Promise<ZipSource> {
  const missing = new ArchiveError('The uploaded file is gone. Upload the archive again.');
  if (key === null) throw missing;
  const opened = await ports.files.openFile(key);
  if (!opened) throw missing;
  opened.stream.destroy();
  return {
    size_in_bytes: opened.size_in_bytes,
    async openFrom(start) {
      const part = await ports.files.openFile(key, start);
      if (!part) throw missing;
      return part.stream;
    },
  };
}
