// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { buildCampaign } from '../../lib/testing/builders.ts';
import { press, show } from '../../lib/testing/show.tsx';
import { HeldSenders } from './held-senders.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const account = (id: number, email: string, status: string) => ({
  id,
  name: 'A',
  email,
  picture_url: null,
  account_type: 'IMAP' as const,
  status,
});
const ada = account(1, 'ada@corp.example', 'OK');
const bo = account(2, 'bo@corp.example', 'CREDENTIALS');
const row = { channel: 'email', is_leaving: false, untouched: 4, in_sequence: 37, staying: 3 };

const open = (accounts: (typeof ada)[], senders: object[]) => {
  const onReplace = vi.fn();
  const email_account_ids = accounts.map(({ id }) => id);
  const campaign = buildCampaign({ id: 7, status: 'ACTIVE', accounts, email_account_ids } as never);
  const shown = show(<HeldSenders campaign={campaign} onReplace={onReplace} />, {
    'GET /accounts/': { accounts },
    'GET /campaigns/7/senders/': { senders, nobodys: { email: 9, linkedin: 0 } },
    'POST /campaigns/7/senders/2/settle-leads/': { success: true, amount: 37, left: 0, restartable: 0 },
  });
  return shown.then(({ asked, sent }) => ({ asked, sent, onReplace }));
};

test('leads that wait for one of several senders are handed over after their counts were shown', async () => {
  const { sent, onReplace } = await open(
    [ada, bo],
    [
      { ...row, account: ada, in_sequence: 0, held: 0 },
      { ...row, account: bo, held: 37 },
    ],
  );
  expect(await screen.findByText('37 leads are waiting for bo@corp.example.')).toBeTruthy();
  await press('Hand over');
  const dialog = within(await screen.findByRole('dialog', { name: "Hand over bo@corp.example's leads?" }));
  expect(dialog.getByText('37 in sequence, 4 untouched.')).toBeTruthy();
  expect(dialog.getByText(/^3 leads stay with bo@corp.example/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('switch', { name: /^Restart at the invite/ }));
  expect(dialog.getByText(/^3 leads were invited by bo@corp.example .* restart; the others stay/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Hand over' }));
  await waitFor(() =>
    expect(sent('POST /campaigns/7/senders/2/settle-leads/')).toEqual([{ leads: 'hand_over', restarts: true }]),
  );
  expect(onReplace).not.toHaveBeenCalled();
});

test('the only sender is named too, with the way to reconnect or replace it', async () => {
  const { onReplace } = await open([bo], [{ ...row, account: bo, held: 37 }]);
  expect(await screen.findByText('37 leads are waiting for bo@corp.example.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Reconnect' }).getAttribute('href')).toBe('/senders');
  await press('Hand over');
  expect(onReplace).toHaveBeenCalledOnce();
});

test('the leads of a campaign whose only sender can send are not counted', async () => {
  const { asked } = await open([ada], []);
  await waitFor(() => expect(asked.map(({ call }) => call)).toContain('GET /accounts/'));
  expect(asked.map(({ call }) => call)).not.toContain('GET /campaigns/7/senders/');
  expect(screen.queryByRole('list')).toBeNull();
});
