import { isEmailAccount } from '../../accounts.ts';
import { INBOX_LIMITS } from '../../limits.ts';
import { isMessageFile } from './file-types.ts';

/** How much the files of one message of the inbox may have together. */
export const MESSAGE_FILES = {
  /** Of an email, before base64 makes them a third larger. Gmail takes 35 MB of an encoded one. */
  mail_in_bytes: 25 * 1024 * 1024,
  /** On LinkedIn, WhatsApp, Instagram and Messenger. */
  chat_in_bytes: 15_000_000,
  type_text: "This type of file can't be sent. Send PDF, JPG, PNG, GIF, WEBP, MP4, DOCX, XLSX, PPTX, TXT or CSV files.",
  size_text: 'The files of one message can have 25 MB together.',
} as const;

/** Of a kind that is not sent; more than an email takes; more than other channels take; too many. */
export type FilesProblem = 'type' | 'mail_size' | 'chat_size' | 'count';

type Sized = { size: number };

export const sizeOfFiles = (files: readonly Sized[]): number => files.reduce((sum, { size }) => sum + size, 0);

/** Why a message can't take one more file. Its bytes are checked when it arrives. */
export function findFileProblem(
  file: { name: string; type: string; size: number },
  present: readonly Sized[],
): FilesProblem | null {
  if (!isMessageFile(file)) return 'type';
  return findFilesProblem([...present, file], 'IMAP');
}

/** Why a sender of this type can't send the files. */
export function findFilesProblem(files: readonly Sized[], accountType: string): FilesProblem | null {
  if (files.length > INBOX_LIMITS.files) return 'count';
  const size = sizeOfFiles(files);
  if (isEmailAccount(accountType)) return size > MESSAGE_FILES.mail_in_bytes ? 'mail_size' : null;
  return size > MESSAGE_FILES.chat_in_bytes ? 'chat_size' : null;
}
