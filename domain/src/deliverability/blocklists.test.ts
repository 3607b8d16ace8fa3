import { describe, expect, test } from 'vitest';
import { parseBlocklists, toBlocklistName, toBlocklistState, toNeverListed } from './blocklists.ts';

const dbl = { kind: 'domain' as const, zone: 'dbl.test', name: 'DBL' };
const zen = { kind: 'address' as const, zone: 'zen.test', name: 'ZEN' };

test('the setting names kind, zone and a name for users; a wrong entry refuses all', () => {
  expect(parseBlocklists('domain:key.dbl.dq.test=DBL, ADDRESS:zen.test')).toEqual([
    { kind: 'domain', zone: 'key.dbl.dq.test', name: 'DBL' },
    { kind: 'address', zone: 'zen.test', name: 'zen.test' },
  ]);
  expect(parseBlocklists('')).toEqual([]);
  for (const wrong of ['zen.test', 'domain:', 'domain:a b.test', 'host:a.test', `domain:${'a'.repeat(70)}.test`])
    expect(parseBlocklists(wrong)).toBeNull();
  expect(parseBlocklists(Array.from({ length: 21 }, (_, n) => `domain:l${n}.test`).join())).toBeNull();
});

test.each([
  [dbl, 'Acme.example', 'acme.example.dbl.test'],
  [dbl, '192.0.2.1', null],
  [zen, '8.8.4.1', '1.4.8.8.zen.test'],
  [zen, '2a00:1450::1', `1.${'0.'.repeat(23)}0.5.4.1.0.0.a.2.zen.test`],
  [zen, '127.0.0.1', null],
  [zen, '10.1.2.3', null],
  [zen, 'acme.example', null],
])('%o is asked about %s as %s', (list, subject, name) => expect(toBlocklistName(list, subject)).toBe(name));

test('what no list contains', () => {
  expect([toNeverListed(dbl), toNeverListed(zen)]).toEqual(['invalid.dbl.test', '1.0.0.127.zen.test']);
});

describe('an answer', () => {
  test.each([
    ['found', ['127.0.0.2'], 'listed'],
    ['found', ['127.0.1.2', '127.0.0.4'], 'listed'],
    ['found', ['127.255.255.254'], 'refused'],
    ['found', ['127.255.255.252', '127.0.0.2'], 'refused'],
    ['found', ['127.0.1.255'], 'refused'],
    ['found', ['203.0.113.9'], 'unknown'],
    ['found', [], 'clear'],
    ['none', [], 'clear'],
    ['unknown', [], 'unknown'],
  ] as const)('%s %o: %s', (status, records, state) => {
    expect(toBlocklistState({ status, records: [...records] })).toBe(state);
  });
});
