type Values = Record<string, string | number>;

/** Reads one text of a feature: `t('saved')`, `t('selected', { count: 3 })`. Keys are checked by the compiler. */
export type TextReader<Texts extends Record<string, string>> = (
  key: PluralBase<keyof Texts & string>,
  values?: Values,
) => string;

/** `leads_one` and `leads_other` are read as `leads`. */
type PluralBase<Key extends string> = Key extends `${infer Base}_one` | `${infer Base}_other` ? Base : Key;

const plurals = new Intl.PluralRules('en');

/**
 * The reader of a feature's English texts. Each feature keeps its texts in one `texts.ts` beside its components, so they
 * load with it. `{{name}}` stands for a value, `count` chooses between `_one` and `_other`; React escapes what it shows.
 */
export function defineTexts<const Texts extends Record<string, string>>(texts: Texts): TextReader<Texts> {
  const known: Record<string, string | undefined> = texts;
  return (key, values = {}) => {
    const plural = typeof values.count === 'number' ? known[`${key}_${plurals.select(values.count)}`] : undefined;
    const text = plural ?? known[key] ?? key;
    return fillText(text, values);
  };
}

export function fillText(text: string, values: Values): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}
