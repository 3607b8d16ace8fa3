import { readFileSync, rmSync, statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@overture/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../kernel/config.ts';
import { createClient, useTestServer } from '../../testing/harness.ts';
import { switchSamplesOff, switchSamplesOn } from './sample-accounts.ts';

const server = useTestServer({ is_alone: true });
const email = 'ada@sample.example';
let db: pg.Client;

beforeAll(async () => {
  db = new pg.Client({ connectionString: server.connectionString });
  await db.connect();
  const { hash } = await switchSamplesOn(server.program.system, server.config);
  const { rows } = await db.query(`insert into organizations (name) values ('Sample') returning organization_id`);
  await db.query(
    `insert into users (organization_id, email, name, role, password_hash, verified_at) values ($1, $2, 'Ada', 'USER', $3, now())`,
    [rows[0].organization_id, email, hash],
  );
});
afterAll(() => db.end());

const file = () => join(server.config.DATA_DIR, 'sample-password');
const login = async (password: string) =>
  (await server.anonymous.call(api.login, { body: { email, password } })).status;

describe('sample people', () => {
  test('have a password of their own in each installation, in a file for its owner only', async () => {
    const password = readFileSync(file(), 'utf8');
    expect(password).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(await login(password)).toBe(200);
    expect(await login('overture-sample')).not.toBe(200);
    const other = await mkdtemp(join(tmpdir(), 'overture-samples-'));
    expect((await switchSamplesOn(server.program.system, { DATA_DIR: other })).password).not.toBe(password);
    rmSync(other, { recursive: true });
    rmSync(file());
    const { password: renewed } = await switchSamplesOn(server.program.system, server.config);
    expect([await login(password), await login(renewed)]).toEqual([401, 200]);
    expect((await switchSamplesOn(server.program.system, server.config)).password).toBe(renewed);
  });

  test('are disabled without the stand-ins: no sign-in, no session, and a log line', async () => {
    const password = readFileSync(file(), 'utf8');
    const signIn = await server.anonymous.call(api.login, { body: { email, password } });
    const client = createClient(server.program, (signIn.data as { data: { token: string } }).data.token);
    expect((await client.call(api.getUser)).status).toBe(200);
    const user = await server.signUp();
    expect(await switchSamplesOff(server.program.system)).toBe(1);
    expect([(await client.call(api.getUser)).status, await login(password)]).toEqual([401, 401]);
    expect((await user.call(api.getUser)).status).toBe(200);
    expect(await switchSamplesOff(server.program.system)).toBe(0);
    const { rows } = await db.query(`select event from security_events where event = 'samples_switched_off'`);
    expect(rows).toHaveLength(1);
    await switchSamplesOn(server.program.system, server.config);
    expect(await login(password)).toBe(200);
  });
});

test('without production it listens on this machine alone, unless HOST says otherwise', () => {
  const DATA_DIR = server.config.DATA_DIR;
  const SECRET_KEY = 'Wd3uYq0mR5vKxT8bLz1NcP7sJh2GfA9e';
  expect(loadConfig({ DATA_DIR }).HOST).toBe('127.0.0.1');
  expect(loadConfig({ DATA_DIR, HOST: '0.0.0.0' }).HOST).toBe('0.0.0.0');
  expect(loadConfig({ DATA_DIR, NODE_ENV: 'production', SECRET_KEY }).HOST).toBe('::');
});
