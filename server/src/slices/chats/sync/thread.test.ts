import { describe, expect, test } from 'vitest';
import { isSameAddress, isSameCompany, plainAddress } from '../addresses.rules.ts';
import { decideThread, type ThreadFacts } from './thread.rules.ts';

const ours = { message_id: 'ours@acme.example', prospect_id: 1, addresses: ['grace@customer.io'], is_ours: true };
const older = { message_id: 'older@acme.example', prospect_id: 2, addresses: ['alan@other.io'] };
const facts = (change: Partial<ThreadFacts>): ThreadFacts => ({
  from: 'grace@customer.io',
  in_reply_to: 'ours@acme.example',
  references: [],
  known: [ours],
  contacted: [],
  ...change,
});

describe('whose conversation a mail belongs to', () => {
  test.each<[string, Partial<ThreadFacts>, object]>([
    ['the lead in the thread', {}, { belongs: true, prospect_id: 1, is_colleague: false }],
    [
      'the lead, by References only',
      { in_reply_to: null, references: ['ours@acme.example'] },
      { belongs: true, prospect_id: 1 },
    ],
    [
      'a colleague in the thread',
      { from: 'boss@mail.customer.io' },
      { belongs: true, prospect_id: 1, is_colleague: true },
    ],
    [
      'a stranger in the thread',
      { from: 'mallory@evil.io' },
      { belongs: false, because: 'third_party', prospect_id: 1 },
    ],
    ...['wanadoo.fr', 'comcast.net', 'naver.com'].map((provider): [string, Partial<ThreadFacts>, object] => [
      `a stranger at the lead's provider ${provider}`,
      { from: `mallory@${provider}`, known: [{ ...ours, addresses: [`grace@${provider}`] }] },
      { belongs: false, because: 'third_party', prospect_id: 1 },
    ]),
    [
      'a stranger who names a mail that is not ours',
      { from: 'mallory@evil.io', known: [{ ...ours, is_ours: false }] },
      { belongs: false, because: 'third_party', prospect_id: null },
    ],
    [
      'an address that was let answer before',
      { from: 'grace@private.io', known: [{ ...ours, answered_from: ['grace@private.io'] }] },
      { belongs: true, prospect_id: 1, is_colleague: true },
    ],
    ['an unknown writer', { from: 'mallory@evil.io', known: [] }, { belongs: false, because: 'unknown_sender' }],
    ['nobody', { from: null }, { belongs: false, because: 'no_sender' }],
    ['no address', { from: 'grace' }, { belongs: false, because: 'no_sender' }],
    [
      'the lead without headers',
      { in_reply_to: null, known: [], contacted: [7, 8] },
      { belongs: true, prospect_id: 7 },
    ],
    ['a colleague without headers', { from: 'boss@customer.io', in_reply_to: null, known: [] }, { belongs: false }],
    [
      'a colleague who is a lead himself: his own conversation',
      { from: 'boss@customer.io', contacted: [9] },
      { belongs: true, prospect_id: 9 },
    ],
    [
      'the mail that is answered goes before others in the chain',
      {
        in_reply_to: 'ours@acme.example',
        references: ['older@acme.example'],
        known: [{ ...older, addresses: ours.addresses }, ours],
      },
      { belongs: true, prospect_id: 1 },
    ],
    [
      'another lead’s thread is never entered',
      { from: 'alan@other.io', references: ['older@acme.example'], known: [ours, older] },
      { belongs: true, prospect_id: 2 },
    ],
    ['ids that are not ours say nothing', { known: [older], from: 'grace@customer.io' }, { belongs: false }],
  ])('%s', (_, change, decision) => {
    expect(decideThread(facts(change))).toMatchObject(decision);
  });
});

test('one mailbox under several names', () => {
  expect(isSameAddress('Ada+x@Acme.io', 'ada@acme.io')).toBe(true);
  expect(isSameAddress('ada@acme.io', 'ada@acme.com')).toBe(false);
  expect(isSameAddress('', '')).toBe(false);
  expect(plainAddress('+x@acme.io')).toBe('+x@acme.io');
});

test('one company', () => {
  expect(isSameCompany('a@mail.acme.co.uk', 'b@acme.co.uk')).toBe(true);
  expect(isSameCompany('a@acme.co.uk', 'b@other.co.uk')).toBe(false);
  expect(isSameCompany('a@gmail.com', 'b@gmail.com')).toBe(false);
  expect(isSameCompany('a@acme.io', 'b@acme.io.evil.io')).toBe(false);
  expect(isSameCompany('a@mail.acme.onmicrosoft.com', 'b@acme.onmicrosoft.com')).toBe(true);
  expect(isSameCompany('a@acme.onmicrosoft.com', 'b@other.onmicrosoft.com')).toBe(false);
  expect(isSameCompany('a@acme.github.io', 'b@other.github.io')).toBe(false);
});
