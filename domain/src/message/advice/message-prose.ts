import { parseSegments, type Segment, VARIABLE_LABELS, writeSegments } from '../tokens.ts';

/** What a reader sees, a word for each thing that is filled in later; signatures and unsubscribe links are no prose. */
export function proseOf(segments: readonly Segment[]): string {
  return segments.map(wordsOf).join('');
}

function wordsOf(segment: Segment): string {
  switch (segment.kind) {
    case 'text':
    case 'link':
      return segment.text;
    case 'variable':
      return VARIABLE_LABELS[segment.name].split(' ', 1)[0] ?? '';
    case 'snippet':
    case 'research':
    case 'unknown_variable':
      return 'Value';
    default:
      return '';
  }
}

export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Sentences with their words, as far as a reader notices: lines without words count for none. */
export function listSentences(text: string): string[] {
  return text.split(/(?<=[.!?…])\s+|\n+/u).filter((sentence) => /\p{L}/u.test(sentence));
}

/** A message whose own text is written in another way; variables, tokens and conditions stay. */
export function mapProse(template: string, write: (text: string) => string): string {
  return writeSegments(
    parseSegments(template).map((segment) =>
      segment.kind === 'text' ? { ...segment, text: write(segment.text) } : segment,
    ),
  );
}

/** An address in running text, without the punctuation that ends a sentence. */
const ADDRESS = /((?:https?:\/\/|www\.|mailto:)\S{0,2000}[^\s!.,;:)])/i;

/** The same for its words alone: an address stays letter by letter, also behind a variable in it. */
export function mapWords(template: string, write: (words: string) => string): string {
  let isAddress = false;
  return mapProse(template, (text) => {
    const rest = isAddress ? (/^\S*/.exec(text)?.[0] ?? '') : '';
    const parts = text.slice(rest.length).split(ADDRESS);
    if (rest.length < text.length) isAddress = parts.length > 1 && parts.at(-1) === '';
    return rest + parts.map((part, index) => (index % 2 === 1 ? part : write(part))).join('');
  });
}
