import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { api } from '@overture/contract';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ZipFile } from 'yazl';
import { useTestServer } from '../../../testing/harness.ts';
import { tenantTables } from '../../../testing/plant-rows.ts';
import { type JsonRow, parseTables, unzip } from '../archive.factory.ts';
import { writeArchive } from '../archive-writer.service.ts';
import { deriveKey, newSalt } from '../passphrase.service.ts';
import { plantCampaigns } from './archive-import.factory.ts';
import { importByOperator } from './archive-imports.service.ts';
import { isFull } from './import-archive.service.ts';
import { expireImports, runArchiveImport } from './run-archive-import.job.ts';

const server = useTestServer({ is_alone: true });
const PASSPHRASE = 'correct horse battery';
const running = new AbortController().signal;
let db: pg.Client;
let folder: string;
let from: Awaited<ReturnType<typeof server.signUp>>;
let to: Awaited<ReturnType<typeof server.signUp>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overture-crafted-'));
  db = new pg.Client({ connectionString: server.connectionString, options: '-c timezone=UTC' });
  await db.connect();
  await db.query(`select open_event_months('2026-09-01', '2026-11-29')`);
});
afterAll(async () => {
  await db.end();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  from = await server.signUp();
  to = await server.signUp();
  await db.query('update organizations set active_subscription = true where organization_id = $1', [
    to.organization_id,
  ]);
});

const valuesOf = async (query: string, ...more: unknown[]) =>
  (await db.query(query, [to.organization_id, ...more])).rows;

/** The archive of the first organization, whose rows are free again, with its tables changed. */
async function craft(change: (tables: Map<string, JsonRow[]>) => void = () => undefined): Promise<string> {
  const salt = newSalt();
  const path = join(folder, `${Math.random()}.zip`);
  const seal = { key: await deriveKey(PASSPHRASE, salt), salt };
  await pipeline(
    writeArchive(server.program.system, { organization_id: from.organization_id, seal }),
    createWriteStream(path),
  );
  await db.query('set session_replication_role = replica');
  for (const table of await tenantTables(db))
    await db.query(`delete from ${table} where organization_id = $1`, [from.organization_id]);
  await db.query('set session_replication_role = origin');
  const files = unzip(await readFile(path));
  const tables = parseTables(files);
  change(tables);
  const manifest = JSON.parse(files.get('manifest.json')!);
  const zip = new ZipFile();
  for (const table of manifest.tables) {
    const rows = tables.get(table.name)!;
    const content = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    Object.assign(table, { rows: rows.length, sha256: createHash('sha256').update(content).digest('hex') });
    zip.addBuffer(content, `tables/${table.name}.ndjson`);
  }
  for (const [name, content] of files) if (name.startsWith('files/')) zip.addBuffer(Buffer.from(content), name);
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), 'manifest.json');
  zip.end();
  const crafted = join(folder, `${Math.random()}.zip`);
  await pipeline(zip.outputStream, createWriteStream(crafted));
  return crafted;
}

const work = (id: number) =>
  runArchiveImport(server.program.system, { organization_id: to.organization_id, import_id: id }, running);

async function moveIn(path: string) {
  const ctx = server.program.system.forOrganization(to.organization_id);
  const file = { path, filename: 'archive.zip', size_in_bytes: 1 };
  const done = await importByOperator(ctx, file, { passphrase: PASSPHRASE, work, confirm: () => true });
  expect([done.state, done.error]).toEqual(['done', null]);
  return done;
}

async function undo(id: number) {
  const asked = await to.call(api.undoArchiveImport, { params: { id } });
  expect([asked.status, asked.error.error]).toEqual([200, undefined]);
  await work(id);
  return (await to.call(api.listArchiveImports, {})).data.imports.find((one) => one.id === id)!;
}

