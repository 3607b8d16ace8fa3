import { expect, test } from 'vitest';
import { presentSenders, presentSteps } from './analytics.rules.ts';
import type { FlowRow, SenderSums } from './analytics.store.ts';

const node = (id: number, more: Partial<FlowRow> = {}): FlowRow => ({
  id,
  kind: 'step',
  type: 'EMAIL',
  parent_id: null,
  parent_kind: null,
  branch: null,
  message_b: null,
  more_variants: [],
  is_live: true,
  ...more,
});
const flow = [node(1, { message_b: 'B' }), node(2, { type: 'LINKEDIN_INVITE' }), node(3, { is_live: false })];
const sum = (account_id: number, node_id: number, type: string, amount: number, variant = ''): SenderSums => ({
  account_id,
  node_id,
  type,
  amount,
  variant,
});
const account = (id: number) =>
  ({ id, name: `Ada ${id}`, email: null, picture_url: null, account_type: 'IMAP', status: 'OK' }) as const;

const SUMS = [
  sum(7, 1, 'email_sent', 20, 'a'),
  sum(7, 1, 'email_sent', 15, 'b'),
  sum(7, 1, 'replied', 4, 'b'),
  sum(7, 1, 'bounced', 1, 'a'),
  sum(7, 3, 'email_sent', 5),
  sum(8, 2, 'invite_sent', 60),
  sum(9, 1, 'email_sent', 3, 'a'),
];

test('figures by sender, step and variant: most messages first, without removed senders', () => {
  const none = { sent: 0, replies: 0, interested: 0, bounced: 0 };
  expect(presentSenders(flow, SUMS, [account(7), account(8)])).toEqual([
    {
      account: account(8),
      ...none,
      sent: 60,
      steps: [{ step_id: 2, step_type: 'LINKEDIN_INVITE', is_deleted: false, variant: null, ...none, sent: 60 }],
    },
    {
      account: account(7),
      ...none,
      sent: 40,
      replies: 4,
      bounced: 1,
      steps: [
        { step_id: 1, step_type: 'EMAIL', is_deleted: false, variant: 'a', ...none, sent: 20, bounced: 1 },
        { step_id: 1, step_type: 'EMAIL', is_deleted: false, variant: 'b', ...none, sent: 15, replies: 4 },
        { step_id: 3, step_type: 'EMAIL', is_deleted: true, variant: null, ...none, sent: 5 },
      ],
    },
  ]);
});

test('a deleted step is listed only if it did something', () => {
  const sums = SUMS.map((row) => ({ ...row, seconds: 0 }));
  expect(presentSteps(flow, sums).map(({ step_id, is_deleted }) => [step_id, is_deleted])).toEqual([
    [1, false],
    [2, false],
    [3, true],
  ]);
  expect(presentSteps(flow, []).map(({ step_id }) => step_id)).toEqual([1, 2]);
});
