import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guardCell, unguardCell } from './csv-cell.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+cmd|calc', "'+cmd|calc"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', "'\r=1"],
  ["x;=1+cmd|'/c calc'!A0", "x;=1+cmd|'/c calc'!A0"],
  ['+49 (30) 1234', '+49 (30) 1234'],
  ['-5', '-5'],
  ['-1+1', "'-1+1"],
  ['＝1', "'＝1"],
  ["'=1", "''=1"],
  ['+31 6 12345678', '+31 6 12345678'],
  ['+31-6-12345678', "'+31-6-12345678"],
  ['-12.5', '-12.5'],
  ["'s-Hertogenbosch", "'s-Hertogenbosch"],
  ['Ada', 'Ada'],
  ['', ''],
])('%j is written %j', (cell, expected) => {
  expect(guardCell(cell)).toBe(expected);
});

test('every cell comes back as it was', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '1', ' ', '@', 'a') }),
  );
  fc.assert(
    fc.property(cell, (original) => {
      const written = guardCell(original);
      expect(unguardCell(written)).toBe(original);
      expect(written).not.toMatch(/^[=@\t\r\n]/);
    }),
    { numRuns: 1000 },
  );
});
