import type { Account } from '@overture/contract/accounts';
import type { FlowNode } from '@overture/domain/flow/flow';
import { describe, expect, test } from 'vitest';
import { findSenderReason, sendersOfKind } from './sender-options.ts';

const account = (changes: Partial<Account>) =>
  ({ id: 1, account_type: 'LINKEDIN', tier: 'CLASSIC', status: 'OK', ...changes }) as Account;
const flow = (type: FlowNode['type']) =>
  [{ id: 1, kind: 'step', type, parent_id: null, branch: null, delay_in_hours: 0 }] as FlowNode[];

describe('senders of a campaign', () => {
  test('each kind has its own; removed ones are none', () => {
    const all = [
      account({ id: 1 }),
      account({ id: 2, account_type: 'IMAP' }),
      account({ id: 3, account_type: 'GOOGLE', status: 'DELETED' }),
    ];
    expect(sendersOfKind(all, 'linkedin').map(({ id }) => id)).toEqual([1]);
    expect(sendersOfKind(all, 'email').map(({ id }) => id)).toEqual([2]);
  });

  test.each<[Partial<Account>, FlowNode['type'], string | null]>([
    [{}, 'LINKEDIN_INVITE', null],
    [{}, 'INMAIL', 'InMail needs a Sales Navigator or Recruiter account.'],
    [{ tier: 'PREMIUM' }, 'INMAIL', 'InMail needs a Sales Navigator or Recruiter account.'],
    [{ tier: 'RECRUITER' }, 'INMAIL', null],
    [{ status: 'CREDENTIALS' }, 'LINKEDIN_INVITE', 'Disconnected. Reconnect it to use it.'],
    [{ status: 'STOPPED' }, 'LINKEDIN_INVITE', 'Disconnected. Reconnect it to use it.'],
    [{ status: 'CONNECTING' }, 'LINKEDIN_INVITE', 'Still connecting.'],
    [{ account_type: 'IMAP', tier: null }, 'INMAIL', null],
  ])('%j for %s: %s', (changes, type, reason) => {
    expect(findSenderReason(account(changes), flow(type))).toBe(reason);
  });
});
