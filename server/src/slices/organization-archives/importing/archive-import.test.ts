import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { api } from '@overture/contract';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { useTestServer } from '../../../testing/harness.ts';
import { computeDigests, tenantTables } from '../../../testing/plant-rows.ts';
import { parseTables, plantArchive, unzip } from '../archive.factory.ts';
import { listShapes, type TableShape } from '../archive-rows.store.ts';
import { writeArchive } from '../archive-writer.service.ts';
import { deriveKey, newSalt } from '../passphrase.service.ts';
import { createRandom, describeTables, plantCampaigns } from './archive-import.factory.ts';
import { importByOperator } from './archive-imports.service.ts';
import { expireImports, runArchiveImport } from './run-archive-import.job.ts';

const server = useTestServer({ is_alone: true });
const PASSPHRASE = 'correct horse battery';
const running = new AbortController().signal;
let db: pg.Client;
let folder: string;
let shapes: TableShape[];
let from: Awaited<ReturnType<typeof server.signUp>>;
let to: Awaited<ReturnType<typeof server.signUp>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overture-import-'));
  db = new pg.Client({ connectionString: server.connectionString, options: '-c timezone=UTC' });
  await db.connect();
  shapes = await server.program.system.systemRead(({ db: reads }) => listShapes(reads));
  await db.query(`select open_event_months('2026-09-01', '2026-11-29')`);
});
afterAll(async () => {
  await db.end();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  from = await server.signUp();
  to = await server.signUp();
  // The plan has a place for every sender.
  await db.query('update organizations set active_subscription = true where organization_id = $1', [
    to.organization_id,
  ]);
});

async function saveArchive(organization_id: number, passphrase?: string): Promise<string> {
  const salt = newSalt();
  const seal = passphrase === undefined ? null : { key: await deriveKey(passphrase, salt), salt };
  const path = join(folder, `${organization_id}-${Math.random()}.zip`);
  await pipeline(writeArchive(server.program.system, { organization_id, seal }), createWriteStream(path));
  return path;
}

const tablesOf = async (path: string) => parseTables(unzip(await readFile(path)));

/** As if it had been in another installation: addresses of people and Message-IDs are free again. */
async function forget(organization_id: number): Promise<void> {
  await db.query('set session_replication_role = replica');
  for (const table of await tenantTables(db))
    await db.query(`delete from ${table} where organization_id = $1`, [organization_id]);
  await db.query('set session_replication_role = origin');
}

async function upload(path: string, passphrase?: string) {
  const content = await readFile(path);
  return to.call(api.createArchiveImport, { body: passphrase ? { passphrase } : {} }, [
    {
      field: 'file_content',
      filename: 'archive.zip',
      content_type: 'application/zip',
      content: content as unknown as string,
    },
  ]);
}

const work = (id: number, signal: AbortSignal = running) =>
  runArchiveImport(server.program.system, { organization_id: to.organization_id, import_id: id }, signal);
const find = async (id: number) =>
  (await to.call(api.listArchiveImports, {})).data.imports.find((one) => one.id === id)!;

async function check(path: string, passphrase?: string) {
  const { data, status } = await upload(path, passphrase);
  expect([status, data]).toMatchObject([200, {}]);
  await work(data.import.id);
  return find(data.import.id);
}

async function moveIn(path: string, passphrase?: string) {
  const { id, state, error } = await check(path, passphrase);
  expect([state, error]).toEqual(['checked', null]);
  expect((await to.call(api.startArchiveImport, { params: { id } })).status).toBe(200);
  await work(id);
  return find(id);
}

async function undo(id: number) {
  const asked = await to.call(api.undoArchiveImport, { params: { id } });
  expect([asked.status, asked.error.error]).toEqual([200, undefined]);
  await work(id);
  return find(id);
}

/** Without the person who moves it in. */
const withoutOwner = async (path: string) => {
  const tables = await tablesOf(path);
  const users = tables.get('users')!.filter(({ email }) => email !== to.email);
  return new Map([...tables, ['users', users]]);
};

const describeFirst = async (path: string) =>
  Object.fromEntries(describeTables(await tablesOf(path), shapes, { arrives: true, organization_id: 0 }));
const describeSecond = async () =>
  Object.fromEntries(
    describeTables(await withoutOwner(await saveArchive(to.organization_id)), shapes, {
      arrives: false,
      organization_id: 0,
    }),
  );

