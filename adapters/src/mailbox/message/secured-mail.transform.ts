import { cutText } from '@overture/domain/text/text-bounds';
import { parseCms } from './cms-content.transform.ts';

/** Mails that are signed or encrypted by S/MIME (RFC 8551) or PGP (RFC 3156). Signatures are not verified here. */

interface Part {
  contentType: string;
  filename?: string | undefined;
  content: Buffer;
}

const isCmsPart = ({ contentType, filename }: Part): boolean =>
  /^application\/(?:x-)?pkcs7-mime$/.test(contentType) || /\.p7m$/i.test(filename ?? '');

/** A detached signature, which is no readable content. */
export const isSignature = (contentType: string): boolean =>
  /^application\/(?:(?:x-)?pkcs7-signature|pgp-signature|pgp-keys)$/.test(contentType);

/** What a mail hides: the part that was signed, with its own head; that it is encrypted; or nothing. */
export function findHiddenPart(type: string, parts: readonly Part[]): { signed: Buffer } | 'encrypted' | null {
  if (type === 'multipart/encrypted') return 'encrypted';
  const part = parts.find(isCmsPart);
  if (part === undefined) return null;
  const found = parseCms(part.content);
  // An unreadable one is treated as encrypted: its content is hidden here.
  return found?.is === 'signed' ? { signed: found.content } : 'encrypted';
}

/** The mail as if nothing had been wrapped around what was signed: its own head, and of the inner one what describes the content only. */
export function withoutWrapping(head: Buffer, signed: Buffer): Buffer {
  const { fields: inner, body } = split(signed);
  const { fields: outer } = split(head);
  const isOfContent = (field: string): boolean => /^content-/i.test(field);
  const fields = [...outer.filter((field) => !isOfContent(field)), ...inner.filter(isOfContent)];
  return Buffer.concat([Buffer.from(`${fields.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}

function split(mail: Buffer): { fields: string[]; body: Buffer } {
  const ends = ['\r\n\r\n', '\n\n'].map((gap) => ({ at: mail.indexOf(gap), gap })).filter(({ at }) => at !== -1);
  const end = ends.sort((a, b) => a.at - b.at)[0];
  const head = mail.subarray(0, end?.at ?? mail.length).toString('latin1');
  const body = end === undefined ? Buffer.alloc(0) : mail.subarray(end.at + end.gap.length);
  return { fields: head.split(/\r?\n(?![ \t])/).filter((field) => field !== ''), body };
}

const BEGIN = '-----BEGIN PGP ';
const LONGEST_TEXT = 1_000_000;

/** A text without the armor of PGP: what was signed is read, what is encrypted falls out. */
export function parseArmored(given: string): { text: string; is_encrypted: boolean } {
  if (!given.includes(BEGIN)) return { text: given, is_encrypted: false };
  let isEncrypted = false;
  let hides = false;
  let isHead = false;
  const lines: string[] = [];
  for (const line of cutText(given, LONGEST_TEXT).split(/\r?\n/)) {
    const mark = /^-----(BEGIN|END) PGP ([A-Z ]{3,40})-----\s{0,10}$/.exec(line);
    if (mark !== null) {
      const [, side, what] = mark;
      isEncrypted ||= what === 'MESSAGE';
      isHead = side === 'BEGIN' && what === 'SIGNED MESSAGE';
      hides = side === 'BEGIN' && !isHead;
    } else if (isHead) {
      // 'Hash: SHA256' and other fields, up to an empty line.
      isHead = line.trim() !== '';
    } else if (!hides) {
      lines.push(line.replace(/^- (?=-|From )/, ''));
    }
  }
  return { text: lines.join('\n').trim(), is_encrypted: isEncrypted };
}
