// @vitest-environment happy-dom
import { nameMonth, shiftMonth } from '@overture/domain/money/agency-bills';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { press, refusal, show } from '../../../lib/testing/show.tsx';
import { ClientReportPage } from './report-page.tsx';

const REPORT = 'GET /agency/clients/7/report/';
const none = { emails_sent: 0, linkedin_messages_sent: 0, invites_sent: 0, contacted: 0, replies: 0, interested: 0 };
const report = {
  month: '2026-10',
  client: { id: 7, name: 'Acme BV' },
  is_over: true,
  range: { start_date: '2026-10-01', end_date: '2026-10-31' },
  range_before: { start_date: '2026-09-01', end_date: '2026-09-30' },
  figures: { ...none, emails_sent: 1200, contacted: 900, replies: 45, interested: 5 },
  figures_before: { ...none, emails_sent: 1000, replies: 0 },
  days: [
    { ...none, date: '2026-10-01', emails_sent: 1200 },
    { ...none, date: '2026-10-02' },
  ],
  campaigns: [{ ...none, campaign_id: 3, name: null, emails_sent: 1200, contacted: 900, replies: 45 }],
  more_campaigns: 2,
  best_messages: [
    {
      campaign_id: 4,
      name: 'Autumn',
      step_type: 'EMAIL',
      step: 2,
      variant: 'b',
      sent: 300,
      replies: 60,
      interested: 4,
      reply_rate: 20,
      reply_rate_low: 15.9,
    },
  ],
  minimum_sent: 50,
};
const MAILS = 'GET /agency/clients/7/report/mails/';
const mails = { to_agency: false, to_client: true, agency_address: 'gus@agency.example', client_address: null };
const open = (answer: unknown, more = {}) =>
  show(<ClientReportPage id={7} />, { [REPORT]: answer as object, [MAILS]: { mails }, ...more });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('figures beside the month before, campaigns and best messages', async () => {
  await open({ report });
  await screen.findByText('Acme BV');
  for (const words of ['Beside September 2026.', 'September: 1,000 (+20%)', 'Campaign 3', '5%', '15.9%'])
    screen.getByText(words);
  screen.getByText('Email, step 2, version B');
  screen.getByText('and 2 more with fewer people contacted');
});

test('asks for the month that is chosen, and saves the one that is shown', async () => {
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.getAttribute('href') ?? '');
  });
  const { asked } = await open({ report });
  const now = new Date().toISOString().slice(0, 7);
  await screen.findByText('Acme BV');
  fireEvent.click(screen.getByRole('combobox', { name: 'Month' }));
  fireEvent.click(await screen.findByRole('option', { name: nameMonth(shiftMonth(now, -2)), hidden: true }));
  await vi.waitFor(() =>
    expect(asked.flatMap(({ query }) => query.month ?? [])).toEqual([shiftMonth(now, -1), shiftMonth(now, -2)]),
  );
  await vi.waitFor(() =>
    expect((screen.getByRole('button', { name: 'Download PDF' }) as HTMLButtonElement).disabled).toBe(false),
  );
  await press('Download PDF');
  expect(saved).toEqual([expect.stringMatching(`/agency/clients/7/report/pdf/\\?month=${shiftMonth(now, -2)}$`)]);
  click.mockRestore();
});

test('a month without anything says so, a refusal shows why and offers no file', async () => {
  await open({ report: { ...report, figures: none, figures_before: none, campaigns: [], best_messages: [] } });
  await screen.findByText('Nothing happened in this month');
  cleanup();
  await open(refusal(409, 'no_report', 'There is no report of September 2026 for this client.'));
  await screen.findByText('There is no report of September 2026 for this client.');
  expect((screen.getByRole('button', { name: 'Download PDF' }) as HTMLButtonElement).disabled).toBe(true);
});

test('the mails are switched one by one, and a refusal is shown', async () => {
  const { asked } = await open(
    { report },
    { 'PUT /agency/clients/7/report/mails/': { mails: { ...mails, to_agency: true } } },
  );
  const toAgency = (await screen.findByRole('switch', { name: /To your agency/ })) as HTMLInputElement;
  expect([
    toAgency.checked,
    (screen.getByRole('switch', { name: /To the client/ }) as HTMLInputElement).checked,
  ]).toEqual([false, true]);
  screen.getByText('Nobody is there yet. It leaves once somebody is.');
  fireEvent.click(toAgency);
  await screen.findByText('Saved');
  expect(asked.find(({ body }) => body)?.body).toEqual({ to_agency: true, to_client: true });
  cleanup();
  await open(
    { report },
    { 'PUT /agency/clients/7/report/mails/': refusal(409, 'client_gone', 'This client was cancelled.') },
  );
  fireEvent.click(await screen.findByRole('switch', { name: /To your agency/ }));
  await screen.findByText('This client was cancelled.');
});
