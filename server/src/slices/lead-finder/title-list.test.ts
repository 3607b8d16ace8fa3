import { expect, test, vi } from 'vitest';
import { createTitleList } from './title-list.service.ts';

const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);

test('titles are read once an hour, and soon again after a failure, which keeps the former ones', async () => {
  let now = 0;
  const log = { warn: vi.fn() };
  const listCommonTitles = vi.fn(async () => ['Buyer', 'x'.repeat(121)]);
  const ctx = { ports: { lead_database: { listCommonTitles } }, clock: { now: () => new Date(now) }, log };
  const loadTitles = createTitleList();
  const load = () => loadTitles(ctx as unknown as Parameters<typeof loadTitles>[0]);

  const both = await Promise.all([load(), load()]);
  expect(both.map(names)).toEqual([['Buyer'], ['Buyer']]);
  expect(listCommonTitles).toHaveBeenCalledTimes(1);

  now = 3_600_000;
  listCommonTitles.mockRejectedValueOnce(new Error('The lead database is being started.'));
  expect(names(await load())).toEqual(['Buyer']);
  expect(log.warn).toHaveBeenCalledTimes(1);
  now += 14_000;
  await load();
  expect(listCommonTitles).toHaveBeenCalledTimes(2);
  now += 1_000;
  listCommonTitles.mockResolvedValueOnce(['Planner']);
  expect(names(await load())).toEqual(['Planner']);
});
