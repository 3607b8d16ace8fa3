// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { press, show } from '../../lib/testing/show.tsx';
import { ActivityPage } from './activity-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const activity = (id: number, first_name: string) => ({
  prospect: {
    id,
    first_name,
    last_name: 'Hopper',
    job_title: 'Admiral',
    linkedin_profile_url: null,
    profile_picture_url: null,
    company: { name: 'Northlight', logo_url: null, linkedin_url: null, website_url: null },
  },
  step: { id: 3, step_type: 'EMAIL' },
  condition: null,
  scheduled_for: '2026-11-20T10:00:00.000Z',
  branch: null,
  error: null,
  bounce_reason: null,
  note: null as string | null,
  calls: [] as object[],
  next_action: null,
  campaign: { id: 7, name: 'Spring outreach' },
});
const all = [activity(1, 'Grace'), activity(2, 'Alan')];

async function open() {
  const shown = await show(<ActivityPage />, {
    'GET /activities/': ({ query }) => {
      const filters = JSON.parse(query.filters ?? '{}') as Record<string, unknown>;
      const activities = JSON.stringify(filters).includes('INMAIL')
        ? []
        : all.filter(({ prospect }) => filters.prospectId === undefined || filters.prospectId === prospect.id);
      return { activities, total_activities: activities.length };
    },
    'GET /campaigns/': { campaigns: [] },
    'GET /accounts/': { accounts: [] },
  });
  await screen.findByText('2 activities');
  return shown;
}

test('filters count once they are applied, and are taken back together', async () => {
  await open();
  await press('Filters');
  fireEvent.click(await screen.findByRole('combobox', { name: 'Action type' }));
  await press('InMail', 'option');
  expect(screen.getByText('2 activities')).toBeTruthy();
  await press('Apply filters');
  expect(await screen.findByText('No activity matches these filters.')).toBeTruthy();
  await press('Filters, 1 active');
  await press('Reset');
  expect(await screen.findByText('2 activities')).toBeTruthy();
});

test('the panel of a lead shows older activity page by page', async () => {
  const shown = await show(<ActivityPage />, {
    'GET /activities/': ({ query }) => ({
      activities: [activity(1, query.page === '2' ? 'Older' : 'Grace')],
      total_activities: query.filters?.includes('prospectId') ? 26 : 1,
    }),
    'GET /campaigns/': { campaigns: [] },
    'GET /accounts/': { accounts: [] },
  });
  fireEvent.click(await screen.findByText('Grace Hopper'));
  const panel = within(await screen.findByRole('dialog'));
  fireEvent.click(await panel.findByRole('button', { name: /next/i }));
  const pages = () =>
    shown.asked.filter(({ query }) => query.filters?.includes('prospectId')).map(({ query }) => query.page);
  await expect.poll(pages).toEqual(['1', '2']);
});

test('a row opens its lead with everything that was done for them', async () => {
  const { asked } = await open();
  fireEvent.click(screen.getByText('Grace Hopper'));
  const panel = within(await screen.findByRole('dialog'));
  expect(panel.getByText('Activity of this lead')).toBeTruthy();
  expect(await panel.findByRole('listitem')).toBeTruthy();
  expect(asked.map(({ query }) => query.filters).filter((filters) => filters?.includes('"prospectId":1'))).toHaveLength(
    1,
  );
});

test('the panel of a lead shows every try of a call', async () => {
  const tries = [
    { outcome: 'no_answer', outcome_name: null, note: 'Rang for a minute.', recorded_at: '2026-11-18T09:00:00.000Z' },
    { outcome: 'interested', outcome_name: 'Wants a demo', note: null, recorded_at: '2026-11-20T10:00:00.000Z' },
  ];
  const called = {
    ...activity(1, 'Grace'),
    step: { id: 3, step_type: 'CALL_PROSPECT' },
    note: 'Wants a demo',
    calls: tries,
  };
  await show(<ActivityPage />, {
    'GET /activities/': { activities: [called], total_activities: 1 },
    'GET /campaigns/': { campaigns: [] },
    'GET /accounts/': { accounts: [] },
  });
  fireEvent.click(await screen.findByText('Grace Hopper'));
  const panel = within(await screen.findByRole('dialog'));
  const lines = async () => (await panel.findAllByText(/No answer|Wants a demo/)).map(({ textContent }) => textContent);
  await expect.poll(lines).toHaveLength(2);
  expect(await lines()).toEqual([
    expect.stringMatching(/ No answer: Rang for a minute\.$/),
    expect.stringMatching(/ Wants a demo$/),
  ]);
});

test('why a call step ended after its tries is said below them', async () => {
  const tries = [{ outcome: 'no_answer', outcome_name: null, note: 'Try 1', recorded_at: '2026-11-18T09:00:00.000Z' }];
  const called = { ...activity(1, 'Grace'), step: { id: 3, step_type: 'CALL_PROSPECT' }, calls: tries };
  await show(<ActivityPage />, {
    'GET /activities/': {
      activities: [
        { ...called, note: 'The lead has no phone number.' },
        { ...called, step: { id: 4, step_type: 'CALL_PROSPECT' }, note: 'No answer: Try 1' },
      ],
      total_activities: 2,
    },
    'GET /campaigns/': { campaigns: [] },
    'GET /accounts/': { accounts: [] },
  });
  fireEvent.click((await screen.findAllByText('Grace Hopper'))[0]!);
  const panel = within(await screen.findByRole('dialog'));
  expect(await panel.findByText('The lead has no phone number.')).toBeTruthy();
  // Of the other step the note has the words of the last try.
  expect(panel.getAllByText(/No answer: Try 1$/)).toHaveLength(2);
});
