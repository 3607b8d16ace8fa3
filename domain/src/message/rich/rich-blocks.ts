import { MARKS, type Mark, RICH_LIMITS, type RichBlock, type RichInline, type RichItem } from './rich-text.ts';
import { parseRichTokens, type RichToken } from './rich-tokens.ts';

/** Formatted text as blocks. @param limit characters of the HTML that are read */
export function parseRichText(html: string, limit: number = RICH_LIMITS.html): RichBlock[] {
  return buildBlocks(parseRichTokens(html, limit));
}

/** Blocks of a row of tokens. Unclosed and doubly closed elements are accepted. */
export function buildBlocks(tokens: readonly RichToken[]): RichBlock[] {
  const builder = new Builder();
  for (const token of tokens) builder.add(token);
  return builder.finish();
}

type Edge = Extract<RichToken, { kind: 'edge' | 'quote' | 'list' | 'item' | 'word_item' }>;

class Builder {
  private readonly blocks: RichBlock[] = [];
  private content: RichInline[] = [];
  private readonly marks = new Map<Mark, number>();
  private url: string | null = null;
  /** Whether the last words end with a blank. Looking at joined words each time would cost their length. */
  private endsBlank = false;
  private quotes = 0;
  /** A list or a quote has begun that has no block yet: what comes is not added to the one before. */
  private isNew = false;
  /** Whether the lists around are numbered, the outer one first. */
  private readonly lists: boolean[] = [];
  /** The item that is being written; null between items. */
  private item: Omit<RichItem, 'content'> | null = null;

  add(token: RichToken): void {
    switch (token.kind) {
      case 'text':
        this.addText(token.text);
        break;
      case 'break':
      case 'image':
        this.content.push(token);
        break;
      case 'divider':
      case 'html':
        this.endBlock();
        this.blocks.push(token);
        break;
      case 'open':
      case 'close':
        this.marks.set(token.mark, Math.max(0, (this.marks.get(token.mark) ?? 0) + (token.kind === 'open' ? 1 : -1)));
        break;
      case 'link':
        this.url = token.url;
        break;
      default:
        this.addEdge(token);
    }
  }

  finish(): RichBlock[] {
    this.endBlock();
    return this.blocks;
  }

  private addText(text: string): void {
    const last = this.content.at(-1);
    const isAtStart = last === undefined || last.kind === 'break' || (last.kind === 'words' && this.endsBlank);
    const written = isAtStart && text.startsWith(' ') ? text.slice(1) : text;
    if (written === '') return;
    this.endsBlank = written.endsWith(' ');
    const marks = MARKS.filter((mark) => (this.marks.get(mark) ?? 0) > 0);
    const isSame = last?.kind === 'words' && last.url === this.url && last.marks.join() === marks.join();
    if (isSame) last.text += written;
    else this.content.push({ kind: 'words', text: written, marks, url: this.url });
  }

  private addEdge(token: Edge): void {
    if (token.kind === 'edge' && this.item !== null && this.lists.length > 0) {
      // Paragraphs of one item are its lines.
      if (this.content.length > 0 && this.content.at(-1)?.kind !== 'break') this.content.push({ kind: 'break' });
      return;
    }
    this.endBlock();
    if (token.kind === 'quote') this.changeQuote(token.is_open);
    else if (token.kind === 'list') this.changeList(token.is_open, token.is_numbered);
    else this.item = this.itemOf(token);
  }

  private changeQuote(isOpen: boolean): void {
    this.quotes = Math.max(0, this.quotes + (isOpen ? 1 : -1));
    if (isOpen && this.quotes === 1) this.isNew = true;
  }

  private changeList(isOpen: boolean, isNumbered: boolean): void {
    if (isOpen && this.lists.length === 0) this.isNew = true;
    if (isOpen) this.lists.push(isNumbered);
    else this.lists.pop();
  }

  private itemOf(token: Exclude<Edge, { kind: 'quote' | 'list' }>): Omit<RichItem, 'content'> | null {
    if (token.kind === 'word_item') return { depth: boundDepth(token.depth), is_numbered: token.is_numbered };
    if (token.kind === 'edge' || !token.is_open) return null;
    return { depth: boundDepth(this.lists.length - 1), is_numbered: this.lists.at(-1) ?? false };
  }

  private endBlock(): void {
    const content = withoutEdges(this.content);
    const { item } = this;
    this.content = [];
    this.item = null;
    if (content.length === 0) return;
    const last = this.isNew ? undefined : this.blocks.at(-1);
    this.isNew = false;
    if (item !== null) {
      if (last?.kind === 'list') last.items.push({ ...item, content });
      else this.blocks.push({ kind: 'list', items: [{ ...item, content }] });
    } else if (this.quotes > 0) {
      if (last?.kind === 'quote') last.content.push({ kind: 'break' }, { kind: 'break' }, ...content);
      else this.blocks.push({ kind: 'quote', content });
    } else this.blocks.push({ kind: 'paragraph', content });
  }
}

const boundDepth = (depth: number): number => Math.max(0, Math.min(RICH_LIMITS.depth - 1, depth));

/** Without blanks and breaks at both ends. */
function withoutEdges(content: readonly RichInline[]): RichInline[] {
  const isBlank = (part: RichInline): boolean =>
    part.kind === 'break' || (part.kind === 'words' && part.text.trim() === '');
  let [start, end] = [0, content.length];
  while (start < end && isBlank(content[start]!)) start += 1;
  while (end > start && isBlank(content[end - 1]!)) end -= 1;
  const kept = content.slice(start, end).map((part) => ({ ...part }));
  const last = kept.at(-1);
  if (last?.kind === 'words') last.text = last.text.trimEnd();
  return kept;
}
