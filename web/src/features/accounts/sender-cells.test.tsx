// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import type { Account } from '@overture/contract/accounts';
import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { Part } from '../../lib/testing/build.ts';
import { buildAccount } from '../../lib/testing/builders.ts';
import { SenderStatus } from './sender-cells.tsx';

const until = '2026-11-24T09:00:00Z';
const hold = { action: 'invite', reason: 'Slow down.', until } as const;

function show(changes: Part<Account>): string[] {
  const account = buildAccount({ status: 'OK', ...changes });
  const { container } = render(
    <MantineProvider>
      <SenderStatus account={account} />
    </MantineProvider>,
  );
  return [...container.querySelectorAll('[data-tone]')].map((chip) => chip.textContent ?? '');
}

afterEach(cleanup);

describe('ERROR, STOPPED, CREDENTIALS and DELETED are disconnected, every other status is connected', () => {
  test.each<[Part<Account>, string[]]>([
    [{ status: 'ERROR' }, ['Disconnected']],
    [{ status: 'STOPPED' }, ['Disconnected']],
    [{ status: 'DELETED' }, ['Disconnected']],
    [{ status: 'CREDENTIALS' }, ['Disconnected', 'Sign-in needed']],
    [{ status: 'CONNECTING' }, ['Connected']],
    [{ status: 'SYNC_SUCCESS' }, ['Connected']],
    [{ held_until: until, held_reason: 'Too many mails.' }, ['Connected', 'On hold']],
    [{ guard_reason: '3 bounces among 60 messages in 7 days' }, ['Connected', 'Emails paused']],
    [{ domain_hold_reason: 'acme.com has no SPF record.' }, ['Connected', 'Emails paused']],
    [
      { domain_hold_reason: 'acme.com has no SPF record.', domain_grace_until: '2026-11-28T12:00:00.000Z' },
      ['Connected'],
    ],
    [{ action_holds: [hold] }, ['Connected', 'Partly paused']],
    [{ status: 'STOPPED', action_holds: [hold] }, ['Disconnected']],
  ])('%j', (changes, chips) => {
    expect(show(changes)).toEqual(chips);
  });
});
