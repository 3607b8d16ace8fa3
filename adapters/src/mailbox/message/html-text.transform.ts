import { htmlToText } from '@overture/domain/message/html';
import { cutText } from '@overture/domain/text/text-bounds';

/** Beyond, the rest of a mail is what it quotes. */
const LONGEST_HTML = 400_000;
const DEEPEST = 500;
const MOST_TAGS = 40_000;
const PIECE = 8_192;
const DEEPEST_QUOTE = 20;

const UNSEEN = new Set('head script style title template noscript svg object select textarea'.split(' '));
/** With an empty line around them, and on a line of their own. */
const PARAGRAPHS = new Set('p blockquote ul ol table h1 h2 h3 h4 h5 h6 pre dl'.split(' '));
const LINES = new Set('div tr li dt dd section article header footer center address hr form fieldset'.split(' '));

/**
 * What a mail that came as HTML only says: lines and paragraphs as they are seen, quoted blocks with `>` before each line. One pass
 * without a document in memory; what is nested beyond reason is read as text without its tags. Never throws.
 */
export async function readHtmlText(html: string): Promise<string> {
  const { Parser } = await import('htmlparser2');
  const given = cutText(html, LONGEST_HTML);
  const writer = createWriter();
  const parser = new Parser(writer.handler, { decodeEntities: true, lowerCaseTags: true });
  for (let from = 0; from < given.length && !writer.isTooMuch(); from += PIECE) {
    parser.write(given.slice(from, from + PIECE));
  }
  if (writer.isTooMuch()) return htmlToText(given);
  parser.end();
  return writer.text();
}

function createWriter() {
  const lines: string[] = [];
  let line = '';
  let depth = 0;
  let deepest = 0;
  let tags = 0;
  let unseen = 0;
  let quotes = 0;
  let preformatted = 0;
  const prefix = (): string => (quotes === 0 ? '' : `${'>'.repeat(Math.min(quotes, DEEPEST_QUOTE))} `);
  const isEmptyBefore = (): boolean => lines.length === 0 || /^[> ]*$/.test((lines.at(-1) ?? '').slice(0, 30));
  const endLine = (): void => {
    if (line.trim() !== '') lines.push(`${prefix()}${line.trimEnd()}`);
    line = '';
  };
  const endParagraph = (): void => {
    endLine();
    if (!isEmptyBefore()) lines.push(prefix().trimEnd());
  };
  /** What follows a quotation stands apart from it, without its mark. */
  const endQuote = (): void => {
    endLine();
    while (lines.length > 0 && isEmptyBefore()) lines.pop();
    quotes = Math.max(0, quotes - 1);
    if (lines.length > 0) lines.push(prefix().trimEnd());
  };
  const breakBlock = (name: string): void => {
    if (PARAGRAPHS.has(name)) endParagraph();
    else if (LINES.has(name)) endLine();
  };
  return {
    isTooMuch: (): boolean => deepest > DEEPEST || tags > MOST_TAGS,
    text: (): string => {
      endLine();
      return lines.join('\n').trim();
    },
    handler: {
      onopentag(name: string): void {
        tags += 1;
        depth += 1;
        deepest = Math.max(deepest, depth);
        if (UNSEEN.has(name)) unseen += 1;
        if (unseen > 0) return;
        breakBlock(name);
        if (name === 'blockquote') quotes += 1;
        if (name === 'pre') preformatted += 1;
        if (name === 'li') line = '- ';
        if ((name === 'td' || name === 'th') && line !== '') line += ' ';
        if (name !== 'br') return;
        if (line.trim() !== '') endLine();
        else if (lines.length > 0) lines.push(prefix().trimEnd());
      },
      ontext(text: string): void {
        if (unseen > 0) return;
        if (preformatted === 0) {
          const flowing = text.replace(/\s+/g, ' ');
          line += line === '' ? flowing.trimStart() : flowing;
          return;
        }
        const [first = '', ...rest] = text.split(/\r?\n/);
        line += first;
        for (const next of rest) {
          if (line.trim() === '') lines.push(prefix().trimEnd());
          endLine();
          line = next;
        }
      },
      onclosetag(name: string): void {
        depth -= 1;
        if (UNSEEN.has(name)) unseen -= 1;
        if (unseen > 0) return;
        if (name === 'blockquote') endQuote();
        else breakBlock(name);
        if (name === 'pre') preformatted -= 1;
      },
    },
  };
}
