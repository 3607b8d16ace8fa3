import { expect, test } from 'vitest';
import { useTestServer } from '../testing/harness.ts';

const server = useTestServer();
const limits = () => server.program.system.rate_limits;
const keys = async (like: string): Promise<string[]> =>
  (await server.owner.query('select key from rate_limits where key like $1', [like])).rows.map(({ key }) => key);

test('mail and network addresses are counted by a digest, ids as they are', async () => {
  const limit = { name: 'hidden-test', points: 2, per_seconds: 60 };
  await limits().spendFrom(limit, '203.0.113.77', 'ada@hidden.example');
  await limits().spend('hidden-test', '4711', 2, 60);
  const kept = await keys('hidden-test:%');
  expect(kept).toContain('hidden-test:4711');
  expect(kept).toHaveLength(2);
  expect(kept.join()).not.toMatch(/ada|hidden\.example|203\.0/);
  // Equal texts share one count, which expires.
  await limits().spendFrom(limit, '203.0.113.77', 'ada@hidden.example');
  await expect(limits().spendFrom(limit, '203.0.113.77', 'ada@hidden.example')).rejects.toMatchObject({
    code: 'rate_limited',
  });
  await limits().spendFrom(limit, '203.0.113.77', 'bob@hidden.example');
  await limits().forgetFrom(limit, '203.0.113.77', 'ada@hidden.example');
  await limits().spendFrom(limit, '203.0.113.77', 'ada@hidden.example');
});

test('counts whose time is over are deleted, others stay', async () => {
  await limits().spend('prune-test', '1', 5, 3600);
  await server.owner.query("insert into rate_limits (key, points, expire) values ('prune-test:2', 1, $1)", [
    Date.now() - 1,
  ]);
  await limits().prune();
  expect(await keys('prune-test:%')).toEqual(['prune-test:1']);
});
