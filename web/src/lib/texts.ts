import { formatMessage, type Message, type Plurals, type TextValues } from './message.ts';

/** Reads one text of a feature: `t('saved')`, `t('selected', { count: 3 })`. Keys are checked by the compiler. */
export type TextReader<Texts extends Record<string, string>> = (
  key: keyof Texts & string,
  values?: TextValues,
) => string;

/** The text of another language than English: what `key` of the file `id` says there, if it was translated. */
type Translate = (id: string, key: string, english: Message) => Message | undefined;

let translate: Translate | undefined;
let plurals: Plurals = new Intl.PluralRules('en');

/** Before the first text is read (`language/language.ts`): a text read earlier stays English. */
export function setTextLanguage(locale: string, find: Translate | undefined): void {
  plurals = new Intl.PluralRules(locale);
  translate = find;
}

/** A text whose English comes from the server or a rule, as `key` of the file `id` says it in the language of the page. */
export function findTranslation(id: string, key: string, english: string, values: TextValues = {}): string | undefined {
  const found = translate?.(id, key, english);
  return found === undefined ? undefined : formatMessage(found, values, plurals);
}

let sayAnswer: ((answer: unknown) => unknown) | undefined;

/** Before the first call (`language/language.ts`): what the server says in English is said in the language of the page. */
export function setAnswerLanguage(say: (answer: unknown) => unknown): void {
  sayAnswer = say;
}

/** An answer of the server, or one sentence of it. */
export const inPageLanguage = <Answer>(answer: Answer): Answer => (sayAnswer ? (sayAnswer(answer) as Answer) : answer);

/**
 * The reader of a feature's texts. Each feature keeps its English in one `texts.ts` beside its components, so it loads with them.
 * Texts are ICU messages: `{name}` stands for a value, `{count, plural, one {# lead} other {# leads}}` chooses. The build compiles
 * them and gives `id`, the path of the file, by which other languages are found. React escapes what it shows.
 */
export function defineTexts<const Texts extends Record<string, string>>(texts: Texts, id = ''): TextReader<Texts> {
  const known: Record<string, Message | undefined> = texts;
  return (key, values = {}) => {
    const english = known[key] ?? key;
    return formatMessage(translate?.(id, key, english) ?? english, values, plurals);
  };
}
