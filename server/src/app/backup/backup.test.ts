import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import { api } from '@overture/contract';
import { sql } from 'kysely';
import { pino } from 'pino';
import { extract, pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MailSandbox } from '../../../../sandbox/src/mail/mail-sandbox.ts';
import { loadConfig } from '../../kernel/config.ts';
import type { SystemContext } from '../../kernel/context.ts';
import { campaignStepKind } from '../../slices/campaigns/run/dispatch/campaign-step.service.ts';
import * as factory from '../../slices/campaigns/run/run.factory.ts';
import { syncMailboxes } from '../../slices/chats/chats.factory.ts';
import { erasuresSlice } from '../../slices/erasures/index.ts';
import { startDispatcher } from '../../slices/outbound/dispatch/dispatcher.service.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createClient, startTestServer, type TestServer } from '../../testing/harness.ts';
import { startSilentMail } from '../../testing/silent-mail.ts';
import { createCommandLine } from '../commands/command-line.ts';
import { checkSendingEpoch, findSendingHold, releaseSendingHold } from '../sending-epoch.ts';
import { type BackupHead, HEAD_ENTRY, MANIFEST_ENTRY } from './archive-format.ts';
import type { Archive } from './archive-reader.ts';
import { backUp } from './backup.service.ts';
import { ENDED_BY_RESTORE } from './load.store.ts';
import { restore } from './restore.service.ts';

const log = pino({ level: 'fatal' });
const kinds = new Map([[campaignStepKind.name, campaignStepKind]]);
type Server = TestServer & { stop(): Promise<void> };
type Person = Awaited<ReturnType<TestServer['signUp']>>;

let mail: MailSandbox;
let server: Server;
let person: Person;
let folder = '';
let made: Archive & { path: string };
let file: { key: string; content: Buffer };

const openMailbox = () => createSmtpImapMailbox({ outbound_allow: '127.0.0.1', answer_timeout_in_ms: 30_000 });

/** People of a new sender whose mails are due. */
async function begin(organization_id: number, name: string, count: number): Promise<void> {
  const { system } = server.program;
  const email = `${name}@acme.example`;
  mail.store.openAccount(email, { keeps_sent_copies: true });
  const { smtp_port, imap_port } = mail;
  const account_id = await factory.makeMailSender(system, organization_id, { email, smtp_port, imap_port });
  const campaign = await factory.makeCampaign(system, { organization_id, account_id, nodes: [{ type: 'EMAIL' }] });
  const given = Array.from({ length: count }, (_, n) => ({ email: `p${n}.${name}@northwind.example` }));
  await factory.startPeople(
    system,
    campaign,
    organization_id,
    await factory.makePeople(system, organization_id, given),
  );
}

async function sendAll(system: SystemContext): Promise<void> {
  const dispatcher = startDispatcher(system, kinds, { poll_in_ms: 20 });
  await factory.runUntilQuiet(system).finally(() => dispatcher.stop());
}

/** Sends requests until it is done; returns how many. */
async function underLoad<Result>(work: Promise<Result>): Promise<Result> {
  let isDone = false;
  const load = async (n: number): Promise<void> => {
    for (let round = 0; !isDone; round += 1) {
      const { data } = await person.call(api.createSearch, { body: { name: `During ${n}.${round}` } });
      await person.call(api.renameSearch, { params: { id: data.id }, body: { name: `Renamed ${n}.${round}` } });
    }
  };
  const loads = [load(1), load(2)];
  return work.finally(async () => {
    isDone = true;
    await Promise.all(loads);
  });
}

beforeAll(async () => {
  mail = await startSilentMail(5);
  server = await startTestServer({ roles: ['web'], mailbox: openMailbox() });
  folder = await mkdtemp(join(tmpdir(), 'overture-backup-'));
  person = await server.signUp('Grace Hopper');
  await checkSendingEpoch(server.program.system);
  await begin(person.organization_id, 'before', 4);
  await sendAll(server.program.system);
  await begin(person.organization_id, 'after', 4);
  const content = Buffer.from('Attached since the first day.');
  const { key } = await server.program.system.ports.files.saveFile('attachments', content, 1000);
  file = { key, content };
  await person.call(api.createToolImport, { body: { tool: 'instantly', api_key: 'of another tool' } });
  await server.owner.query(
    `insert into notice_mails (organization_id, user_id, subject, paragraphs, path) values ($1, $2, 'Waiting', '{}', '/')`,
    [person.organization_id, person.user_id],
  );
  const { config, connectionString } = server;
  made = await underLoad(backUp({ config, connectionString, log, target: `${folder}/` }));
});
afterAll(async () => {
  await server.stop();
  await mail.close();
  await rm(folder, { recursive: true, force: true });
});

