// @vitest-environment happy-dom
import type { Webhook, WebhookDelivery } from '@overture/contract/webhooks';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, fill, press, refusal, show } from '../../lib/testing/show.tsx';
import { WebhooksPage } from './webhooks-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const webhook = (changes: Partial<Webhook> = {}): Webhook => ({
  ...{ id: 1, url: 'https://n8n.example/hook', description: 'n8n', event_types: ['*'], mode: 'full' },
  ...{ is_active: true, off_reason: null, off_at: null, last_success_at: null, failing_since: null },
  ...{ former_secret_until: null, pending: 0, failed: 0, created_at: '2026-11-20T10:00:00Z' },
  ...changes,
});
const delivery = (changes: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  ...{ id: 9, message_id: 'msg_1', type: 'reply.received', state: 'failed', attempts: 10, code: 500 },
  ...{ occurred_at: '2026-11-28T10:00:00Z', tried_at: '2026-11-28T10:00:01Z', next_attempt_at: null },
  ...{ duration_in_ms: 1200, error: 'The receiver answered with status 500.' },
  ...changes,
});
const secret = 'whsec_c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0';

function begin(webhooks: Webhook[], more: Answers = {}) {
  const answers = {
    'GET /webhooks/': { webhooks, max_webhooks: 20 },
    'GET /webhooks/storage/': { stored_messages: 899_999, max_messages: 1_000_000 },
    'POST /webhooks/': { webhook: webhook(), secret },
    'PUT /webhooks/1/': { webhook: webhook() },
    'DELETE /webhooks/1/': { success: true },
    'POST /webhooks/1/test/': { delivery_id: 9 },
    'POST /webhooks/1/rotate-secret/': { webhook: webhook(), secret },
    'POST /webhooks/1/replay/': { replayed: 3 },
    'POST /webhooks/1/deliveries/9/replay/': { success: true },
    'GET /webhooks/1/deliveries/': { deliveries: [delivery()], total: 1 },
    'GET /webhooks/1/deliveries/9/': { delivery: delivery(), body: '{"type":"reply.received"}', answer: 'broken' },
    'GET /webhooks/event-types/': {
      event_types: [
        { type: 'email.sent', summary: 'An email of a campaign was sent' },
        { type: 'reply.received', summary: 'A lead replied, on any channel' },
      ],
    },
    ...more,
  } satisfies Answers;
  return show(<WebhooksPage />, answers);
}

const choose = async (name: string, entry: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `Options of ${name}` }));
  fireEvent.click(await screen.findByRole('menuitem', { name: entry }));
};

test('an endpoint is added with chosen events, and its secret is shown once', async () => {
  const { sent } = await begin([]);
  await press('Add webhook');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add webhook' }));
  const submit = () => fireEvent.click(dialog.getByRole('button', { name: 'Add webhook' }));
  submit();
  expect(await dialog.findByText('Please enter a URL.')).toBeTruthy();
  fill(dialog.getByRole('textbox', { name: 'Address' }), ' https://n8n.example/hook ');
  fireEvent.click(dialog.getByRole('radio', { name: 'Only the events I choose' }));
  submit();
  expect(await dialog.findByText('Please choose at least one event.')).toBeTruthy();
  fireEvent.click(await dialog.findByRole('checkbox', { name: 'reply.received' }));
  fireEvent.click(dialog.getByRole('radio', { name: /^IDs only/ }));
  submit();
  const shown = within(await screen.findByRole('dialog', { name: 'Copy your signing secret' }));
  expect((shown.getByRole('textbox', { name: 'Signing secret' }) as HTMLInputElement).value).toBe(secret);
  expect(sent('POST /webhooks/')).toEqual([
    { url: 'https://n8n.example/hook', description: '', event_types: ['reply.received'], mode: 'thin' },
  ]);
});

test('a refusal keeps what was entered and says why', async () => {
  await begin([], { 'POST /webhooks/': refusal(400, 'webhook_url_invalid', 'The address must begin with https://.') });
  await press('Add webhook');
  const dialog = within(await screen.findByRole('dialog'));
  fill(dialog.getByRole('textbox', { name: 'Address' }), 'http://n8n.example');
  fireEvent.click(dialog.getByRole('button', { name: 'Add webhook' }));
  expect(await dialog.findByText('The address must begin with https://.')).toBeTruthy();
  expect((dialog.getByRole('textbox', { name: 'Address' }) as HTMLInputElement).value).toBe('http://n8n.example');
});

test('the list says how each endpoint does, and what the program switched off', async () => {
  await begin([
    webhook({ event_types: ['email.sent', 'reply.received'], mode: 'thin', pending: 2, failed: 1 }),
    webhook({ id: 2, url: 'https://b.example/', failing_since: '2026-11-27T10:00:00Z' }),
    webhook({ id: 3, url: 'https://c.example/', is_active: false, off_reason: 'failures' }),
  ]);
  const row = async (url: string) => (await screen.findByText(url)).closest('tr')?.textContent ?? '';
  expect(await row('https://n8n.example/hook')).toMatch(/Active.*2 events, IDs only.*2 pending, 1 failed/);
  expect(await row('https://b.example/')).toMatch(/Failing.*since/);
  expect(await row('https://c.example/')).toMatch(/Off.*Nothing was delivered for 5 days/);
  // Toasts of earlier tests may still be on the page.
  expect(screen.queryByText(/events are stored/)).toBeNull();
});

