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
  return { id: 1, role, organization: { ...plain, ...organization } } as User;
}

const mailboxes = (count: number, base = 0): Account[] =>
  Array.from({ length: count }, (_, id) => ({ id, account_type: 'IMAP', is_base_account: id < base }) as Account);

test('a trial has one place, and is told so instead of warned', () => {
  const trial = user('USER', { is_in_trial: true });
  expect(summarizeSlots(trial, [])).toMatchObject({ used: 0, limit: 1, isTrial: true, decision: { allowed: true } });
  expect(summarizeSlots(trial, mailboxes(2))).toMatchObject({
    decision: { allowed: false, reason: 'trial' },
    warning: null,
  });
});

test('a paying organisation may go over what its plan includes', () => {
  const paying = user('USER', { extra_email_accounts: 1 });
  expect(summarizeSlots(paying, mailboxes(5))).toMatchObject({
    limit: 3,
    decision: { allowed: true },
    warning: null,
  });
});

test('a white-label client is warned in the words of the specification; its admin is not', () => {
  const client = { is_whitelabel: true };
  expect(summarizeSlots(user('USER', client), mailboxes(3, 2))).toMatchObject({
    limit: 2,
    decision: { allowed: false, reason: 'slots' },
    warning:
      'You have 1 account(s) over your limit of 2. These accounts are still functional but exceed your current plan limits.',
  });
  expect(summarizeSlots(user('ADMIN', client), mailboxes(3, 2))).toMatchObject({
    decision: { allowed: true },
    warning: null,
  });
});
