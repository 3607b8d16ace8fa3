import { detectAttachmentType } from '../attachments.ts';
import { endingOf, FILE_TYPES } from './file-types.ts';
import { isTextName, kindOfType, type PreviewKind } from './preview-kinds.ts';

/** The bytes of a file that decide its type. */
export interface FileEnds {
  head: Uint8Array;
  /** An archive lists its parts at its end. */
  tail: Uint8Array;
}

export const HEAD_IN_BYTES = 64 * 1024;
export const TAIL_IN_BYTES = 512 * 1024;

/** The folder in which a document keeps its own parts. */
const OFFICE_FOLDERS: Readonly<Record<string, string>> = { docx: 'word/', xlsx: 'xl/', pptx: 'ppt/' };
const TEXTS = ['txt', 'csv'];

/** The type that a file really has: by its bytes, and by its ending where they leave a choice. Null for one that may not be attached. */
export function detectFileType(ends: FileEnds, name: string): string | null {
  const ending = endingOf(name);
  const byBytes = detectAttachmentType(ends.head) ?? (isWebp(ends.head) ? 'image/webp' : null);
  if (byBytes !== null) return byBytes;
  const folder = Object.hasOwn(OFFICE_FOLDERS, ending) ? OFFICE_FOLDERS[ending] : undefined;
  const isSuch = folder === undefined ? TEXTS.includes(ending) && isText(ends.head) : isOfficeDocument(ends, folder);
  return isSuch ? FILE_TYPES[ending]! : null;
}

const isWebp = (head: Uint8Array): boolean =>
  toLatin(head.subarray(0, 4)) === 'RIFF' && toLatin(head.subarray(8, 12)) === 'WEBP';

/** A document without macros. */
function isOfficeDocument({ head, tail }: FileEnds, folder: string): boolean {
  if (toLatin(head.subarray(0, 4)) !== 'PK\u0003\u0004') return false;
  const parts = toLatin(tail);
  return parts.includes('[Content_Types].xml') && parts.includes(folder) && !parts.includes('vbaProject.bin');
}

/** No text in UTF-8 or an encoding of one byte has other control characters than tabs, line breaks and form feeds. */
const isText = (head: Uint8Array): boolean => head.every((byte) => byte >= 32 || (byte >= 9 && byte <= 13));

function toLatin(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

/** What a file may be shown as, by its bytes; null for one that can only be saved. */
export function detectPreview(ends: FileEnds, name: string): { kind: PreviewKind; type: string } | null {
  const type = detectFileType(ends, name);
  const kind = type === null ? null : kindOfType(type);
  if (type !== null && kind !== null) return { kind, type };
  return isTextName(name) && isText(ends.head) ? { kind: 'text', type: 'text/plain; charset=utf-8' } : null;
}
