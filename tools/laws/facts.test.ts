import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findSecondPlaces } from './facts-law.ts';
import { readSourceFiles } from './source-files.ts';

const files = readSourceFiles(join(import.meta.dirname, '../..')).filter(
  ({ path }) => /^(?:web|domain|server)\/src\//.test(path) && !/\.(?:test|factory)\.|\/testing\//.test(path),
);

test('a fact that several screens show is computed in one place', () => {
  expect(files.length).toBeGreaterThan(1000);
  expect(findSecondPlaces(files)).toEqual([]);
});

const planted = 'web/src/features/campaigns/start/planted.tsx';
test.each([
  ['a sum of senders', 'const all = accounts.reduce((sum, { caps_today }) => sum + caps_today.emails.amount, 0);'],
  ['a limit applied again', 'const most = Math.min(sum, campaign.max_emails_per_day_total ?? sum);'],
  ['a tier compared', "const can = account.tier === 'RECRUITER';"],
  ['a recipient chosen by a screen', 'const to = last.from_email ?? lead.email;'],
  ['a second definition', 'function canSendInmail(tier) { return tier !== null; }'],
])('it fires for %s', (_, text) => {
  expect(findSecondPlaces([...files, { path: planted, text }])).toEqual([expect.stringContaining(planted)]);
});

test('it fires for a place that is gone', () => {
  const without = files.filter(({ path }) => path !== 'web/src/features/campaign-senders/sender-pool.tsx');
  expect(findSecondPlaces(without)).toEqual([expect.stringContaining('sumPool')]);
});