async function openEmpty() {
  const database = await createTestDatabase({ is_empty: true });
  const directory = await mkdtemp(join(tmpdir(), 'overture-restored-'));
  const environment = { NODE_ENV: 'test', DATA_DIR: directory, DATABASE_URL: database.connectionString };
  const close = async (): Promise<void> => {
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  };
  return { database, directory, environment, config: loadConfig(environment), close };
}

const sentMails = () => [...mail.store.mails()].flatMap((one) => one.recipients);

const nextNumbers = async ({
  owner,
}: Pick<TestServer, 'owner'>): Promise<{ lead: number; member: number; link: number }> =>
  (
    await owner.query(
      `select nextval('prospects_id_seq')::int as lead, nextval('campaign_leads_id_seq')::int as member,
        nextval('tracked_links_id_seq')::int as link`,
    )
  ).rows[0];

describe('an installation that runs', { timeout: 60_000 }, () => {
  test('is backed up, put into an empty place, started and signed in to; nothing is sent again', async () => {
    // What leaves after the backup the restored rows know nothing of.
    await sendAll(server.program.system);
    expect(sentMails()).toHaveLength(8);
    const empty = await openEmpty();
    // The journal of the lost installation may lie there already.
    await writeFile(join(empty.directory, 'erasures.ndjson'), '');
    const said = await runCommand(empty.environment, 'restore', made.path);
    expect(said).toMatch(
      /^Restored: 20[^\n]+\nEverybody is signed out\. [^\n]+ second factors[^\n]+\nStart the program as usual\. It sends nothing until[^\n]+\nFiles in a bucket are not in a backup: `files check`/,
    );
    const restored = await startRestored(empty.database, empty.directory);
    try {
      await expectSameRecords(restored);
      // A link that was mailed after the backup never becomes that of another lead, or leads to what another organization wrote.
      const [lost, next] = [await nextNumbers(server), await nextNumbers(restored)];
      const isBeyond = (['lead', 'member', 'link'] as const).map((name) => next[name] > lost[name] + 1e6);
      expect(isBeyond).toEqual([true, true, true]);
      const { system } = restored.program;
      const erased = await eraseOne(server, person);
      await copyFile(join(server.config.DATA_DIR, 'erasures.ndjson'), join(empty.directory, 'erasures.ndjson'));
      expect(await countLeads(restored, erased)).toBe(1);
      expect(await checkSendingEpoch(system)).toBe('held');
      expect(await countLeads(restored, erased)).toBe(0);
      expect((await findSendingHold(system))?.reason).toMatch(/^Restored from the backup of 20/);
      await tryToSend(system);
      expect(sentMails()).toHaveLength(8);
      // What mail sync finds in the Sent folder proves what left.
      await syncMailboxes(system, async () => {
        const { rowCount } = await restored.owner.query('select from campaign_leads where next_at is not null');
        return rowCount === 0;
      });
      await releaseSendingHold(system);
      await tryToSend(system);
      expect(new Set(sentMails()).size).toBe(sentMails().length);
    } finally {
      await restored.stop();
      await empty.close();
    }
  });

  test('reports a sender without data: the login must see every row', async () => {
    const name = `humble_${process.pid}`;
    await server.owner.query(`create role ${name} login password 'x' in role overture_app`);
    const address = Object.assign(new URL(server.connectionString), { username: name, password: 'x' }).toString();
    const { config } = server;
    const failure = backUp({ config, connectionString: address, log, target: join(folder, 'humble.tar') });
    await expect(failure).rejects.toThrow(/login does not see every row|permission denied/);
    await server.owner.query(`drop role ${name}`);
  });
});

/** Erases the first lead of a person's organization; returns its address. */
async function eraseOne(from: Server, owner: typeof person): Promise<string> {
  const { rows } = await from.owner.query(
    'select id, email from prospects where organization_id = $1 order by id limit 1',
    [owner.organization_id],
  );
  expect((await owner.call(api.erasePerson, { params: { id: rows[0].id }, body: {} })).data.erasure.erased).toBe(1);
  await erasuresSlice.loops
    ?.find(({ name }) => name === 'erasure-journal')
    ?.run(from.program.system, new AbortController().signal);
  return rows[0].email;
}

