import type { Picture } from './pictures.port.ts';

/** What bytes are by their first ones; null for anything but a bitmap that browsers show. SVG is a document and none of these. */
export function classifyPicture(bytes: Buffer): Picture['type'] | null {
  const begins = (...expected: number[]): boolean => expected.every((byte, index) => bytes[index] === byte);
  const word = (from: number, to: number): string => bytes.subarray(from, to).toString('latin1');
  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (begins(0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (word(0, 6) === 'GIF87a' || word(0, 6) === 'GIF89a') return 'image/gif';
  if (word(0, 4) === 'RIFF' && word(8, 12) === 'WEBP') return 'image/webp';
  if (word(4, 8) === 'ftyp' && (word(8, 12) === 'avif' || word(8, 12) === 'avis')) return 'image/avif';
  return null;
}
