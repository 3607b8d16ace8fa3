import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../kernel/config.ts';
import { createVault, type Vault } from '../../kernel/crypto.ts';
import { openDatabases } from '../../kernel/db/pools.ts';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import { createCommandLine } from '../commands/command-line.ts';
import { resealEverything, sealedColumns } from './rotate-key.service.ts';

const OLD_SEAL = 'AZepTfnKE+X9SG1s4KkkgYgcmLsmvfzRQvl9zgW299kz47wAn7bafPgZe+Y=';
const [first, second, third] = [
  'Wd3uYq0mR5vKxT8bLz1NcP7sJh2GfA9e',
  'pB6tHn4wQy8zXc2vMk5jDs9fGa1rLe7u',
  'zT5gVb3nHy7uJm1kLp9oIq4wEx2rCf8d',
];

describe('the vault with several keys', () => {
  const vaultOf = (current: string, previous: string[] = []): Vault => createVault(() => ({ current, previous }));

  test('opens what former keys sealed, in either shape, and nothing of a key that was not given', () => {
    const sealed = vaultOf(first as string).seal('mailbox', 'a password');
    expect(vaultOf(second as string, [first as string]).open('mailbox', sealed)).toBe('a password');
    expect(() => vaultOf(second as string).open('mailbox', sealed)).toThrow(/SECRET_KEY_PREVIOUS/);
    expect(() => vaultOf(second as string, [first as string]).open('consent', sealed)).toThrow();
    const changed = Buffer.from(sealed);
    changed[changed.length - 1] = (changed.at(-1) as number) ^ 1;
    expect(() => vaultOf(first as string).open('mailbox', changed)).toThrow();
  });

  test('opens what was sealed before seals named their key', () => {
    // Made by the version before, with the key `first`, for the purpose `mailbox`: "kept since 2026".
    const sealed = Buffer.from(OLD_SEAL, 'base64');
    expect(sealed[0]).toBe(1);
    expect(vaultOf(third as string, [second as string, first as string]).open('mailbox', sealed)).toBe(
      'kept since 2026',
    );
    expect(() => vaultOf(third as string, [second as string]).open('mailbox', sealed)).toThrow();
  });

  test('verifies signatures of former keys and of trusted ones, each for its purpose only', () => {
    const signature = vaultOf(first as string).sign('unsubscribe', 'abc');
    const both = vaultOf(second as string, [first as string]);
    expect([both.verify('unsubscribe', 'abc', signature), both.verify('unsubscribe', 'abd', signature)]).toEqual([
      true,
      false,
    ]);
    const later = vaultOf(third as string);
    expect(later.verify('unsubscribe', 'abc', signature)).toBe(false);
    for (const { purpose, key } of both.formerSigningKeys('unsubscribe')) later.trust(purpose, key);
    expect([later.verify('unsubscribe', 'abc', signature), later.verify('message-id', 'abc', signature)]).toEqual([
      true,
      false,
    ]);
  });
});

