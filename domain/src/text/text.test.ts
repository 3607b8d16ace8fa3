import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toSingleLine } from './text.ts';

test('a single line is what is left without control characters and needless spaces, whatever the text', () => {
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
        expect(toSingleLine(text)).toBe(spaced.replace(/ {2,}/g, ' ').trim());
      }
    }),
    { numRuns: 500, seed: 7 },
  );
  expect(toSingleLine('Zoë van den Berg')).toBe('Zoë van den Berg');
  expect(toSingleLine(' a\0\tb\n')).toBe('a b');
});
