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
 * @param writeLink how a link is written whose text does not show its address; without it the text stays alone
 */
export async function parseHtmlText(html: string, writeLink?: LinkWriter): Promise<string> {
  const { Parser } = await import('htmlparser2');
  const given = cutText(html, LONGEST_HTML);
  const writer = new TextWriter(writeLink);
  const parser = new Parser(writer, { decodeEntities: true, lowerCaseTags: true });
  for (let from = 0; from < given.length && !writer.isTooMuch(); from += PIECE) {
    parser.write(given.slice(from, from + PIECE));
  }
  if (writer.isTooMuch()) return htmlToText(given);
  parser.end();
  return writer.text();
}

type LinkWriter = (text: string, url: string) => string;

/** Hears a document and keeps what it says, line by line. */
class TextWriter {
  readonly #writeLink: LinkWriter | undefined;
  /** The open link, and where its text begins on the line. */
  #link: { url: string; line: number; start: number } | null = null;
  readonly #lines: string[] = [];
  #line = '';
  #depth = 0;
  #deepest = 0;
  #tags = 0;
  #unseen = 0;
  #quotes = 0;
  #preformatted = 0;

  constructor(writeLink: LinkWriter | undefined) {
    this.#writeLink = writeLink;
  }

  isTooMuch(): boolean {
    return this.#deepest > DEEPEST || this.#tags > MOST_TAGS;
  }

  text(): string {
    this.#endLine();
    return this.#lines.join('\n').trim();
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>> = {}): void {
    this.#tags += 1;
    this.#depth += 1;
    this.#deepest = Math.max(this.#deepest, this.#depth);
    if (UNSEEN.has(name)) this.#unseen += 1;
    if (this.#unseen > 0) return;
    this.#breakBlock(name);
    if (name === 'a') this.#beginLink(attributes.href);
    this.#beginBlock(name);
    if (name === 'li') this.#line = '- ';
    if ((name === 'td' || name === 'th') && this.#line !== '') this.#line += ' ';
    if (name !== 'br') return;
    if (this.#line.trim() !== '') this.#endLine();
    else if (this.#lines.length > 0) this.#addEmptyLine();
  }

  ontext(text: string): void {
    if (this.#unseen > 0) return;
    if (this.#preformatted === 0) {
      const flowing = text.replace(/\s+/g, ' ');
      this.#line += this.#line === '' ? flowing.trimStart() : flowing;
      return;
    }
    const [first = '', ...rest] = text.split(/\r?\n/);
    this.#line += first;
    for (const next of rest) {
      if (this.#line.trim() === '') this.#addEmptyLine();
      this.#endLine();
      this.#line = next;
    }
  }

  onclosetag(name: string): void {
    this.#depth -= 1;
    if (UNSEEN.has(name)) this.#unseen -= 1;
    if (this.#unseen > 0) return;
    if (name === 'a') this.#endLink();
    if (name === 'blockquote') this.#endQuote();
    else this.#breakBlock(name);
    if (name === 'pre') this.#preformatted -= 1;
  }

  #beginBlock(name: string): void {
    if (name === 'blockquote') this.#quotes += 1;
    if (name === 'pre') this.#preformatted += 1;
  }

  #beginLink(url: string | undefined): void {
    this.#link = this.#writeLink && url ? { url, line: this.#lines.length, start: this.#line.length } : null;
  }

  /** A link over several lines keeps its text alone. */
  #endLink(): void {
    const link = this.#link;
    this.#link = null;
    if (link === null || !this.#writeLink || link.line !== this.#lines.length) return;
    const text = this.#line.slice(link.start).trim();
    if (text !== '' && text !== link.url)
      this.#line = this.#line.slice(0, link.start) + this.#writeLink(text, link.url);
  }

  #breakBlock(name: string): void {
    if (PARAGRAPHS.has(name)) this.#endParagraph();
    else if (LINES.has(name)) this.#endLine();
  }

  #endLine(): void {
    if (this.#line.trim() !== '') this.#lines.push(`${this.#prefix()}${this.#line.trimEnd()}`);
    this.#line = '';
  }

  #endParagraph(): void {
    this.#endLine();
    if (!this.#isEmptyBefore()) this.#addEmptyLine();
  }

  /** Text after a quotation is separated from it, without its mark. */
  #endQuote(): void {
    this.#endLine();
    while (this.#lines.length > 0 && this.#isEmptyBefore()) this.#lines.pop();
    this.#quotes = Math.max(0, this.#quotes - 1);
    if (this.#lines.length > 0) this.#addEmptyLine();
  }

  #addEmptyLine(): void {
    this.#lines.push(this.#prefix().trimEnd());
  }

  #prefix(): string {
    return this.#quotes === 0 ? '' : `${'>'.repeat(Math.min(this.#quotes, DEEPEST_QUOTE))} `;
  }

  #isEmptyBefore(): boolean {
    return this.#lines.length === 0 || /^[> ]*$/.test(cutText(this.#lines.at(-1) ?? '', 30));
  }
}
