// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal, show } from '../../lib/testing/show.tsx';
import { GoalsPage } from './goals-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const organization = { is_whitelabel: false, is_agency: false };
const admin = { id: 1, role: 'USER', organization };
const goal = {
  id: 5,
  kind: 'organization',
  name: 'Organization',
  campaign: null,
  people: [],
  metric: 'replies',
  period: 'week',
  target: 40,
  version: 3,
  range: { start_date: '2026-11-23', end_date: '2026-11-29' },
  done: 18,
  done_before: 31,
  state: 'behind',
  working_days: 5,
  working_days_over: 3,
  due: 24,
  forecast: 25,
  pace: '18 of 40, 6 behind pace',
  forecast_words: 'About 25 by the end of the week: 5 per working day in 3 days, 2 days left.',
  may_change: true,
};
const LIST = 'GET /goals/';
const WEEKLY = 'GET /user/weekly-email/';
const off = { is_on: false, time_zone: 'Europe/Berlin', next_at: '2026-11-30T07:00:00.000Z' };
const listOf = (...goals: object[]) => ({ time_zone: 'Europe/Berlin', goals, max_goals: 50 });

test('a goal shows its pace, the week before and its forecast in words', async () => {
  await show(<GoalsPage />, { [WEEKLY]: off, [LIST]: listOf(goal) }, admin);
  expect((await screen.findAllByText('18 of 40, 6 behind pace')).length).toBeGreaterThan(0);
  expect(screen.getByText(/31 last week/)).toBeTruthy();
  expect(screen.getByText(goal.forecast_words)).toBeTruthy();
  expect(screen.getByText(/Days are those of Europe\/Berlin/)).toBeTruthy();
});

test('the first goal is set from the empty page', async () => {
  const create = vi.fn(() => ({ goal }));
  await show(<GoalsPage />, { [WEEKLY]: off, [LIST]: listOf(), 'POST /goals/': create }, admin);
  expect(await screen.findByText('No goals yet')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Add goal' }));
  const dialog = within(await screen.findByRole('dialog'));
  const target = dialog.getByLabelText<HTMLInputElement>('Goal');
  fireEvent.change(target, { target: { value: '25' } });
  fireEvent.submit(target.form!);
  await expect.poll(() => create.mock.calls.length).toBe(1);
  expect(create.mock.calls[0]).toMatchObject([
    { body: { kind: 'organization', metric: 'replies', period: 'week', target: 25 } },
  ]);
});

test('a goal is changed with the version it was read in, and a refusal keeps what was typed', async () => {
  const update = vi.fn(() => refusal(409, 'conflict', 'Maria changed this in the meantime.'));
  await show(<GoalsPage />, { [WEEKLY]: off, [LIST]: listOf(goal), 'PUT /goals/5/': update }, admin);
  fireEvent.click(await screen.findByRole('button', { name: 'Options of the goal Organization' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Change goal' }));
  const target = within(await screen.findByRole('dialog')).getByLabelText<HTMLInputElement>('Goal');
  expect(target.value).toBe('40');
  fireEvent.change(target, { target: { value: '50' } });
  fireEvent.submit(target.form!);
  expect(await screen.findByText('Maria changed this in the meantime.')).toBeTruthy();
  expect(update.mock.calls[0]).toMatchObject([{ body: { target: 50, version: 3 } }]);
  expect(target.value).toBe('50');
});

test('a team without a name stays without one', async () => {
  const update = vi.fn(() => ({ goal }));
  const people = ['Ada', 'Bob', 'Eve'].map((name, place) => ({ id: place + 1, name }));
  await show(
    <GoalsPage />,
    {
      [WEEKLY]: off,
      [LIST]: listOf({ ...goal, kind: 'people', people, name: 'Ada, Bob, Eve' }),
      'PUT /goals/5/': update,
      'GET /organization/members/': { members: people, invitations: [] },
    },
    admin,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Options of the goal Ada, Bob, Eve' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Change goal' }));
  const dialog = within(await screen.findByRole('dialog'));
  const name = await dialog.findByLabelText<HTMLInputElement>('Name of the team');
  expect(name.value).toBe('');
  fireEvent.submit(name.form!);
  await expect.poll(() => update.mock.calls.length).toBe(1);
  expect(update.mock.calls[0]).toMatchObject([{ body: { kind: 'people', user_ids: [1, 2, 3], name: '' } }]);
});

test('a goal of others has no menu, and a person without rights sets only an own one', async () => {
  const member = { id: 2, role: 'RESTRICTED', organization };
  const create = vi.fn(() => ({ goal }));
  await show(
    <GoalsPage />,
    { [WEEKLY]: off, [LIST]: listOf({ ...goal, may_change: false }), 'POST /goals/': create },
    member,
  );
  await screen.findByText(goal.forecast_words);
  fireEvent.click(screen.getByRole('button', { name: 'Add goal' }));
  expect(screen.queryByRole('button', { name: /Options of the goal/ })).toBeNull();
  const target = within(await screen.findByRole('dialog')).getByLabelText<HTMLInputElement>('Goal');
  fireEvent.submit(target.form!);
  await expect.poll(() => create.mock.calls.length).toBe(1);
  expect(create.mock.calls[0]).toMatchObject([{ body: { kind: 'people', user_ids: [2] } }]);
});

test('the Monday email is chosen with a switch that says when it comes', async () => {
  const choose = vi.fn(() => ({ ...off, is_on: true }));
  await show(<GoalsPage />, { [WEEKLY]: off, [LIST]: listOf(), 'PUT /user/weekly-email/': choose }, admin);
  fireEvent.click(await screen.findByRole('switch', { name: /Email me on Mondays/ }));
  await expect.poll(() => choose.mock.calls.length).toBe(1);
  expect(choose.mock.calls[0]).toMatchObject([{ body: { is_on: true } }]);
});
