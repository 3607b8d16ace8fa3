import { ATTACHMENTS } from '../limits.ts';

/** True for a type that may be attached. */
export function isAttachmentType(type: string): boolean {
  return (ATTACHMENTS.allowed_types as readonly string[]).includes(type.toLowerCase().split(';')[0]?.trim() ?? '');
}

/** Why a file cannot be attached, as the text to show, or null. `usedInBytes` is what the step already carries. */
export function findAttachmentProblem(file: { type: string; size: number }, usedInBytes: number): string | null {
  if (!isAttachmentType(file.type)) return ATTACHMENTS.unsupported_text;
  return usedInBytes + file.size > ATTACHMENTS.max_total_in_bytes ? ATTACHMENTS.too_large_text : null;
}

/** The Add button is disabled when the total is at or above the limit. */
export function canAddAttachment(usedInBytes: number): boolean {
  return usedInBytes < ATTACHMENTS.max_total_in_bytes;
}

const SIGNATURES: readonly { type: string; offset: number; bytes: readonly number[] }[] = [
  { type: 'application/pdf', offset: 0, bytes: [0x25, 0x50, 0x44, 0x46] },
  { type: 'image/jpeg', offset: 0, bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/png', offset: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/gif', offset: 0, bytes: [0x47, 0x49, 0x46, 0x38] },
  { type: 'video/mp4', offset: 4, bytes: [0x66, 0x74, 0x79, 0x70] },
];

/** Type a file really has, told by its first bytes; null for anything that may not be attached. */
export function detectAttachmentType(head: Uint8Array): string | null {
  const found = SIGNATURES.find(({ offset, bytes }) => bytes.every((byte, index) => head[offset + index] === byte));
  return found?.type ?? null;
}
