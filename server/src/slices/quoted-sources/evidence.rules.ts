import { foldCase } from '@overture/domain/text/text';
import { addressesModel, type QuotedSource } from './quoted-sources.rules.ts';

const SHORTEST_QUOTE = 12;
const SHORTEST_LOOSE_QUOTE_IN_WORDS = 7;

/** A valid citation: a given source contains the quote. */
export interface Evidence {
  source: QuotedSource;
  quote: string;
}

/** The citations that hold. A source that was not given, or that does not say it, is dropped. */
export function holdCitations(
  citations: readonly { id: string; quote: string }[],
  sources: readonly QuotedSource[],
): Evidence[] {
  const byName = new Map(
    sources.flatMap((source) => [[source.id.toLowerCase(), source] as const, [source.url, source] as const]),
  );
  return citations.slice(0, 50).flatMap(({ id, quote }) => {
    const source = byName.get(id.trim().toLowerCase()) ?? byName.get(id.trim());
    if (source === undefined || addressesModel(quote) || !says(source, quote)) return [];
    return [{ source, quote }];
  });
}

/** True when the source contains the quote: its words in their order; parts around an ellipsis each for themselves. */
export function says(source: Pick<QuotedSource, 'title' | 'text'>, quote: string): boolean {
  const text = listWords(`${source.title}\n${source.text}`);
  const parts = quote.split(/\[?(?:\.{3}|…)\]?/).filter((part) => listWords(part) !== '');
  if (parts.length === 0 || listWords(quote).length < SHORTEST_QUOTE) return false;
  return parts.every((part) => contains(text, listWords(part)));
}

/** Words in equal letters, without punctuation, each after one space. */
function listWords(text: string): string {
  return (foldCase(text.normalize('NFKC')).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** Whole words in their order; in a longer quote a word's ending may differ (a plural, a typing error), never a word. */
function contains(text: string, part: string): boolean {
  if (` ${text} `.includes(` ${part} `)) return true;
  if (part.split(' ').length < SHORTEST_LOOSE_QUOTE_IN_WORDS) return false;
  return ` ${beginnings(text)} `.includes(` ${beginnings(part)} `);
}

function beginnings(words: string): string {
  return words.replace(/(\p{L}{6})\p{L}+/gu, '$1');
}

/** Sizes that words give to numbers. */
const SIZES: Record<string, number> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
};
const SMALL_NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Every number that a text can be read to name, in figures, with a size behind it, or as a small word. */
export function numbersIn(text: string): number[] {
  const figures = [
    ...text.matchAll(
      /(?<!\d)(\d{1,3}(?:[,.' \u00a0]\d{3}){1,6}(?!\d)|\d{1,40})(?:[.,](\d{1,40}))?\s{0,4}(thousand|million|billion|mn|bn|[kmb])?\b/gi,
    ),
  ];
  const read = figures.flatMap(([, whole = '', fraction, size]) => {
    const factor = SIZES[size?.toLowerCase() ?? ''] ?? 1;
    const joined = Number(whole.replace(/\D/g, ''));
    const value = fraction === undefined ? joined : Number(`${joined}.${fraction}`);
    return factor === 1 ? [value, joined] : [value * factor, value];
  });
  const words = foldCase(text).match(/\p{L}+/gu) ?? [];
  return [...read, ...words.map((word) => SMALL_NUMBERS.indexOf(word)).filter((value) => value >= 0)];
}

/** True when the quotes name the number, or are as many as it says (a list was counted). */
export function supportsNumber(value: number, evidence: readonly Evidence[]): boolean {
  const named = evidence.flatMap(({ quote }) => numbersIn(quote));
  return named.some((candidate) => isSame(candidate, value)) || (value > 0 && evidence.length === value);
}

function isSame(one: number, other: number): boolean {
  // Years and counts must match exactly; '3.5 million' matches 3,512,000.
  return one === other || (Math.abs(other) >= 100_000 && Math.abs(one - other) <= Math.abs(other) * 0.005);
}

/**
 * True when a text can come from these sources: they contain its larger numbers, and it shares at least one significant word with them or
 * the question.
 */
export function supportsText(text: string, evidence: readonly Evidence[], question: string): boolean {
  const read = `${question}\n${evidence.map(({ source, quote }) => `${source.title}\n${source.text}\n${quote}`).join('\n')}`;
  const known = numbersIn(read);
  const strange = numbersIn(text).filter((value) => value > 12 && !known.some((candidate) => isSame(candidate, value)));
  if (strange.length > 0 && !/\d/.test(question)) return false;
  const words = contentWords(text);
  const vocabulary = new Set(contentWords(read));
  return words.length === 0 || words.some((word) => vocabulary.has(word));
}

function contentWords(text: string): string[] {
  return (foldCase(text.normalize('NFKC')).match(/[\p{L}\p{N}]{3,}/gu) ?? []).map((word) => word.slice(0, 6));
}