async function plantWhole(seed: number): Promise<void> {
  await plantArchive(server.program.system, db, from);
  const of = [from.organization_id];
  await db.query(`update campaign_nodes set kind = 'step', type = 'EMAIL' where organization_id = $1`, of);
  for (const table of ['campaign_templates', 'campaign_revisions', 'campaign_working_copies'])
    await db.query(`update ${table} set flow = '[]' where organization_id = $1`, of);
  // Planted without triggers.
  await db.query(
    `insert into campaign_senders (organization_id, campaign_id, channel, account_id)
     select organization_id, id, 'linkedin', linkedin_account_id from campaigns where organization_id = $1 and linkedin_account_id is not null
     on conflict do nothing`,
    of,
  );
  await plantCampaigns(db, from.organization_id, from.user_id, seed);
  await plantCampaigns(db, from.organization_id, from.user_id, seed + 1000);
}

describe('an archive that is moved in', () => {
  test.each([1, 2])('and archived again holds the same, ids apart (organization %i)', async (seed) => {
    await plantWhole(seed);
    const path = await saveArchive(from.organization_id, PASSPHRASE);
    await forget(from.organization_id);
    const done = await moveIn(path, PASSPHRASE);
    expect([done.state, done.error]).toEqual(['done', null]);
    const events = done.results.find(({ title }) => title.startsWith('Campaigns with their steps'));
    expect(events?.left_out.filter(({ reason }) => reason === 'Here already')).toEqual([]);
    expect(await describeSecond()).toEqual(await describeFirst(path));
  });
});

/** Aborts when it has been asked so often: the worker ends between two batches. */
const abortsAfter = (checks: number): AbortSignal => {
  let left = checks;
  return {
    get aborted() {
      left -= 1;
      return left < 0;
    },
  } as AbortSignal;
};

describe('an import whose worker is ended', () => {
  test.each([11])(
    'at random batches, between and inside of them, ends like one that was not (seed %i)',
    async (seed) => {
      const random = createRandom(seed);
      await plantWhole(seed);
      const path = await saveArchive(from.organization_id, PASSPHRASE);
      await forget(from.organization_id);
      const { id } = await check(path, PASSPHRASE);
      await to.call(api.startArchiveImport, { params: { id } });
      // Inside of a batch: its transaction is lost at the end, as when the database goes away.
      await db.query('create sequence if not exists lost_batches');
      await db.query('grant usage on sequence lost_batches to public');
      await db.query(`create or replace function lose_batch() returns trigger language plpgsql as $$ begin
      if new.rows_done > old.rows_done and nextval('lost_batches') % 4 = 0 then raise exception 'gone' using errcode = '57P01'; end if;
      return new; end $$`);
      await db.query(
        'create trigger lose_batch before update on archive_imports for each row execute function lose_batch()',
      );
      let tries = 0;
      try {
        for (; (await find(id)).state === 'working' && tries < 200; tries += 1)
          await work(id, abortsAfter(1 + random(12))).catch(() => undefined);
      } finally {
        await db.query('drop trigger lose_batch on archive_imports');
      }
      expect([(await find(id)).state, tries > 5]).toEqual(['done', true]);
      expect(await describeSecond()).toEqual(await describeFirst(path));
    },
  );

  test('can be stopped, continued, and stopped and undone', async () => {
    await plantWhole(21);
    const path = await saveArchive(from.organization_id);
    await forget(from.organization_id);
    const { id } = await check(path);
    await to.call(api.startArchiveImport, { params: { id } });
    await work(id, abortsAfter(30)).catch(() => undefined);
    expect((await to.call(api.stopArchiveImport, { params: { id } })).data.import.state).toBe('stopped');
    await work(id);
    expect((await find(id)).state).toBe('stopped');
    expect((await upload(path)).error.error).toContain('by half');
    expect((await undo(id)).state).toBe('undone');
    const { rows } = await db.query('select count(*)::int as count from prospects where organization_id = $1', [
      to.organization_id,
    ]);
    expect(rows).toEqual([{ count: 0 }]);
  });
});

