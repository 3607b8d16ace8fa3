import i18next from 'i18next';

type Values = Record<string, string | number>;

/** Reads one text of a feature: `t('saved')`, `t('selected', { count: 3 })`. Keys are checked by the compiler. */
export type TextReader<Texts extends Record<string, string>> = (
  key: PluralBase<keyof Texts & string>,
  values?: Values,
) => string;

/** `leads_one` and `leads_other` are read as `leads`. */
type PluralBase<Key extends string> = Key extends `${infer Base}_one` | `${infer Base}_other` ? Base : Key;

void i18next.init({
  lng: 'en',
  fallbackLng: 'en',
  resources: {},
  // React escapes what it shows.
  interpolation: { escapeValue: false },
  keySeparator: false,
  initAsync: false,
});

/**
 * Registers the English texts of a feature and gives their reader. Each feature keeps its texts in one `texts.ts` beside
 * its components, so they load with it; another language is added with `i18next.addResourceBundle(language, feature, texts)`.
 */
export function defineTexts<const Texts extends Record<string, string>>(
  feature: string,
  texts: Texts,
): TextReader<Texts> {
  i18next.addResourceBundle('en', feature, texts);
  return (key, values) => i18next.t(key, { ns: feature, ...values });
}
