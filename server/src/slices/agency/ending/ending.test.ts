import { inflateRawSync } from 'node:zlib';
import { api } from '@overture/contract';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apiBase } from '../../../kernel/http/bind.ts';
import { createClient as clientOf, useTestServer } from '../../../testing/harness.ts';
import { computeDigests, plantRows, tenantTables } from '../../../testing/plant-rows.ts';
import { addClient, signUpAgency } from '../agency.factory.ts';
import { isLeftOut, LEFT_OUT_TABLES } from './archive.factory.ts';
import { ARCHIVE_FILES } from './archive.store.ts';
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

/** What the files of a ZIP hold, by its directory at the end. */
function unzip(bytes: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'));
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, nameLength, extra, comment] = [20, 28, 30, 32].map((place, index) =>
      index === 0 ? bytes.readUInt32LE(at + place) : bytes.readUInt16LE(at + place),
    ) as [number, number, number, number];
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const name = bytes.subarray(at + 46, at + 46 + nameLength).toString('utf8');
    const content = bytes.subarray(start, start + packed);
    files.set(name, (bytes.readUInt16LE(at + 10) === 8 ? inflateRawSync(content) : content).toString('utf8'));
    at += 46 + nameLength + extra + comment;
  }
  return files;
}

describe('the archive', () => {
  const download = (id: number, by = agency) =>
    server.program.app.inject({ url: `${apiBase}/agency/clients/${id}/archive/`, headers: { jwt: by.token! } });

  test('holds what the client has and no secret, and both organizations read of it', async () => {
    const { id, user_id } = await addClient(server, agency);
    await plantRows(db, id, user_id, `planted${id}`);
    await plantFiles(id);
    const names = await db.query(`update chat_attachments set name = '../../evil\\.sh' where organization_id = $1`, [
      id,
    ]);
    expect(names.rowCount).toBe(1);
    await cancel(id);
    expect((await ask(id)).data.download_url).toBe(`${apiBase}/agency/clients/${id}/archive/`);
    const answer = await download(id);
    expect(answer.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' });
    const files = unzip(answer.rawPayload);
    const hash = await db.query('select password_hash from users where organization_id = $1', [id]);
    for (const [name, content] of files) {
      expect([name, content.includes(hash.rows[0].password_hash)]).toEqual([name, false]);
      if (name.endsWith('.csv'))
        expect([name, content.split('\r\n').length]).toEqual([name, name === 'credits.csv' ? 4 : 3]);
    }
    expect([...files.keys()].filter((name) => name.endsWith('.csv'))).toEqual(
      Object.keys(ARCHIVE_FILES).map((name) => `${name}.csv`),
    );
    for (const name of ['people', 'campaigns', 'messages', 'notes', 'boards', 'snippets', 'saved_replies'])
      expect(files.get(`${name}.csv`)).toContain(`planted${id}`);
    const attachment = [...files.keys()].find((name) => name.startsWith('attachments/'))!;
    expect(attachment).toMatch(/^attachments\/\d+ \.\._\.\._evil_\.sh$/);
    expect(files.get(attachment)).toBe('for chat_attachments');
    expect(await eventsOf(id, 'client_exported')).toHaveLength(1);
    expect(await eventsOf(agency.organization_id, 'client_exported')).toHaveLength(1);
  });

  test('has custom columns (archived too), inbox labels and campaign files', async () => {
    const { id, user_id } = await addClient(server, agency);
    await plantRows(db, id, user_id, `planted${id}`);
    await plantFiles(id);
    await db.query(
      `update lead_columns set name = 'Fleet size', key = 'fleet_size', is_archived = true where organization_id = $1`,
      [id],
    );
    await db.query(
      `update prospects set custom = '{"fleet_size": 12}', time_zone = 'Europe/Riga' where organization_id = $1`,
      [id],
    );
    await db.query(`update chat_labels set name = 'Met at the fair' where organization_id = $1`, [id]);
    await cancel(id);
    const files = unzip((await download(id)).rawPayload);
    const [heading, row] = files.get('people.csv')!.split('\r\n');
    expect(heading).toMatch(/,"Fleet size"$/);
    expect(row).toMatch(/,"?12"?$/);
    expect(row).toContain('Europe/Riga');
    expect(row).toContain('Met at the fair');
    expect([...files.entries()].find(([name]) => name.startsWith('campaign_attachments/'))?.[1]).toBe(
      'for campaign_attachments',
    );
  });

  test('has every table and column of a tenant, or a reason not to', async () => {
    const exported = Object.values(ARCHIVE_FILES).map(({ table }) => table as string);
    expect([...exported, ...LEFT_OUT_TABLES].toSorted()).toEqual((await tenantTables(db)).toSorted());
    const columns = await db.query<{ table: string; name: string }>(
      `select table_name as table, column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = any($1)`,
      [exported],
    );
    const missing = columns.rows.filter(({ table, name }) => {
      const file = Object.values(ARCHIVE_FILES).find((one) => one.table === table)!;
      return !['id', ...file.columns].includes(name) && !isLeftOut(table, name);
    });
    expect(missing).toEqual([]);
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
