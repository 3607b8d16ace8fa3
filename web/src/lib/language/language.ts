import { fillUiTexts } from '../../ui/ui-texts.ts';
import { writeStored } from '../storage.ts';
import { setTextLanguage } from '../texts.ts';

/** The languages of the interface. Two more are for tests of screens: `en-XA` is accented and longer, `ar-XB` goes from right to left. */
type Language = 'en' | 'de';
/** By their own names. */
export const LANGUAGES: Record<Language, string> = { en: 'English', de: 'Deutsch' };

type ShownLanguage = Language | 'en-XA' | 'ar-XB';

/** As `public/theme-boot.js` chose it before the first paint. Texts are read while modules load: another language needs a new page. */
export const shownLanguage = (globalThis.document?.documentElement.lang || 'en') as ShownLanguage;

/** Before the first screen is drawn. English comes with the page. */
export async function loadLanguage(): Promise<void> {
  if (shownLanguage === 'de') {
    const { german } = await import('./german.ts');
    setTextLanguage('de', (id, key) => german.get(id)?.[key]);
    fillUiTexts((key) => german.get('ui/ui-texts')?.[key]);
  } else if (shownLanguage !== 'en') {
    const { pseudo } = await import('./pseudo.ts');
    setTextLanguage('en', (_id, _key, english) => pseudo(shownLanguage, english));
    fillUiTexts((_key, english) => pseudo(shownLanguage, english));
  }
}

/** Remembers the language for this browser, and loads the page in it. */
export function chooseLanguage(language: Language): void {
  writeStored('language', language === 'en' ? undefined : language);
  try {
    // What `?language=` chose for this tab comes first.
    sessionStorage.removeItem('language');
  } catch {
    // Closed off: then it holds nothing.
  }
  const url = new URL(window.location.href);
  url.searchParams.delete('language');
  window.location.replace(url);
}
