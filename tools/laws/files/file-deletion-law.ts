import type { SourceFile } from '../source-files.ts';

const UNSAVED = 'no row names the file: it could not be stored with it';
const ROW_LATER = 'the row names the file until it is deleted: the next round repeats it';

/** Places that delete files themselves: how many calls, and why none is lost when the process dies. */
const ALLOWED: Readonly<Record<string, readonly [calls: number, reason: string]>> = {
  'agency/clients/clients.service.ts': [1, UNSAVED],
  'agency/ending/erase-clients.service.ts': [1, ROW_LATER],
  'campaigns/editor/attachments.service.ts': [1, UNSAVED],
  'campaigns/revisions/working-copy.service.ts': [1, UNSAVED],
  'chats/files/store-files.service.ts': [2, UNSAVED],
  'chats/forwards/forward.service.ts': [1, UNSAVED],
  'chats/mail/mail-parts.service.ts': [2, UNSAVED],
  'chats/sync/linkedin-files.service.ts': [1, UNSAVED],
  'chats/sync/receive-mail.service.ts': [2, UNSAVED],
  'organization-admin/erasure.service.ts': [1, ROW_LATER],
  'organization-archives/importing/archive-imports.service.ts': [1, UNSAVED],
  'organization-archives/importing/undo-import.service.ts': [1, ROW_LATER],
  'organization-archives/make-archive.job.ts': [
    2,
    'one is not wanted any longer and has no row; the other is named until it is deleted',
  ],
  'searches/import/import.service.ts': [1, UNSAVED],
  'searches/import/run-import.job.ts': [1, ROW_LATER],
  'tool-imports/add-file.service.ts': [2, 'one could not be stored; the other is named until it is deleted'],
};

const CALL = /\bfiles\??\s*\.deleteFile\(|(?<!function )\bdiscardFiles\(/g;
const SLICES = 'server/src/slices/';

/** Calls that delete files outside of the transaction that deletes their rows. `queueFileDeletions` (server/src/kernel) is the right one. */
export function findFileDeletions(files: readonly SourceFile[], allowed = ALLOWED): string[] {
  const counts = new Map(
    files
      .filter(({ path }) => path.startsWith(SLICES) && !/\.(?:test|factory|conformance)\.ts$/.test(path))
      .map(({ path, text }) => [path.slice(SLICES.length), [...text.matchAll(CALL)].length]),
  );
  const known = new Set([...Object.keys(allowed), ...counts.keys()]);
  return [...known].flatMap((path) => {
    const [found, most] = [counts.get(path) ?? 0, allowed[path]?.[0] ?? 0];
    return found === most ? [] : [`${path}: deletes files ${found} times, ${most} allowed: call queueFileDeletions`];
  });
}