describe('an archive that was changed by hand', () => {
  test('takes no key that counts over all organizations: rows name only the tables that they belong to', async () => {
    await plantCampaigns(db, from.organization_id, from.user_id, 1);
    const path = await craft((tables) => {
      const label = tables.get('chat_labels')![0]!._id;
      const day = { day: '2026-11-29', zone: 'UTC', starts_at: '2026-11-29T00:00:00Z', used: 0, cap: 9 };
      tables.set('sending_days', [
        {
          ...{ _id: 1, scope: 'account', scope_id: { $ref: `chat_labels:${label}` } },
          ...{ ...day, ends_at: '2099-01-01T00:00:00Z' },
        },
      ]);
      const [first, second, ...others] = tables.get('outbound_intents')!;
      tables.set('outbound_intents', [
        { ...first!, ref_id: { $ref: `chat_labels:${label}` }, subject: 'taken' },
        { ...second!, kind: 'test_mail', subject: 'taken' },
        ...others,
      ]);
    });
    await moveIn(path);
    expect(await valuesOf('select scope, scope_id from sending_days where organization_id = $1')).toEqual([]);
    expect(
      await valuesOf(`select kind from outbound_intents where organization_id = $1 and subject = 'taken'`),
    ).toEqual([]);
  });

  test('brings no rule that acts, no clock that there is not, no sender beyond its limits, no login that cannot be read', async () => {
    const { organization_id } = from;
    const sealed = server.program.system.vault.seal('mailbox', JSON.stringify({ host: 'nowhere' }));
    await db.query(
      `insert into accounts (organization_id, account_type, status, name, email, sealed_connection)
       values ($1, 'IMAP', 'OK', 'a', 'a@northwind.example', $2), ($1, 'IMAP', 'OK', 'b', 'b@northwind.example', $2)`,
      [organization_id, sealed],
    );
    await db.query(`insert into campaigns (organization_id, name) values ($1, 'Good'), ($1, 'Bad')`, [organization_id]);
    await db.query(
      `with board as (insert into kanban_boards (organization_id, name) values ($1, 'Deals') returning id),
        "column" as (insert into kanban_columns (organization_id, board_id, name, position) select $1, id, 'New', 0 from board returning id, board_id)
       insert into kanban_rules (organization_id, board_id, column_id, set_off_by, stops_campaigns) select $1, board_id, id, 'replied', true from "column"`,
      [organization_id],
    );
    const path = await craft((tables) => {
      for (const row of tables.get('campaigns')!) if (row.name === 'Bad') row.timezone = 'Nowhere/City';
      for (const row of tables.get('organizations')!) row.time_zone = 'Nowhere/City';
      const [one, other] = tables.get('accounts')!;
      Object.assign(one!, { email_max_messages: 100_000 });
      Object.assign(other!, { $sealed: 'AAAA' });
    });
    await moveIn(path);
    expect(
      await valuesOf(
        `select name, status, email_max_messages, sealed_connection from accounts where organization_id = $1 order by name`,
      ),
    ).toEqual(
      ['a', 'b'].map((name) => ({ name, status: 'CREDENTIALS', email_max_messages: 40, sealed_connection: null })),
    );
    expect(await valuesOf(`select name from campaigns where organization_id = $1 and not is_demo`)).toEqual([
      { name: 'Good' },
    ]);
    expect(await valuesOf('select time_zone from organizations where organization_id = $1')).not.toContainEqual({
      time_zone: 'Nowhere/City',
    });
    expect(await valuesOf('select is_active from kanban_rules where organization_id = $1')).toEqual([
      { is_active: false },
    ]);
  });

  test('brings no step whose variants a send would stumble over', async () => {
    const [{ id: campaign_id }] = (
      await db.query("insert into campaigns (organization_id, name) values ($1, 'Crafted') returning id", [
        from.organization_id,
      ])
    ).rows;
    const more = { variant: 'c', message: 'C', subject_line: null, placeholder_message: null };
    const kept = {
      more_variants: [more],
      variant_rules: { stopped: ['b'] },
      winner_rule: { measure: 'replies', minimum_sent: 100, confidence: 95 },
      winner_outcome: { variant: 'a', at: '2026-11-20T10:00:00.000Z', words: 'Won.', before: null },
    };
    const crafted = [
      ...[[null], [{ variant: 'c' }], [{ ...more, variant: 'z' }], [more, more]].map((more_variants) => ({
        more_variants,
      })),
      ...[{ stopped: 5 }, { stopped: ['z'] }, { shares: { a: 'all' } }].map((variant_rules) => ({ variant_rules })),
      ...[{}, { ...kept.winner_rule, measure: 'opens' }].map((winner_rule) => ({ winner_rule })),
      ...[{}, { ...kept.winner_outcome, at: 'soon' }].map((winner_outcome) => ({ winner_outcome })),
    ];
    await db.query(
      `insert into campaign_nodes (organization_id, campaign_id, kind, type, message, message_b, is_live)
       select $1, $2, 'step', 'EMAIL', 'crafted ' || n, 'B', false from generate_series(0, $3::int) n`,
      [from.organization_id, campaign_id, crafted.length],
    );
    const path = await craft((tables) => {
      for (const row of tables.get('campaign_nodes')!) {
        const place = /^crafted (\d+)$/.exec(String(row.message))?.[1];
        if (place !== undefined) Object.assign(row, crafted[Number(place)] ?? kept);
      }
    });
    await moveIn(path);
    expect(
      await valuesOf(
        `select more_variants, variant_rules, winner_rule, winner_outcome from campaign_nodes
         where organization_id = $1 and message like 'crafted %'`,
      ),
    ).toEqual([kept]);
  });

  test('with an id that is too long is refused, and the row is named', async () => {
    const path = await craft((tables) => {
      for (const row of tables.get('users') ?? []) row._id = 'x'.repeat(3000);
    });
    const ctx = server.program.system.forOrganization(to.organization_id);
    const file = { path, filename: 'archive.zip', size_in_bytes: 1 };
    const refused = await importByOperator(ctx, file, { passphrase: PASSPHRASE, work, confirm: () => true });
    expect(refused.state).toBe('refused');
    expect(refused.error).toMatch(/^users holds a row whose id is too long: x{60}$/);
  });

  test('leaves no file behind if its import can not be stored', async () => {
    const path = await craft();
    const { files } = server.program.system.ports;
    const save = vi.spyOn(files, 'saveFile');
    const own = server.program.system.forOrganization(to.organization_id);
    const ctx = { ...own, transaction: () => Promise.reject(new Error('no connection')) };
    const file = { path, filename: 'archive.zip', size_in_bytes: 1 };
    await expect(importByOperator(ctx, file, { passphrase: PASSPHRASE, work, confirm: () => true })).rejects.toThrow(
      'no connection',
    );
    const { key } = await save.mock.results[0]!.value;
    expect(await files.openFile(key)).toBeNull();
    save.mockRestore();
  });

  test('has rows of one campaign only as large as memory has room for', () => {
    const phase = { table: 'campaign_nodes' } as const;
    const row = { _id: 1, campaign_id: { $ref: 'campaigns:1' } };
    expect(isFull(phase, [row], 10 * 1024 ** 2, row)).toBe(false);
    expect(isFull(phase, [row], 70 * 1024 ** 2, row)).toBe(true);
  });
});