describe('rotate-key', () => {
  let server: TestServer & { stop(): Promise<void> };
  let client: pg.Client;
  let directory = '';
  const MAILBOXES = 450;

  beforeAll(async () => {
    server = await startTestServer({ environment: { SECRET_KEY: first as string } });
    client = new pg.Client({ connectionString: server.connectionString });
    await client.connect();
    directory = await mkdtemp(join(tmpdir(), 'overture-keys-'));
    const owner = await server.signUp();
    await fill(owner.organization_id, owner.user_id);
  });
  afterAll(async () => {
    await client.end();
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  });

  /** A row of every column of the list, sealed with the first key; a column that this does not know fails the test. */
  async function fill(organization_id: number, user_id: number): Promise<void> {
    const { vault } = server.program.system;
    for (const { table, purpose } of sealedColumns) {
      const seal = (n: number, key?: unknown) =>
        vault.seal(typeof purpose === 'string' ? purpose : purpose(key), `${table} ${n}`);
      if (table === 'accounts') {
        for (let n = 0; n < MAILBOXES; n += 1)
          await client.query(
            `insert into accounts (organization_id, account_type, status, email, name, sealed_connection) values ($1, 'IMAP', 'OK', $2, 'x', $3)`,
            [organization_id, `m${n}@own.example`, seal(n)],
          );
      } else if (table === 'mailbox_consents')
        await client.query(
          `insert into mailbox_consents (state_hash, organization_id, user_id, account_type, sealed_verifier, expires_at)
           values ('\\x01', $1, $2, 'GOOGLE', $3, now() + interval '1 hour')`,
          [organization_id, user_id, seal(0)],
        );
      else if (table === 'user_totp')
        await client.query('insert into user_totp (user_id, organization_id, sealed_secret) values ($1, $2, $3)', [
          user_id,
          organization_id,
          seal(0, user_id),
        ]);
      else if (table === 'sso_connections')
        await client.query(
          `insert into sso_connections (organization_id, kind, issuer, client_id, sealed_client_secret)
           values ($1, 'oidc', 'https://id.example', 'x', $2)`,
          [organization_id, seal(0, organization_id)],
        );
      else if (table === 'integrations')
        await client.query(
          `insert into integrations (organization_id, integration_type, sealed_tokens, account_id, account_name)
           values ($1, 'HUBSPOT', $2, 'x', 'x')`,
          [organization_id, seal(0)],
        );
      else if (table === 'integration_consents')
        await client.query(
          `insert into integration_consents (state_hash, organization_id, user_id, integration_type, sealed_verifier, expires_at)
           values ('\\x02', $1, $2, 'HUBSPOT', $3, now() + interval '1 hour')`,
          [organization_id, user_id, seal(0)],
        );
      else if (table === 'webhook_endpoints')
        await client.query(
          // One row has both columns.
          `insert into webhook_endpoints (organization_id, url, event_types, sealed_secret, sealed_former_secret)
           select $1, 'https://own.example', '{*}', $2, $3 where not exists (select from webhook_endpoints)`,
          [organization_id, seal(0), seal(1)],
        );
      else if (table === 'booking_connections')
        await client.query(
          `insert into booking_connections (organization_id, provider, name, hook_key, sealed_secret)
           values ($1, 'cal_com', 'Ada', 'rotate-key', $2)`,
          [organization_id, seal(0)],
        );
      else if (table === 'seed_mailboxes')
        await client.query(
          `insert into seed_mailboxes (organization_id, email, provider_group, sealed_login)
           values ($1, 'seed@own.example', 'other', $2)`,
          [organization_id, seal(0)],
        );
      else if (table === 'slack_connections')
        await client.query('insert into slack_connections (organization_id, sealed_url) values ($1, $2)', [
          organization_id,
          seal(0),
        ]);
      else if (table === 'archive_imports')
        await client.query(
          `insert into archive_imports (organization_id, state, file_name, size_in_bytes, expires_at, sealed_key)
           values ($1, 'refused', 'archive.zip', 1, app_now(), $2)`,
          [organization_id, seal(0)],
        );
      else if (table === 'organization_archives')
        await client.query(
          `insert into organization_archives (organization_id, state, sealed_key) values ($1, 'stopped', $2)`,
          [organization_id, seal(0)],
        );
      else if (table === 'tool_imports')
        await client.query(
          `insert into tool_imports (organization_id, tool, tool_label, state, sealed_key) values ($1, 'x', 'X', 'stopped', $2)`,
          [organization_id, seal(0)],
        );
      else if (table === 'brand_mail_domains')
        await client.query(
          `insert into brand_mail_domains (organization_id, address, domain, selector, sealed_private_key, public_key)
           values ($1, 'post@own.example', 'own.example', 'x', $2, 'x')`,
          [organization_id, seal(0, organization_id)],
        );
      else if (table === 'installation') await client.query('update installation set sealed_push_key = $1', [seal(0)]);
      else if (table === 'job_secrets') await client.query('insert into job_secrets (sealed) values ($1)', [seal(0)]);
      else if (table !== 'signing_keys') throw new Error(`${table} needs a row here`);
    }
  }

  async function run(
    environment: Record<string, string>,
    words: string[] = [],
  ): Promise<{ lines: string[]; error: string | null }> {
    const lines: string[] = [];
    const program = createCommandLine({
      config: loadConfig({
        NODE_ENV: 'test',
        DATA_DIR: directory,
        DATABASE_URL: server.connectionString,
        ...environment,
      }),
      directory,
      say: (line, isPassing) => isPassing || lines.push(line),
    });
    const error = await program.parseAsync(['node', 'overture', 'rotate-key', ...words]).then(
      () => null,
      (reason: unknown) => (reason instanceof Error ? reason.message : String(reason)),
    );
    return { lines, error };
  }

  const keysNow = (current: string, ...previous: string[]) => createVault(() => ({ current, previous }));

  async function readAll(vault: Vault): Promise<string[]> {
    const { rows } = await client.query<{ sealed_connection: Buffer }>(
      'select sealed_connection from accounts order by id',
    );
    const consents = await client.query<{ sealed_verifier: Buffer }>('select sealed_verifier from mailbox_consents');
    return [
      ...rows.map((row) => vault.open('mailbox', row.sealed_connection)),
      ...consents.rows.map((row) => vault.open('mailbox-consent', row.sealed_verifier)),
    ];
  }

  test('an interrupted run resumes where it was; nothing is readable by the former key alone', {
    timeout: 60_000,
  }, async () => {
    const vault = keysNow(second as string, first as string);
    const databases = openDatabases(server.connectionString, 4, pino({ level: 'silent' }));
    try {
      const cut = resealEverything({ ...server.program.system, vault }, (resealed) => {
        if (resealed >= 200) throw new Error('killed');
      });
      await expect(cut).rejects.toThrow('killed');
    } finally {
      await databases.close();
    }
    const environment = { SECRET_KEY: second as string, SECRET_KEY_PREVIOUS: first as string };
    expect((await run(environment, ['--check'])).lines).toEqual([`Sealed with a former key: ${MAILBOXES + 14 - 200}.`]);
    // What the program stores in between, with the key it still has, is found by a later round.
    expect((await readAll(vault)).length).toBe(MAILBOXES + 1);
    const { lines, error } = await run(environment);
    expect([error, lines[0]]).toEqual([null, `${MAILBOXES + 14 - 200} resealed.`]);
    const contents = await readAll(keysNow(second as string));
    expect(contents[0]).toBe('accounts 0');
    expect(new Set(contents).size).toBe(MAILBOXES + 1);
    expect((await run(environment)).lines[0]).toBe('0 resealed.');
  });

  test('old links and Message-IDs stay valid after two rotations without the former keys', {
    timeout: 60_000,
  }, async () => {
    const old = keysNow(first as string).sign('unsubscribe', 'a1');
    const environment = { SECRET_KEY: third as string, SECRET_KEY_PREVIOUS: second as string };
    expect((await run(environment)).error).toBe(null);
    const later = await startTestServerOn({ SECRET_KEY: third as string });
    try {
      const { vault } = later.system;
      expect(vault.verify('unsubscribe', 'a1', old)).toBe(true);
      expect(vault.verify('message-id', 'x', keysNow(second as string).sign('message-id', 'x'))).toBe(true);
      expect(vault.verify('unsubscribe', 'a2', old)).toBe(false);
      expect(vault.sign('unsubscribe', 'a1')).not.toBe(old);
    } finally {
      await later.stop();
    }
  });

  test('what no given key opens is left as it is, counted and said', { timeout: 60_000 }, async () => {
    const stranger = keysNow('Qm8vR2yTn5xKc7bWz4LfHj9sGd1pAe3u').seal('mailbox', 'lost');
    await client.query(`update accounts set sealed_connection = $1 where email = 'm7@own.example'`, [stranger]);
    const { lines, error } = await run({ SECRET_KEY: third as string, SECRET_KEY_PREVIOUS: second as string });
    expect(lines).toContain('accounts.sealed_connection: 1 cannot be opened.');
    expect(error).toMatch(/^1 values are sealed with a key that was not given/);
    const { rows } = await client.query(`select sealed_connection from accounts where email = 'm7@own.example'`);
    expect(rows[0].sealed_connection.equals(stranger)).toBe(true);
    await client.query(`delete from accounts where email = 'm7@own.example'`);
  });

  test('a running program loads a replaced generated key immediately', {
    timeout: 60_000,
  }, async () => {
    await run({ SECRET_KEY: third as string });
    const own = await startTestServer();
    const environment = { DATABASE_URL: own.connectionString, DATA_DIR: own.config.DATA_DIR };
    try {
      const before = own.program.system.vault.seal('mailbox', 'sealed before');
      const signature = own.program.system.vault.sign('unsubscribe', 'z');
      const { lines, error } = await run(environment);
      expect([error, lines[0]]).toEqual([null, 'A new key was made in secrets.json.']);
      const after = own.program.system.vault.seal('mailbox', 'sealed after');
      expect(after.subarray(0, 5).equals(before.subarray(0, 5))).toBe(false);
      expect(own.program.system.vault.open('mailbox', before)).toBe('sealed before');
      expect(own.program.system.vault.verify('unsubscribe', 'z', signature)).toBe(true);
      // After a restart, it reads the same.
      const resealed = loadConfig({ NODE_ENV: 'test', ...environment });
      expect(keysNow(resealed.SECRET_KEY).open('mailbox', after)).toBe('sealed after');
      expect((await run(environment)).lines[0]).toBe('Going on with the rotation that was begun.');
    } finally {
      await own.stop();
    }
  });

  async function startTestServerOn(environment: Record<string, string>) {
    const { createProgram } = await import('../program.ts');
    const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: directory, PORT: '0', ...environment });
    const program = await createProgram({
      config,
      log: pino({ level: 'silent' }),
      logins: { app: server.connectionString, system: server.connectionString, queue: server.connectionString },
      roles: ['cron'],
      installation: { sandboxed: [], sandbox_url: null, sandbox_mail: null, onClockMoved: async () => undefined },
      ports: { ...server.program.system.ports },
    });
    return { system: program.system, stop: () => program.databases.close() };
  }
});

test('production refuses a key that can be guessed, and says what to do', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'overture-weak-'));
  const load = (SECRET_KEY: string) => () =>
    loadConfig({ NODE_ENV: 'production', DATA_DIR: directory, SECRET_KEY, APP_URL: 'https://a.example' });
  expect(load('changeme-changeme-changeme-changeme')).toThrow(/can be guessed[\s\S]*openssl rand[\s\S]*rotate-key/);
  expect(load(first as string)).not.toThrow();
  await rm(directory, { recursive: true, force: true });
});
