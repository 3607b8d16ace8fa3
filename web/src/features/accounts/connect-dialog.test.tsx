// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, inOrder, refusal, show } from '../../lib/testing/show.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import type { SlotSummary } from './sender-slots.ts';
import { sendersQuery } from './use-senders.ts';

const allowed = { allowed: true } as const;
const slots = {
  used: 0,
  limit: 2,
  isTrial: false,
  decision: allowed,
  linkedin: allowed,
  extras: [],
  warnings: [],
} as SlotSummary;
const closed = vi.fn();
let answers: Answers;
let calls: Awaited<ReturnType<typeof show>>['asked'];

beforeEach(() => {
  closed.mockClear();
  answers = { 'GET /accounts/': { accounts: [] } };
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const checkpoint = (type: string, token = 'first') => ({
  account: null,
  checkpoint: { type, token, expires_at: '2026-11-22T10:05:00.000Z' },
});
const connected = () => ({ account: { id: 1 }, checkpoint: null });

function later() {
  let come: (answer: object) => void = () => {};
  const answer = new Promise<object>((resolve) => {
    come = resolve;
  });
  return { answer, come: (response: object) => come(response) };
}

function Behind() {
  useQuery(sendersQuery);
  return null;
}

async function open(): Promise<void> {
  const dialog = (
    <>
      <Behind />
      <ConnectDialog opened onClose={closed} slots={slots} accounts={[]} />
    </>
  );
  const shown = await show(dialog, answers);
  calls = shown.asked;
}
const countCalls = (name: string) => calls.filter(({ call }) => call === name).length;

async function signIn(...given: (object | Promise<object>)[]): Promise<void> {
  answers['POST /linkedin/connect/'] = inOrder(...given);
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Sign in with a password' }));
  fireEvent.change(screen.getByLabelText('Email address'), { target: { value: 'ada@acme.example' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } });
  fireEvent.click(screen.getByRole('checkbox'));
  fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
}

function send(code: string): void {
  fireEvent.change(screen.getByLabelText('Code'), { target: { value: code } });
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
}

test('the dialog stays open while LinkedIn responds', async () => {
  const first = later();
  await signIn(first.answer);
  await screen.findByText('Signing in to LinkedIn. This can take a minute.');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Close' })).toBeNull());
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(closed).not.toHaveBeenCalled();
  first.come(checkpoint('sent_code'));
  await screen.findByLabelText('Code');
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
  expect(closed).toHaveBeenCalledOnce();
});

test('what only the page of LinkedIn can ask is read out, and a page that does not open says why', async () => {
  answers['POST /linkedin/link/'] = inOrder(refusal(503, 'unavailable', 'LinkedIn is not available.'));
  await signIn(checkpoint('page_check'));
  const words = await screen.findByText(/only its own page can show/);
  expect([document.activeElement, words.getAttribute('role')]).toEqual([words, 'status']);
  fireEvent.click(screen.getByRole('button', { name: 'Continue on the next page' }));
  expect((await screen.findByRole('alert')).textContent).toBe('LinkedIn is not available.');
});

test('the wait for the app outlives a moment without a server, and connects', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  answers['POST /linkedin/checkpoint/'] = inOrder(
    new TypeError('offline'),
    new Response('<html>', { status: 502 }),
    checkpoint('app_approval'),
    connected(),
  );
  await signIn(checkpoint('app_approval'));
  const words = await screen.findByText(/Open the LinkedIn app/);
  expect(document.activeElement).toBe(words);
  await vi.advanceTimersByTimeAsync(4000);
  expect(screen.getByText('Waiting for your confirmation…')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  await vi.advanceTimersByTimeAsync(8000);
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
});

test('the wait for the app ends with a refusal', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  answers['POST /linkedin/checkpoint/'] = inOrder(refusal(400, 'linkedin_checkpoint_expired', 'This sign-in expired.'));
  await signIn(checkpoint('app_approval'));
  expect((await screen.findByRole('alert')).textContent).toBe('This sign-in expired.');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(countCalls('POST /linkedin/checkpoint/')).toBe(1);
});

test('a second code begins with an empty field; after the right one it stays until the senders are there', async () => {
  const senders = later();
  const codes = inOrder(checkpoint('sent_code', 'second'), connected());
  let tries = 0;
  answers['POST /linkedin/checkpoint/'] = () => {
    tries += 1;
    return codes();
  };
  let awaited = 0;
  answers['GET /accounts/'] = () => {
    if (tries < 2) return { accounts: [] };
    awaited += 1;
    return senders.answer;
  };
  await signIn(checkpoint('sent_code'));
  await screen.findByLabelText('Code');
  send('111111');
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe(''));
  send('222222');
  await waitFor(() => expect(awaited).toBeGreaterThan(0));
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('222222');
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect(closed).not.toHaveBeenCalled();
  senders.come({ accounts: [] });
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
});

test('nothing leaves before the risk is confirmed; then every step says what was not accepted', async () => {
  answers['POST /linkedin/connect/'] = inOrder(
    refusal(400, 'linkedin_credentials', "LinkedIn didn't accept this email address and password."),
    checkpoint('phone_number'),
  );
  answers['POST /linkedin/checkpoint/'] = inOrder(
    checkpoint('sent_code', 'second'),
    refusal(400, 'linkedin_code_wrong', "LinkedIn didn't accept this code. Try again."),
    connected(),
  );
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Sign in with a password' }));
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  fireEvent.change(screen.getByLabelText('Email address'), { target: { value: 'ada@acme.example' } });
  fireEvent.change(password, { target: { value: 'wrong' } });
  const connect = screen.getByRole<HTMLButtonElement>('button', { name: 'Connect' });
  expect(connect.disabled).toBe(true);
  fireEvent.submit(password.form as HTMLFormElement);
  fireEvent.click(screen.getByRole('checkbox', { name: /I understand the risk/ }));
  expect(countCalls('POST /linkedin/connect/')).toBe(0);
  fireEvent.click(connect);
  expect((await screen.findByRole('alert')).textContent).toBe(
    "LinkedIn didn't accept this email address and password.",
  );
  fireEvent.change(password, { target: { value: 'the right one' } });
  fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
  fireEvent.change(await screen.findByLabelText('Phone number'), { target: { value: '(+31)612345678' } });
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByLabelText('Code');
  send('111111');
  expect((await screen.findByRole('alert')).textContent).toBe("LinkedIn didn't accept this code. Try again.");
  send('123456');
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
});
