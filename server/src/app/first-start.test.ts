import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@overture/contract';
import { afterAll, expect, test } from 'vitest';
import { useTestServer } from '../testing/harness.ts';
import { prepareFirstStart } from './first-start.service.ts';

const folder = mkdtempSync(join(tmpdir(), 'overture-first-start-'));
const file = join(folder, 'key');
const server = useTestServer({
  environment: {
    INIT_ADMIN_EMAIL: 'Olga@Operator.example',
    INIT_ADMIN_PASSWORD: 'correct horse battery',
    INIT_ORGANIZATION: 'Northlight',
    INIT_API_KEY_FILE: file,
  },
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const withSettings = (change: Record<string, string | undefined>) => {
  const { system } = server.program;
  return { ...system, config: { ...system.config, ...change } };
};
const countUsers = async () => (await server.owner.query('select count(*)::int as count from users')).rows[0].count;

test('settings that cannot work are refused in words before anything is created', async () => {
  await expect(prepareFirstStart(withSettings({ INIT_ADMIN_PASSWORD: 'password123' }))).rejects.toThrow(
    /^INIT_ADMIN_PASSWORD: /,
  );
  await expect(prepareFirstStart(withSettings({ INIT_ADMIN_PASSWORD: undefined }))).rejects.toThrow('set together');
  const missing = join(folder, 'missing', 'key');
  await expect(prepareFirstStart(withSettings({ INIT_API_KEY_FILE: missing }))).rejects.toThrow(/^INIT_API_KEY_FILE: /);
  expect(await countUsers()).toBe(0);
});

test('two processes start together: one organization, one ADMIN who signs in, one key that works', async () => {
  await Promise.all([prepareFirstStart(server.program.system), prepareFirstStart(server.program.system)]);
  await prepareFirstStart(server.program.system);
  expect(await countUsers()).toBe(1);
  const body = { email: 'olga@operator.example', password: 'correct horse battery' };
  const { data } = await server.anonymous.call(api.login, { body });
  expect(data.data).toMatchObject({ role: 'ADMIN', name: 'Admin', organization: { name: 'Northlight' } });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const authorization = `Bearer ${readFileSync(file, 'utf8').trim()}`;
  const answer = await server.program.app.inject({ url: '/api/v1/signatures/', headers: { authorization } });
  expect(answer.statusCode).toBe(200);
});
