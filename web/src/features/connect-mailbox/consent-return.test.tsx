// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, press, refusal, show } from '../../lib/testing/show.tsx';
import { type ConsentAnswer, ConsentReturn } from './consent-return.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const person = { id: 1, linked_accounts: [] as { status: string }[] };
const back = (change: Partial<ConsentAnswer>): ConsentAnswer => ({
  state: undefined,
  code: undefined,
  error: undefined,
  error_description: undefined,
  ...change,
});
const open = (answer: ConsentAnswer, answers: Answers = {}, user = person) =>
  show(
    <StrictMode>
      <ConsentReturn answer={answer} />
    </StrictMode>,
    { 'GET /user/': { user }, ...answers },
    user,
  );

test('the code is handed over once, does not stay in the address, and leads to the senders', async () => {
  const { sent, address } = await open(back({ state: 's', code: 'c' }), {
    'POST /email/callback/': { account: { id: 1 } },
  });
  await waitFor(() => expect(address()).toMatch(/^\/senders\?linkStatus=success/));
  expect(sent('POST /email/callback/')).toEqual([{ state: 's', code: 'c' }]);
});

test.each([
  [
    'who did not agree',
    back({ state: 's', error: 'access_denied' }),
    "You didn't allow access at Google. Nothing was connected.",
  ],
  [
    'a sign-in as another user',
    back({ state: 's', code: 'c' }),
    'You signed in as somebody.else@corp.example, but this sender is ada@corp.example.',
  ],
])('%s reads it in the words of the server and may begin again', async (_, answer, words) => {
  const { address } = await open(answer, { 'POST /email/callback/': refusal(400, 'consent_denied', words) });
  expect(await screen.findByText(words)).toBeTruthy();
  expect(address()).toBe('/connect-email/callback');
  await press('Try again');
  await waitFor(() => expect(address()).toBe('/connect-email'));
});

test('who has a sender that waits for its sign-in begins again at the senders', async () => {
  const { address } = await open(
    back({ state: 's' }),
    { 'POST /email/callback/': refusal(400, 'consent_denied', 'It failed.') },
    { id: 1, linked_accounts: [{ status: 'CREDENTIALS' }] },
  );
  await press('Show senders');
  await waitFor(() => expect(address()).toBe('/senders'));
});

test('an address without a code has nothing to finish and sends no request', async () => {
  const { asked } = await open(back({}));
  expect(await screen.findByText(/^There's nothing to finish here\./)).toBeTruthy();
  expect(asked).toEqual([]);
});
