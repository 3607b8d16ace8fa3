// @vitest-environment happy-dom
import { monthAt } from '@overture/domain/campaign/month-report';
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
  time_zone: 'America/Los_Angeles',
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
const people = [
  { id: 1, name: 'Gus', email: 'gus@agency.example', of: 'agency', is_chosen: true },
  { id: 2, name: 'Clara', email: 'clara@client.example', of: 'client', is_chosen: false },
];
const mails = {
  time_zone: 'America/Los_Angeles',
  chosen_time_zone: null,
  people,
  unsettled: [],
  next_month: '2026-11',
  next_at: '2026-12-01T14:00:00.000Z',
};
const open = (answer: unknown, more = {}) =>
  show(<ClientReportPage id={7} />, { [REPORT]: answer as object, [MAILS]: { mails }, ...more });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('figures beside the month before, campaigns and best messages', async () => {
  await open({ report });
  await screen.findByText('Acme BV');
  for (const words of [
    '01 Oct 2026 to 31 Oct 2026 (Los Angeles time), compared with September 2026.',
    'September: 1,000 (+20%)',
    'Campaign 3',
    '5%',
    '15.9%',
  ])
    screen.getByText(words);
  screen.getByText('Email, step 2, version B');
  screen.getByText('and 2 more with fewer leads contacted');
});

test('asks for the month that is chosen, and saves the one that is shown', async () => {
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.getAttribute('href') ?? '');
  });
  const { asked } = await open({ report });
  // By the clock of the client, which another month may have begun without.
  const now = monthAt(new Date(), report.time_zone);
  await screen.findByText('Acme BV');
  fireEvent.click(screen.getByRole('combobox', { name: 'Month' }));
  fireEvent.click(await screen.findByRole('option', { name: nameMonth(shiftMonth(now, -2)), hidden: true }));
  await expect
    .poll(() => asked.flatMap(({ query }) => query.month ?? []))
    .toEqual([shiftMonth(now, -1), shiftMonth(now, -2)]);
  await expect
    .poll(() => (screen.getByRole('button', { name: 'Download PDF' }) as HTMLButtonElement).disabled)
    .toBe(false);
  await press('Download PDF');
  expect(saved).toEqual([expect.stringMatching(`/agency/clients/7/report/pdf/\\?month=${shiftMonth(now, -2)}$`)]);
  click.mockRestore();
});

test('a month without anything says so, a refusal shows why and offers no file', async () => {
  await open({ report: { ...report, figures: none, figures_before: none, campaigns: [], best_messages: [] } });
  await screen.findByText('No activity this month');
  cleanup();
  await open(refusal(409, 'no_report', 'There is no report of September 2026 for this client.'));
  await screen.findByText('There is no report of September 2026 for this client.');
  expect((screen.getByRole('button', { name: 'Download PDF' }) as HTMLButtonElement).disabled).toBe(true);
});

test('people are chosen from both sides, with the zone they get it by, and a refusal is shown', async () => {
  const { asked } = await open(
    { report },
    { 'PUT /agency/clients/7/report/mails/': { mails: { ...mails, chosen_time_zone: 'Asia/Tokyo' } } },
  );
  const who = await screen.findByRole('combobox', { name: 'Recipients' });
  screen.getByText(/The report for November 2026 is sent on 01 Dec 06:00 in Los Angeles \(01 Dec 14:00 your time\)/);
  fireEvent.click(who);
  fireEvent.click(await screen.findByRole('option', { name: /Clara/, hidden: true }));
  await screen.findByText('Saved');
  expect(asked.find(({ body }) => body)?.body).toEqual({ user_ids: [1, 2] });
  const zone = screen.getByRole('combobox', { name: "Client's time zone" }) as HTMLInputElement;
  expect(zone.value).toBe('Same as its first campaign: America/Los Angeles');
  await expect.poll(() => zone.disabled).toBe(false);
  fireEvent.click(zone);
  fireEvent.click(await screen.findByRole('option', { name: /Africa\/Cairo/, hidden: true }));
  await expect
    .poll(() => asked.at(-1)?.body ?? asked.findLast(({ body }) => body)?.body)
    .toEqual({
      user_ids: [1],
      time_zone: 'Africa/Cairo',
    });
  cleanup();
  await open(
    { report },
    { 'PUT /agency/clients/7/report/mails/': refusal(409, 'client_gone', 'This client was cancelled.') },
  );
  fireEvent.click(await screen.findByRole('combobox', { name: 'Recipients' }));
  fireEvent.click(await screen.findByRole('option', { name: /Clara/, hidden: true }));
  await screen.findByText('This client was cancelled.');
});

test('without recipients the page says so', async () => {
  await open({ report }, { [MAILS]: { mails: { ...mails, time_zone: 'UTC', people: people.slice(1) } } });
  await screen.findByText('No recipients.');
  screen.getByDisplayValue('Same as its first campaign (UTC until there is one)');
});

test('an unconfirmed report is listed and sent again on request', async () => {
  const unsettled = [
    { user_id: 2, name: 'Clara', month: '2026-10', refused: null },
    { user_id: 1, name: 'Gus', month: '2026-10', refused: '550 No such user' },
  ];
  const { asked } = await open(
    { report },
    {
      [MAILS]: { mails: { ...mails, unsettled } },
      'POST /agency/clients/7/report/mails/again/': { mails: { ...mails, unsettled: [] } },
    },
  );
  await screen.findByText(/while sending the October 2026 report to Clara/);
  screen.getByText("The October 2026 report didn't reach Gus: 550 No such user");
  const [first] = screen.getAllByRole('button', { name: 'Send again' });
  fireEvent.click(first as HTMLElement);
  await screen.findByText('Sent');
  expect(asked.find(({ body }) => body)?.body).toEqual({ user_id: 2, month: '2026-10' });
});
