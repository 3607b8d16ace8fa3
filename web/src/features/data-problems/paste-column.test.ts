import { expect, test } from 'vitest';
import { layColumn } from './paste-column.ts';

const leads = [{ prospect_id: 7 }, { prospect_id: 8 }, { prospect_id: 9 }];

test.each([
  ['a single line is pasted as ever', 'CEO\n', null],
  [
    'a column',
    'CEO\r\nCTO\r\n',
    {
      values: [
        [7, 'CEO'],
        [8, 'CTO'],
      ],
      left: 0,
    },
  ],
  [
    'gaps keep their place',
    'CEO\n\nCFO',
    {
      values: [
        [7, 'CEO'],
        [8, ''],
        [9, 'CFO'],
      ],
      left: 0,
    },
  ],
  [
    'of a table the first column',
    'CEO\tAcme\nCTO\tBeta',
    {
      values: [
        [7, 'CEO'],
        [8, 'CTO'],
      ],
      left: 0,
    },
  ],
  [
    'what does not fit is counted',
    'a\nb\nc\nd\ne',
    {
      values: [
        [7, 'a'],
        [8, 'b'],
        [9, 'c'],
      ],
      left: 2,
    },
  ],
])('%s', (_, text, expected) => {
  const laid = layColumn(text, leads);
  expect(laid && { values: [...laid.values], left: laid.left }).toEqual(expected);
});
