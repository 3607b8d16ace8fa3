import { describe, expect, test } from 'vitest';
import { cleanColumnName, customName, isSameName, makeKey, parseCustomKey } from './custom-columns.ts';

describe('keys', () => {
  test.each([
    ['Product used', 'product_used'],
    ['  Größe (m²) ', 'groesse_m2'],
    ['Crème brûlée', 'creme_brulee'],
    ['2nd line', '2nd_line'],
    ['Продукт', 'продукт'],
    ['회사', '회사'],
    ['{{x}}', 'x'],
    ['<b>"bold"</b>', 'b_bold_b'],
    ['__proto__', 'proto'],
    ['constructor', 'constructor_2'],
    ['toString', 'tostring'],
    ['🚀', 'column'],
    ['x'.repeat(60), 'x'.repeat(40)],
  ])('%s becomes %s', (name, key) => {
    expect(makeKey(name, new Set())).toBe(key);
    expect(parseCustomKey(customName(key))).toBe(key);
  });

  test('names that come to the same key get numbers', () => {
    const taken = new Set<string>();
    for (const name of ['Größe', 'GROESSE', 'groesse!', '🚀', '✨']) taken.add(makeKey(name, taken));
    expect([...taken]).toEqual(['groesse', 'groesse_2', 'groesse_3', 'column', 'column_2']);
  });

  test.each(['custom.', 'custom.a b', "custom.a'b", 'custom', 'customx.a', 'custom.a.b', `custom.${'a'.repeat(61)}`])(
    '%s names no column',
    (name) => {
      expect(parseCustomKey(name)).toBeNull();
    },
  );
});

test('a name is one line of 60 characters at most', () => {
  expect(cleanColumnName(' Seats\n sold\0 ')).toBe('Seats sold');
  expect(cleanColumnName('x'.repeat(80))).toHaveLength(60);
  expect(isSameName('Seats', 'SEATS')).toBe(true);
});
