/** Longer texts are messages and pages, which are not ours. */
const MAX_LENGTH = 1500;
/** A sentence in a sentence in a sentence: “The look-up failed: the provider said: …”. */
const MAX_DEPTH = 3;
/** A pattern with fewer letters of its own would take the words of others for ours. */
const MIN_LETTERS = 3;
/** How the other language quotes. */
const QUOTED = '“{name}”';
/** A sentence of ours may be several. */
const MAX_RUN = 3;
/** Longer lists are of strangers: every part of one is looked up on its own. */
const MAX_PARTS = 81;
/** A value of these names is a number: “in 3 days” of a customer is no “{n} days”. */
const NUMBERS = /^(?:n|count|percent|minutes|hours|seconds)$/;
/** A value of these names is what people call something, which stays as they wrote it. */
const OF_PEOPLE = /^(?:name|campaign|file|organization|inviter|app|search|sender|query|value)$/;
/** Begins our words for a missing name: “A former team member”, “(deleted)”. */
const WITHOUT_NAME = /^(?:(?:an?|another|the|this|unknown|your) |\()/i;

/** Whether a value of this name is in the words of people. */
export const isOfPeople = (name: string): boolean => OF_PEOPLE.test(name);

interface Pattern<Words> {
  /** The words around the values: the first and the last may be empty. */
  literals: readonly string[];
  names: readonly string[];
  /** Values that stay as they are: of people, or within quotation marks. */
  isKept: readonly boolean[];
  weight: number;
  words: Words;
}

type Format<Words> = (words: Words, values: Readonly<Record<string, string>>) => string;

/**
 * Says sentences of the program in another language, also those that were stored long ago. The English sentence is its own code, with
 * `{name}` for its values. The longest known sentence wins, values that are sentences are said too, and several sentences in a row
 * are said one by one. What is quoted stays: sentences quote the names that people give (`quoteName`).
 * @param known the other language by the English
 * @returns undefined for what is not of the program, such as the words of a provider
 */
export function createTranslator<Words>(
  known: ReadonlyMap<string, Words>,
  format: Format<Words>,
): (text: string) => string | undefined {
  const patterns = byFirstLetter(known);

  const findOne = (text: string, depth: number): string | undefined => {
    if (depth < MAX_DEPTH && /^“[^”]*”$/.test(text)) return sayQuoted(known, format, text);
    const exact = known.get(text);
    if (exact !== undefined) return format(exact, {});
    for (const letter of [text[0] ?? '', ''])
      for (const pattern of patterns.get(letter) ?? []) {
        const values = matchPattern(pattern, text);
        if (values === null) continue;
        const said = values.map((value, at) => {
          const isKept = pattern.isKept[at] && !(WITHOUT_NAME.test(value) && known.has(value));
          return [pattern.names[at] ?? '', isKept ? value : sayValue(value, depth - 1)] as const;
        });
        return format(pattern.words, Object.fromEntries(said));
      }
    return undefined;
  };

  const sayValue = (value: string, depth: number): string => {
    if (depth === 0) return known.has(value) ? (findOne(value, 0) ?? value) : value;
    return (
      findOne(value, depth) ?? findParts(splitList(value), depth) ?? findParts(splitSentences(value), depth) ?? value
    );
  };

  /** Undefined where none of them is known. */
  const findParts = (parts: readonly string[], depth: number): string | undefined => {
    if (parts.length < 2 || parts.length > MAX_PARTS) return undefined;
    const said: string[] = [];
    let isFound = false;
    for (let at = 0; at < parts.length; ) {
      const run = findRun(parts, at, depth);
      if (run && at % 2 === 0) isFound = true;
      said.push(run?.said ?? parts[at] ?? '');
      at += run?.parts ?? 1;
    }
    return isFound ? said.join('') : undefined;
  };

  /** The longest known one that begins at a part; every second part is what separates two. */
  const findRun = (
    parts: readonly string[],
    at: number,
    depth: number,
  ): { said: string; parts: number } | undefined => {
    for (let size = Math.min(MAX_RUN, Math.ceil((parts.length - at) / 2)); size > 0; size -= 1) {
      const said = findOne(parts.slice(at, at + 2 * size - 1).join(''), depth);
      if (said !== undefined) return { said, parts: 2 * size - 1 };
    }
    return undefined;
  };

  return (text) =>
    text.length > MAX_LENGTH ? undefined : (findOne(text, MAX_DEPTH) ?? findParts(splitSentences(text), MAX_DEPTH));
}

/** What people call something, within a sentence. */
function sayQuoted<Words>(known: ReadonlyMap<string, Words>, format: Format<Words>, text: string): string {
  const quotes = known.get(QUOTED);
  return quotes === undefined ? text : format(quotes, { name: text.slice(1, -1) });
}

/** '' are those that begin with a value. */
function byFirstLetter<Words>(known: ReadonlyMap<string, Words>): Map<string, Pattern<Words>[]> {
  const patterns = new Map<string, Pattern<Words>[]>();
  for (const [english, words] of known) {
    const literals = english.split(/\{\w+\}/);
    const weight = literals.join('').length;
    if (literals.length < 2 || literals.join('').replace(/[^a-z]/gi, '').length < MIN_LETTERS) continue;
    const letter = literals[0]?.[0] ?? '';
    const names = (english.match(/\{\w+\}/g) ?? []).map((name) => name.slice(1, -1));
    const isKept = names.map((name, at) => isOfPeople(name) || isQuoted(literals, at, name));
    patterns.set(letter, [...(patterns.get(letter) ?? []), { literals, names, isKept, weight, words }]);
  }
  for (const some of patterns.values()) some.sort((a, b) => b.weight - a.weight);
  return patterns;
}

/** Names of fields are quoted too, and are ours. */
const isQuoted = (literals: readonly string[], at: number, name: string): boolean =>
  name !== 'field' && /[“"]$/.test(literals[at] ?? '') && /^[”"]/.test(literals[at + 1] ?? '');

/** The values, each as short as the words around it allow; null where it is another text. */
function matchPattern({ literals, names }: Pattern<unknown>, text: string): string[] | null {
  const first = literals[0] ?? '';
  const last = literals.at(-1) ?? '';
  const end = text.length - last.length;
  if (!text.startsWith(first) || !text.endsWith(last) || end < first.length) return null;
  const values: string[] = [];
  let at = first.length;
  for (const literal of literals.slice(1, -1)) {
    const next = text.indexOf(literal, at);
    if (next < 0 || next + literal.length > end) return null;
    values.push(text.slice(at, next));
    at = next + literal.length;
  }
  values.push(text.slice(at, end));
  // Words after it: a value of several sentences would be the sentences before this one.
  const closed = last === '' ? values.slice(0, -1) : values;
  if (closed.some((value) => /[.!?] /.test(value))) return null;
  return values.some((value, at) => NUMBERS.test(names[at] ?? '') && /\p{L}/u.test(value)) ? null : values;
}

/** With what separates them as parts of their own. */
const splitList = (text: string): string[] => splitUnquoted(text, /“|, |; | and | or /g);

const splitSentences = (text: string): string[] => splitUnquoted(text, /“|(?<=[.!?]) /g);

/** @param at what separates two parts, or begins a quotation: what people wrote stays in one part */
function splitUnquoted(text: string, at: RegExp): string[] {
  const parts: string[] = [];
  const lastQuote = text.lastIndexOf('”');
  let from = 0;
  for (let found = at.exec(text); found; found = at.exec(text)) {
    const [separator] = found;
    if (separator === '“') {
      if (found.index < lastQuote) at.lastIndex = text.indexOf('”', found.index) + 1;
      continue;
    }
    parts.push(text.slice(from, found.index), separator);
    from = found.index + separator.length;
  }
  return [...parts, text.slice(from)];
}
