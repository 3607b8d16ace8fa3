import { createHash } from 'node:crypto';
import { api } from '@overture/contract';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apiBase } from '../../kernel/http/bind.ts';
import { useTestServer } from '../../testing/harness.ts';
import { plantRows, tenantTables } from '../../testing/plant-rows.ts';
import { LEFT_OUT_TABLES, parseTables, plantArchive, unzip } from './archive.factory.ts';
import { findTarget, listShapes, listTravelingColumns, type TableShape } from './archive-rows.store.ts';
import { ARCHIVED_TABLES, type ArchivedTable } from './archived-tables.store.ts';
import { expireArchives, makeArchive } from './make-archive.job.ts';
import { deriveKey, openValue } from './passphrase.service.ts';

const server = useTestServer({ is_alone: true });
const PASSPHRASE = 'correct horse battery';
const running = new AbortController().signal;
let db: pg.Client;
let person: Awaited<ReturnType<typeof server.signUp>>;

beforeAll(async () => {
  db = new pg.Client({ connectionString: server.connectionString, options: '-c timezone=UTC' });
  await db.connect();
});
afterAll(() => db.end());
beforeEach(async () => {
  person = await server.signUp();
});

const create = (passphrase?: string) => person.call(api.createArchive, { body: passphrase ? { passphrase } : {} });
const make = (id: number) =>
  makeArchive(server.program.system, { organization_id: person.organization_id, archive_id: id }, running);
const find = async (id: number) =>
  (await person.call(api.listArchives, {})).data.archives.find((archive) => archive.id === id)!;
const download = (id: number) =>
  server.program.app.inject({
    url: `${apiBase}/organization/archives/${id}/file/`,
    headers: { jwt: person.token! },
  });

const plant = () => plantArchive(server.program.system, db, person);

async function archive(passphrase?: string) {
  const { id } = (await create(passphrase)).data.archive;
  await make(id);
  const answer = await download(id);
  expect(answer.statusCode).toBe(200);
  return { id, files: unzip(answer.rawPayload), answer };
}

async function loadShapes(): Promise<TableShape[]> {
  return server.program.system.systemRead(({ db: reads }) => listShapes(reads));
}

/** An import leaves them as they are. */
const JSON_WITHOUT_IDS: readonly string[] = [
  ...['prospects.custom', 'searches.filters', 'enrichment_answers.answer', 'enrichment_answers.tried_steps'],
  ...[
    'crm_links.pushed_values',
    'campaigns.sending_window',
    'campaigns.windows',
    'campaigns.touch_rules',
    'campaign_leads.stand_ins',
  ],
  ...['ai_segment_texts.sources', 'message_classes.referral', 'possible_answers.files', 'automations.conditions'],
  ...['campaign_nodes.variant_rules', 'campaign_nodes.winner_rule', 'campaign_nodes.winner_outcome'],
  // Saved searches and views do not arrive.
  'finder_searches.filters',
  ...['lead_views.filters', 'lead_views.columns', 'lead_views.then_sorts'],
  // Automatic research does not arrive.
  'automatic_research.filters',
  // A planned publication does not arrive.
  'campaign_working_copies.publish_choice',
];

