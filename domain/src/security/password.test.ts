import { expect, test } from 'vitest';
import { findPasswordProblem, type PasswordProblem } from './password.ts';

const ada = { name: 'Ada Jansen', email: 'ada.j+sales@acme-tools.example.com', product: 'Blue Reach' };

test.each<[string, PasswordProblem | null]>([
  ['1234567', 'short'],
  ['correct horse', null],
  ['summer-of-jansen', 'personal'],
  ['JANSEN2026', 'personal'],
  ['xadajansenx', 'personal'],
  ['ｊａｎｓｅｎ99', 'personal'],
  ['ada.j+sales', 'personal'],
  ['wholesales', 'personal'],
  ['acme-tools-1', 'personal'],
  ['acmetools99', 'personal'],
  // Three letters occur in ordinary words, and an ending in every address.
  ['adamantine', null],
  ['welcome.com', null],
  ['MyOverture1', 'product'],
  ['bluereach26', 'product'],
  ['reach for it', 'product'],
])('%s', (password, expected) => {
  expect(findPasswordProblem(password, ada)).toBe(expected);
});

test('without an owner length and product are what is left', () => {
  expect([findPasswordProblem('jansen2026', null), findPasswordProblem('overture1', null)]).toEqual([null, 'product']);
});

test('a hostile name or address costs nothing', () => {
  const owner = { name: 'a '.repeat(60), email: `${'a.'.repeat(120)}@${'b.'.repeat(120)}com` };
  expect(findPasswordProblem('x'.repeat(256), owner)).toBe(null);
});
