import { expect, test } from 'vitest';
import { formatMessage } from '../src/lib/message.ts';
import { compileMessage } from './compile-message.ts';
import { compileTexts } from './compile-texts.ts';

const plurals = new Intl.PluralRules('en');
const write = (source: string, values: Record<string, string | number> = {}): string =>
  formatMessage(compileMessage(source), values, plurals);

test('a text without a choice stays one text', () => {
  expect(compileMessage("Couldn't save {name}'s list.")).toBe("Couldn't save {name}'s list.");
  expect(write("Couldn't save {name}'s list.", { name: '{Ada}' })).toBe("Couldn't save {Ada}'s list.");
  expect(write('Hello {name}!')).toBe('Hello !');
});

test('the number decides between the forms of the language', () => {
  const text = '{count, plural, =0 {No leads} one {# lead of {name}} other {{shown} leads}}, {name}';
  const values = { name: 'Ada', shown: '1,200' };
  expect(write(text, { ...values, count: 0 })).toBe('No leads, Ada');
  expect(write(text, { ...values, count: 1 })).toBe('1 lead of Ada, Ada');
  expect(write(text, { ...values, count: 1200 })).toBe('1,200 leads, Ada');
  expect(write('{count, plural, one {{count} lead} other {{count} leads}}', { count: 2 })).toBe('2 leads');
});

test('a value decides by its own text', () => {
  const text = '{kind, select, mail {An email} other {A message}}';
  expect(write(text, { kind: 'mail' })).toBe('An email');
  expect(write(text, { kind: 'plural' })).toBe('A message');
  expect(write(text)).toBe('A message');
});

test('quoted braces are shown, also beside a value', () => {
  expect(write("Put '{{ privacy_link }}' into {name}", { name: 'it' })).toBe('Put {{ privacy_link }} into it');
  expect(write("Options: '{Hi|Hello}'")).toBe('Options: {Hi|Hello}');
});

test.each(['{count, plural, one {a} other {b}', '{at, date, short}', '{count, plural, offset:1 other {b}}'])(
  'the build refuses %s',
  (source) => {
    expect(() => compileMessage(source)).toThrow();
  },
);

test('a file of texts is given its messages and the path that other languages use', () => {
  const english = "const t = defineTexts({ one: 'One', ...more, two: '{n, plural, other {Two}}' });";
  expect(compileTexts(`${import.meta.dirname}/../src/features/auth/texts.ts`, english)).toBe(
    'const t = defineTexts({ one: "One", ...more, two: {"plural":"n","other":"Two"} }, "auth");',
  );
  const german = "export default { one: 'Eins {a}' };";
  expect(compileTexts(`${import.meta.dirname}/../src/features/auth/texts.de.ts`, german)).toBe(
    'export default { one: "Eins {a}" };',
  );
});
