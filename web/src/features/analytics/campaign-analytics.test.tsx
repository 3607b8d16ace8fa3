// @vitest-environment happy-dom
import type { CampaignAnalytics } from '@overture/contract/analytics';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { press, show } from '../../lib/testing/show.tsx';
import { CampaignAnalyticsTab } from './campaign-analytics.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const step = {
  step_id: 3,
  type: 'EMAIL',
  parent_id: null,
  is_yes_child: null,
  completed: 2,
  failed: 0,
  yes: 0,
  no: 0,
  replied: 0,
  interested: 0,
  bounced: 0,
  complained: 0,
  is_deleted: false,
} as const;
const analytics: CampaignAnalytics = {
  time_zone: 'Europe/Berlin',
  amount_of_prospects: 2,
  amount_of_emails_sent: 2,
  amount_of_invites_sent: 0,
  amount_of_invites_accepted: 0,
  amount_of_linkedin_messages_sent: 0,
  amount_of_prospects_contacted: 2,
  amount_of_replies: 0,
  amount_of_interested: 0,
  daily_metrics: [],
  average_reply_time: null,
  metrics_per_step: [step, { ...step, step_id: 4, parent_id: 3, completed: 0 }],
  pipeline: { completion_3: 2, '4': 2, not_started: 0 },
  ab_testing: { enabled: false, steps: [] },
};
const person = (id: number, first_name: string) => ({
  id,
  first_name,
  last_name: 'Hopper',
  job_title: null,
  linkedin_profile_url: null,
  profile_picture_url: null,
  company: { name: 'Northlight', logo_url: null, linkedin_url: null, website_url: null },
  campaign: { id: 7, name: 'Spring outreach' },
  campaign_status: 'ACTIVE',
  occurred_at: '2026-11-20T10:00:00.000Z',
});

const none = { sent: 0, replies: 0, interested: 0, bounced: 0 };
const sender = (id: number, email: string, own: object, steps: object[] = []) => ({
  account: { id, name: 'Ada Jansen', email, picture_url: null, account_type: 'IMAP', status: 'OK' },
  ...none,
  ...own,
  steps: steps.map((one) => ({ step_type: 'EMAIL', is_deleted: false, variant: null, ...none, ...one })),
});
const ada = sender(1, 'ada@mine.example', { sent: 40, replies: 4, bounced: 1 }, [
  { step_id: 3, variant: 'a', sent: 20, replies: 4 },
  { step_id: 3, variant: 'b', sent: 15, replies: 1 },
  { step_id: 9, is_deleted: true, sent: 5 },
]);

const running = { id: 7, status: 'ACTIVE', activated_at: '2016-11-20T10:00:00.000Z' } as const;

async function open(senders: object[] = [], revisions: object[] = [], campaign: object = running) {
  const shown = await show(<CampaignAnalyticsTab campaign={{ ...running, ...campaign }} />, {
    'GET /organization/time-zone/': { time_zone: 'Europe/Berlin', chosen_time_zone: 'Europe/Berlin' },
    'GET /campaigns/7/analytics/senders/': { senders },
    'GET /campaigns/7/revisions/': { revisions },
    'GET /campaigns/7/analytics/': { analytics },
    'GET /campaigns/7/analytics/classes/': { classes: [{ class: 'referral', leads: 41 }] },
    'GET /campaigns/7/analytics/prospects': {
      prospects: [person(1, 'Grace'), person(2, 'Alan')],
      total_prospects: 2,
    },
  });
  const categories = () =>
    shown.asked.filter(({ call }) => call === 'GET /campaigns/7/analytics/prospects').map(({ query }) => query);
  const periods = () =>
    shown.asked.filter(({ call }) => call === 'GET /campaigns/7/analytics/').map(({ query }) => query.start_date);
  const zones = () =>
    shown.asked.filter(({ call }) => call === 'GET /campaigns/7/analytics/').map(({ query }) => query.time_zone);
  return { categories, periods, zones };
}

