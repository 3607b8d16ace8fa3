import { INBOX_LIMITS } from '@overture/domain/limits';
import { findFreeName } from '@overture/domain/message/files/free-name';
import { type FilesProblem, findFileProblem, findFilesProblem } from '@overture/domain/message/files/message-files';
import { t } from './texts.ts';

/** Loaded with the first file: most messages have none. */

interface Known {
  name: string;
  size: number;
}

const describe = (problem: FilesProblem | null): string | null =>
  problem && t(`files_${problem}`, { count: INBOX_LIMITS.files });

/** Why a message can't take one more file, as the text to show. */
export const checkFile = (file: File, present: readonly Known[]): string | null =>
  describe(findFileProblem(file, present));

/** Why a sender of this type can't send the files. The server refuses them too. */
export const checkFiles = (files: readonly Known[], accountType: string): string | null =>
  describe(findFilesProblem(files, accountType));

/** Formatted text shows an image by its name: no other file has that. */
export function rename(file: File, present: readonly Known[]): File {
  const names = present.map(({ name }) => name);
  const name = findFreeName(file.name, names);
  return name === file.name ? file : new File([file], name, { type: file.type });
}
