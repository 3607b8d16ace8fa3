/**
 * Text in format=flowed (RFC 3676): a line that ends with a space continues in the next line of the same quote depth.
 */

const MOST_PARTS = 20;
/** How far before its value a header field may begin. */
const LONGEST_FIELD = 400;

export interface FlowedMail {
  /** The same mail with nothing said of its flow: parsers put lines together without looking at the marks of quotations. */
  raw: Buffer;
  is_flowed: boolean;
  deletes_space: boolean;
}

/** Takes the word for flowed text out of the content types of a mail; its length stays. */
export function withoutFlow(raw: Buffer): FlowedMail {
  const head = raw.subarray(0, 2_000_000).toString('latin1').toLowerCase();
  let changed: Buffer | null = null;
  let deletes_space = false;
  let at = head.indexOf('format=');
  for (let count = 0; at !== -1 && count < MOST_PARTS; at = head.indexOf('format=', at + 1), count += 1) {
    if (!/^format="?flowed/.test(head.slice(at, at + 20)) || !isContentType(head, at)) continue;
    changed ??= Buffer.from(raw);
    changed.write('x-flow', at, 'latin1');
    const field = head.slice(Math.max(0, at - LONGEST_FIELD), at + LONGEST_FIELD);
    if (/delsp="?yes/.test(field)) deletes_space = true;
  }
  return { raw: changed ?? raw, is_flowed: changed !== null, deletes_space };
}

/** True if the position is inside a content-type field: it begins before, with no empty line between. */
function isContentType(head: string, at: number): boolean {
  const from = Math.max(0, at - LONGEST_FIELD);
  const field = head.slice(from, at);
  const start = field.lastIndexOf('content-type:');
  return start !== -1 && !/\n(?![ \t])/.test(field.slice(start));
}

/** Paragraphs as they were written. A signature mark never flows; a quoted line joins only lines quoted as deep. */
export function unflow(text: string, deletesSpace: boolean): string {
  const lines: string[] = [];
  let open: { depth: number; parts: string[] } | null = null;
  const close = (): void => {
    if (open !== null) lines.push(`${'>'.repeat(open.depth)}${open.depth > 0 ? ' ' : ''}${open.parts.join('')}`);
    open = null;
  };
  for (const line of text.split('\n')) {
    const depth = depthOf(line);
    const bare = line.slice(depth).replace(/^ /, '');
    const isSignature = bare === '-- ';
    const flows = bare.endsWith(' ') && !isSignature;
    if (open !== null && ((open as { depth: number }).depth !== depth || isSignature)) close();
    const part = flows && deletesSpace ? bare.slice(0, -1) : bare;
    if (open === null) open = { depth, parts: [part] };
    else (open as { parts: string[] }).parts.push(part);
    if (!flows) close();
  }
  close();
  return lines.join('\n');
}

function depthOf(line: string): number {
  let depth = 0;
  while (line[depth] === '>') depth += 1;
  return depth;
}
