import { trimEndOf } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';

const UNITS: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9 };
const NUMBER = /(\d[\d,. ]*)\s*([kmb])?(?![a-z])/gi;

/**
 * A number out of what files write: 1234, '1,234', '$10M', and a number within a band: '51-200' and '$10M-$25M' become their geometric
 * middle, '10001+' and '> $1B' their lower end. Null for what is no number or negative.
 */
export function parseAmount(value: unknown): number | null {
  if (typeof value === 'number' || typeof value === 'bigint') return bounded(Number(value));
  if (typeof value !== 'string') return null;
  const text = cutText(value, 100);
  if (/^\s*-\s*\d/.test(text)) return null;
  const found = [...text.matchAll(NUMBER)];
  const [low, high] = found.map((match) => plainNumber(match[1] ?? ''));
  if (low === undefined) return null;
  const lastUnit = findUnit(found.at(-1)?.[2]);
  const lowUnit = found.length > 1 ? (findUnit(found[0]?.[2]) ?? lastUnit) : lastUnit;
  const from = low * (lowUnit ?? 1);
  if (high === undefined || !/\d\s*(?:[kmb]\s*)?(?:-|–|to|and)\s*(?:\$\s*)?\d/i.test(text)) return bounded(from);
  return bounded(Math.sqrt(Math.max(from, 1) * high * (lastUnit ?? 1)));
}

function findUnit(letter: string | undefined): number | undefined {
  return letter === undefined ? undefined : UNITS[letter.toLowerCase()];
}

/** '1,234,567' and '1.234.567' are whole numbers; '1.5' and '1,5' are not. */
function plainNumber(text: string): number {
  const digits = trimEndOf(text.replaceAll(' ', ''), '.,');
  if (/^\d{1,3}(?:[.,]\d{3})+$/.test(digits)) return Number(digits.replace(/[.,]/g, ''));
  return Number(digits.replace(/,(?=\d{3}\b)/g, '').replace(',', '.'));
}

function bounded(value: number): number | null {
  return Number.isFinite(value) && value >= 0 && value < 1e15 ? Math.round(value) : null;
}
