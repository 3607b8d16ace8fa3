import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listEventFields, TRIGGER_TYPES } from '../../contract/src/automation-fields.ts';
import { errorCatalogue } from '../../contract/src/errors.ts';
import { keyErrors } from '../../contract/src/key-errors.ts';
import { WEBHOOK_EVENTS } from '../../contract/src/webhook-events.ts';
import { toOptionLabel } from '../../domain/src/automations/automations.ts';
import { CONDITION_TYPES, conditionKind, STEP_TYPES, stepKind } from '../../domain/src/flow/step-types.ts';
import { MESSAGE_NAMES, nameLabel } from '../../domain/src/message/template/names.ts';
import { TEMPLATES } from '../../server/src/slices/automations/templates.rules.ts';
import { listPaths } from './source-files.ts';
import { compareTexts, findBadMessages, listSaid, listValues, parseTexts, type Texts } from './translation-law.ts';

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
  const translations = files.map(({ path }) => path).filter((path) => path.endsWith('.de.ts'));
  expect(translations.filter((path) => !originals.includes(path) && !path.startsWith(FROM_ELSEWHERE))).toEqual([]);
});

/** Their English is in rules of `domain`, or in the catalogue of errors. */
const FROM_ELSEWHERE = 'web/src/lib/language/';

const germanIn = (folder: string): Map<string, string | undefined> =>
  new Map(files.flatMap(({ path, all }) => (path.startsWith(folder) ? [...(all[0] as Texts).keys] : [])));

/** What `english` says and the German does not, and the other way around; the German names no other values. */
function compareSaid(english: ReadonlyMap<string, string>, german: Map<string, string | undefined>): string[] {
  const missing = [...english.keys()].filter((key) => !german.has(key)).map((key) => `not translated: ${key}`);
  const unknown = [...german.keys()].filter((key) => !english.has(key)).map((key) => `said nowhere: ${key}`);
  const strange = [...german].flatMap(([key, text = '']) => {
    const values = listValues(english.get(key) ?? key);
    return listValues(text).every((value) => values.includes(value)) ? [] : [`other values: ${key}`];
  });
  return [...missing, ...unknown, ...strange];
}

test('German says every sentence of the rules', () => {
  const rules = listPaths(root, 'domain/src/*.ts', 'server/src/slices/automations/*.ts').filter(
    (path) => !/\.test\.ts$|text\/say\.ts$/.test(path),
  );
  const said = [
    ...rules.flatMap((path) => listSaid(path, readFileSync(join(root, path), 'utf8'))),
    // Said by name: they are in records of more than words.
    ...MESSAGE_NAMES.map((name) => nameLabel(name)),
    ...CONDITION_TYPES.map((type) => conditionKind(type).waits_for),
    ...STEP_TYPES.map((type) => stepKind(type).label),
    ...Object.values(WEBHOOK_EVENTS).map(({ summary }) => summary),
    ...TRIGGER_TYPES.flatMap(listEventFields).flatMap(({ label, options }) => [label, ...options.map(toOptionLabel)]),
    ...TEMPLATES.map(({ name }) => name),
    ...listPaths(root, 'adapters/src/outreach-tools/*.manifest.ts').flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/key_instructions: '([^']+)'/g)].map(([, text = '']) => text),
    ),
  ];
  const german = germanIn('web/src/lib/language/sentences/');
  expect(compareSaid(new Map(said.map((text) => [text, text])), german)).toEqual([]);
});

test('German says every error that people meet', () => {
  // Nothing but a reason of its own, or read by programs alone.
  const isLeftOut = (code: string, text: string) =>
    /^\{\w+\}$/.test(text) ||
    text === code ||
    (code in keyErrors && !german.has(code)) ||
    ENGLISH_VALUES.includes(code);
  const german = germanIn('web/src/lib/language/server/api-errors');
  const english = Object.entries(errorCatalogue).filter(([code, { text }]) => !isLeftOut(code, text));
  expect(compareSaid(new Map(english.map(([code, { text }]) => [code, text])), german)).toEqual([]);
});

/** Their values are English words of the server. */
const ENGLISH_VALUES = [
  'credit_cap_reached',
  'lead_values_unfit',
  'campaign_transition_refused',
  'lead_transition_refused',
  'time_travel_off',
];

test('a sentence that is not translated, one that is said nowhere, and a strange value are found', () => {
  const code =
    "say('A'); say(x ? 'B' : y); phrase('{n} left', { n }); toSay({ c: 'C' }); toSay(['D']); other('E'); say('{n}')";
  const said = listSaid('a.ts', code);
  expect(said).toEqual(['A', 'B', '{n} left', 'C', 'D']);
  const english = new Map(said.map((text) => [text, text]));
  const german = new Map([
    ['A', 'a {m}'],
    ['{n} left', '{n} übrig'],
    ['D', 'd'],
    ['E', 'e'],
  ]);
  expect(compareSaid(english, german)).toEqual([
    'not translated: B',
    'not translated: C',
    'said nowhere: E',
    'other values: A',
  ]);
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
