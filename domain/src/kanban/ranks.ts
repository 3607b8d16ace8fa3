import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';

/** A text between two others in byte order; null is the end of that side. Moving a card updates only its own rank. */
export function rankBetween(above: string | null, below: string | null): string {
  return generateKeyBetween(above, below);
}

/** So many ranks in order, as short as they can be. */
export function evenRanks(count: number): string[] {
  return generateNKeysBetween(null, null, count);
}

/** Order of cards by rank, compared by bytes like in the database and independent of the locale. */
export function compareRanks(a: { rank: string; id: number }, b: { rank: string; id: number }): number {
  if (a.rank === b.rank) return a.id - b.id;
  return a.rank < b.rank ? -1 : 1;
}