const countLeads = async (at: Server, email: string): Promise<number> =>
  (await at.owner.query('select from prospects where email = $1', [email])).rowCount ?? 0;

function startRestored(database: TestDatabase, directory: string): Promise<Server> {
  return startTestServer({ roles: ['web'], database, mailbox: openMailbox(), environment: { DATA_DIR: directory } });
}

async function expectSameRecords(restored: Server): Promise<void> {
  // A session that was open when the backup was made, and may have been ended since.
  expect((await person.call(api.getOrganization)).status).toBe(200);
  expect((await createClient(restored.program, person.token).call(api.getOrganization)).status).toBe(401);
  const { email } = person;
  const signedIn = await restored.anonymous.call(api.login, { body: { email, password: 'correct horse' } });
  expect([signedIn.status, signedIn.data.data?.name]).toEqual([200, 'Grace Hopper']);
  for (const { schema, name, rows } of made.manifest.tables) {
    if (
      [
        ...ENDED_BY_RESTORE,
        'rate_limits',
        'security_events',
        'outbox_events',
        'live_messages',
        'worker_heartbeats',
        '_private_jobs',
      ].includes(name)
    )
      continue;
    const counted = await restored.owner.query(`select count(*)::int as count from ${schema}."${name}"`);
    expect([name, Number(counted.rows[0].count)]).toEqual([name, rows]);
  }
  // The rules that were taken off for loading are there again, and new rows get new numbers.
  const rules = `select count(*) filter (where relforcerowsecurity)::int as forced,
    (select count(*)::int from pg_constraint where contype = 'f') as keys,
    (select count(*)::int from pg_trigger where tgenabled = 'D') as disabled from pg_class`;
  expect((await restored.owner.query(rules)).rows).toEqual((await server.owner.query(rules)).rows);
  const again = await restored.signUp();
  expect(again.user_id).toBeGreaterThan(person.user_id);
  const stored = await restored.program.system.ports.files.readFile(file.key, 1000);
  expect(stored).toEqual(file.content);
  // What was sealed opens: the key came along.
  const { rows } = await restored.program.system.systemTransaction(({ db }) =>
    sql<{
      sealed_connection: Buffer;
    }>`select sealed_connection from accounts where sealed_connection is not null limit 1`.execute(db),
  );
  expect(restored.program.system.vault.open('mailbox', rows[0]!.sealed_connection)).toContain('acme.example');
  // A key of another tool, whose import may have ended since.
  const imports = 'select state, note, sealed_key from tool_imports';
  const paused = { state: 'paused', note: expect.stringMatching(/Enter the key again/), sealed_key: null };
  expect((await restored.owner.query(imports)).rows).toEqual([paused]);
  // A notice that waited was mailed since, as far as anyone knows.
  const { rows: notices } = await restored.owner.query('select refused, mailed_at from notice_mails');
  expect(notices).toEqual([{ refused: expect.stringContaining('may have been mailed'), mailed_at: null }]);
}

/** Tick and dispatcher get their chances. */
async function tryToSend(system: SystemContext): Promise<void> {
  await system.systemTransaction(({ db }) => sql`update campaign_lanes set look_at = app_now()`.execute(db));
  await sendAll(system);
}

