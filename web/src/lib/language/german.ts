import { ANSWERS_IN_GERMAN } from '@overture/domain/german/answers.de';
import { createTranslator } from '@overture/domain/text/known-sentences';
import { formatMessage, type Message } from '../message.ts';
import { sayAnswerBy } from './answer-words.ts';

// From the root: a path relative to this file would lose the folder that both are in.
const files = import.meta.glob<Record<string, Message>>('/src/**/*.de.ts', { eager: true, import: 'default' });

const sentences: Record<string, Message> = Object.assign(
  {},
  ...Object.entries(files).flatMap(([path, texts]) => (path.includes('/language/sentences/') ? [texts] : [])),
);

/** By the name that the build gives to the texts of a file. */
export const german = new Map([
  ...Object.entries(files).map(
    ([path, texts]) => [path.replace(/^\/src\/(?:features\/)?|(?:\/texts)?\.de\.ts$/g, ''), texts] as const,
  ),
  // Sentences of rules, wherever they are from.
  ['sentences', sentences] as const,
]);

const plurals = new Intl.PluralRules('de');

export const sayInGerman = sayAnswerBy(
  createTranslator(new Map(Object.entries({ ...ANSWERS_IN_GERMAN, ...sentences })), (words, values) =>
    formatMessage(words, values, plurals),
  ),
);
