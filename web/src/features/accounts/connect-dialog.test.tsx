// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { placeAt } from '../../lib/testing/show.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import type { SlotSummary } from './sender-slots.ts';
import { sendersQuery } from './use-senders.ts';

type Answer = Response | Promise<Response> | Error;
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
let answers: Record<string, Answer[]>;
let asked: string[];

beforeEach(() => {
  closed.mockClear();
  asked = [];
  answers = { '/accounts/': [Response.json({ accounts: [] })] };
  vi.stubGlobal('fetch', async (address: string | Request) => {
    const path = String(address).replace('/api/v1', '');
    asked.push(path);
    const answer = answers[path]?.shift();
    if (answer === undefined) throw new TypeError(`nothing left for ${path}`);
    if (answer instanceof Error) throw answer;
    return answer;
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const checkpoint = (type: string, token = 'first') =>
  Response.json({ account: null, checkpoint: { type, token, expires_at: '2026-11-22T10:05:00.000Z' } });
const connected = () => Response.json({ account: { id: 1 }, checkpoint: null });
const refusal = (status: number, code: string, error: string) => Response.json({ code, error }, { status });

function later() {
  let come: (answer: Response) => void = () => {};
  const answer = new Promise<Response>((resolve) => {
    come = resolve;
  });
  return { answer, come: (response: Response) => come(response) };
}

function Behind() {
  useQuery(sendersQuery);
  return null;
}

async function open(): Promise<void> {
  const { page } = await placeAt('/', <ConnectDialog opened onClose={closed} slots={slots} accounts={[]} />);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Behind />
        {page}
      </QueryClientProvider>
    </MantineProvider>,
  );
}

async function signIn(...given: Answer[]): Promise<void> {
  answers['/linkedin/connect/'] = given;
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
  answers['/linkedin/link/'] = [refusal(503, 'unavailable', 'LinkedIn is not available.')];
  await signIn(checkpoint('page_check'));
  const words = await screen.findByText(/only its own page can show/);
  expect([document.activeElement, words.getAttribute('role')]).toEqual([words, 'status']);
  fireEvent.click(screen.getByRole('button', { name: 'Continue on the next page' }));
  expect((await screen.findByRole('alert')).textContent).toBe('LinkedIn is not available.');
});

test('the wait for the app outlives a moment without a server, and connects', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  answers['/linkedin/checkpoint/'] = [
    new TypeError('offline'),
    new Response('<html>', { status: 502 }),
    checkpoint('app_approval'),
    connected(),
  ];
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
  answers['/linkedin/checkpoint/'] = [refusal(400, 'linkedin_checkpoint_expired', 'This sign-in expired.')];
  await signIn(checkpoint('app_approval'));
  expect((await screen.findByRole('alert')).textContent).toBe('This sign-in expired.');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked.filter((path) => path === '/linkedin/checkpoint/')).toHaveLength(1);
});

test('a second code begins with an empty field; after the right one it stays until the senders are there', async () => {
  const senders = later();
  answers['/linkedin/checkpoint/'] = [checkpoint('sent_code', 'second'), connected()];
  answers['/accounts/']?.push(senders.answer);
  await signIn(checkpoint('sent_code'));
  await screen.findByLabelText('Code');
  send('111111');
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe(''));
  send('222222');
  await waitFor(() => expect(asked.filter((path) => path === '/accounts/')).toHaveLength(2));
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('222222');
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect(closed).not.toHaveBeenCalled();
  senders.come(Response.json({ accounts: [] }));
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
});

test('nothing leaves before the risk is confirmed; then every step says what was not accepted', async () => {
  answers['/linkedin/connect/'] = [
    refusal(400, 'linkedin_credentials', "LinkedIn didn't accept this email address and password."),
    checkpoint('phone_number'),
  ];
  answers['/linkedin/checkpoint/'] = [
    checkpoint('sent_code', 'second'),
    refusal(400, 'linkedin_code_wrong', "LinkedIn didn't accept this code. Try again."),
    connected(),
  ];
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Sign in with a password' }));
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  fireEvent.change(screen.getByLabelText('Email address'), { target: { value: 'ada@acme.example' } });
  fireEvent.change(password, { target: { value: 'wrong' } });
  const connect = screen.getByRole<HTMLButtonElement>('button', { name: 'Connect' });
  expect(connect.disabled).toBe(true);
  fireEvent.submit(password.form as HTMLFormElement);
  fireEvent.click(screen.getByRole('checkbox', { name: /I understand the risk/ }));
  expect(asked).not.toContain('/linkedin/connect/');
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