describe('what is no whole backup, or has no room, is refused before anything is written', () => {
  const refuse = async (archive: string, environment: Record<string, string> = {}) => {
    const directory = await mkdtemp(join(tmpdir(), 'overture-refused-'));
    // A closed port: a timely refusal never connects.
    const config = loadConfig({
      NODE_ENV: 'test',
      DATA_DIR: directory,
      DATABASE_URL: 'postgres://a@127.0.0.1:1/b',
      ...environment,
    });
    const failure = await restore({ config, log, archive }).then(
      () => 'restored',
      (error: Error) => error.message,
    );
    await rm(directory, { recursive: true, force: true });
    return failure;
  };
  /** The backup with its entries changed. */
  const change = async (edit: (entries: Map<string, Buffer>) => void): Promise<string> => {
    const entries = await readAll(made.path);
    edit(entries);
    const archive = pack();
    for (const [name, content] of entries) archive.entry({ name }, content);
    archive.finalize();
    const path = join(folder, `changed-${Math.random()}.tar`);
    await pipeline(archive, createWriteStream(path));
    return path;
  };
  /** With the manifest's blessing, where it is asked for: as a program of another version wrote it. */
  const editHead = (entries: Map<string, Buffer>, change: (head: BackupHead) => void, is_blessed: boolean) => {
    const head = JSON.parse(entries.get(HEAD_ENTRY)!.toString());
    change(head);
    const content = Buffer.from(JSON.stringify(head));
    entries.set(HEAD_ENTRY, content);
    if (!is_blessed) return;
    const manifest = JSON.parse(entries.get(MANIFEST_ENTRY)!.toString());
    manifest.entries[HEAD_ENTRY] = { size: content.length, sha256: createHash('sha256').update(content).digest('hex') };
    entries.set(MANIFEST_ENTRY, Buffer.from(JSON.stringify(manifest)));
  };

  test('half of one, one with a changed byte, and what is none', async () => {
    const whole = await readFile(made.path);
    const cut = async (name: string, content: Buffer) => {
      await writeFile(join(folder, name), content);
      return refuse(join(folder, name));
    };
    expect(await cut('half.tar', whole.subarray(0, whole.length / 2))).toMatch(/only half there/);
    const changed = Buffer.from(whole);
    const at = whole.indexOf('tables/public.users/') + 600;
    changed[at] = changed[at]! ^ 1;
    expect(await cut('changed.tar', changed)).toMatch(/damaged/);
    expect(await cut('text.tar', Buffer.from('hello'.repeat(1000)))).toMatch(/no backup of Overture/);
    expect(await cut('empty.tar', Buffer.alloc(0))).toMatch(/no backup of Overture/);
    expect(await refuse(join(folder, 'missing.tar'))).toMatch(/cannot be read/);
    expect(await refuse(await change((entries) => entries.delete('manifest.json')))).toMatch(/its end is missing/);
    const lacking = await change((entries) =>
      entries.delete([...entries.keys()].find((name) => name.includes('users/'))!),
    );
    expect(await refuse(lacking)).toMatch(/damaged/);
  });

  test('one of a newer program, of another key, or one that names a file outside', async () => {
    const later = (is_blessed: boolean) =>
      change((entries) => editHead(entries, (head) => head.migrations.push('9999_later'), is_blessed));
    expect(await refuse(await later(false))).toMatch(/damaged/);
    expect(await refuse(await later(true))).toMatch(/made by a newer Overture \(.*9999_later\)\. Install that version/);
    const former = (await readFile(new URL('../../../migrations-before-1.0.sha256', import.meta.url), 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(66, -4));
    const withMigrations = (migrations: string[]) =>
      change((entries) => editHead(entries, (head) => Object.assign(head, { migrations }), true));
    expect(await refuse(await withMigrations(former.slice(0, -1)))).toMatch(
      /made by a version before 1\.0\.0 .*Restore it with the version that made it, then upgrade/,
    );
    // The last version before 1.0.0 is known: only the database, which is not empty, stops it.
    expect(await refuse(await withMigrations(former), { DATABASE_URL: server.connectionString })).toMatch(
      /DATABASE_URL is not empty/,
    );
    const format = await change((entries) => editHead(entries, (head) => Object.assign(head, { format: 2 }), true));
    expect(await refuse(format)).toMatch(/cannot read\. Install that version or a newer one/);
    expect(await refuse(made.path, { SECRET_KEY: 'Wd3uYq0mR5vKxT8bLz1NcP7sJh2GfA9e' })).toMatch(
      /Start the command without SECRET_KEY/,
    );
    const { resolvePlace: placeOf } = await import('./data-files.ts');
    for (const name of ['data/../x', 'data//etc/passwd', 'data/a/../../x', 'data/..', 'data/a\\..\\x'])
      expect(() => placeOf('/srv/overture', name)).toThrow(/outside/);
    expect(placeOf('/srv/overture', 'data/files/a')).toBe('/srv/overture/files/a');
  });

  test('a folder or a database that holds something already', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'overture-full-'));
    await writeFile(join(directory, 'notes.txt'), 'mine');
    expect(await refuse(made.path, { DATA_DIR: directory })).toMatch(/is not empty \(notes\.txt\)/);
    expect(await readFile(join(directory, 'notes.txt'), 'utf8')).toBe('mine');
    await rm(directory, { recursive: true });
    expect(await refuse(made.path, { DATABASE_URL: server.connectionString })).toMatch(/DATABASE_URL is not empty/);
    await expect(
      backUp({ config: server.config, connectionString: server.connectionString, log, target: made.path }),
    ).rejects.toThrow(/there already/);
  });
});

