import { parse } from '@messageformat/parser';
import { parseSync, Visitor } from 'oxc-parser';
import { compileMessage } from '../../web/bundle/compile-message.ts';

/** Texts by key; without the text of a key that is written elsewhere. `isOpen`: more keys are spread into them. */
export interface Texts {
  keys: Map<string, string | undefined>;
  isOpen: boolean;
}

interface Expression {
  type: string;
  properties?: readonly object[];
}

/** All calls of `defineTexts` in a file, or the default export of a translation. */
export function parseTexts(path: string, code: string): Texts[] {
  const found: Texts[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [texts] }) {
      if (callee.type === 'Identifier' && callee.name === 'defineTexts' && texts) found.push(textsOf(texts));
    },
    ExportDefaultDeclaration({ declaration }) {
      found.push(textsOf(declaration));
    },
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && id.name === 'uiTexts' && init) found.push(textsOf(init));
    },
  }).visit(parseSync(path, code).program);
  return found;
}

function textsOf({ properties = [] }: Expression): Texts {
  const keys = new Map<string, string | undefined>();
  const known = properties as { type: string; key?: { name?: string; value?: string }; value?: { value?: unknown } }[];
  for (const { key, value } of known)
    if (key) keys.set(String(key.name ?? key.value), typeof value?.value === 'string' ? value.value : undefined);
  return { keys, isOpen: known.some(({ type }) => type === 'SpreadElement') };
}

type Token = ReturnType<typeof parse>[number] | { type: 'octothorpe' };

/** The values that a message shows or decides by, and the forms of its plurals that a language lacks. */
function parseMessage(message: string, forms: readonly string[]): { values: string[]; lacking: string[] } {
  const values = new Set<string>();
  const lacking = new Set<string>();
  const look = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      if (!('arg' in token)) continue;
      values.add(token.arg);
      if (!('cases' in token)) continue;
      const cases = token.cases.map(({ key }) => key);
      const needed = token.type === 'plural' ? forms : ['other'];
      for (const form of needed) if (!cases.includes(form)) lacking.add(form);
      for (const entry of token.cases) look(entry.tokens);
    }
  };
  look(parse(message, { strictPluralKeys: false }));
  return { values: [...values].sort(), lacking: [...lacking] };
}

/** The names of the values in a message. */
export const listValues = (message: string): string[] => parseMessage(message, []).values;

/** What is wrong with the messages of one language. */
export function findBadMessages({ keys }: Texts, locale: string): string[] {
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  return [...keys].flatMap(([key, message]) => {
    try {
      compileMessage(message ?? '');
      const { lacking } = parseMessage(message ?? '', forms);
      return lacking.length > 0 ? [`${key}: lacks the form ${lacking.join(', ')}`] : [];
    } catch (error) {
      return [`${key}: ${(error as Error).message.split('\n')[0]}`];
    }
  });
}

/** Where a translation says something else than the English: keys that are missing or too many, and other values. */
export function compareTexts(english: Texts, translated: Texts): string[] {
  const missing = [...english.keys.keys()].filter((key) => !translated.keys.has(key));
  const unknown = [...translated.keys.keys()].filter((key) => !english.isOpen && !english.keys.has(key));
  const different = [...translated.keys].flatMap(([key, message]) => {
    const original = english.keys.get(key);
    if (original === undefined || message === undefined) return [];
    const [there, here] = [original, message].map((text) => listValues(text).join(', '));
    return there === here ? [] : [`${key}: has the values ${here || 'none'}, not ${there || 'none'}`];
  });
  return [
    ...missing.map((key) => `${key}: is not translated`),
    ...unknown.map((key) => `${key}: is not in the English texts`),
    ...different,
  ];
}

interface Said {
  type: string;
  value?: unknown;
  elements?: readonly (Said | null)[];
  properties?: readonly { value?: Said }[];
  consequent?: Said;
  alternate?: Said;
}

const SAYS = new Set(['say', 'phrase', 'toSay']);

/** The sentences that a file of rules says (`domain/src/text/say.ts`), in English. */
export function listSaid(path: string, code: string): string[] {
  const found: string[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [said] }) {
      if (callee.type === 'Identifier' && SAYS.has(callee.name) && said) found.push(...wordsOf(said as Said));
    },
  }).visit(parseSync(path, code).program);
  // Values alone say nothing.
  return found.filter((text) => text.replace(/\{\w+\}/g, '').trim() !== '');
}

function wordsOf({ type, value, elements = [], properties = [], consequent, alternate }: Said): string[] {
  if (type === 'Literal') return typeof value === 'string' ? [value] : [];
  const parts = [consequent, alternate, ...elements, ...properties.map((property) => property.value)];
  return parts.flatMap((part) => (part ? wordsOf(part) : []));
}
