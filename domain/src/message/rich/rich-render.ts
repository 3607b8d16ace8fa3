import { isSafeLink } from '../../text/safe-link.ts';
import { escapeHtml, linkify } from '../html.ts';
import {
  lookUp,
  type Markup,
  type MessageValues,
  missingName,
  type ResolvedPart,
  resolveFormatted,
  resolveTemplate,
} from '../resolve.ts';
import { RENDER_LIMITS } from '../template/budget.ts';
import type { Piece } from '../template/scan.ts';
import { parsePieces, type Token } from '../tokens.ts';
import { buildBlocks, parseRichText } from './rich-blocks.ts';
import { imageHtml, type RichWriter, writeRichHtml } from './rich-output.ts';
import { contentId } from './rich-text.ts';
import { parseRichTokens, type RichToken } from './rich-tokens.ts';

/** Words in the place of data that a lead lacks. */
type GapText = (part: ResolvedPart) => string;

const SENT: RichWriter = {
  text: ({ text, url }) => (url === null ? linkify(text) : escapeHtml(text)),
  image: (image) => imageHtml(image, `cid:${contentId(image.name)}`),
};

/**
 * The HTML part of a formatted message for one lead, by the values its text part is filled in with. Null where it can't be written: the
 * mail then carries its text as HTML, as it does without formatting. A condition may begin and end inside different elements; what it
 * leaves open is closed.
 * @param gapText for previews: what is shown where data is missing
 */
export function renderFormatted(
  { formatted, message }: { formatted: string; message: string },
  values: MessageValues,
  gapText?: GapText,
): string | null {
  const tokens = parseRichTokens(formatted);
  const { parts, problems, is_oversized } = resolveFormatted(toPieces(tokens), values, message);
  if (problems.length > 0 || is_oversized) return null;
  const found: RichToken[] = [];
  let size = 0;
  for (const part of parts) {
    const written = tokensOf(part, { tokens, values, gapText });
    if (written === null) return null;
    found.push(...written);
    size += written.reduce(
      (sum, token) => sum + ('text' in token ? token.text.length : 'html' in token ? token.html.length : 0),
      0,
    );
    if (size > RENDER_LIMITS.characters) return null;
  }
  const html = writeRichHtml(buildBlocks(found), SENT);
  return html.length > RENDER_LIMITS.characters ? null : html;
}

/** Words and formatting as the pieces of one template. */
function toPieces(tokens: readonly RichToken[]): Piece<Token | Markup>[] {
  const pieces: Piece<Token | Markup>[] = [];
  let at = 0;
  for (const [place, token] of tokens.entries()) {
    if (token.kind === 'text')
      for (const piece of parsePieces(token.text)) pieces.push({ ...piece, at: piece.at + at });
    else pieces.push({ kind: 'other', at, other: { kind: 'markup', place } });
    at += token.kind === 'text' ? token.text.length : 1;
  }
  return pieces;
}

interface Filling {
  tokens: readonly RichToken[];
  values: MessageValues;
  gapText: GapText | undefined;
}

/** What a part is in the mail; null where it can't be written. */
function tokensOf(part: ResolvedPart | Markup, { tokens, values, gapText }: Filling): RichToken[] | null {
  if (part.kind === 'markup') return fillMarkup(tokens[part.place]!, values);
  const isGap = part.kind === 'unknown' || missingName(part, values) !== null;
  if (isGap) return gapText === undefined ? null : wordsOf(gapText(part));
  return fillPart(part, values);
}

function fillPart(part: ResolvedPart, values: MessageValues): RichToken[] | null {
  switch (part.kind) {
    case 'text':
    case 'value':
      return wordsOf(part.text);
    case 'link':
      return linkOf(part.text, part.url);
    case 'unsubscribe':
      return linkOf(part.text, values.unsubscribe_url ?? '');
    case 'signature':
      return [{ kind: 'html', html: values.signatures?.get(part.id)?.html ?? '' }];
    default:
      return wordsOf(lookUp(part, values) ?? '');
  }
}

function wordsOf(text: string): RichToken[] {
  return text
    .split('\n')
    .flatMap((line, index): RichToken[] => [
      ...(index > 0 ? [{ kind: 'break' as const }] : []),
      { kind: 'text', text: line },
    ]);
}

function linkOf(text: string, url: string): RichToken[] {
  if (!isSafeLink(url)) return wordsOf(text);
  return [{ kind: 'link', url }, ...wordsOf(text), { kind: 'link', url: null }];
}

/** The address of a link may have variables; what they say is escaped as part of an address. */
function fillMarkup(token: RichToken, values: MessageValues): RichToken[] | null {
  if (token.kind !== 'link' || token.url === null || !token.url.includes('{{')) return [token];
  const { parts } = resolveTemplate(token.url, values);
  if (parts.some((part) => part.kind !== 'text' && part.kind !== 'value')) return null;
  const url = parts
    .map((part) => ('text' in part ? (part.kind === 'value' ? encodeURI(part.text.toWellFormed()) : part.text) : ''))
    .join('');
  return isSafeLink(url) ? [{ kind: 'link', url }] : null;
}

/** Formatted text without variables as the HTML of a mail: a message that a user wrote to one person. */
export const renderRichText = (formatted: string): string => writeRichHtml(parseRichText(formatted), SENT);

/** The same as it is shown, by the address of each file; one without an address is its description. */
export const showRichText = (formatted: string, addressOf: (name: string) => string | null = () => null): string =>
  writeRichHtml(parseRichText(formatted), {
    ...SENT,
    image: (image) => {
      const address = addressOf(image.name);
      return address === null ? escapeHtml(`[${image.alt || image.name}]`) : imageHtml(image, address);
    },
  });
