// @vitest-environment happy-dom
import type { AccountDeliverability } from '@overture/contract/deliverability';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal, show } from '../../lib/testing/show.tsx';
import { DeliverabilityPanel } from './deliverability-panel.tsx';

const report: AccountDeliverability = {
  account_id: 3,
  domain: 'acme.example',
  status: 'fail',
  checked_at: '2026-11-21T12:00:00.000Z',
  hold_reason: null,
  grace_until: null,
  checks: [
    {
      id: 'spf',
      status: 'fail',
      found: 'acme.example has no SPF record.',
      advice: 'Publish one.',
      record: { type: 'TXT', name: 'acme.example', value: 'v=spf1 mx ~all' },
    },
    { id: 'dmarc', status: 'pass', found: '“<img src=x>”', advice: null, record: null },
  ],
};
/** The panel; the answers of the server in order, and after them the one that checks are limited. */
function open(...answers: object[]) {
  const limited = refusal(429, 'rate_limited', 'Too many attempts.');
  const answer = () => answers.shift() ?? limited;
  return show(<DeliverabilityPanel accountId={3} />, {
    'GET /accounts/3/deliverability/': answer,
    'PUT /accounts/3/deliverability/': answer,
  });
}
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('each check says what was found and what to change; what DNS says stays text', async () => {
  await open(report);
  expect(await screen.findByText('acme.example has no SPF record.')).toBeTruthy();
  expect(screen.getByText('Publish one.')).toBeTruthy();
  expect(screen.getByText('v=spf1 mx ~all')).toBeTruthy();
  expect(screen.getByText('Failed')).toBeTruthy();
  expect(screen.getByText('Passed')).toBeTruthy();
  expect(document.querySelector('img')).toBeNull();
});

test('checking again refetches; a failure is shown and the last result stays', async () => {
  const { asked } = await open(report);
  await screen.findByText('Publish one.');
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts.');
  expect(asked[1]?.query).toEqual({ refresh: 'true' });
  expect(screen.getByText('Publish one.')).toBeTruthy();
});

const held = { ...report, hold_reason: 'acme.example has no SPF record.' };
const unsigned = {
  ...held,
  checks: [
    { id: 'dkim' as const, status: 'warn' as const, found: 'No DKIM key was found.', advice: null, record: null },
  ],
};

test.each([
  [held, /on hold until SPF, DKIM and DMARC are set up correctly/],
  [{ ...held, grace_until: '2026-11-28T12:00:00.000Z' }, /held from .*28/],
])('held campaign emails are announced; a correct domain shows nothing', async (answer, words) => {
  await open(answer);
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByText(/Your own replies still go out/)).toBeTruthy();
});

test('nothing is said of waiting while nothing waits, and no selector is asked for', async () => {
  await open(report);
  await screen.findByText('Publish one.');
  expect(screen.queryByText(/Your own replies still go out/)).toBeNull();
  expect(screen.queryByLabelText('DKIM selector')).toBeNull();
});

test('a selector is entered by keyboard; a refusal appears at the field', async () => {
  const refused = refusal(400, 'validation_failed', 'x', { dkim_selector: 'has no usable key' });
  const { asked } = await open(unsigned, refused, report);
  const field = await screen.findByLabelText('DKIM selector');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(asked).toHaveLength(1);
  fireEvent.change(field, { target: { value: ' mine ' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(await screen.findByText('has no usable key')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Check this name' }));
  expect(await screen.findByText('Publish one.')).toBeTruthy();
  expect(screen.queryByText(/Your own replies still go out/)).toBeNull();
});
