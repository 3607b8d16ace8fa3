import { foldWords } from '@overture/domain/finder/lead-words';

/** A place as it is offered, with what it is found by. */
export type SearchablePlace = { name: string; own_words: string; all_words: string };

/** @param place its first part is its own name ('Amsterdam' of 'Amsterdam, North Holland, Netherlands') */
export function makeSearchable(place: { name: string }): SearchablePlace {
  const own = place.name.split(',', 1)[0] ?? '';
  return { name: place.name, own_words: foldWords(own).join(' '), all_words: foldWords(place.name).join(' ') };
}

/**
 * Names of places for a text of more than one character: first those that begin with it, then those of which a later word
 * does; the most populous first. Case, accents and punctuation do not matter.
 * @param places most populous first
 */
export function searchPlaces(places: readonly SearchablePlace[], text: string, limit: number): string[] {
  const wanted = foldWords(text).join(' ');
  if (wanted.length < 2) return [];
  const first: string[] = [];
  const second: string[] = [];
  for (const place of places) {
    if (place.all_words.startsWith(wanted)) first.push(place.name);
    else if (second.length < limit && place.own_words.includes(` ${wanted}`)) second.push(place.name);
    if (first.length === limit) break;
  }
  return [...first, ...second].slice(0, limit);
}
