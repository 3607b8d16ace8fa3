import type { ParsedAttachment } from '../mailbox.port.ts';
import { parseMail } from '../message/parse-mail.transform.ts';

/** A mail without its files, and the files. */
export type SplitMail = { base: Buffer; attachments: ParsedAttachment[] };

/**
 * Takes the attachments out of a mail of our own making that is too large for one request: headers and text stay byte for
 * byte. Null for a mail that is not text with files. Images inside the text are files too.
 */
export async function splitLargeMail(raw: Buffer): Promise<SplitMail | null> {
  const top = splitHead(raw);
  const text = withoutFiles(top);
  if (text === top) return null;
  const base = Buffer.concat([Buffer.from(`${text.fields.join('\r\n')}\r\n\r\n`, 'latin1'), text.body]);
  const { attachments, is_truncated } = await parseMail(raw, raw.length);
  return is_truncated ? null : { base, attachments };
}

type Part = { fields: string[]; body: Buffer };

/** Its text alone, which comes first beside files. The same part where it has no files. */
function withoutFiles(part: Part): Part {
  const type = part.fields.find((field) => /^content-type:/i.test(field)) ?? '';
  const found = /^content-type:\s*multipart\/(mixed|related|alternative)\b[\s\S]*\bboundary="?([^"\s;]+)"?/i.exec(type);
  const [, kind = '', boundary = ''] = found ?? [];
  const parts = found === null ? [] : splitParts(part.body, boundary);
  const [first] = parts;
  if (first === undefined) return part;
  if (kind.toLowerCase() === 'alternative') return joinParts(part, parts, boundary);
  const inner = withoutFiles(splitHead(first));
  const own = part.fields.filter((field) => !/^content-(?:type|transfer-encoding):/i.test(field));
  return { fields: [...own, ...inner.fields], body: inner.body };
}

function joinParts(part: Part, parts: readonly Buffer[], boundary: string): Part {
  const heads = parts.map(splitHead);
  const texts = heads.map(withoutFiles);
  if (texts.every((text, place) => text === heads[place])) return part;
  const bytes = texts.flatMap(({ fields, body }) => [
    Buffer.from(`--${boundary}\r\n${fields.join('\r\n')}\r\n\r\n`, 'latin1'),
    ...[body, Buffer.from('\r\n')],
  ]);
  return { fields: part.fields, body: Buffer.concat([...bytes, Buffer.from(`--${boundary}--\r\n`)]) };
}

/** Empty where no part ends. */
function splitParts(body: Buffer, boundary: string): Buffer[] {
  const parts: Buffer[] = [];
  const begin = Buffer.from(`--${boundary}\r\n`);
  let from = body.indexOf(begin);
  while (from !== -1) {
    const start = from + begin.length;
    const to = body.indexOf(`\r\n--${boundary}`, start);
    if (to === -1) break;
    parts.push(body.subarray(start, to));
    from = body.subarray(to + 2, to + 2 + begin.length).equals(begin) ? to + 2 : -1;
  }
  return parts;
}

function splitHead(raw: Buffer): Part {
  const end = raw.indexOf('\r\n\r\n');
  if (end === -1) return { fields: [], body: raw };
  // Each field with its folded lines.
  const fields = raw
    .subarray(0, end)
    .toString('latin1')
    .split(/\r\n(?![ \t])/);
  return { fields, body: raw.subarray(end + 4) };
}
