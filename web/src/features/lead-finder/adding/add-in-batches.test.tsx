// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { dismissJob, useJobs } from '../../../lib/jobs.ts';
import { refusal, show } from '../../../lib/testing/show.tsx';
import { type AddProgress, addInBatches } from './add-in-batches.ts';

let ids: string[] = [];
afterEach(() => {
  for (const id of ids) dismissJob(id);
  cleanup();
});

/** The tray in short. */
function Jobs() {
  const jobs = useJobs();
  ids = jobs.map(({ id }) => id);
  return <output>{JSON.stringify(jobs.map(({ done, state, count }) => [done, state, count]))}</output>;
}
const jobs = () => expect.poll(() => JSON.parse(document.querySelector('output')?.textContent ?? ''));

/** A server that has so many leads for the list, seven that are in it already, and room for some of them. */
async function startFinder(available: number, { room = Number.POSITIVE_INFINITY, fails = 0 } = {}) {
  const asked: number[] = [];
  let added = 0;
  await show(<Jobs />, {
    'POST /search/5/prospects/add-to-list/': ({ body }) => {
      const { amount } = body as { amount: number };
      asked.push(amount);
      if (asked.length === fails) return refusal(404, 'not_found', 'The list was deleted.');
      if (added >= room) return refusal(403, 'search_limit', 'The limit is reached.');
      const selected = Math.min(amount, available - added);
      const now = Math.min(selected, room - added);
      const answer = { success: true, added_prospects: now, already_in_list: 7 + added, prospects: [] };
      added += now;
      return { ...answer, excluded_domains_count: 1, over_limit_count: selected - now };
    },
  });
  return asked;
}
const add = (amount: number, onProgress: (progress: AddProgress) => void = () => {}) =>
  addInBatches(5, { amount }, onProgress);

test('10,000 leads are added in ten requests, and what was left out is counted once', async () => {
  const asked = await startFinder(12_000);
  const progress: number[] = [];
  const sum = await add(10_000, ({ done }) => progress.push(done));
  expect(asked).toEqual(Array(10).fill(1_000));
  expect(progress).toEqual([0, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000, 9_000]);
  expect(sum).toMatchObject({ added_prospects: 10_000, already_in_list: 7, excluded_domains_count: 1 });
  await jobs().toEqual([]);
});

test('up to 1,000 leads are one request without a job', async () => {
  const asked = await startFinder(12_000);
  expect(await add(1_000)).toMatchObject({ added_prospects: 1_000, already_in_list: 7 });
  expect(asked).toEqual([1_000]);
  await jobs().toEqual([]);
});

test('it ends where there are no more leads', async () => {
  await startFinder(2_500);
  expect(await add(5_000)).toMatchObject({ added_prospects: 2_500 });
});

test.each([
  ['within a request', 2_400, 600],
  ['between two requests', 2_000, 3_000],
])('a limit that is reached %s leaves the rest out', async (_, room, over_limit_count) => {
  await startFinder(9_000, { room });
  const sum = await add(5_000);
  expect(sum).toMatchObject({ added_prospects: room, over_limit_count });
  expect(sum).not.toHaveProperty('problem');
  await jobs().toEqual([]);
});

test('a limit that is reached before is refused', async () => {
  await startFinder(9_000, { room: 0 });
  await expect(add(5_000)).rejects.toMatchObject({ code: 'search_limit' });
  await jobs().toEqual([]);
});

test('it stops after the request that runs, and says how far it came', async () => {
  await startFinder(12_000);
  const stopAt = ({ done, onStop }: AddProgress) => void (done === 2_000 && onStop?.());
  expect(await add(10_000, stopAt)).toMatchObject({ added_prospects: 3_000, is_stopped: true });
  await jobs().toEqual([[3_000, 'stopped', '3,000 of 10,000 leads, stopped']]);
});

test('a request that fails leaves what was added, and its words', async () => {
  await startFinder(12_000, { fails: 3 });
  expect(await add(10_000)).toMatchObject({ added_prospects: 2_000, problem: 'The list was deleted.' });
  await jobs().toEqual([[2_000, 'failed', 'The list was deleted.']]);
});

test('the first request that fails is refused without a job', async () => {
  await startFinder(12_000, { fails: 1 });
  await expect(add(10_000)).rejects.toMatchObject({ code: 'not_found' });
  await jobs().toEqual([]);
});