/** Logs, versions, and sums that an import and its undo change. */
const VOLATILE = [
  'archive_imports',
  'security_events',
  'notice_mails',
  'prospect_versions',
  'answer_versions',
  'live_messages',
  'live_sequences',
  'outbox_events',
  'searches',
  'chat_words',
  'campaign_step_days',
  'campaign_step_months',
  'campaign_counts',
  'campaign_standings',
  'account_days',
  'organization_days',
  'campaign_months',
  'campaign_people_days',
  'account_people_days',
  'rate_limits',
];
const digests = async () =>
  Object.fromEntries([...(await computeDigests(db, to.organization_id))].filter(([name]) => !VOLATILE.includes(name)));

describe('an organization that has leads and campaigns of its own', () => {
  test('keeps them, finds its people again, and is as before after an undo', async () => {
    await plantWhole(31);
    const path = await saveArchive(from.organization_id);
    await forget(from.organization_id);
    await plantCampaigns(db, to.organization_id, to.user_id, 31);
    await db.query(`update outbound_intents set state = 'confirmed' where organization_id = $1`, [to.organization_id]);
    // Another mailbox: what it received comes beside what is in the conversations here.
    await db.query(`update accounts set email = 'other@northwind.example' where organization_id = $1`, [
      to.organization_id,
    ]);
    const before = await digests();
    const done = await moveIn(path);
    expect([done.state, done.report!.known_leads > 0]).toEqual(['done', true]);
    expect(done.report!.collisions.map(({ kind, names }) => [kind, names])).toContainEqual([
      'campaigns',
      ['Spring 31'],
    ]);
    const leads = await db.query(
      'select count(*)::int as count from prospects where organization_id = $1 and email = $2',
      [to.organization_id, 'lead0.31@acme.example'],
    );
    expect(leads.rows).toEqual([{ count: 1 }]);
    const chats = await db.query('select distinct message_count from chats where organization_id = $1 order by 1', [
      to.organization_id,
    ]);
    expect(chats.rows).toContainEqual({ message_count: 2 });
    expect((await undo(done.id)).state).toBe('undone');
    expect(await digests()).toEqual(before);
  });

  test('sends on, while nothing of the archive is sent, queued, or said to webhooks', async () => {
    await plantWhole(41);
    const path = await saveArchive(from.organization_id);
    await forget(from.organization_id);
    await plantCampaigns(db, to.organization_id, to.user_id, 42);
    await db
      .query(
        `insert into webhook_endpoints (organization_id, url, event_types, sealed_secret) values ($1, 'https://example.com/', '{*}', '')`,
        [to.organization_id],
      )
      .catch(() => undefined);
    const own = `select c.name, c.status, count(o.id)::int as queued from campaigns c
      left join outbound_intents o on o.campaign_id = c.id and o.state in ('intent', 'dispatching', 'unknown')
      where c.organization_id = $1 group by c.id order by c.id`;
    const before = await db.query(own, [to.organization_id]);
    await moveIn(path);
    const after = await db.query(own, [to.organization_id]);
    expect(after.rows.slice(0, before.rows.length)).toEqual(before.rows);
    const moved = after.rows.slice(before.rows.length);
    expect(moved.length).toBeGreaterThan(1);
    expect(moved.filter(({ status, queued }) => status === 'ACTIVE' || queued > 0)).toEqual([]);
    const sent = await db.query(
      `select (select count(*) from webhook_messages where organization_id = $1)::int as messages,
        (select count(*) from automations where organization_id = $1 and is_active and name like 'Label 41')::int as running`,
      [to.organization_id],
    );
    expect(sent.rows).toEqual([{ messages: 0, running: 0 }]);
    const waiting = await db.query(
      `select count(*)::int as count from outbound_intents o join campaign_leads l on l.id = o.ref_id
       where o.organization_id = $1 and o.state = 'parked' and not l.is_in_flight`,
      [to.organization_id],
    );
    expect(waiting.rows).toEqual([{ count: 0 }]);
  });

  test('is not undone where it would forget who was contacted, or while a campaign of it runs', async () => {
    await plantWhole(51);
    const path = await saveArchive(from.organization_id);
    await forget(from.organization_id);
    const { id } = await moveIn(path);
    const ask = async () => (await to.call(api.undoArchiveImport, { params: { id } })).error.error;
    await db.query(`update campaigns set status = 'ACTIVE' where organization_id = $1 and name = 'Spring 51'`, [
      to.organization_id,
    ]);
    expect(await ask()).toContain('1 campaign of this archive is running');
    await db.query(`update campaigns set status = 'PAUSED' where organization_id = $1`, [to.organization_id]);
    await db.query(
      `update outbound_intents set dispatched_at = now() + interval '1 minute', state = 'confirmed' where id =
        (select max(id) from outbound_intents where organization_id = $1 and kind = 'campaign_step')`,
      [to.organization_id],
    );
    expect(await ask()).toContain('1 message was sent');
  });
});

