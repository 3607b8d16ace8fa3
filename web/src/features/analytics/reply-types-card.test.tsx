// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../lib/testing/show.tsx';
import { ReplyTypesCard } from './reply-types-card.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const user = { id: 1, role: 'USER', organization: { is_whitelabel: false, is_agency: false } };
const query = { start_date: '2026-03-02', end_date: '2026-03-08', time_zone: 'Europe/Berlin', campaigns: [7] };
const CALL = 'GET /dashboard/reply-types/';
const answer = (classes: { class: string; leads: number }[]) => ({
  [CALL]: { reply_types: { time_zone: 'Europe/Berlin', classes } },
});

test('replies have their share, and what is no reply comes apart', async () => {
  const counts = [
    { class: 'out_of_office', leads: 40 },
    { class: 'not_interested', leads: 30 },
    { class: 'interested', leads: 10 },
    { class: 'bounce', leads: 3 },
  ];
  const onOpen = vi.fn();
  await show(<ReplyTypesCard query={query} onOpen={onOpen} />, answer(counts), user);
  const card = within(await screen.findByRole('region', { name: 'Reply types' }));
  expect(card.getAllByRole('heading').map((one) => one.textContent)).toEqual([
    'Reply types',
    'Replies',
    'Not counted as replies',
  ]);
  expect(card.getAllByRole('definition').map((one) => one.textContent)).toEqual(['3075%', '1025%', '40', '3']);
  fireEvent.click(card.getByRole('button', { name: 'Show 30 leads: Not interested' }));
  expect(onOpen).toHaveBeenCalledWith({ category: 'reply:not_interested', name: 'Not interested' });
});

test('nothing is shown without a reply type, and a failure has words', async () => {
  await show(<ReplyTypesCard query={query} onOpen={() => {}} />, answer([]), user);
  expect(screen.queryByRole('region', { name: 'Reply types' })).toBeNull();
  cleanup();
  await show(
    <ReplyTypesCard query={query} onOpen={() => {}} />,
    { [CALL]: () => new Response('', { status: 500 }) },
    user,
  );
  expect(await screen.findByText("Couldn't load the reply types.")).toBeTruthy();
});
