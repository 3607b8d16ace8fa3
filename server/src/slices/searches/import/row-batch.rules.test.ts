import { Readable } from 'node:stream';
import { CsvText } from '@overture/domain/csv/csv-text';
import { expect, test } from 'vitest';
import type { ColumnIndexes } from './import-row.rules.ts';
import { BatchBuilder, RowClassifier } from './row-batch.rules.ts';
import { readRows } from './row-reader.service.ts';
import { placesOfStops, StoppedRows } from './stopped-rows.rules.ts';

/** Rows of a file that are refused, as the file of bad rows says them. */
function refuse(text: string): string {
  const builder = new BatchBuilder(
    new RowClassifier({} as ColumnIndexes, 1),
    new StoppedRows(placesOfStops([], [], {})),
  );
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

test.each([
  ['in the next batch', 0, [[2], [3], []]],
  ['of an import that another worker continues', 1, [[3], []]],
])('the rest of a row that a quote tore is bad %s', async (_what, skip_rows, expected) => {
  const text = 'Email,Note\n"He said "no"\nada@acme.example\nbram@harbor.example,fine\n';
  const reader = readRows(Readable.from([Buffer.from(text)]), {
    encoding: 'utf-8',
    delimiter: ',',
    header: ['Email', 'Note'],
    header_row: 1,
    column_mapping: { email: 'Email' },
    imports_unlinked: false,
    skip_rows,
    first_batch_rows: 1,
    batch_rows: 1,
  });
  const batches = [];
  for (let isLast = false; !isLast; isLast = batches.at(-1)!.is_last) batches.push(await reader.next());
  expect(batches.map(({ bad }) => bad.map(({ row_number }) => row_number))).toEqual(expected);
});
