import { expect, test } from 'vitest';
import { decideAddress, describeStoppedAddress, type KnownAddress } from './address-checks.ts';

const now = new Date('2026-11-26T12:00:00Z');
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
const known = (change: Partial<KnownAddress>): KnownAddress => ({
  result: null,
  verified_at: hours(-1),
  unknown_tries: 0,
  asked_at: null,
  is_accepted: false,
  ...change,
});

test.each<[string, KnownAddress | undefined, boolean, ReturnType<typeof decideAddress>]>([
  ['never asked', undefined, true, { act: 'ask' }],
  ['asked, no answer yet', known({ asked_at: now, verified_at: null }), true, { act: 'wait', until: hours(1) }],
  ['no answer for an hour', known({ asked_at: hours(-1), verified_at: null }), true, { act: 'send' }],
  ['valid', known({ result: 'valid' }), true, { act: 'send' }],
  ['valid 29 days ago', known({ result: 'valid', verified_at: hours(-29 * 24) }), true, { act: 'send' }],
  ['valid 30 days ago', known({ result: 'valid', verified_at: hours(-30 * 24) }), true, { act: 'ask' }],
  ['invalid', known({ result: 'invalid' }), true, { act: 'stop' }],
  ['invalid 30 days ago', known({ result: 'invalid', verified_at: hours(-30 * 24) }), true, { act: 'ask' }],
  ['invalid and accepted', known({ result: 'invalid', is_accepted: true }), true, { act: 'send' }],
  ['catch-all', known({ result: 'catch_all' }), true, { act: 'send_rarely' }],
  ['risky', known({ result: 'risky' }), true, { act: 'send_rarely' }],
  ['catch-all where none is wanted', known({ result: 'catch_all' }), false, { act: 'stop' }],
  ['risky where none is wanted', known({ result: 'risky' }), false, { act: 'stop' }],
  ['unknown once', known({ result: 'unknown', unknown_tries: 1 }), true, { act: 'wait', until: hours(23) }],
  ['unknown a day ago', known({ result: 'unknown', unknown_tries: 1, verified_at: hours(-24) }), true, { act: 'ask' }],
  ['unknown twice', known({ result: 'unknown', unknown_tries: 2 }), true, { act: 'send' }],
  [
    'unknown, asked again',
    known({ result: 'unknown', unknown_tries: 1, asked_at: now }),
    true,
    { act: 'wait', until: hours(1) },
  ],
])('an address that is %s', (_, address, sendsRisky, decision) => {
  expect(decideAddress(address, sendsRisky, now)).toEqual(decision);
});

test('why an address is not written to says what to do', () => {
  expect(describeStoppedAddress('kim@acme.com', 'invalid', 'Hunter')).toBe(
    'kim@acme.com was checked and does not exist (Hunter). Correct the address, or send anyway.',
  );
  expect(describeStoppedAddress('kim@acme.com', 'risky', '')).toMatch(
    /^It can't be verified whether kim@acme.com exists/,
  );
});
