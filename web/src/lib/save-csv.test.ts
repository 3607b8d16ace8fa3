import { expect, test } from 'vitest';
import { csvText, withMark } from './save-csv.ts';

test('texts are always quoted, and no formula survives', () => {
  const text = csvText(
    ['Name', 'Leads'],
    [
      ['Spring, "big"', 3],
      ['=HYPERLINK("x")', null],
    ],
  );
  const [header, first, second] = text.split('\r\n');
  expect([header, first]).toEqual(['"Name","Leads"', '"Spring, ""big""",3']);
  expect(second).not.toMatch(/^"?=/);
});

test('a file is marked as UTF-8 once', () => {
  expect(withMark('Jürgen')).toBe('\ufeffJürgen');
  expect(withMark(withMark('Jürgen'))).toBe('\ufeffJürgen');
});
