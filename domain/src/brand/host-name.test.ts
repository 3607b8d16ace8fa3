import { expect, test } from 'vitest';
import { normalizeHost } from './host-name.ts';

test.each([
  ['app.agency.test', 'app.agency.test'],
  ['APP.Agency.test:8443', 'app.agency.test'],
  ['app.agency.test.', 'app.agency.test'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  [undefined, null],
  ['', null],
  ['localhost', null],
  ['127.0.0.1:3000', null],
  ['[::1]:3000', null],
  ['app..test', null],
  ['-app.test', null],
  ['app-.test', null],
  ['app.agency.test/evil', null],
  ['app.agency.test, other.test', null],
  ['app.agency.test@other.test', null],
  ["a'b.test", null],
  [`${'a'.repeat(64)}.test`, null],
  [`${'a.'.repeat(200)}test`, null],
])('%s is %s', (text, host) => {
  expect(normalizeHost(text)).toBe(host);
});