test('a restore ends every expiring row that grants access', async () => {
  const { rows } = await server.owner.query(
    `select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname like '%expires_at'`,
  );
  // Invitations and API keys are decisions of the team, as its members and their passwords are: the documentation asks to
  // review them. Pending email changes and approvals are ended; undo links protect; the others grant no access.
  const kept = [
    'api_keys',
    'invitations',
    'email_changes',
    'approvals',
    'factor_undos',
    'chat_presences',
    'archive_imports',
    'organization_archives',
    'research_sources',
    'saml_assertions_seen',
    'scheduled_export_links',
    'sso_domains',
  ];
  const known = [...ENDED_BY_RESTORE, ...kept];
  expect(rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
  expect(known.filter((known) => !rows.some(({ name }) => name === known))).toEqual([]);
});

test('the command line says what was written, and checks without restoring', async () => {
  const source = { NODE_ENV: 'test', DATA_DIR: server.config.DATA_DIR, DATABASE_URL: server.connectionString };
  const written = await runCommand(source, 'backup', 'by-hand.tar');
  expect(written).toMatch(/by-hand\.tar: 20[^\n]+ rows, \d+ files[^\n]+ whole\.\nIt contains the secret key/);
  expect(await runCommand(source, 'restore', 'by-hand.tar', '--check')).toMatch(/by-hand\.tar is whole: 20/);
  expect((await stat(join(folder, 'by-hand.tar'))).mode & 0o077).toBe(0);
  const bucket = { FILES_S3_BUCKET: 'files', FILES_S3_ACCESS_KEY_ID: 'id', FILES_S3_SECRET_ACCESS_KEY: 'secret' };
  expect(await runCommand({ ...source, ...bucket }, 'backup', 'with-bucket.tar')).toContain(
    '\nFiles in the bucket files are not in it: use the versioning or replication of your store.',
  );
  // Nothing of it is left beside the files of the installation.
  expect((await readdir(server.config.DATA_DIR)).filter((name) => name.startsWith('.backup'))).toEqual([]);
});

test('a login that is no superuser, as managed servers give it, backs up and restores', {
  timeout: 60_000,
}, async () => {
  const empty = await openEmpty();
  const login = `hosted_${process.pid}`;
  const roles = 'overture_owner, overture_app, overture_system, overture_queue';
  const database = new URL(empty.database.connectionString).pathname.slice(1);
  await server.owner.query(`create role ${login} login createrole password 'x'; grant ${roles} to ${login} with admin option;
    alter database ${database} owner to ${login}`);
  const address = (given: string) => Object.assign(new URL(given), { username: login, password: 'x' }).toString();
  const config = { ...empty.config, DATABASE_URL: address(empty.database.connectionString) };
  await restore({ config, log, archive: made.path });
  const again = join(folder, 'hosted.tar');
  const second = await backUp({ config, connectionString: config.DATABASE_URL, log, target: again });
  const countsOf = ({ manifest }: Archive) => Object.fromEntries(manifest.tables.map(({ name, rows }) => [name, rows]));
  const ended = Object.fromEntries(ENDED_BY_RESTORE.map((name) => [name, 0]));
  expect(countsOf(second)).toEqual({ ...countsOf(made), ...ended, worker_heartbeats: 0 });
  await empty.close();
  await server.owner.query(`drop owned by ${login}; drop role ${login}`);
});

async function runCommand(environment: Record<string, string>, ...words: string[]): Promise<string> {
  const lines: string[] = [];
  await createCommandLine({
    config: loadConfig(environment),
    directory: folder,
    say: (line, isPassing) => isPassing || lines.push(line),
  }).parseAsync(['node', 'overture', ...words]);
  return lines.join('\n');
}

async function readAll(path: string): Promise<Map<string, Buffer>> {
  const entries = new Map<string, Buffer>();
  const reader = extract();
  reader.end(await readFile(path));
  for await (const entry of reader) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    entries.set(entry.header.name, Buffer.concat(chunks));
  }
  return entries;
}
