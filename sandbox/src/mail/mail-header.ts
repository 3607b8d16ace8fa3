/** Reads single header fields from raw bytes without parsing the mail: the servers look at every mail that passes. */
export function readHeader(raw: Buffer, name: string): string | null {
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.subarray(0, end === -1 ? raw.length : end + 2).toString('utf8');
  const match = new RegExp(`(?:^|\\r\\n)${name}:[ \\t]*((?:[^\\r\\n]|\\r\\n[ \\t])*)`, 'i').exec(head);
  return match?.[1] === undefined ? null : match[1].replace(/\r\n[ \t]/g, ' ').trim();
}

/** '<a@b>' for the first id in the field, or null. */
export function readMessageId(raw: Buffer): string | null {
  return /<[^<>\s]+>/.exec(readHeader(raw, 'message-id') ?? '')?.[0] ?? null;
}
