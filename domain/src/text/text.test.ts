import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanText, toSingleLine, trimValue, withoutInvisible } from './text.ts';

test('any text becomes a single line without control characters and needless spaces', () => {
  const pieces = fc.constantFrom(
    'a',
    'É',
    ' ',
    '  ',
    '\u00a0',
    '\0',
    '\x01',
    '\t',
    '\r\n',
    '\u2028',
    '\u0085',
    '\u00ad',
    '\u200b',
    '日',
    '😀',
    '\ud800',
    'Zoë',
    '-',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), fc.string({ unit: 'binary' }), (parts, random) => {
      for (const text of [parts.join(''), random]) {
        const spaced = text.toWellFormed().replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
        expect(toSingleLine(text)).toBe(trimValue(spaced.replace(/ {2,}/g, ' ')));
      }
    }),
    { numRuns: 500, seed: 7 },
  );
  expect(toSingleLine('Zoë van den Berg')).toBe('Zoë van den Berg');
  expect(toSingleLine(' a\0\tb\n')).toBe('a b');
});

test.each([
  ['zero-width space', '\u200b'],
  ['joiners', '\u200c\u200d'],
  ['direction marks', '\u200e\u200f\u061c'],
  ['embeddings', '\u202a\u202b\u202c\u202d\u202e'],
  ['word joiner and byte order mark', '\u2060\ufeff'],
  ['isolates', '\u2066\u2067\u2068\u2069'],
  ['soft hyphen', '\u00ad'],
  ['no-break spaces', '\u00a0\u202f\u2007'],
  ['a mixture', ' \u200b \u00a0\u200e\ufeff '],
])('%s at both ends of a value mean nothing; inside they stay', (_, marks) => {
  for (const clean of [trimValue, cleanText, toSingleLine])
    expect(clean(`${marks}Dan Novak${marks}`)).toBe('Dan Novak');
  expect(trimValue(marks)).toBe('');
  expect(trimValue(`می${marks}خواهم`)).toBe(`می${marks}خواهم`);
  expect(withoutInvisible(`${marks}a${marks}b`).replace(/\s/g, '')).toBe('ab');
});
