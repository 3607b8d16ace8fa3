import { expect, test } from 'vitest';
import { parseAddressCell } from './address-cell.ts';

const ada = 'ada@acme.example';
const bram = 'bram@harbor.example';

test.each<[string, string | null, string[]]>([
  [ada, ada, []],
  ['ada@acme.example ::: bram@harbor.example', ada, [bram]],
  ['ada@acme.example:::bram@harbor.example', ada, [bram]],
  ['ada@acme.example; bram@harbor.example', ada, [bram]],
  ['ada@acme.example,bram@harbor.example,', ada, [bram]],
  ['ada@acme.example\r\nbram@harbor.example', ada, [bram]],
  ['ada@acme.example | bram@harbor.example', ada, [bram]],
  ['ada@acme.example / bram@harbor.example', ada, [bram]],
  ['ada@acme.example/bram@harbor.example', ada, [bram]],
  ['ada@acme.example and bram@harbor.example', ada, [bram]],
  ['ada＠acme.example；bram@harbor.example', ada, [bram]],
  ['Ada Jansen <ada@acme.example>, "de Vries, Bram" <bram@harbor.example>', ada, [bram]],
  ['mailto:ada@acme.example?subject=Hi;mailto:bram@harbor.example', ada, [bram]],
  ['ada@acme.example (work)', ada, []],
  ['Work: ada@acme.example', ada, []],
  ['work:ada@acme.example', ada, []],
  ["'ada@acme.example'", ada, []],
  ['<a href="mailto:ada@acme.example">ada@acme.example</a>', ada, []],
  ['ada@acme.example; ADA@ACME.EXAMPLE', ada, []],
  ['not known; ada@acme.example', ada, []],
  ['ada@acme; bram@harbor.example', bram, []],
  ['\u200bada@acme.example\u2060', ada, []],
  ['ada\u200b@acme.\u00adexample', ada, []],
  ['lead9(at)acme.example', null, []],
  ['ada at acme dot example', null, []],
  ['n/a', null, []],
  ['', null, []],
])('%j holds %j and %j', (cell, email, others) => {
  expect(parseAddressCell(cell)).toEqual({ email, others });
});

test('a cell of any size is read by its beginning', () => {
  const found = parseAddressCell('x@y '.repeat(500_000) + ada);
  expect(found.email).toBeNull();
});
