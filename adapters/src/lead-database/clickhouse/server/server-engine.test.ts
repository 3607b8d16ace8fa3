import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type StandInServer, startClickhouseServer } from '../../testing/clickhouse-server.ts';
import { all, describeLeadDatabase, made, SEED } from '../../testing/lead-database-conformance.ts';
import { type ClickhouseLeadDatabase, createClickhouseLeadDatabase } from '../clickhouse.adapter.ts';
import { lockServerLoading } from './server-lock.api.ts';

const log = { info: () => undefined, warn: () => undefined };
let directory: string;
let server: StandInServer;
let database: ClickhouseLeadDatabase;
const open = (server_url: string, sample_leads = 0) =>
  createClickhouseLeadDatabase({ log, server_url, data_directory: directory, sample_leads });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'overture-server-'));
  server = await startClickhouseServer(join(directory, 'engine'));
  database = open(server.url());
  await database.whenReady();
}, 600_000);

afterAll(async () => {
  await database?.close();
  await server?.close();
  await rm(directory, { recursive: true, force: true });
});

describeLeadDatabase(() => database, SEED + 1);

describe('several programs with one address', () => {
  test('search at the same time, and give ids in turn', async () => {
    const before = await database.countLeads(all());
    const other = open(server.url());
    await other.whenReady();
    const people = (from: number) =>
      made.slice(from, from + 150).map((lead, at) => ({
        ...lead,
        linkedin_key: `in/both-${from}-${at}`,
        email: null,
      }));
    await Promise.all([database.insertLeads(people(0)), other.insertLeads(people(500))]);
    expect(await other.countLeads(all())).toBe(before + 300);
    expect(await database.countLeads(all())).toBe(before + 300);
    await other.close();
  });

  test('wait for one another, and a wait can be given up', async () => {
    const held = await lockServerLoading(database.client, new AbortController().signal);
    const stop = new AbortController();
    const waiting = lockServerLoading(database.client, stop.signal);
    setTimeout(() => stop.abort(new Error('given up')), 300);
    await expect(waiting).rejects.toThrow();
    await held.release();
    await (await lockServerLoading(database.client, new AbortController().signal)).release();
  });
});

describe('a server that cannot be used says why, in words of the settings', () => {
  beforeEach(() => {
    Object.assign(server, { fail: null, version: null });
  });

  const wordsOf = async (url: string) => {
    const broken = open(url);
    await expect.poll(async () => (await broken.describe()).state, { timeout: 15_000 }).toBe('failed');
    const { text } = await broken.describe();
    const refused = await broken.countLeads(all()).catch((error: Error) => error.message);
    await broken.close();
    expect(refused, 'the finder says the same').toBe(text);
    expect(text).not.toContain('word/1');
    return text;
  };

  test.each([
    ['a wrong password', () => server.url({ password: 'wrong' }), /refused the user or the password of CLICKHOUSE_URL/],
    ['a wrong user', () => server.url({ user: 'nobody' }), /refused the user or the password of CLICKHOUSE_URL/],
    ['a database that is not there', () => server.url({ database: 'other' }), /has no database "other"\. Create it/],
    ['nobody at the port', () => 'http://a:b@127.0.0.1:9/leads', /127\.0\.0\.1:9 \(CLICKHOUSE_URL\) does not answer/],
    ['https where there is none', () => server.url().replace('http:', 'https:'), /does not speak HTTPS/],
    ['a name of no machine', () => 'http://a:b@nowhere.invalid:8123/leads', /no machine at nowhere\.invalid/],
  ])('%s', async (_, url, words) => {
    expect(await wordsOf(url())).toMatch(words);
  });

  test('one of years ago, which does not even know how it is asked', async () => {
    // Word for word what Debian's 18.16.1 answers.
    const answer =
      'Code: 115, e.displayText() = DB::Exception: Unknown setting cancel_http_readonly_queries_on_client_close, e.what() = DB::Exception\n';
    const old = createServer((_, reply) => void reply.writeHead(404).end(answer));
    await new Promise<void>((done) => old.listen(0, '127.0.0.1', done));
    const { port } = old.address() as AddressInfo;
    expect(await wordsOf(`http://a:b@127.0.0.1:${port}/leads`)).toBe(
      `The ClickHouse server at 127.0.0.1:${port} is too old. Overture needs 25.8 or newer.`,
    );
    await new Promise((done) => old.close(done));
  });

  test('no rights, and a version that is too old', async () => {
    server.fail = { code: 497, type: 'ACCESS_DENIED', status: 403 };
    expect(await wordsOf(server.url())).toMatch(/The user of CLICKHOUSE_URL may not do what is needed/);
    server.fail = null;
    server.version = '24.3.1.1';
    expect(await wordsOf(server.url())).toMatch(/is version 24\.3\.1\.1\. Overture needs \d+\.\d+ or newer/);
  });

  test('a server that disappears is reported, and used again when it returns', async () => {
    await server.pause();
    expect(await database.describe()).toMatchObject({
      state: 'failed',
      text: expect.stringMatching(/does not answer/),
    });
    await expect(database.countLeads(all())).rejects.toThrow(/cannot be reached/);
    await server.listen();
    expect(await database.countLeads(all())).toBeGreaterThan(0);
    expect((await database.describe()).state).toBe('ready');
  });
});
