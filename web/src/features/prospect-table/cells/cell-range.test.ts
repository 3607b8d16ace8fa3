import { expect, test } from 'vitest';
import { countCells, parseCells, placePasted, placesOf, printCells, rangeBetween } from './cell-range.ts';

const size = { rows: 4, cols: 3 };

test('a range is what lies between two cells, in any direction', () => {
  const range = rangeBetween({ row: 2, col: 1 }, { row: 0, col: 1 });
  expect(range).toEqual({ top: 0, bottom: 2, left: 1, right: 1 });
  expect(countCells(range)).toBe(3);
  expect(placesOf(range).flat()).toEqual([0, 1, 2].map((row) => ({ row, col: 1 })));
});

test.each([
  [[['a'], ['b'], ['']]],
  [
    [
      ['a', ''],
      ['', 'd'],
    ],
  ],
  [
    [
      ['two\nlines', 'a "quote"'],
      ['tab\there', '=1+1'],
    ],
  ],
])('cells come back as they were copied: %j', (cells) => {
  expect(parseCells(printCells(cells))).toEqual(cells.at(-1)?.join('') === '' ? cells.slice(0, -1) : cells);
});

test('what spreadsheets and editors put into the clipboard is read', () => {
  expect(parseCells('a\r\nb\r\n')).toEqual([['a'], ['b']]);
  expect(parseCells('a\t')).toEqual([['a', '']]);
  expect(parseCells('12" pipe\tx')).toEqual([['12" pipe', 'x']]);
  expect(parseCells('"open\tx')).toEqual([['"open', 'x']]);
  expect(parseCells('')).toEqual([]);
});

test('one value fills the range, several begin at its first cell and end with the table', () => {
  const column = rangeBetween({ row: 1, col: 1 }, { row: 3, col: 1 });
  const rowsOf = (pasted: string[][], range = column) =>
    placePasted(pasted, range, size).map(({ place, text }) => [place.row, place.col, text]);
  expect(rowsOf([['x']])).toEqual([1, 2, 3].map((row) => [row, 1, 'x']));
  expect(rowsOf([['a'], ['b']])).toEqual([
    [1, 1, 'a'],
    [2, 1, 'b'],
  ]);
  const last = rangeBetween({ row: 3, col: 2 }, { row: 3, col: 2 });
  expect(
    rowsOf(
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      last,
    ),
  ).toEqual([[3, 2, 'a']]);
});

test('a clipboard of many lines and many tabs costs no more than the table, and short lines clear nothing', () => {
  const pasted = parseCells(`${'\t'.repeat(100_000)}\n${'x\n'.repeat(300_000)}`);
  const cells = placePasted(pasted, { top: 1, bottom: 1, left: 1, right: 1 }, size);
  expect(cells.map(({ place: { row, col }, text }) => [row, col, text])).toEqual([
    ...[1, 2].map((col) => [1, col, '']),
    ...[2, 3].map((row) => [row, 1, 'x']),
  ]);
});
