import { expect, test } from 'vitest';
import { parseSignUps, type SignUps } from './sign-ups.ts';

test.each<[string, SignUps | null]>([
  ['open', { mode: 'open', domains: [] }],
  [' Invited ', { mode: 'invited', domains: [] }],
  ['closed', { mode: 'closed', domains: [] }],
  ['domains:a.example,b.example', { mode: 'domains', domains: ['a.example', 'b.example'] }],
  ['domains: @A.Example , b.example', { mode: 'domains', domains: ['a.example', 'b.example'] }],
  ['domains:', null],
  ['domains:example', null],
  ['domains:a.example,,b.example', null],
  ['domains:*.example', null],
  ['off', null],
])('SIGN_UPS=%s', (text, expected) => {
  expect(parseSignUps(text)).toEqual(expected);
});