test('a completed campaign opens with all its days; without activity the empty chart offers them', async () => {
  const over = await open([], [], { status: 'COMPLETED' });
  await screen.findByText('No activity yet');
  expect(over.periods()).toEqual(['2016-11-20']);
  cleanup();
  const { periods } = await open();
  await screen.findByText('Nothing happened in this period');
  expect(periods()).not.toContain('2016-11-20');
  // A picture would hide the button from screen readers.
  expect(screen.getByRole('button', { name: 'Show the whole campaign' }).closest('[role="img"]')).toBeNull();
  await press('Show the whole campaign');
  await screen.findByText('No activity yet');
  expect(periods()).toContain('2016-11-20');
});

test("figures open in the organization's time zone, written beside them, and can be switched", async () => {
  const { zones } = await open();
  expect(await screen.findByText('By event day, in Europe/Berlin')).toBeTruthy();
  expect(new Set(zones())).toEqual(new Set(['Europe/Berlin']));
  const field = screen.getByRole('combobox', { name: 'Time zone of the days' });
  fireEvent.click(field);
  fireEvent.click(await screen.findByRole('option', { name: /Africa\/Cairo/, hidden: true }));
  expect(await screen.findByText('By event day, in Africa/Cairo')).toBeTruthy();
  expect(zones()).toContain('Africa/Cairo');
});

test('the terms are defined on the page', async () => {
  await open();
  await press('Terms');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Positive rate').nextSibling?.textContent).toBe('Interested leads ÷ leads contacted.');
});

test('a number of the range opens the people behind it, in that range', async () => {
  const { categories } = await open();
  await press(/^Emails sent ?2/);
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('Grace Hopper')).toBeTruthy();
  expect(dialog.getByText('Alan Hopper')).toBeTruthy();
  expect(categories()).toMatchObject([{ start_date: expect.any(String), end_date: expect.any(String) }]);
});

test('the pipeline covers the whole campaign: no range is sent', async () => {
  const { categories } = await open();
  expect(await screen.findByRole('button', { name: '2 done' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '2 waiting' }));
  await waitFor(() => expect(categories()).toEqual([{ category: '4', page: '1' }]));
});

test('how many leads say what', async () => {
  await open();
  const card = await screen.findByRole('region', { name: 'Reply types' });
  expect(within(card).getByText('Referral').parentElement?.textContent).toBe('Referral41');
});

test('where several send, each is a row, opened by step and variant; deleted steps still count', async () => {
  await open([ada, sender(2, 'bo@ours.example', { sent: 1 })]);
  const card = within(await screen.findByRole('region', { name: 'By sender' }));
  const row = card.getByRole('button', { name: /ada@mine\.example/ });
  expect(row.getAttribute('aria-expanded')).toBe('false');
  expect(card.getByText('10%')).toBeTruthy();
  fireEvent.click(row);
  expect(card.getAllByRole('row').map((line) => line.firstElementChild?.textContent)).toEqual([
    'Sender',
    expect.stringContaining('ada@mine.example'),
    '1. Email, A',
    '1. Email, B',
    'Email (deleted)',
    expect.stringContaining('bo@ours.example'),
  ]);
});

test('one sender alone is no comparison', async () => {
  await open([ada]);
  expect(await screen.findByText('Steps')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'By sender' })).toBeNull();
});

test('what the words of each revision came to, once there are two', async () => {
  const revision = (number: number, sent: number, replied: number) => ({
    number,
    sent,
    replied,
    bounced: 1,
    published_at: '2026-11-20T10:00:00.000Z',
    published_by: null,
    restored_number: null,
    changes: [],
  });
  await open([], [revision(2, 0, 0), revision(1, 40, 3)]);
  const card = within(await screen.findByRole('region', { name: 'By revision' }));
  const words = card.getAllByRole('row').map((row) => row.textContent);
  expect(words[1]).toMatch(/^Revision 2 .*00–1$/);
  expect(words[2]).toMatch(/^Revision 1 .*4037.5%1$/);
});