describe('what travels', () => {
  test('is every table of a tenant, or it has its reason', async () => {
    expect([...Object.keys(ARCHIVED_TABLES), ...LEFT_OUT_TABLES].toSorted()).toEqual(
      (await tenantTables(db)).toSorted(),
    );
  });

  test('refers to rows of the archive only, parents first, and no id is a plain number', async () => {
    const shapes = await loadShapes();
    const names: string[] = shapes.map(({ name }) => name);
    const types = await db.query<{ column: string; type: string }>(
      `select table_name || '.' || column_name as column, udt_name as type from information_schema.columns where table_schema = 'public'`,
    );
    const typeOf = new Map(types.rows.map(({ column, type }) => [column, type]));
    const wrong: string[] = [];
    for (const shape of shapes) {
      const declared: ArchivedTable = ARCHIVED_TABLES[shape.name];
      for (const { name } of listTravelingColumns(shape)) {
        const [target, column] = [findTarget(shape, name), `${shape.name}.${name}`];
        if (target && !names.includes(target)) wrong.push(`${column} refers to ${target}, which stays behind`);
        if (shape.parents[name] && names.indexOf(shape.parents[name]) > names.indexOf(shape.name))
          wrong.push(`${shape.name} comes before ${shape.parents[name]}`);
        const isOwnId = shape.key.length === 1 && shape.key[0] === name;
        const isReference = target || isOwnId || declared.row_refs?.[name];
        if (/int8$/.test(typeOf.get(column)!) && !isReference)
          wrong.push(`${column} is an id without a declared table`);
        if (/secret|password|sealed|token|_hash$/.test(name) || (typeOf.get(column) === 'bytea' && name !== 'digest'))
          wrong.push(`${column} may be a secret`);
        const isDeclared = declared.ids_in?.[name] !== undefined || declared.tokens?.includes(name);
        if (typeOf.get(column) === 'jsonb' && !isDeclared && !JSON_WITHOUT_IDS.includes(column))
          wrong.push(`${column} is JSON: say where it holds ids, or that it holds none`);
      }
      for (const name of [...(declared.leaves_out ?? []), ...Object.keys(declared.refs ?? {})])
        if (!shape.columns.some((column) => column.name === name)) wrong.push(`${shape.name} has no column ${name}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('an archive', () => {
  test('holds the rows, references and files of its organization, and nothing of another', async () => {
    const other = await server.signUp();
    await plantRows(db, other.organization_id, other.user_id, 'of-others');
    await plant();
    await db.query(`update prospects set custom = '{"fleet_size": 12}' where organization_id = $1`, [
      person.organization_id,
    ]);
    const { files, answer } = await archive();
    expect(answer.headers['content-disposition']).toMatch(
      new RegExp(`filename="overture-archive-${person.organization_id}-\\d{4}-\\d\\d-\\d\\d\\.zip"`),
    );
    const tables = parseTables(files);
    const ids = new Set([...tables].flatMap(([name, rows]) => rows.map(({ _id }) => `${name}:${_id}`)));
    const dangling: string[] = [];
    for (const [name, rows] of tables)
      for (const row of rows) {
        for (const [, ref] of JSON.stringify(row).matchAll(/"\$ref":"([^"]+)"/g))
          if (!ids.has(ref!)) dangling.push(`${name}: ${ref}`);
      }
    expect(dangling).toEqual([]);
    expect([...files.values()].join('')).not.toContain('of-others');
    expect([...tables].filter(([, rows]) => rows.length === 0).map(([name]) => name)).toEqual([]);
    expect(tables.get('prospects')![0]).toMatchObject({ custom: { fleet_size: 12 } });
    expect(tables.get('campaign_leads')![0]).toMatchObject({
      prospect_id: { $ref: `prospects:${tables.get('prospects')![0]!._id}` },
    });
    const [account] = tables.get('accounts')!;
    expect(tables.get('sending_days')![0]).toMatchObject({
      scope_id: { $ref: `campaigns:${tables.get('campaigns')![0]!._id}` },
      scope_account: { $ref: `accounts:${account!._id}` },
    });
    expect(tables.get('campaign_events')![0]).toMatchObject({
      node_id: { $ref: `campaign_nodes:${tables.get('campaign_nodes')![0]!._id}` },
      account_id: null,
    });
    const digest = createHash('sha256').update('an attachment').digest('hex');
    expect(tables.get('chat_attachments')![0]).toMatchObject({ file_key: { $file: digest } });
    expect(files.get(`files/${digest}`)).toBe('an attachment');
    expect(files.get('README.txt')).toContain('tables/prospects.ndjson');

    const manifest = JSON.parse(files.get('manifest.json')!);
    expect(manifest).toMatchObject({ format: 1, organization: { id: person.organization_id }, files: 1, sealed: null });
    for (const { name, rows, sha256 } of manifest.tables) {
      const text = files.get(`tables/${name}.ndjson`)!;
      expect([name, rows, sha256]).toEqual([
        name,
        tables.get(name)!.length,
        createHash('sha256').update(text).digest('hex'),
      ]);
    }
  });

  test('has mailbox passwords under the passphrase only, and no consent at Google', async () => {
    const stored = { email: 'a@example.com', imap: { password: 'hunter22' }, smtp: { password: 'hunter22' } };
    const seal = (text: string) => server.program.system.vault.seal('mailbox', text);
    for (const [name, sealed] of [
      ['IMAP', seal(JSON.stringify(stored))],
      ['GOOGLE', seal(JSON.stringify({ type: 'GOOGLE', email: 'b@example.com', tokens: {} }))],
    ] as const)
      await db.query(
        `insert into accounts (organization_id, account_type, status, name, email, sealed_connection)
         values ($1, $2, 'CONNECTED', $2, $3, $4)`,
        [person.organization_id, name, `${name}@example.com`, sealed],
      );
    const { files } = await archive(PASSPHRASE);
    const [imap, google] = parseTables(files).get('accounts')!;
    const { sealed } = JSON.parse(files.get('manifest.json')!);
    const key = await deriveKey(PASSPHRASE, sealed.salt);
    expect(openValue(key, 'check', sealed.check)).toBe('overture-archive');
    expect(JSON.parse(openValue(key, `accounts:${imap!._id}`, imap!.$sealed as string))).toEqual(stored);
    expect(google!.$sealed).toBeUndefined();
    expect([...files.values()].join('')).not.toContain('hunter22');
    await expect(
      deriveKey('another passphrase', sealed.salt).then((wrong) => openValue(wrong, 'check', sealed.check)),
    ).rejects.toThrow();
    const { rows } = await db.query('select sealed_key from organization_archives where organization_id = $1', [
      person.organization_id,
    ]);
    expect(rows).toEqual([{ sealed_key: null }]);
    expect(parseTables((await archive()).files).get('accounts')![0]!.$sealed).toBeUndefined();
  });

  test('shows one moment: rows written while it is made are not in it', async () => {
    await plant();
    const { id } = (await create()).data.archive;
    // The last table of the archive gets a row when the first one has been read.
    const files = server.program.system.ports.files;
    const openFile = files.openFile.bind(files);
    files.openFile = async (...given) => {
      await db.query(`insert into kanban_boards (organization_id, name) values ($1, 'Too late')`, [
        person.organization_id,
      ]);
      return openFile(...given);
    };
    await make(id).finally(() => {
      files.openFile = openFile;
    });
    const made = unzip((await download(id)).rawPayload);
    expect(made.get('tables/kanban_boards.ndjson')).not.toContain('Too late');
  });
});

describe('making one', () => {
  test('is one at a time, can be stopped, and leaves no file then', async () => {
    const { id } = (await create()).data.archive;
    expect((await create()).error.code).toBe('conflict');
    expect((await person.call(api.stopArchive, { params: { id } })).data.archive.state).toBe('stopped');
    await make(id);
    expect(await find(id)).toMatchObject({ state: 'stopped', size_in_bytes: null });
    expect((await download(id)).statusCode).toBe(409);
    expect((await person.call(api.stopArchive, { params: { id } })).status).toBe(409);
    expect((await create()).status).toBe(200);
  });

  test('is refused after ten in a day', async () => {
    await db.query(
      `insert into organization_archives (organization_id, state) select $1, 'stopped' from generate_series(1, 10)`,
      [person.organization_id],
    );
    expect((await create()).error).toMatchObject({
      code: 'conflict',
      error: expect.stringContaining('Try again tomorrow'),
    });
    await db.query(`update organization_archives set created_at = app_now() - interval '25 hours'`);
    expect((await create()).status).toBe(200);
  });

  test('that was killed begins again, and the former try keeps no file', async () => {
    const { id } = (await create()).data.archive;
    const files = server.program.system.ports.files;
    const saveFile = files.saveFile.bind(files);
    const keys: string[] = [];
    files.saveFile = async (...given) => {
      const saved = await saveFile(...given);
      keys.push(saved.key);
      // Another worker took it over before this one could say that it is ready.
      if (keys.length === 1) await make(id);
      return saved;
    };
    await make(id).finally(() => {
      files.saveFile = saveFile;
    });
    expect((await find(id)).state).toBe('ready');
    expect(await Promise.all(keys.map(async (key) => (await files.openFile(key)) !== null))).toEqual([false, true]);
  });

  test('needs a confirmed person of the organization who manages it, and is recorded', async () => {
    const { id } = await archive();
    const events = await db.query(
      `select event from security_events where organization_id = $1 and event like 'archive%' order by id`,
      [person.organization_id],
    );
    expect(events.rows.map(({ event }) => event)).toEqual(['archive_requested', 'archive_downloaded']);
    const mails = await db.query('select subject from notice_mails where organization_id = $1', [
      person.organization_id,
    ]);
    expect(mails.rows).toEqual([{ subject: 'Your archive is ready' }]);
    const other = await server.signUp();
    expect((await other.call(api.prepareArchiveDownload, { params: { id } })).status).toBe(404);
    await db.query('update sessions set confirmed_at = null where organization_id = $1', [person.organization_id]);
    expect((await person.call(api.prepareArchiveDownload, { params: { id } })).error.code).toBe('step_up_needed');
    expect((await create()).error.code).toBe('step_up_needed');
    expect((await download(id)).json().code).toBe('step_up_needed');
  });

  test('its address of download answers the file, and is none before the file is ready', async () => {
    const { id } = (await create()).data.archive;
    expect((await person.call(api.prepareArchiveDownload, { params: { id } })).error.code).toBe('conflict');
    await make(id);
    const { data } = await person.call(api.prepareArchiveDownload, { params: { id } });
    const file = await server.program.app.inject({ url: data.download_url, headers: { jwt: person.token! } });
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/zip']);
    expect([...unzip(file.rawPayload).keys()]).toContain('manifest.json');
  });

  test('its file is deleted after seven days', async () => {
    const { id } = await archive();
    const { rows } = await db.query('select file_key from organization_archives where id = $1', [id]);
    await db.query(`update organization_archives set expires_at = app_now() where id = $1`, [id]);
    await expireArchives.run(server.program.system, running);
    expect(await find(id)).toMatchObject({ state: 'expired' });
    expect(await server.program.system.ports.files.openFile(rows[0].file_key)).toBeNull();
    expect((await person.call(api.prepareArchiveDownload, { params: { id } })).error.error).toContain('7 days');
  });

  test('fails in words, and can be tried again', async () => {
    const { id } = (await create()).data.archive;
    const files = server.program.system.ports.files;
    const saveFile = files.saveFile.bind(files);
    files.saveFile = async () => {
      throw new Error('disk on fire');
    };
    await make(id).finally(() => {
      files.saveFile = saveFile;
    });
    expect(await find(id)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining("Couldn't make the archive"),
    });
    await make((await create()).data.archive.id);
  });
});
