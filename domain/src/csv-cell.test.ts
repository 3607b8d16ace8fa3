import fc from 'fast-check';
import { expect, test } from 'vitest';
import { neutralizeCell, restoreCell } from './csv-cell.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+cmd|calc', "'+cmd|calc"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', "'\r=1"],
  ['\0=1', "'\0=1"],
  ['＝1', "'＝1"],
  ["'=1", "''=1"],
  ['+31 6 12345678', '+31 6 12345678'],
  ['+31-6-12345678', "'+31-6-12345678"],
  ['-12.5', '-12.5'],
  ["'s-Hertogenbosch", "'s-Hertogenbosch"],
  ['Ada', 'Ada'],
  ['', ''],
])('%j is written %j', (cell, expected) => {
  expect(neutralizeCell(cell)).toBe(expected);
});

test('every cell comes back as it was', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '1', ' ', '@', 'a') }),
  );
  fc.assert(
    fc.property(cell, (original) => {
      const written = neutralizeCell(original);
      expect(restoreCell(written)).toBe(original);
      expect(written).not.toMatch(/^[=@\t\r\n\0]/);
    }),
    { numRuns: 1000 },
  );
});
