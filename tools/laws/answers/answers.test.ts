import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ANSWERS_IN_GERMAN } from '../../../domain/src/german/answers.de.ts';
import { DOCUMENTS_IN_GERMAN } from '../../../domain/src/german/documents.de.ts';
import { MAILS_IN_GERMAN } from '../../../domain/src/german/mails.de.ts';
import { NOTICE_IN_GERMAN } from '../../../domain/src/german/notice.de.ts';
import { createTranslator } from '../../../domain/src/text/known-sentences.ts';
import { listPaths } from '../source-files.ts';
import { parseTexts } from '../translation-law.ts';
import { listSentences, NOT_FOR_SCREENS, restOfEnglish } from './answer-law.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const sources = listPaths(root, 'server/src/*.ts', 'adapters/src/*.ts', 'domain/src/*.ts').filter(
  (path) => !/\.(?:test|factory|oracle|steps|scenario)\.ts$|\/testing\/|__generated__|\/german\/|failpoint/.test(path),
);

const sentences = listPaths(root, 'web/src/lib/language/sentences/*.de.ts').flatMap((path) =>
  parseTexts(path, read(path)).flatMap(({ keys }) => [...keys]),
);
const used = new Set<string>();
const german = { ...ANSWERS_IN_GERMAN, ...MAILS_IN_GERMAN, ...DOCUMENTS_IN_GERMAN, ...NOTICE_IN_GERMAN };
const known = new Map([...sentences, ...Object.entries(german)].map(([key, words = '']) => [key, { key, words }]));
const say = createTranslator(known, ({ key, words }, values) => {
  used.add(key);
  return words.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
});

test('German says every sentence of the server that a screen may show', () => {
  const missing = sources
    .filter((path) => !NOT_FOR_SCREENS.test(path))
    .flatMap((path) =>
      listSentences(path, read(path)).flatMap((sentence) => {
        const rest = restOfEnglish(sentence, say);
        return rest === '' ? [] : [`${path}: ${sentence}${rest === null ? '' : ` (English: ${rest})`}`];
      }),
    );
  expect(missing, 'domain/src/german').toEqual([]);
});

test('no German is kept of sentences that nothing says', () => {
  const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];
  const pairs = (words: string[]) => words.slice(1).map((word, at) => `${words[at]} ${word}`);
  // The database says some, too.
  const code = new Set(
    [...sources, 'server/schema.sql'].flatMap((path) => pairs(wordsOf(read(path).replaceAll("\\'", "'")))),
  );
  // Some are made of parts: half of their words together are enough.
  const isSaid = (key: string) => {
    const found = key.split(/\{\w+\}/).flatMap((literal) => pairs(wordsOf(literal)));
    return found.length === 0 || found.filter((pair) => code.has(pair)).length * 2 >= found.length;
  };
  expect(Object.keys(german).filter((key) => !used.has(key) && !isSaid(key))).toEqual([]);
});

test('German names no other values, and no two parts of it say the same sentence', () => {
  const valuesOf = (text: string) => text.match(/\{\w+\}/g) ?? [];
  const strange = Object.entries(german).filter(([english, words]) =>
    valuesOf(words).some((value) => !english.includes(value)),
  );
  expect(strange).toEqual([]);
  const parts = listPaths(root, 'domain/src/german/*.ts').filter((path) => !/answers\.de\.ts$/.test(path));
  const keys = parts.flatMap((path) =>
    [...read(path).matchAll(/^ {2}(['"])(.+?)\1:(?: |$)/gm)].map(([, , key]) => key),
  );
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

test('stored, thrown and told sentences without German are found, and words of a log are not', () => {
  const code = `
    const NOTE = 'A colleague asked for it.';
    throw new ApiError('bad_request', { reason: isLate ? 'Too late' : \`\${name} is gone\` });
    throw new ProviderError('rejected', \`\${vendor} said no\`, {});
    throw new Error('This cannot happen here.');
    ctx.log.warn({ err }, 'This was not stored in time.');
    say('The lead has a rule of its own.');
    sql\`select 'This is a statement.'\`;
    type Kind = 'This is a type only.';`;
  expect(listSentences('a.ts', code)).toEqual(['A colleague asked for it.', 'Too late', '{} is gone', '{} said no']);
  const sayLate = createTranslator(
    new Map<string, string>([['{what} It is late.', '{what} Es ist spät.']]),
    (words, { what = '' }) => words.replace('{what}', what),
  );
  expect(restOfEnglish('Nobody came to this meeting. It is late.', sayLate)).toBe('Nobody came to this');
  expect(restOfEnglish('{} It is late.', sayLate)).toBe('');
  expect(restOfEnglish('Something else happened.', sayLate)).toBe(null);
});
