import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StandInServer, startClickhouseServer } from '../../testing/clickhouse-server.ts';
import { all, made } from '../../testing/lead-database-conformance.ts';
import { type ClickhouseLeadDatabase, createClickhouseLeadDatabase } from '../clickhouse.adapter.ts';

let directory: string;
let server: StandInServer;
const opened: ClickhouseLeadDatabase[] = [];
const open = (cluster?: string): ClickhouseLeadDatabase => {
  const log = { info: () => undefined, warn: () => undefined };
  const database = createClickhouseLeadDatabase({
    ...{ log, cluster, server_url: server.url(), data_directory: directory, sample_leads: 0 },
  });
  opened.push(database);
  return database;
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'overture-cluster-'));
  server = await startClickhouseServer(join(directory, 'engine'));
}, 600_000);

afterAll(async () => {
  for (const database of opened) await database.close();
  await server?.close();
  await rm(directory, { recursive: true, force: true });
});

test('each server of a cluster gets every table, in one place of Keeper, and one of them the lock', async () => {
  const database = open('leads.main');
  await database.whenReady();
  const people = made.slice(0, 200).map((lead, n) => ({ ...lead, linkedin_key: `in/${n}`, email: null }));
  await database.insertLeads(people);
  expect(await database.countLeads(all())).toBe(200);
  const found = server.cluster_statements.map(
    (sql) =>
      /TABLE (?:IF NOT EXISTS )?(\w+)( ON CLUSTER '[^']+')?[\s\S]*ENGINE = (\w+\([^)]*\))/.exec(sql)?.slice(1) ?? sql,
  );
  const everywhere = (name: string, engine: string) => [
    name,
    " ON CLUSTER 'leads.main'",
    `Replicated${engine}('/overture/{database}/${name}', '{shard}-{replica}')`,
  ];
  expect(found).toEqual([
    everywhere('lead_terms', 'AggregatingMergeTree'),
    everywhere('lead_keys', 'MergeTree'),
    everywhere('lead_people', 'MergeTree'),
    everywhere('lead_companies', 'ReplacingMergeTree'),
    ['leads_loading', undefined, "ReplicatedMergeTree('/overture/{database}/leads_loading', 'holder')"],
  ]);
});

test('the engine takes the statements as they are, up to Keeper, which it does not have', async () => {
  for (const sql of server.cluster_statements) {
    const here = sql.replace(/ ON CLUSTER '[^']*'/, '').replace(/TABLE (?:IF NOT EXISTS )?(\w+)/, 'TABLE $1_tried');
    const macros = here.replace('{shard}-{replica}', 'r1').replace('{database}', 'leads');
    await expect(server.run(macros), macros).rejects.toThrow(/zookeeper|keeper/i);
  }
});

test('tables of one server are refused where a cluster is named, and the settings that a load needs are sent', async () => {
  // The engine made them without the words of a cluster.
  const other = open('leads.main');
  await expect.poll(async () => (await other.describe()).state, { timeout: 15_000 }).toBe('failed');
  expect((await other.describe()).text).toMatch(/not replicated, but CLICKHOUSE_CLUSTER is set/);
  expect(server.asked_settings).toMatchObject({ insert_quorum: 'auto', insert_quorum_parallel: '0' });
});
