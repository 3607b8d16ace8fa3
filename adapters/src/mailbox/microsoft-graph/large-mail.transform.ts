import type { ParsedAttachment } from '../mailbox.port.ts';
import { parseMail } from '../message/parse-mail.transform.ts';

/** A mail without its files, and the files. */
export type SplitMail = { base: Buffer; attachments: ParsedAttachment[] };

/**
 * Takes the attachments out of a mail of our own making that is too large for one request: headers and text stay byte for
 * byte. Null for a mail that is not text followed by files.
 */
export async function splitLargeMail(raw: Buffer): Promise<SplitMail | null> {
  const top = splitHead(raw);
  const type = top.fields.find((field) => /^content-type:/i.test(field)) ?? '';
  const boundary = /^content-type:\s*multipart\/mixed\b[\s\S]*\bboundary="?([^"\s;]+)"?/i.exec(type)?.[1];
  if (boundary === undefined) return null;
  const begin = Buffer.from(`--${boundary}\r\n`);
  const from = raw.indexOf(begin);
  const to = raw.indexOf(`\r\n--${boundary}`, from + begin.length);
  if (from === -1 || to === -1) return null;
  const first = splitHead(raw.subarray(from + begin.length, to));
  const own = top.fields.filter((field) => !/^content-(?:type|transfer-encoding):/i.test(field));
  const base = Buffer.concat([Buffer.from(`${[...own, ...first.fields].join('\r\n')}\r\n\r\n`, 'latin1'), first.body]);
  const { attachments, is_truncated } = await parseMail(raw, raw.length);
  return is_truncated ? null : { base, attachments };
}

function splitHead(raw: Buffer): { fields: string[]; body: Buffer } {
  const end = raw.indexOf('\r\n\r\n');
  if (end === -1) return { fields: [], body: raw };
  // Each field with its folded lines.
  const fields = raw
    .subarray(0, end)
    .toString('latin1')
    .split(/\r\n(?![ \t])/);
  return { fields, body: raw.subarray(end + 4) };
}
