import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';

/** A text between two others in the order of their bytes; null stands for the end of that side. Moving a card writes this alone. */
export function rankBetween(above: string | null, below: string | null): string {
  return generateKeyBetween(above, below);
}

/** So many ranks in order, as short as they can be. */
export function evenRanks(count: number): string[] {
  return generateNKeysBetween(null, null, count);
}

/** Order of cards: by rank as the database compares it (bytes), whatever the language of the reader. */
export function compareRanks(a: { rank: string; id: number }, b: { rank: string; id: number }): number {
  if (a.rank === b.rank) return a.id - b.id;
  return a.rank < b.rank ? -1 : 1;
}