test('a log that is nearly full says so before it gets shorter', async () => {
  await begin([webhook()], { 'GET /webhooks/storage/': { stored_messages: 900_000, max_messages: 1_000_000 } });
  expect((await screen.findByRole('status')).textContent).toBe(
    '900,000 of 1,000,000 events are stored. Above the limit, the oldest delivered ones are deleted.',
  );
});

test('the log shows what was sent and answered, and replays one or all failed', async () => {
  const { sent } = await begin([webhook()]);
  fireEvent.click(await screen.findByText('https://n8n.example/hook'));
  const panel = within(await screen.findByRole('dialog', { name: /^Deliveries to/ }));
  const summary = await panel.findByText('reply.received');
  const details = summary.closest('details') as HTMLDetailsElement;
  details.open = true;
  fireEvent(details, new Event('toggle'));
  expect(await panel.findByText('broken')).toBeTruthy();
  expect(panel.getByText('The receiver answered with status 500.')).toBeTruthy();
  fireEvent.click(panel.getByRole('button', { name: 'Replay' }));
  await expect.poll(() => sent('POST /webhooks/1/deliveries/9/replay/')).toHaveLength(1);
  fireEvent.click(panel.getByRole('button', { name: 'Replay all failed' }));
  expect(await screen.findByText('Replaying 3 events')).toBeTruthy();
});

test('a test event opens the log, a secret is rotated, an endpoint is switched off and deleted', async () => {
  const { sent } = await begin([webhook()]);
  await choose('https://n8n.example/hook', 'Send test event');
  expect(await screen.findByRole('dialog', { name: /^Deliveries to/ })).toBeTruthy();
  expect(sent('POST /webhooks/1/test/')).toHaveLength(1);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await choose('https://n8n.example/hook', 'Rotate secret');
  await press('Rotate secret');
  expect(await screen.findByRole('dialog', { name: 'Copy your signing secret' })).toBeTruthy();
  await press('Done');
  await choose('https://n8n.example/hook', 'Switch off');
  await expect.poll(() => sent('PUT /webhooks/1/')).toMatchObject([{ is_active: false, event_types: ['*'] }]);
  await choose('https://n8n.example/hook', 'Delete');
  await press('Delete');
  expect(await screen.findByText('Webhook deleted')).toBeTruthy();
});

test('an old session is asked for a confirmation before a secret is made', async () => {
  let isConfirmed = false;
  const guarded = () =>
    isConfirmed ? { webhook: webhook(), secret } : refusal(403, 'step_up_needed', "Confirm it's you.");
  const { sent } = await begin([webhook()], {
    'POST /webhooks/': guarded,
    'POST /webhooks/1/rotate-secret/': guarded,
    'GET /user/factors/': { passkeys: [], totp_confirmed_at: null },
    'GET /user/identities/': { has_password: true, identities: [] },
    'POST /user/confirm/': () => {
      isConfirmed = true;
      return { success: true };
    },
  });
  const confirm = async () => {
    fill(await screen.findByLabelText('Current password'), 'correct horse');
    await press('Confirm');
    expect(await screen.findByRole('dialog', { name: 'Copy your signing secret' })).toBeTruthy();
    await press('Done');
  };
  await choose('https://n8n.example/hook', 'Rotate secret');
  await press('Rotate secret');
  await confirm();
  expect(sent('POST /webhooks/1/rotate-secret/')).toHaveLength(2);
  isConfirmed = false;
  await press('Add webhook');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add webhook' }));
  fill(dialog.getByRole('textbox', { name: 'Address' }), 'https://receiver.example/');
  fireEvent.click(dialog.getByRole('button', { name: 'Add webhook' }));
  await confirm();
  expect(sent('POST /webhooks/')).toHaveLength(2);
});

test('another address of an endpoint is confirmed too', async () => {
  let isConfirmed = false;
  const { sent } = await begin([webhook()], {
    'PUT /webhooks/1/': () =>
      isConfirmed ? { webhook: webhook() } : refusal(403, 'step_up_needed', "Confirm it's you."),
    'GET /user/factors/': { passkeys: [], totp_confirmed_at: null },
    'GET /user/identities/': { has_password: true, identities: [] },
    'POST /user/confirm/': () => {
      isConfirmed = true;
      return { success: true };
    },
  });
  await choose('https://n8n.example/hook', 'Edit');
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit webhook' }));
  fill(dialog.getByRole('textbox', { name: 'Address' }), 'https://receiver.example/');
  fireEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
  fill(await screen.findByLabelText('Current password'), 'correct horse');
  await press('Confirm');
  expect(await screen.findByText('Webhook saved')).toBeTruthy();
  expect(sent('PUT /webhooks/1/')).toHaveLength(2);
});
