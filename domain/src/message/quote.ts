import { toSingleLine } from '../text/text.ts';
import { cutText } from '../text/text-bounds.ts';
import { textToHtml } from './html.ts';

/** Characters of what is quoted; longer conversations are cut at their oldest end. */
const MOST_QUOTED = 20_000;
const MARK = '> ';
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

interface Quoted {
  author: string;
  at: Date;
  text: string;
  /** What that message quoted itself. */
  quoted_text: string | null;
}

/** A message as mail programs put it below an answer: a line that says whose it is, then every line behind a mark. */
export function quoteMessage({ author, at, text, quoted_text }: Quoted): string {
  const lines = boundQuoted({ text, quoted_text })
    .split('\n')
    .map((line) => (line.startsWith('>') ? `>${line}` : `${MARK}${line}`.trimEnd()));
  return [`On ${formatInstant(at)}, ${author} wrote:`, ...lines].join('\n');
}

/** Lines of a header and the text, as mail programs put a message into one that sends it on. */
export function writeForwarded(given: {
  from: string;
  at: Date;
  subject: string;
  to: string;
  cc: string;
  text: string;
  quoted_text: string | null;
}): string {
  const head = [
    ['From', given.from],
    ['Date', formatInstant(given.at)],
    ['Subject', given.subject],
    ['To', given.to],
    ['Cc', given.cc],
  ] as const;
  const lines = head.flatMap(([name, value]) => (value.trim() === '' ? [] : [`${name}: ${toSingleLine(value)}`]));
  return [FORWARDED, ...lines, '', boundQuoted(given)].join('\n');
}

const FORWARDED = '---------- Forwarded message ----------';

/** The same in HTML. */
export const forwardedToHtml = (forwarded: string): string => `<div>${textToHtml([{ text: forwarded }])}</div>`;

/** What a message says and quotes, as far as it is put below another one. */
function boundQuoted({ text, quoted_text }: Pick<Quoted, 'text' | 'quoted_text'>): string {
  const said = [text, ...(quoted_text ? [quoted_text] : [])].join('\n\n').replaceAll('\r\n', '\n').trim();
  return said.length > MOST_QUOTED ? `${cutText(said, MOST_QUOTED)}\n[…]` : said;
}

/** A quoted message in HTML: the line, and a block that programs know to fold. */
export function quoteToHtml(quote: string): string {
  const [head = '', ...lines] = quote.split('\n');
  const text = lines.map((line) => (line.startsWith(MARK) ? line.slice(MARK.length) : line.slice(1))).join('\n');
  return `${textToHtml([{ text: head }])}\n<blockquote type="cite" style="margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex">${textToHtml([{ text }])}</blockquote>`;
}

/** `Wed, 25 Nov 2026 at 14:05 UTC`: read by people of any zone. */
function formatInstant(at: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${DAYS[at.getUTCDay()]}, ${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
  return `${day} at ${two(at.getUTCHours())}:${two(at.getUTCMinutes())} UTC`;
}
