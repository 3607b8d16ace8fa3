import type { Account } from '@overture/contract/accounts';
import { describe, expect, test } from 'vitest';
import { accountsFor, amountOptions, parseAmount } from './sources.ts';

const account = (id: number, change: Partial<Account>): Account =>
  ({ id, account_type: 'LINKEDIN', status: 'OK', tier: 'CLASSIC', ...change }) as Account;

describe('sources of LinkedIn imports', () => {
  test('a source is read by healthy accounts of its tier only', () => {
    const accounts = [
      account(1, {}),
      account(2, { tier: 'SALES_NAVIGATOR', status: 'CREDENTIALS' }),
      account(3, { tier: 'SALES_NAVIGATOR', status: 'CREATION_SUCCESS' }),
      account(4, { account_type: 'IMAP', tier: null }),
      account(5, { tier: 'RECRUITER' }),
    ];
    const ids = (kind: Parameters<typeof accountsFor>[0]) => accountsFor(kind, accounts).map(({ id }) => id);
    expect(ids('linkedin-post')).toEqual([1, 3, 5]);
    expect(ids('linkedin-group')).toEqual([3]);
    expect(ids('sales-navigator')).toEqual([3]);
    expect(ids('recruiter')).toEqual([5]);
  });

  test('1000 is offered where it is allowed', () => {
    expect(amountOptions('linkedin-search')).toEqual([50, 100, 200, 500]);
    expect(amountOptions('recruiter')).toEqual([50, 100, 200, 500, 1000]);
  });

  test.each([
    ['', 1],
    ['0', 1],
    ['12a', 12],
    ['99999999999999', 500],
    ['-5', 5],
  ])('%j is read as %d', (text, amount) => {
    expect(parseAmount(text, 'linkedin-post')).toBe(amount);
  });
});
