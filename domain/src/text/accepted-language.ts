import { cutText } from './text-bounds.ts';

const MAX_ACCEPTED = 200;

/** The first language of an `Accept-Language` header that is among these: browsers name the one they like best first. */
export function findAccepted<Language extends string>(
  accepted: string | undefined,
  known: readonly Language[],
): Language | null {
  const codes = cutText(accepted, MAX_ACCEPTED).split(',');
  for (const text of codes) {
    const code = text.trim().slice(0, 2).toLowerCase();
    const found = known.find((language) => language === code);
    if (found !== undefined) return found;
  }
  return null;
}
