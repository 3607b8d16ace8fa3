import type { Account } from '@overture/contract/accounts';
import type { User } from '@overture/contract/auth';
import { expect, test } from 'vitest';
import { summarizeSlots } from './sender-slots.ts';

function user(role: User['role'], organization: Partial<User['organization']>): User {
  const plain = {
    is_in_trial: false,
    is_whitelabel: false,
    is_agency: false,
    extra_linkedin_accounts: 0,
    extra_email_accounts: 0,
  };
  return { id: 1, role, is_partner: false, organization: { ...plain, ...organization } } as User;
}

const seats = (count: number, base = 0): Account[] =>
  Array.from(
    { length: count },
    (_, id) => ({ id: 100 + id, account_type: 'LINKEDIN', is_base_account: id < base }) as Account,
  );
const mailboxes = (count: number, base = 0): Account[] =>
  Array.from({ length: count }, (_, id) => ({ id, account_type: 'IMAP', is_base_account: id < base }) as Account);

test('a trial has one slot and reads that instead of a warning', () => {
  const trial = user('USER', { is_in_trial: true });
  expect(summarizeSlots(trial, [])).toMatchObject({ used: 0, limit: 1, isTrial: true, decision: { allowed: true } });
  expect(summarizeSlots(trial, mailboxes(2))).toMatchObject({
    decision: { allowed: false, reason: 'trial' },
    warnings: [],
  });
});

test('a paying organization may go over what its plan includes', () => {
  const paying = user('USER', { extra_email_accounts: 1 });
  expect(summarizeSlots(paying, mailboxes(5))).toMatchObject({
    limit: 3,
    decision: { allowed: true },
    warnings: [],
  });
});

test('who pays is asked before one beyond the plan; who cannot pay, or has an agency that does, is not', () => {
  const paying = { has_payments: true, active_subscription: true };
  expect(summarizeSlots(user('USER', paying), mailboxes(1, 1)).extras).toEqual([]);
  expect(summarizeSlots(user('USER', paying), mailboxes(2, 2)).extras).toEqual(['email', 'linkedin']);
  expect(summarizeSlots(user('USER', { ...paying, extra_email_accounts: 1 }), mailboxes(2, 2)).extras).toEqual([
    'linkedin',
  ]);
  for (const other of [
    user('RESTRICTED', paying),
    user('ADMIN', paying),
    user('USER', { ...paying, is_whitelabel: true }),
    user('USER', { ...paying, active_subscription: false }),
    user('USER', { active_subscription: true }),
  ])
    expect(summarizeSlots(other, mailboxes(4, 2)).extras).toEqual([]);
});

const over = (count: number, limit: number) =>
  `You have ${count} account(s) over your limit of ${limit}. These accounts are still functional but exceed your current plan limits.`;

test('the partner plan includes one sender', () => {
  const partner = { ...user('USER', { is_whitelabel: true }), is_partner: true };
  expect(summarizeSlots(partner, mailboxes(1, 1))).toMatchObject({
    limit: 1,
    decision: { allowed: false, reason: 'slots', limit: 1 },
    linkedin: { allowed: false, reason: 'slots', limit: 0 },
  });
});

test('LinkedIn and mail have places of their own; extras of both count in the plan', () => {
  const client = user('USER', { is_whitelabel: true, extra_linkedin_accounts: 1 });
  const summary = summarizeSlots(client, [...mailboxes(1, 1), ...seats(3, 1)]);
  expect(summary).toMatchObject({
    used: 4,
    limit: 3,
    decision: { allowed: false, limit: 1 },
    linkedin: { allowed: false, limit: 2 },
    warnings: [{ kind: 'linkedin', text: over(1, 2) }],
  });
  const paying = user('USER', { extra_linkedin_accounts: 2, extra_email_accounts: 1 });
  expect(summarizeSlots(paying, seats(4)).limit).toBe(5);
});

test('a white-label client is warned in the words of the specification; its admin is not', () => {
  const client = { is_whitelabel: true };
  expect(summarizeSlots(user('USER', client), mailboxes(3, 2))).toMatchObject({
    limit: 2,
    decision: { allowed: false, reason: 'slots' },
    warnings: [{ kind: 'email', text: over(1, 2) }],
  });
  expect(summarizeSlots(user('ADMIN', client), mailboxes(3, 2))).toMatchObject({
    decision: { allowed: true },
    warnings: [],
  });
});
