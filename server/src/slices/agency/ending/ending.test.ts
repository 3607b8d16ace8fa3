import { api } from '@overture/contract';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apiBase } from '../../../kernel/http/bind.ts';
import { createClient as clientOf, useTestServer } from '../../../testing/harness.ts';
import { computeDigests, plantRows, tenantTables } from '../../../testing/plant-rows.ts';
import { parseTables, unzip } from '../../organization-archives/archive.factory.ts';
import { addClient, signUpAgency } from '../agency.factory.ts';
import { eraseClients } from './erase-clients.service.ts';

const server = useTestServer({ is_alone: true });
const DAY_IN_SECONDS = 86_400;
type Person = Awaited<ReturnType<typeof server.signUp>>;
let db: pg.Client;
let agency: Person;
let other: Person;

beforeAll(async () => {
  db = new pg.Client({ connectionString: server.connectionString, options: '-c timezone=UTC' });
  await db.connect();
});
afterAll(() => db.end());
beforeEach(async () => {
  await setClock(0);
  agency = await signUpAgency(server);
  other = await signUpAgency(server);
});

async function setClock(seconds: number): Promise<void> {
  await db.query('update installation set clock_offset = make_interval(secs => $1)', [seconds]);
  server.program.system.clock.setOffset(seconds * 1000);
  // Who asks has come back every now and then.
  await db.query(`update sessions set expires_at = app_now() + interval '1 day', last_seen_at = app_now(),
    confirmed_at = app_now()`);
}
const cancel = (id: number) => agency.call(api.cancelClient, { params: { id } });
const restore = (id: number, by = agency) => by.call(api.restoreClient, { params: { id } });
const ask = (id: number, by = agency) => by.call(api.exportClient, { params: { id } });
const eventsOf = async (id: number, event: string) =>
  (await db.query('select subject_label from security_events where organization_id = $1 and event = $2', [id, event]))
    .rows;

const FILE_LISTS = [
  { table: 'possible_answers', name: 'file_key' },
  { table: 'tool_imports', name: 'key' },
];

/** A file in every column that names one. The logo of a client is the agency's, and is deleted separately. */
async function plantFiles(organization: number): Promise<string[]> {
  const keys: string[] = [];
  const tables = await db.query<{ name: string }>(`select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name ~ '(^|_)file(_key)?$' and table_name <> 'agency_clients' order by 1`);
  expect(tables.rowCount).toBeGreaterThan(4);
  for (const { name: table } of tables.rows) {
    const { key } = await server.program.system.ports.files.saveFile('attachments', Buffer.from(`for ${table}`), 100);
    const set = await db.query(`update ${table} set file_key = $1 where organization_id = $2`, [key, organization]);
    expect([table, set.rowCount]).toEqual([table, 1]);
    keys.push(key);
  }
  for (const { table, name } of FILE_LISTS) {
    const { key } = await server.program.system.ports.files.saveFile('attachments', Buffer.from(`for ${table}`), 100);
    const files = JSON.stringify([{ [name]: key }]);
    const set = await db.query(`update ${table} set files = $1::jsonb where organization_id = $2`, [
      files,
      organization,
    ]);
    expect([table, set.rowCount]).toEqual([table, 1]);
    keys.push(key);
  }
  return keys;
}
const isKept = async (key: string) => (await server.program.system.ports.files.readFile(key, 1000)) !== null;

