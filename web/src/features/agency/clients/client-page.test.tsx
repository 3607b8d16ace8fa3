// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fill, press, refusal, show } from '../../../lib/testing/show.tsx';
import { ClientPage } from './client-page.tsx';

const DAY_IN_MS = 86_400_000;
const daysAway = (days: number) => new Date(Date.now() + days * DAY_IN_MS).toISOString();
const client = {
  id: 7,
  name: 'Acme BV',
  company_name: 'Acme BV',
  contact_name: 'Ada',
  email: 'ada@acme.example',
  website_url: 'https://acme.example',
  logo: null,
  created_at: daysAway(-90),
  total_users: 1,
  total_campaigns: 2,
  total_prospects: 300,
  email_credits: 750,
  extra_email_accounts: 0,
  extra_linkedin_accounts: 0,
  extra_credits: 0,
  credits_due: null,
  active_subscription_whitelabel: false,
  cancelled_at: daysAway(-10),
  erase_at: daysAway(20) as string | null,
  users: [],
  is_open_to_agency: true,
  credits_from: 'invoice',
};
const open = (given: object, more = {}) =>
  show(<ClientPage id={7} />, { 'GET /agency/clients/7/': { client: { ...client, ...given } }, ...more });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a cancelled client says until when, and its data is downloaded', async () => {
  const opened: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    opened.push(this.getAttribute('href') ?? '');
  });
  await open({}, { 'POST /agency/clients/7/archive/': { download_url: '/api/v1/agency/clients/7/archive/' } });
  await screen.findByText(/campaigns stay paused until someone resumes them/);
  await press('Download data');
  await screen.findByText('Your download has started.');
  expect(opened).toEqual(['/api/v1/agency/clients/7/archive/']);
  click.mockRestore();
});

test('without a recent proof of who asks the proof comes first', async () => {
  await open({}, { 'POST /agency/clients/7/archive/': refusal(403, 'step_up_needed', 'Confirm') });
  await press('Download data');
  await screen.findByRole('dialog');
  expect(screen.queryByText('Your download has started.')).toBeNull();
});

test('an answer that is no shows why', async () => {
  await open({}, { 'POST /agency/clients/7/archive/': refusal(409, 'conflict', 'The time is over.') });
  await press('Download data');
  await screen.findByText('The time is over.');
});

test('no download without agency access; after erasure no restore either', async () => {
  await open({ is_open_to_agency: false });
  await screen.findByText(/can't download their data either/);
  expect(screen.queryByRole('button', { name: 'Download data' })).toBeNull();
  screen.getByRole('button', { name: 'Undo cancellation' });
  cleanup();
  await open({ erase_at: daysAway(-1) });
  await screen.findByText(/everything is being erased/);
  for (const name of ['Download data', 'Undo cancellation']) expect(screen.queryByRole('button', { name })).toBeNull();
});

test('credits that are not there yet are named, with what they wait for', async () => {
  const inForce = { active_subscription_whitelabel: true, cancelled_at: null, erase_at: null };
  const url = 'https://pay.example/invoices/1';
  await open({ ...inForce, credits_due: { credits: 1250, from: 'invoice', url } });
  await screen.findByText(/1,250 credits arrive when the invoice is paid\./);
  expect(screen.getByRole('link', { name: 'Pay invoice' }).getAttribute('href')).toBe(url);
  cleanup();
  await open({ ...inForce, credits_due: { credits: 500, from: 'balance', url: null } });
  await screen.findByText(/500 extra credits for this month are pending: you don.t have enough credits yourself\./);
  expect(screen.queryByRole('link', { name: 'Pay invoice' })).toBeNull();
});

test('a cancelled client is shown as cancelled when its success message is closed early', async () => {
  let asked = 0;
  const active = { ...client, active_subscription_whitelabel: true, cancelled_at: null, erase_at: null };
  await show(<ClientPage id={7} />, {
    'GET /agency/clients/7/': () => {
      asked += 1;
      return { client: asked === 1 ? active : client };
    },
    'DELETE /agency/clients/7/': { success: true },
  });
  await press('Cancel subscription');
  const dialog = within(await screen.findByRole('dialog'));
  fill(dialog.getByRole('textbox'), client.name);
  fireEvent.click(dialog.getByRole('checkbox'));
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel subscription' }));
  await expect.poll(() => screen.queryByRole('textbox')).toBeNull();
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  await screen.findByText('Download data');
});

describe('a client that no user has joined', () => {
  const inForce = { active_subscription_whitelabel: true, cancelled_at: null, erase_at: null };

  test('is invited by mail at the given address', async () => {
    const { sent } = await open(inForce, { 'POST /agency/clients/7/invitation/mail/': { success: true } });
    await press('Send the invitation');
    await screen.findByText('Invitation sent to ada@acme.example.');
    expect(sent('POST /agency/clients/7/invitation/mail/')).toHaveLength(1);
  });

  test('has a workspace that its agency opens with a reason', async () => {
    const path = 'POST /agency/clients/7/workspace/';
    const { sent } = await open(inForce, { [path]: refusal(403, 'step_up_needed', 'Confirm') });
    await press('Open workspace');
    const dialog = within(await screen.findByRole('dialog'));
    fill(await dialog.findByLabelText('Reason'), 'First campaign');
    fireEvent.click(dialog.getByRole('button', { name: 'Open workspace' }));
    await screen.findByText("Confirm it's you");
    expect(sent(path)).toEqual([{ reason: 'First campaign' }]);
  });

  test('keeps its workspace closed after a user has joined, and from an agency it keeps out', async () => {
    await open({ ...inForce, is_open_to_agency: false });
    await screen.findByRole('button', { name: 'Send the invitation' });
    expect(screen.queryByRole('button', { name: 'Open workspace' })).toBeNull();
    cleanup();
    const user = { id: 3, name: 'Ada', email: 'ada@acme.example', role: 'USER', active: true, last_seen_at: null };
    await open({ ...inForce, users: [user] });
    await screen.findByRole('button', { name: 'Login as Ada' });
    expect(screen.queryByRole('button', { name: 'Open workspace' })).toBeNull();
  });
});
