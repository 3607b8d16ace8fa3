import type { User } from '@overture/contract/auth';
import type { InterfaceLanguage } from '@overture/domain/text/interface-languages';
import { setSaying } from '@overture/domain/text/say';
import { fillUiTexts } from '../../ui/ui-texts.ts';
import { readStored, writeStored } from '../storage.ts';
import { findTranslation, setAnswerLanguage, setTextLanguage } from '../texts.ts';

/** By their own names. */
export const LANGUAGES: Record<InterfaceLanguage, string> = { en: 'English', de: 'Deutsch' };

/** Two more are for tests of screens: `en-XA` is accented and longer, `ar-XB` goes from right to left. */
type ShownLanguage = InterfaceLanguage | 'en-XA' | 'ar-XB';

const page = globalThis.document?.documentElement;

/** As `public/theme-boot.js` chose it before the first paint. Texts are read while modules load: another language needs a new page. */
export const shownLanguage = (page?.lang || 'en') as ShownLanguage;

/** The first language of the browser that there is. */
export const browserLanguage = (): InterfaceLanguage => (page?.dataset.browserLanguage || 'en') as InterfaceLanguage;

/** Before the first screen is drawn. English comes with the page. */
export async function loadLanguage(): Promise<void> {
  if (shownLanguage !== 'en') setSaying((english, values) => findTranslation('sentences', english, english, values));
  if (shownLanguage === 'de') {
    const { german, sayInGerman } = await import('./german.ts');
    setTextLanguage('de', (id, key) => german.get(id)?.[key]);
    fillUiTexts((key) => german.get('ui/ui-texts')?.[key]);
    setAnswerLanguage(sayInGerman);
  } else if (shownLanguage !== 'en') {
    const { pseudo, pseudoAnswer } = await import('./pseudo.ts');
    setTextLanguage('en', (_id, _key, english) => pseudo(shownLanguage, english));
    fillUiTexts((_key, english) => pseudo(shownLanguage, english));
    setAnswerLanguage(pseudoAnswer(shownLanguage));
  }
}

/** The person chose it: this browser remembers it for its next start, and the page loads again. */
export function showChosenLanguage(language: InterfaceLanguage | null): void {
  writeStored('language', language ?? undefined);
  try {
    // What `?language=` chose for this tab comes first.
    sessionStorage.removeItem('language');
  } catch {
    // Closed off: then it holds nothing.
  }
  const url = new URL(window.location.href);
  url.searchParams.delete('language');
  loadAgain(url.href);
}

/** Loads a page from the server. A browser only scrolls where the address with a fragment (the skip link leaves one) is that of the shown page. */
export function loadAgain(href: string): void {
  const [shown = ''] = window.location.href.split('#');
  const wanted = new URL(href, shown);
  if (wanted.hash !== '' && wanted.href.split('#')[0] === shown) window.location.reload();
  else window.location.replace(href);
}

let adoptedFrom = 0;

/**
 * The language of a person who has just signed in, or whose page has just started: this browser remembers it. What they choose later in
 * another tab waits for the next start, because this one may be uploading. Another user who is signed in as this one keeps their own.
 * @returns whether the page must load again to be in it
 */
export function adoptLanguage({ id, language, acting }: Pick<User, 'id' | 'language' | 'acting'>): boolean {
  if (id === adoptedFrom || acting !== null || language === undefined) return false;
  adoptedFrom = id;
  writeStored('language', language ?? undefined);
  // A browser that remembers nothing would load the page again and again.
  const isKept = readStored('language', '') === (language ?? '');
  return isKept && !isChosenForTab() && shownLanguage !== (language ?? browserLanguage());
}

/** By `?language=`. */
function isChosenForTab(): boolean {
  try {
    return sessionStorage.getItem('language') !== null;
  } catch {
    return false;
  }
}