describe('erasing', () => {
  test('after thirty days everything of the client is deleted, files too, and nothing of others', async () => {
    const erased = await addClient(server, agency, { company_name: 'Gone BV' });
    const kept = await addClient(server, agency);
    const files: string[][] = [];
    for (const client of [erased, kept]) {
      await plantRows(db, client.id, client.user_id, `planted${client.id}`);
      // What the sandbox never saw cannot be signed out of.
      await db.query(
        `update accounts set provider_account_id = null, sealed_connection = null where organization_id = $1`,
        [client.id],
      );
      // Sums and events name leads without a key.
      for (const table of ['campaign_events', 'campaign_lead_days'])
        await db.query(
          `update ${table} set campaign_lead_id = (select id from campaign_leads where organization_id = $1)
          where organization_id = $1`,
          [client.id],
        );
      files.push(await plantFiles(client.id));
    }
    await cancel(erased.id);
    await setClock(30 * DAY_IN_SECONDS - 60);
    await eraseClients(server.program.system);
    expect((await agency.call(api.getClient, { params: { id: erased.id } })).status).toBe(200);
    const before = await computeDigests(db, kept.id);

    await setClock(30 * DAY_IN_SECONDS + 60);
    expect((await restore(erased.id)).error.code).toBe('conflict');
    await eraseClients(server.program.system);
    for (const table of await tenantTables(db)) {
      const rows = await db.query(`select from ${table} where organization_id = $1`, [erased.id]);
      expect([table, rows.rowCount]).toEqual([table, 0]);
    }
    const after = await computeDigests(db, kept.id);
    expect([...after].filter(([table, digest]) => before.get(table) !== digest)).toEqual([]);
    expect(await Promise.all(files[0]!.map(isKept))).toEqual(files[0]!.map(() => false));
    expect(await Promise.all(files[1]!.map(isKept))).toEqual(files[1]!.map(() => true));
    expect((await restore(erased.id)).status).toBe(404);
    await eraseClients(server.program.system);
    expect(await eventsOf(agency.organization_id, 'client_erased')).toEqual([{ subject_label: 'Gone BV' }]);
  });

  test('a client whose files cannot be deleted keeps no other from its turn, and is tried again', async () => {
    const [stuck, next] = [await addClient(server, agency), await addClient(server, agency)];
    await plantRows(db, stuck.id, stuck.user_id, `planted${stuck.id}`);
    await db.query(`update accounts set provider_account_id = null, sealed_connection = null`);
    for (const { id } of [stuck, next]) await cancel(id);
    await setClock(31 * DAY_IN_SECONDS);
    await eraseClients(server.program.system);
    const left = await db.query('select client_id::int from agency_clients where organization_id = $1', [
      agency.organization_id,
    ]);
    expect(left.rows).toEqual([{ client_id: stuck.id }]);
    await plantFiles(stuck.id);
    expect(
      (await db.query(`select loop, organization_id::int from parked_units where loop = 'cancelled-clients'`)).rows,
    ).toEqual([{ loop: 'cancelled-clients', organization_id: stuck.id }]);
    await db.query('update parked_units set retry_at = statement_timestamp()');
    await eraseClients(server.program.system);
    expect((await agency.call(api.getClient, { params: { id: stuck.id } })).status).toBe(404);
  });
});

describe('the archive', () => {
  const download = (id: number, by = agency) =>
    server.program.app.inject({ url: `${apiBase}/agency/clients/${id}/archive/`, headers: { jwt: by.token! } });

  test('is the portable archive of the client without secrets, and both organizations read of it', async () => {
    const { id, user_id } = await addClient(server, agency);
    await plantRows(db, id, user_id, `planted${id}`);
    await plantFiles(id);
    await cancel(id);
    expect((await ask(id)).data.download_url).toBe(`${apiBase}/agency/clients/${id}/archive/`);
    const answer = await download(id);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="overture-archive-${id}-2026-11-29.zip"`.replace(
        /\d{4}-\d\d-\d\d/,
        server.program.system.clock.now().toISOString().slice(0, 10),
      ),
    });
    const files = unzip(answer.rawPayload);
    const tables = parseTables(files);
    for (const name of [
      'prospects',
      'campaigns',
      'chat_messages',
      'chat_notes',
      'kanban_boards',
      'ai_segments',
      'saved_replies',
    ])
      expect([name, JSON.stringify(tables.get(name))]).toEqual([name, expect.stringContaining(`planted${id}`)]);
    expect(JSON.parse(files.get('manifest.json')!)).toMatchObject({ organization: { id }, sealed: null });
    expect([...files.values()].filter((content) => content.includes('$sealed')).length).toBe(1); // README.txt explains it
    expect([...files].filter(([name]) => name.startsWith('files/')).map(([, content]) => content)).toContain(
      'for chat_attachments',
    );
    expect(await eventsOf(id, 'client_exported')).toHaveLength(1);
    expect(await eventsOf(agency.organization_id, 'client_exported')).toHaveLength(1);
  });

  test('is for its own agency only, once it is cancelled, unless the client keeps the agency out', async () => {
    const { id, token } = await addClient(server, agency);
    expect((await ask(id)).status).toBe(409);
    await clientOf(server.program, token).call(api.changeAgencyAccess, { body: { is_open: false } });
    await cancel(id);
    for (const answer of [await ask(id), await download(id)])
      expect((answer as { status?: number }).status ?? (answer as { statusCode?: number }).statusCode).toBe(409);
    await db.query('update organizations set closed_to_agency_at = null where organization_id = $1', [id]);
    expect((await ask(id)).status).toBe(200);
    expect((await ask(id, other)).status).toBe(404);
    expect((await download(id, other)).statusCode).toBe(404);
    await db.query(`update sessions set confirmed_at = null where organization_id = $1`, [agency.organization_id]);
    expect((await ask(id)).error.code).toBe('step_up_needed');
    expect((await download(id)).json().code).toBe('step_up_needed');
    await setClock(31 * DAY_IN_SECONDS);
    expect((await ask(id)).status).toBe(409);
  });
});
