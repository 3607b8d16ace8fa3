/** Reads single header fields from raw bytes without parsing the mail: the servers look at every mail that passes. */
export function parseHeader(raw: Buffer, name: string): string | null {
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.subarray(0, end === -1 ? raw.length : end + 2).toString('utf8');
  const match = new RegExp(`(?:^|\\r\\n)${name}:[ \\t]*((?:[^\\r\\n]|\\r\\n[ \\t])*)`, 'i').exec(head);
  return match?.[1] === undefined ? null : match[1].replace(/\r\n[ \t]/g, ' ').trim();
}

/** '<a@b>' for the first id in the field, or null. */
export function parseMessageId(raw: Buffer): string | null {
  return /<[^<>\s]+>/.exec(parseHeader(raw, 'message-id') ?? '')?.[0] ?? null;
}

/**
 * The sender's id of a mail, even after a provider changed its Message-ID: the reference in its own header, else the
 * Message-ID.
 */
export function parseMailRef(raw: Buffer): string | null {
  return /<[^<>\s]+>/.exec(parseHeader(raw, 'x-message-ref') ?? '')?.[0] ?? parseMessageId(raw);
}

/** The mail with this field, replacing any of that name. */
export function withHeader(raw: Buffer, name: string, value: string): Buffer {
  const { head, body } = splitMail(raw);
  const kept = fieldsOf(head).filter((field) => nameOf(field) !== name.toLowerCase());
  return joinMail([...kept, `${name}: ${value}`], body);
}

/** The mail without the fields of this name. */
export function withoutHeader(raw: Buffer, name: string): Buffer {
  const { head, body } = splitMail(raw);
  return joinMail(
    fieldsOf(head).filter((field) => nameOf(field) !== name.toLowerCase()),
    body,
  );
}

export function splitMail(raw: Buffer): { head: string; body: Buffer } {
  const end = raw.indexOf('\r\n\r\n');
  if (end === -1) return { head: raw.toString('latin1'), body: Buffer.alloc(0) };
  return { head: raw.subarray(0, end).toString('latin1'), body: raw.subarray(end + 4) };
}

/** Each with its folded lines. */
export const fieldsOf = (head: string): string[] => head.split(/\r\n(?![ \t])/).filter((field) => field !== '');

export const nameOf = (field: string): string => field.slice(0, field.indexOf(':')).trim().toLowerCase();

export const joinMail = (fields: readonly string[], body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${fields.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
