export type SayValues = Readonly<Record<string, string | number>>;
type Translate = (english: string, values: SayValues) => string | undefined;

/** A sentence with its values left open: it can be said in another language than the one it was found in. */
export interface Phrase {
  words: string;
  values: SayValues;
}

/** A sentence whose values may be phrases themselves. */
export interface Sentence {
  words: string;
  values: Readonly<Record<string, string | number | Phrase>>;
}

let translate: Translate | undefined;

/** The application in a browser puts another language in place before its first screen. The server says everything in English. */
export function setSaying(find: Translate): void {
  translate = find;
}

/**
 * A sentence of a rule, in the language of the page. Its English finds it in other languages, so it is written here, in `phrase` or in
 * `toSay`, and nowhere else (`tools/laws/translations.test.ts`).
 */
export function say(english: string, values: SayValues = {}): string {
  const found = translate?.(english, values);
  return found ?? english.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** What is said later, or elsewhere: an answer of the API carries it beside its English. */
export function phrase(words: string, values?: SayValues): Phrase;
export function phrase(words: string, values: Sentence['values']): Sentence;
export function phrase(words: string, values: Sentence['values'] = {}): Sentence {
  return { words, values };
}

export function saySentence({ words, values }: Sentence): string {
  const said = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'object' ? say(value.words, value.values) : value,
  ]);
  return say(words, Object.fromEntries(said));
}

/** Words that a rule says later: what a module reads when it loads is read before the language is known. */
export const toSay = <const Words extends Readonly<Record<string, string>> | readonly string[]>(words: Words): Words =>
  words;
