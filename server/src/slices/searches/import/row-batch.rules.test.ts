import { CsvText } from '@overture/domain/csv/csv-text';
import { expect, test } from 'vitest';
import type { ColumnIndexes } from './import-row.rules.ts';
import { BatchBuilder } from './row-batch.rules.ts';

/** Rows of a file that are refused, as the file of bad rows says them. */
function refuse(text: string): string {
  const builder = new BatchBuilder({} as ColumnIndexes, 1);
  for (const record of new CsvText(',').push(text, true)) builder.add(record);
  return builder
    .finish(0, true)
    .bad.map(({ line }) => line)
    .join('\n');
}

test.each([
  ['many long cells', Array.from({ length: 24 }, () => 'x'.repeat(500)).join(',')],
  ['long cells of quotes', Array.from({ length: 24 }, () => `"${'""'.repeat(500)}"`).join(',')],
  ['an open quote in a long line', `a,"${'x,"",'.repeat(2500)}`],
])('no cell of a bad row becomes a formula behind %s', (_what, wide) => {
  const lines = refuse(`${wide}\nx,=cmd|' /C calc'!A0,z`);
  const cells = [...new CsvText(',').push(lines, true)].flatMap((record) => [...record.cells, record.line]);
  expect(lines.length).toBeLessThan(12_000);
  expect(cells.filter((cell) => /^[=+@-]/.test(cell))).toEqual([]);
  expect(lines.endsWith(`"x","'=cmd|' /C calc'!A0","z"`)).toBe(true);
});
