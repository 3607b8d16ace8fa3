import { parseNotation } from '@overture/domain/leads/column-notation';
import { describe, expect, test } from 'vitest';
import { findExtraProblem, guessExtras, openExtras, withNotation } from './extra-columns.ts';
import type { CsvPreview } from './read-csv-preview.ts';

function preview(header: string[], ...rows: string[][]): CsvPreview {
  const indexes = new Map(header.map((name, index) => [name, index]));
  return {
    encoding: 'utf-8',
    isEncodingKnown: true,
    header_row: 1,
    delimiter: ',',
    header,
    indexes,
    rows,
    rowCount: rows.length,
    isCounted: true,
  };
}
const wide = (columns: number) => {
  const names = Array.from({ length: columns }, (_, n) => `c${n}`);
  return preview(names, names);
};
const onOf = (extras: ReturnType<typeof guessExtras>) =>
  extras.filter(({ is_on }) => is_on).map(({ header }) => header);

describe('what a file brings', () => {
  const file = preview(['First', 'Seats', 'Since', 'Empty'], ['Ada', '12', '25/12/2026', '']);

  test('columns with values are on, with the type that their values have', () => {
    const extras = openExtras(guessExtras(file, { first_name: 'First' }, []), { first_name: 'First' });
    const plain = { date_order: null, decimal_mark: null, undecided: { number: null, date: null } };
    expect(extras).toEqual([
      { ...plain, header: 'Seats', is_on: true, name: 'Seats', type: 'number' },
      { ...plain, header: 'Since', is_on: true, name: 'Since', type: 'date', date_order: 'dmy' },
      { ...plain, header: 'Empty', is_on: false, name: 'Empty', type: 'text' },
    ]);
  });

  test('of many none is on, but for those that exist', () => {
    expect(onOf(guessExtras(wide(21), {}, []))).toEqual([]);
    expect(onOf(guessExtras(wide(21), {}, [{ name: 'C3', type: 'text' }]))).toEqual(['c3']);
    expect(onOf(guessExtras(wide(20), {}, []))).toHaveLength(20);
  });
});

describe('what cannot be made', () => {
  const extras = guessExtras(wide(3), {}, []);
  const known = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `k${n}`, type: 'text' as const }));

  test.each([
    ['nothing is wrong', extras, known(97), undefined],
    ['no room', extras, known(98), { kind: 'too_many', room: 2 }],
    ['no name', [{ ...extras[0]!, name: ' ' }], [], { kind: 'no_name', header: 'c0' }],
    ['two of one name', [extras[0]!, { ...extras[1]!, name: 'C0 ' }], [], { kind: 'same_name', header: 'c1' }],
  ])('%s', (_, chosen, columns, problem) => {
    expect(findExtraProblem(chosen, columns)).toEqual(problem);
  });
});

test('a number that can be read in two ways is asked about, unless another one of the column decides', () => {
  const guess = (...cells: string[]) => guessExtras(preview(['Revenue'], ...cells.map((cell) => [cell])), {}, []);
  expect(guess('3.000', '1.250,5')[0]).toMatchObject({
    type: 'number',
    decimal_mark: ',',
    undecided: { number: null },
  });
  const open = guess('3.000', '980');
  expect(open[0]).toMatchObject({ type: 'number', decimal_mark: null, undecided: { number: '3.000' } });
  expect(findExtraProblem(open, [])).toEqual({ kind: 'unanswered', header: 'Revenue', example: '3.000' });
  expect(
    findExtraProblem(
      open.map((extra) => ({ ...extra, decimal_mark: ',' as const })),
      [],
    ),
  ).toBeUndefined();
});

test('a day that can be read in two ways is asked about, until a later row of the file decides', () => {
  const [open] = guessExtras(preview(['Since'], ['3/4/2026'], ['5/6/2026']), {}, []);
  expect(open).toMatchObject({ type: 'date', date_order: null, undecided: { date: '3/4/2026' } });
  expect(findExtraProblem([open!], [])).toEqual({ kind: 'unanswered', header: 'Since', example: '3/4/2026' });
  const decided = withNotation(open!, parseNotation(['3/4/2026', '1/31/2026']));
  expect(decided).toMatchObject({ date_order: 'mdy', undecided: { date: null } });
  expect(findExtraProblem([decided], [])).toBeUndefined();
  const chosen = withNotation({ ...open!, date_order: 'dmy' }, parseNotation(['3/4/2026']));
  expect(chosen).toMatchObject({ date_order: 'dmy', undecided: { date: '3/4/2026' } });
  expect(findExtraProblem([chosen], [])).toBeUndefined();
});