test('what stays in the archive is listed in words', async () => {
  await db.query('insert into touch_lock_rules (organization_id, is_on) values ($1, true)', [from.organization_id]);
  const { report } = await moveIn(await craft());
  expect(report!.left_out.map(({ title }) => title)).toContain('Settings of the touch lock');
});

describe('an undo', () => {
  test('leaves senders that own campaigns sent with, what own leads said, and files that are used', async () => {
    await plantCampaigns(db, from.organization_id, from.user_id, 2);
    const { key } = await server.program.system.ports.files.saveFile('attachments', Buffer.from('a brochure'), 100);
    await db.query(
      `insert into campaign_attachments (organization_id, campaign_id, node_id, name, type, size, file_key)
       select organization_id, campaign_id, id, 'brochure.pdf', 'application/pdf', 10, $2 from campaign_nodes where organization_id = $1 limit 1`,
      [from.organization_id, key],
    );
    const path = await craft();
    // Here already: the lead who unsubscribed there.
    const [own] = await valuesOf(
      `insert into prospects (organization_id, first_name, email) values ($1, 'Own', 'lead3.2@acme.example') returning id`,
    );
    const { id } = await moveIn(path);
    const [sender] = await valuesOf(`select id from accounts where organization_id = $1`);
    const [campaign] = await valuesOf(
      `insert into campaigns (organization_id, name) values ($1, 'Own campaign') returning id`,
    );
    await db.query(
      `insert into outbound_intents (organization_id, kind, ref_id, ref_part, account_id, prospect_id, campaign_id, state, subject)
       values ($1, 'campaign_step', 1000000, 1, $2, $3, $4, 'confirmed', 'Own')`,
      [to.organization_id, sender.id, own.id, campaign.id],
    );
    const [node] = await valuesOf(
      `insert into campaign_nodes (organization_id, campaign_id, kind, type) values ($1, $2, 'step', 'EMAIL') returning id`,
      campaign.id,
    );
    const [copy] = await valuesOf(
      `insert into campaign_attachments (organization_id, campaign_id, node_id, name, type, size, file_key)
       select organization_id, $2, $3, name, type, size, file_key from campaign_attachments where organization_id = $1 returning file_key`,
      campaign.id,
      node.id,
    );
    expect((await undo(id)).state).toBe('undone');
    expect(await valuesOf('select id from accounts where organization_id = $1')).toEqual([sender]);
    expect(await valuesOf(`select subject from outbound_intents where organization_id = $1`)).toEqual([
      { subject: 'Own' },
    ]);
    expect(await valuesOf('select email from suppressions where organization_id = $1')).toEqual([
      { email: 'lead3.2@acme.example' },
    ]);
    expect(await server.program.system.ports.files.openFile(copy.file_key)).not.toBeNull();
  });

  test('is over for an import that was stopped too long ago', async () => {
    const { id } = await moveIn(await craft());
    await db.query(`update archive_imports set state = 'stopped', expires_at = app_now() where id = $1`, [id]);
    await expireImports.run(server.program.system, running);
    expect((await to.call(api.undoArchiveImport, { params: { id } })).error.error).toContain('no longer');
    expect(await valuesOf('select state from archive_imports where organization_id = $1')).toEqual([{ state: 'done' }]);
  });
});
