import { open } from 'node:fs/promises';
import { detectAttachmentType, isAttachmentType } from '@overture/domain/message/attachments';
import { cleanText, toSingleLine } from '@overture/domain/text/text';
import { ApiError } from '../errors.ts';
import type { UploadedFile } from '../slice.ts';

const MAX_NAME_LENGTH = 200;
const HEAD_BYTES = 16;

/**
 * An uploaded file as it may be attached to a message: what it is follows from its first bytes; one that claims another allowed
 * or forbidden type is refused. The name is the last part of the given one, on one line. @throws attachment_type
 */
export async function describeAttachment(file: UploadedFile): Promise<{ name: string; type: string; size: number }> {
  return { name: cleanName(file), type: await detectType(file), size: file.size_in_bytes };
}

async function detectType(file: UploadedFile): Promise<string> {
  const handle = await open(file.path, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    await handle.read(head, 0, HEAD_BYTES, 0);
    const type = detectAttachmentType(head);
    const claimed = file.content_type.toLowerCase();
    const isGeneric = claimed === '' || claimed.startsWith('application/octet-stream');
    if (type === null || !(isGeneric || (isAttachmentType(claimed) && claimed.startsWith(type)))) {
      throw new ApiError('attachment_type');
    }
    return type;
  } finally {
    await handle.close();
  }
}

/** What a recipient sees, never a path of ours, and nothing that turns the direction of writing. */
function cleanName(file: UploadedFile): string {
  const last = file.filename.split(/[\\/]/).at(-1) ?? '';
  const name = toSingleLine(cleanText(last))
    .replace(/\p{Cf}/gu, '')
    .replaceAll('"', "'");
  return name.slice(-MAX_NAME_LENGTH) || 'attachment';
}
