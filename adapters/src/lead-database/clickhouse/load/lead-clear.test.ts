import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyLeadFinderFilters } from '@overture/domain/finder/lead-finder';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { Lead } from '../../lead-database.port.ts';
import { leadArbitrary } from '../../testing/random-leads.ts';
import { createClickhouseLeadDatabase } from '../clickhouse.adapter.ts';
import { PEOPLE_FORM } from '../schema/lead-schema.api.ts';

const log = { info: () => undefined, warn: () => undefined };
const people: Lead[] = fc.sample(leadArbitrary, { numRuns: 300, seed: 5 }).map((make, place) => make(place));
const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const open = (data_directory: string) =>
  createClickhouseLeadDatabase({ log, server_url: null, data_directory, sample_leads: 0 });
const query = { filters: emptyLeadFinderFilters(), max_leads_per_company: null };

async function openFilled(name: string) {
  const folder = await mkdtemp(join(tmpdir(), `overture-${name}-`));
  folders.push(folder);
  const database = open(folder);
  await database.whenReady();
  await database.insertLeads(people);
  return { folder, database };
}

test('rows of people who were replaced are cleared away; who names an old one finds the same person', async () => {
  const { folder, database: first } = await openFilled('replaced');
  const before = await first.previewLeads(query, { page_size: 300 });
  const changed = people.map((lead, at) => ({ ...lead, headline: `Changed ${at}` }));
  expect(await first.insertLeads(changed)).toMatchObject({ added: 0, updated: people.length });
  expect(await countRows(first)).toBe(2 * people.length);
  // What a copy leaves that was cut off.
  await first.client.command({
    query: 'CREATE TABLE lead_people_copied (lead_id UInt32) ENGINE = MergeTree ORDER BY lead_id',
  });
  await first.close();
  const database = open(folder);
  await database.whenReady();
  // Loads wait for it.
  await database.insertLeads([]);
  expect(await countRows(database)).toBe(people.length);
  const after = await database.previewLeads(query, { page_size: 300 });
  expect(after.total).toBe(people.length);
  expect(new Set(after.leads.map(({ headline }) => headline))).toEqual(
    new Set(changed.map(({ headline }) => headline)),
  );
  const ids = before.leads.slice(0, 20).map(({ id }) => id);
  const named = await database.selectLeads(query, { ids, amount: 20 }).next();
  expect(named.value).toHaveLength(20);
  expect(await database.insertLeads(changed)).toMatchObject({ added: 0, updated: people.length });
  expect(await countRows(database)).toBe(people.length);
  await database.close();
}, 120_000);

test('people of an earlier table form are rewritten and keep their identity', async () => {
  const { folder, database: first } = await openFilled('form');
  const before = await first.previewLeads(query, { page_size: 300 });
  for (const sql of [
    `CREATE TABLE earlier (lead_id UInt32, facts_id UInt64, profile String CODEC(ZSTD(3))) ENGINE = MergeTree ORDER BY lead_id
      SETTINGS index_granularity = 128`,
    'INSERT INTO earlier SELECT * FROM lead_people',
    'EXCHANGE TABLES earlier AND lead_people',
    'DROP TABLE earlier SYNC',
  ])
    await first.client.command({ query: sql });
  expect(await formOf(first)).not.toContain(PEOPLE_FORM);
  await first.close();
  const database = open(folder);
  await database.whenReady();
  // Loads wait for it.
  await database.insertLeads([]);
  expect(await formOf(database)).toContain(PEOPLE_FORM);
  expect(await database.previewLeads(query, { page_size: 300 })).toEqual(before);
  await database.close();
}, 120_000);

async function formOf(database: ReturnType<typeof open>): Promise<string> {
  const query = "SELECT engine_full FROM system.tables WHERE database = currentDatabase() AND name = 'lead_people'";
  const answer = await database.client.query({ query, format: 'JSONEachRow' });
  return (await answer.json<{ engine_full: string }>())[0]?.engine_full ?? '';
}

async function countRows(database: ReturnType<typeof open>): Promise<number> {
  const answer = await database.client.query({
    query: 'SELECT toString(count()) AS n FROM lead_people',
    format: 'JSONEachRow',
  });
  return Number((await answer.json<{ n: string }>())[0]?.n);
}