test('an undo that fails can be tried again', async () => {
  await plantCampaigns(db, from.organization_id, from.user_id, 81);
  const path = await saveArchive(from.organization_id);
  await forget(from.organization_id);
  const { id } = await moveIn(path);
  await db.query(
    `create or replace function keep_lists() returns trigger language plpgsql as $$ begin raise exception 'kept'; end $$`,
  );
  await db.query('create trigger keep_lists before delete on searches for each row execute function keep_lists()');
  expect(await undo(id).finally(() => db.query('drop trigger keep_lists on searches'))).toMatchObject({
    state: 'done',
    error: expect.stringContaining('Try again'),
  });
  expect((await undo(id)).state).toBe('undone');
});

describe('people who were erased or unsubscribed', () => {
  test('who is erased here stays out, with everything about them; suppressions of the archive count here', async () => {
    await plantCampaigns(db, from.organization_id, from.user_id, 61);
    await db.query("update prospects set source_id = null where email = 'lead7.61@acme.example'");
    const path = await saveArchive(from.organization_id);
    await forget(from.organization_id);
    await db.query('insert into erasure_keys (organization_id) values ($1)', [to.organization_id]);
    await db.query(
      `insert into suppressions (organization_id, kind, reason, erased_key) select organization_id, 'address', 'erased',
         erased_key(secret, 'address', 'lead5.61@acme.example') from erasure_keys where organization_id = $1`,
      [to.organization_id],
    );
    const done = await moveIn(path);
    expect(done.report!.erased_leads).toBe(1);
    const reasons = done.results.flatMap(({ left_out }) => left_out.map(({ reason }) => reason));
    expect(reasons).toContain('Erased here on request');
    const { rows } = await db.query(
      `select (select count(*) from prospects where organization_id = $1 and email = 'lead5.61@acme.example')::int as erased,
        (select count(*) from suppressions s join prospects p on p.id = s.prospect_id where s.organization_id = $1
          and s.email = 'lead3.61@acme.example' and p.email = 'lead3.61@acme.example')::int as suppressed`,
      [to.organization_id],
    );
    expect(rows).toEqual([{ erased: 0, suppressed: 1 }]);
    // A lead without a source comes from the archive; the others keep theirs.
    const sources = await db.query(
      `select coalesce(s.kind, 'none') as kind, count(*) = 1 as is_one from prospects p
        left join lead_sources s on s.id = p.source_id and s.organization_id = p.organization_id
        where p.organization_id = $1 group by 1 order by 1`,
      [to.organization_id],
    );
    expect(sources.rows).toEqual([
      { kind: 'archive', is_one: true },
      { kind: 'csv', is_one: false },
    ]);
  });

  test('erased people of the archive are recognized with its passphrase', async () => {
    await db.query('insert into erasure_keys (organization_id) values ($1)', [from.organization_id]);
    await db.query(
      `insert into suppressions (organization_id, kind, reason, erased_key) select organization_id, 'address', 'erased',
         erased_key(secret, 'address', 'gone@acme.example') from erasure_keys where organization_id = $1`,
      [from.organization_id],
    );
    const path = await saveArchive(from.organization_id, PASSPHRASE);
    await forget(from.organization_id);
    const without = await moveIn(path);
    expect(without.report!.left_out).toContainEqual(expect.objectContaining({ title: 'Erased people', rows: 1 }));
    await undo(without.id);
    await moveIn(path, PASSPHRASE);
    const { rows } = await db.query(
      `select count(*)::int as count from suppressions s join erasure_keys k using (organization_id)
       where organization_id = $1 and s.erased_key = erased_key(k.secret, 'address', 'gone@acme.example')`,
      [to.organization_id],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });
});

describe('people of the team', () => {
  test('arrive without access, and an administrator of the other installation is none here', async () => {
    await db.query(
      `insert into users (organization_id, email, name, role, active, password_hash, verified_at) values ($1, $2, 'Eve', 'ADMIN', true, 'x', now())`,
      [from.organization_id, 'eve@northwind.example'],
    );
    const path = await saveArchive(from.organization_id);
    await forget(from.organization_id);
    await moveIn(path);
    const { rows } = await db.query(
      `select role, active, password_hash from users where organization_id = $1 and email = 'eve@northwind.example'`,
      [to.organization_id],
    );
    expect(rows).toEqual([{ role: 'USER', active: false, password_hash: null }]);
  });

  test('an operator checks an archive first, and moves it in if it is wanted', async () => {
    const path = await saveArchive(from.organization_id);
    const run = (isWanted: boolean) =>
      importByOperator(
        server.program.system.forOrganization(to.organization_id),
        { path, filename: 'archive.zip', size_in_bytes: 1 },
        { passphrase: null, work, confirm: ({ report }) => isWanted && report !== null },
      );
    expect((await run(false)).state).toBe('discarded');
    expect((await run(true)).state).toBe('done');
  });
});

describe('senders', () => {
  test('arrive disconnected, or connected with their password; the plan has its places', async () => {
    const login = { host: 'mail.northwind.example', port: 993, secure: true, username: 'a', password: 'hunter22' };
    const stored = JSON.stringify({ type: 'IMAP', email: 'a@northwind.example', imap: login, smtp: login });
    for (const name of ['a', 'b', 'c'])
      await db.query(
        `insert into accounts (organization_id, account_type, status, name, email, sealed_connection) values ($1, 'IMAP', 'OK', $2, $3, $4)`,
        [
          from.organization_id,
          name,
          `${name}@northwind.example`,
          name === 'c' ? null : server.program.system.vault.seal('mailbox', stored),
        ],
      );
    const path = await saveArchive(from.organization_id, PASSPHRASE);
    await forget(from.organization_id);
    const states = async () =>
      (
        await db.query(
          `select name, status, sealed_connection is not null as has_password from accounts where organization_id = $1 order by name`,
          [to.organization_id],
        )
      ).rows;
    const setPlan = (isActive: boolean) =>
      db.query('update organizations set active_subscription = $2 where organization_id = $1', [
        to.organization_id,
        isActive,
      ]);
    await setPlan(false);
    const first = await moveIn(path);
    expect(await states()).toEqual([
      { name: 'a', status: 'CREDENTIALS', has_password: false },
      { name: 'b', status: 'DELETED', has_password: false },
      { name: 'c', status: 'DELETED', has_password: false },
    ]);
    await undo(first.id);
    await setPlan(true);
    await moveIn(path, PASSPHRASE);
    expect(await states()).toEqual([
      { name: 'a', status: 'RECONNECTED', has_password: true },
      { name: 'b', status: 'RECONNECTED', has_password: true },
      { name: 'c', status: 'CREDENTIALS', has_password: false },
    ]);
    const { rows } = await db.query(
      `select sealed_connection from accounts where organization_id = $1 and name = 'a'`,
      [to.organization_id],
    );
    expect(server.program.system.vault.open('mailbox', rows[0].sealed_connection)).toBe(stored);
  });
});

describe('a file that is refused', () => {
  async function pack(entries: Record<string, Buffer>): Promise<string> {
    const zip = new ZipFile();
    for (const [name, content] of Object.entries(entries)) zip.addBuffer(content, name);
    zip.end();
    const path = join(folder, `${Math.random()}.zip`);
    await pipeline(zip.outputStream, createWriteStream(path));
    return path;
  }
  const manifest = (changes: object) =>
    Buffer.from(
      JSON.stringify({
        ...{ format: 1, schema: '0001_kernel.sql', app_version: '1.0.0', organization: { id: 7, name: 'Northwind' } },
        ...{ created_at: '2026-11-29T03:00:00.000Z', tables: [], files: 0, sealed: null, ...changes },
      }),
    );

  test('with words, before anything is kept', async () => {
    const refused = async (path: string, passphrase?: string) => {
      const { status, error } = await upload(path, passphrase);
      return [status, error.error];
    };
    expect(await refused(await pack({ 'manifest.json': manifest({ format: 2 }) }))).toEqual([
      400,
      expect.stringContaining('newer version'),
    ]);
    expect(await refused(await pack({ 'manifest.json': manifest({ schema: '9999_later' }) }))).toEqual([
      400,
      expect.stringContaining('newer version'),
    ]);
    expect(await refused(await pack({ 'README.txt': Buffer.from('x') }))).toEqual([
      400,
      expect.stringContaining('no manifest'),
    ]);
    const bomb = { 'manifest.json': manifest({ files: 1 }), [`files/${'a'.repeat(64)}`]: Buffer.alloc(80 * 1024 ** 2) };
    expect(await refused(await pack(bomb))).toEqual([400, expect.stringContaining('far more')]);
    const evil = await readFile(await pack({ 'manifest.json': manifest({}), 'tables/users.ndjson': Buffer.from('') }));
    for (let at = evil.indexOf('tables/users'); at >= 0; at = evil.indexOf('tables/users', at + 1))
      evil.write('../../../etc', at);
    const path = join(folder, 'evil.zip');
    await pipeline([evil], createWriteStream(path));
    expect(await refused(path)).toEqual([400, expect.stringContaining('not an archive')]);
    const own = await saveArchive(from.organization_id, PASSPHRASE);
    expect(await refused(own, 'another passphrase')).toEqual([400, 'The passphrase is not the one of this archive.']);
    const { rows } = await db.query('select count(*)::int as count from archive_imports where organization_id = $1', [
      to.organization_id,
    ]);
    expect(rows).toEqual([{ count: 0 }]);
  });

  test('that is damaged inside, by the check, and its file is deleted', async () => {
    const tables = [{ name: 'labels', group: 'campaigns', rows: 2, sha256: 'x' }];
    const path = await pack({
      'manifest.json': manifest({ tables }),
      'tables/labels.ndjson': Buffer.from('{"_id":1}\n'),
    });
    const { id, state, error } = await check(path);
    expect([state, error]).toEqual(['refused', 'The archive is damaged: labels is not as it was written.']);
    const { rows } = await db.query('select file_key, sealed_key from archive_imports where id = $1', [id]);
    expect(rows).toEqual([{ file_key: null, sealed_key: null }]);
  });

  test('while another one is open, and by who may not', async () => {
    const path = await saveArchive(from.organization_id);
    const { id } = await check(path);
    expect((await upload(path)).error).toMatchObject({
      code: 'conflict',
      error: expect.stringContaining('waits to be moved in'),
    });
    expect((await from.call(api.startArchiveImport, { params: { id } })).status).toBe(404);
    await to.call(api.startArchiveImport, { params: { id } });
    expect((await upload(path)).error.error).toContain('is being moved in');
    await work(id);
    await db.query('update sessions set confirmed_at = null where organization_id = $1', [to.organization_id]);
    expect((await upload(path)).error.code).toBe('step_up_needed');
    expect((await to.call(api.undoArchiveImport, { params: { id } })).error.code).toBe('step_up_needed');
  });

  test('rows that this installation cannot take are left out, and the others come', async () => {
    const { organization_id } = from;
    await plantCampaigns(db, organization_id, from.user_id, 71);
    const path = await saveArchive(organization_id);
    await forget(organization_id);
    const { id } = await check(path);
    await db.query(`alter table prospects add constraint no_lead7 check (email <> 'lead7.71@acme.example') not valid`);
    await to.call(api.startArchiveImport, { params: { id } });
    await work(id).finally(() => db.query('alter table prospects drop constraint no_lead7'));
    const done = await find(id);
    const left = done.results.flatMap(({ left_out }) => left_out);
    expect([done.state, left]).toEqual([
      'done',
      expect.arrayContaining([{ reason: 'Not understood by this version', rows: 1 }]),
    ]);
    expect(done.results.find(({ title }) => title.startsWith('Leads'))!.made).toBeGreaterThan(19);
  });

  test('a checked archive is discarded after its time, and an old import cannot be undone', async () => {
    const path = await saveArchive(from.organization_id);
    const { id } = await check(path);
    await db.query('update archive_imports set expires_at = app_now() where id = $1', [id]);
    await expireImports.run(server.program.system, running);
    expect((await find(id)).state).toBe('discarded');
    const done = await moveIn(path);
    await db.query('update archive_imports set expires_at = app_now() where id = $1', [done.id]);
    await expireImports.run(server.program.system, running);
    expect((await to.call(api.undoArchiveImport, { params: { id: done.id } })).error.error).toContain('no longer');
  });
});
