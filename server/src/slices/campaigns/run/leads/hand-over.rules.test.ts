import { expect, test } from 'vitest';
import { createHandOver } from './hand-over.rules.ts';
import type { OwnedLead } from './hand-over.store.ts';

const [first, second, third] = [1, 2, 3].map((id) => ({ id, cap: 50 })) as [
  { id: number; cap: number },
  { id: number; cap: number },
  { id: number; cap: number },
];
/** Invited by the first account, which owns the lead. */
const lead = (change: Partial<OwnedLead> = {}): OwnedLead => ({
  id: 9,
  prospect_id: 90,
  account_id: 1,
  is_touched: true,
  email: null,
  email_domain: null,
  connected: [],
  is_bound: true,
  invite_node_id: 5,
  invited_by: [1],
  given_up_by: [],
  ...change,
});

test.each([
  ['stays with who has invited them', {}, false, null],
  ['begins again with another one where that is asked for', {}, true, { to: 2, restarts: true }],
  ['goes on with who is connected with them, asked or not', { connected: [3] }, true, { to: 3, restarts: false }],
  ['is not invited twice by an account that did before', { invited_by: [1, 2] }, true, { to: 3, restarts: true }],
  ['stays where everybody else has invited them', { invited_by: [1, 2, 3] }, true, null],
  [
    'does not go back to whose attempt was given up, connected or not',
    { connected: [3], invited_by: [3, 1], given_up_by: [3] },
    true,
    { to: 2, restarts: true },
  ],
  ['stays where the invite is gone from the flow', { invite_node_id: null }, true, null],
  [
    'goes on with anybody where nobody was invited',
    { is_bound: false, invited_by: [] },
    false,
    { to: 2, restarts: false },
  ],
] as const)('a lead %s', (_, change, restarts, expected) => {
  const given = { ...change, connected: [...('connected' in change ? change.connected : [])] } as Partial<OwnedLead>;
  expect(createHandOver('linkedin', [first, second, third], restarts)(lead(given))).toEqual(expected);
});
