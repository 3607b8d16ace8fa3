/**
 * Letters made small as a language writes them. JavaScript writes the small form of a Turkish İ outside of Turkish as two characters (i and a
 * combining dot), which shows as i with two dots.
 */
export function lowerCase(text: string, language: string): string {
  return text.toLocaleLowerCase(localeOf(language)).replaceAll('i\u0307', 'i');
}

/** Letters made capitals as a language writes them. */
export function upperCase(text: string, language: string): string {
  return text.toLocaleUpperCase(localeOf(language));
}

/** Languages in which I and i are no pair; all others follow the same rule. */
function localeOf(language: string): string {
  return /^(?:tr|az)\b/i.test(language) ? 'tr' : 'en';
}
