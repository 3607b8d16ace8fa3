import { escapeHtml } from '../html.ts';
import { parsePieces } from '../tokens.ts';
import { parseRichText } from './rich-blocks.ts';
import {
  isPlain,
  type Mark,
  type RichBlock,
  type RichImage,
  type RichInline,
  type RichItem,
  type RichWords,
} from './rich-text.ts';

const TAGS: Record<Mark, string> = { bold: 'b', italic: 'i', underline: 'u' };

/** Formatted text as it may be stored; null for text that plain text says as well. */
export function cleanRichText(html: string): string | null {
  const blocks = parseRichText(html);
  return blocks.length === 0 || isPlain(blocks) ? null : writeRichHtml(blocks);
}

/** Names of the files that formatted text shows. */
export function listImages(html: string): string[] {
  const contents = parseRichText(html).flatMap((block) =>
    'content' in block ? [block.content] : block.kind === 'list' ? block.items.map(({ content }) => content) : [],
  );
  return contents.flat().flatMap((part) => (part.kind === 'image' ? [part.name] : []));
}

/** How the parts of formatted text are written. */
export interface RichWriter {
  text: (words: RichWords) => string;
  image: (image: RichImage) => string;
}

const STORED: RichWriter = {
  text: ({ text }) => escapeTemplate(text),
  image: (image) => imageHtml(image, `cid:${image.name}`),
};

/** Formatted text as HTML. Variables and tokens stay as they are written. */
export function writeRichHtml(blocks: readonly RichBlock[], writer: RichWriter = STORED): string {
  return blocks.map((block) => writeBlock(block, writer)).join('\n');
}

function writeBlock(block: RichBlock, writer: RichWriter): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p>${writeInlines(block.content, writer)}</p>`;
    case 'quote':
      return `<blockquote>${writeInlines(block.content, writer)}</blockquote>`;
    case 'list':
      return writeList(block.items, writer);
    case 'divider':
      return '<hr>';
    case 'html':
      return `<div>${block.html}</div>`;
  }
}

/** Items of one depth and kind share a list; deeper ones lie in the item before. */
function writeList(items: readonly RichItem[], writer: RichWriter): string {
  let html = '';
  const open: boolean[] = [];
  const close = () => {
    html += `</li></${open.pop() === true ? 'ol' : 'ul'}>`;
  };
  for (const { depth, is_numbered, content } of items) {
    while (open.length > depth + 1) close();
    if (open.length === depth + 1 && open.at(-1) !== is_numbered) close();
    const isNext = open.length === depth + 1;
    if (isNext) html += '</li><li>';
    while (open.length < depth + 1) {
      open.push(is_numbered);
      html += `<${is_numbered ? 'ol' : 'ul'}><li>`;
    }
    html += writeInlines(content, writer);
  }
  while (open.length > 0) close();
  return html;
}

function writeInlines(content: readonly RichInline[], writer: RichWriter): string {
  return content
    .map((part) =>
      part.kind === 'break' ? '<br>' : part.kind === 'image' ? writer.image(part) : writeWords(part, writer),
    )
    .join('');
}

function writeWords(words: RichWords, writer: RichWriter): string {
  const { marks, url } = words;
  const inner = marks.reduceRight((html, mark) => `<${TAGS[mark]}>${html}</${TAGS[mark]}>`, writer.text(words));
  return url === null ? inner : `<a href="${escapeHtml(url)}">${inner}</a>`;
}

/** An image with its address, escaped. */
export function imageHtml({ alt, width }: RichImage, source: string): string {
  const size = width === null ? '' : ` width="${width}"`;
  return `<img src="${escapeHtml(source)}" alt="${escapeHtml(alt)}"${size}>`;
}

/** Words made harmless; variables and tokens keep their signs. */
function escapeTemplate(text: string): string {
  const pieces = parsePieces(text);
  return pieces
    .map((piece, index) => {
      const source = text.slice(piece.at, pieces[index + 1]?.at ?? text.length);
      return piece.kind === 'text' || piece.kind === 'open' ? escapeHtml(source) : source;
    })
    .join('');
}

/** Formatted text as plain text: links with their address behind, lists and quotes by signs. It is still a message with variables. */
export function writeRichPlain(blocks: readonly RichBlock[]): string {
  return blocks.map(writePlainBlock).join('\n\n');
}

function writePlainBlock(block: RichBlock): string {
  switch (block.kind) {
    case 'paragraph':
      return plainOf(block.content);
    case 'quote':
      return plainOf(block.content)
        .split('\n')
        .map((line) => `> ${line}`.trimEnd())
        .join('\n');
    case 'list':
      return writePlainList(block.items);
    case 'divider':
      return '---';
    case 'html':
      return '';
  }
}

function writePlainList(items: readonly RichItem[]): string {
  const counts: number[] = [];
  return items
    .map(({ depth, is_numbered, content }) => {
      counts.length = Math.min(counts.length, depth + 1);
      counts[depth] = is_numbered ? (counts[depth] ?? 0) + 1 : 0;
      const sign = is_numbered ? `${counts[depth]}. ` : '- ';
      const indent = '  '.repeat(depth);
      return indent + sign + plainOf(content).replaceAll('\n', `\n${indent}${' '.repeat(sign.length)}`);
    })
    .join('\n');
}

/** A link of several looks has its address once, behind its last words. */
function plainOf(content: readonly RichInline[]): string {
  return content
    .map((part, index) => {
      if (part.kind === 'break') return '\n';
      if (part.kind === 'image') return part.alt === '' ? '' : `[${part.alt}]`;
      const next = content[index + 1];
      const isLast = part.url !== null && !(next?.kind === 'words' && next.url === part.url);
      return isLast && part.text.trim() !== part.url ? `${part.text} (${part.url})` : part.text;
    })
    .join('');
}
