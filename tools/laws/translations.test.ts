import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listPaths } from './source-files.ts';
import { compareTexts, findBadMessages, parseTexts, type Texts } from './translation-law.ts';

const root = join(import.meta.dirname, '../..');
const files = listPaths(root, 'web/src/*.ts', 'web/src/*.tsx')
  .filter((path) => path !== 'web/src/lib/texts.ts' && !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, code: readFileSync(join(root, path), 'utf8') }))
  .filter(({ path, code }) => /\bdefineTexts\(|\bconst uiTexts = /.test(code) || path.endsWith('.de.ts'))
  .map(({ path, code }) => ({ path, all: parseTexts(path, code) }));
const english = files.filter(({ path }) => !path.endsWith('.de.ts'));

test('every file has one set of texts, and every message is one that the language can form', () => {
  expect(files.filter(({ all }) => all.length !== 1).map(({ path }) => path)).toEqual([]);
  const broken = files.flatMap(({ path, all: [texts] }) =>
    findBadMessages(texts as Texts, path.endsWith('.de.ts') ? 'de' : 'en').map((problem) => `${path}: ${problem}`),
  );
  expect(broken).toEqual([]);
});

test('German says all that English says, with the same values', () => {
  const problems = english.flatMap(({ path, all: [texts] }) => {
    const german = path.replace(/\.tsx?$/, '.de.ts');
    if (!existsSync(join(root, german))) return [`${german} is missing`];
    const translated = files.find((file) => file.path === german)?.all[0] as Texts;
    return compareTexts(texts as Texts, translated).map((problem) => `${german}: ${problem}`);
  });
  expect(problems).toEqual([]);
  const originals = english.map(({ path }) => path.replace(/\.tsx?$/, '.de.ts'));
  expect(files.filter(({ path }) => path.endsWith('.de.ts') && !originals.includes(path))).toEqual([]);
});

test('every page and menu has its German name', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const titles = listPaths(root, 'web/src/app/routes/*.tsx').flatMap((path) => [
    ...read(path).matchAll(/title: '([^']+)'|emailLink\('[^']+', '([^']+)'/g),
  ]);
  const labels = [...read('domain/src/access/permissions.ts').matchAll(/label: .*?'([A-Z][^']+)'(?: : '([^']+)')?/g)];
  const names = [...titles, ...labels].flatMap(([, one, other]) => [one, other].filter((name) => name !== undefined));
  const german = files.find(({ path }) => path === 'web/src/lib/navigation/page-name.de.ts')?.all[0];
  expect([...(german?.keys.keys() ?? [])].sort()).toEqual([...new Set(names)].sort());
});

const lowered = /\b(?:t|\w*(?:[lL]abel|Words|Missing))(?:\(.*?\))?\.toLowerCase\(\)(?!\}?`?\.includes)/;

test('no words are lower-cased for every language: German keeps its nouns', () => {
  const found = listPaths(root, 'web/src/*.ts', 'web/src/*.tsx').flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .filter((line) => lowered.test(line))
      .map((line) => `${path}: ${line.trim()} (withinSentence of lib/format.ts)`),
  );
  expect(found).toEqual([]);
  expect(lowered.test("t('own_list').toLowerCase()")).toBe(true);
});

test('quotation marks are those of the language', () => {
  const found = listPaths(root, 'web/src/*.ts', 'web/src/*.tsx').filter(
    (path) => !/texts(?:\.de)?\.ts$|\.de\.ts$|\.test\.tsx?$|lib\/format\.ts$/.test(path),
  );
  const fixed = found.filter((path) => /“\$?\{/.test(readFileSync(join(root, path), 'utf8')));
  expect(fixed, 'inQuotes of lib/format.ts').toEqual([]);
});

test('a missing key, another value, a lacking form and a broken message are found', () => {
  const [before] = parseTexts('a.ts', "defineTexts({ a: '{name} left', b: 'B', c: '{n, plural, one {1} other {#}}' })");
  const [after] = parseTexts('a.de.ts', "export default { a: '{who} ging', c: '{n, plural, other {#}}', d: 'D' }");
  expect(compareTexts(before as Texts, after as Texts)).toEqual([
    'b: is not translated',
    'd: is not in the English texts',
    'a: has the values who, not name',
  ]);
  expect(findBadMessages(after as Texts, 'de')).toEqual(['c: lacks the form one']);
  const [broken] = parseTexts('a.ts', "defineTexts({ a: 'Hi {{name}}' })");
  expect(findBadMessages(broken as Texts, 'en')).toEqual([expect.stringContaining('a: ')]);
});
