import { expect, test } from 'vitest';
import { csvText } from './save-csv.ts';

test('cells are quoted where they must be, and no formula survives', () => {
  const text = csvText(
    ['Name', 'Leads'],
    [
      ['Spring, "big"', 3],
      ['=HYPERLINK("x")', null],
    ],
  );
  const [header, first, second] = text.split('\r\n');
  expect([header, first]).toEqual(['Name,Leads', '"Spring, ""big""",3']);
  expect(second).not.toMatch(/^"?=/);
});
