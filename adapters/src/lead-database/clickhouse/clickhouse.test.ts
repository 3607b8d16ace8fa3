import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { isProviderError } from '../../kit/errors.ts';
import { all, describeLeadDatabase, evaluate, made, SEED } from '../testing/lead-database-conformance.ts';
import { filtersArbitrary } from '../testing/random-leads.ts';
import { type ClickhouseLeadDatabase, createClickhouseLeadDatabase } from './clickhouse.adapter.ts';
import { queryRows } from './clickhouse-query.api.ts';
import { COMPANY_DICTIONARY } from './find/company-lookup.api.ts';

const log = { info: () => undefined, warn: () => undefined };
let directory: string;
let database: ClickhouseLeadDatabase;
const open = (folder: string, more: { sample_leads?: number; joins_owner?: boolean } = {}) =>
  createClickhouseLeadDatabase({ log, server_url: null, data_directory: folder, sample_leads: 0, ...more });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'overture-leads-'));
  database = open(join(directory, 'main'));
  await database.whenReady();
}, 600_000);

afterAll(async () => {
  await database?.close();
  await rm(directory, { recursive: true, force: true });
});

describeLeadDatabase(() => database, SEED);

describe('companies in memory', () => {
  test('under a cap the number is exact with them, and for people who are newer than they are', async () => {
    const folder = join(directory, 'companies');
    const filled = open(folder);
    await filled.whenReady();
    await filled.insertLeads(made.slice(0, 2000));
    await filled.close();
    const reopened = open(folder);
    await reopened.whenReady();
    const lookup = async () => {
      const sql = `SELECT element_count AS held, query_count AS asked FROM system.dictionaries WHERE name = '${COMPANY_DICTIONARY}'`;
      const [row] = await queryRows<{ held: string; asked: string }>(reopened.client, { sql });
      return { held: Number(row?.held ?? 0), asked: Number(row?.asked ?? 0) };
    };
    await expect.poll(async () => (await lookup()).held, { timeout: 20_000 }).toBe(2000);
    const asked = fc
      .sample(filtersArbitrary, { numRuns: inject('is_proving') ? 25 : 8, seed: SEED })
      .map((filters, at) => all(filters, 1 + (at % 7)));
    for (const known of [made.slice(0, 2000), made.slice(0, 2500)]) {
      if (known.length > 2000) await reopened.insertLeads(made.slice(2000, 2500));
      for (const query of [all({ seniority: ['Staff', 'C-Level'] }, 2), ...asked]) {
        const expected = evaluate(known, query).map(({ lead }) => lead.linkedin_key);
        const { leads, total } = await reopened.previewLeads(query);
        expect([total, await reopened.countLeads(query)]).toEqual([expected.length, expected.length]);
        expect(leads.map(({ linkedin_key }) => linkedin_key)).toEqual(expected.slice(0, 25));
      }
    }
    expect((await lookup()).asked).toBeGreaterThan(0);
    await reopened.close();
  }, 120_000);
});

describe('the engine', () => {
  test('one process owns it; a program beside it uses it', async () => {
    const beside = open(join(directory, 'main'), { joins_owner: true });
    await beside.whenUsable();
    expect(await beside.countLeads(all())).toBe(await database.countLeads(all()));
    await beside.close();
    expect(await database.countLeads(all())).toBeGreaterThan(0);
    const second = open(join(directory, 'main'));
    await expect.poll(async () => (await second.describe()).text).toMatch(/in use by process \d+.*set CLICKHOUSE_URL/);
    expect((await second.describe()).state).toBe('failed');
    await second.close();
    expect(await database.countLeads(all())).toBeGreaterThan(0);
  });

  test('one that is killed starts again, and holds what it held', async () => {
    const before = await database.countLeads(all());
    process.kill(database.enginePid()!, 'SIGKILL');
    await expect
      .poll(async () => database.countLeads(all()).catch((error: Error) => error.message), { timeout: 30_000 })
      .toBe(before);
    expect((await database.describe()).state).toBe('ready');
  });

  test('made-up people pass the filters that they should, and their totals are exact', async () => {
    const samples = open(join(directory, 'samples'), { sample_leads: 2000 });
    await samples.whenReady();
    const { leads, total } = await samples.previewLeads(all(), { page_size: 2000 });
    expect([total, leads.length]).toEqual([2000, 2000]);
    expect(new Set(leads.map((lead) => lead.linkedin_key)).size).toBe(2000);
    const queries = [
      all({ job_title: { must: ['vp'], can: [], doesnt: ['sales'] } }),
      all({ keywords: { must: [], can: ['cloud', 'software as a service'], doesnt: ['retail'] } }, 2),
      all({
        prospect_location: [{ name: 'United States' }, { name: 'India' }],
        company_size: ['25 - 100', '1K - 10K'],
      }),
      all({ industry: [{ industry: leads[0]!.company.industry!, sub_industry: null }], revenue: ['$10 - 50M'] }),
      all({ department: ['Marketing'], seniority: ['Director-Level', 'VP-Level'] }, 1),
    ];
    for (const query of queries) {
      const expected = evaluate(leads, query).length;
      expect(expected).toBeGreaterThan(0);
      expect(await samples.countLeads(query)).toBe(expected);
    }
    await samples.close();
  });

  test('before it is ready, every call says so in words', async () => {
    const other = open(join(directory, 'other'));
    const error = await other.countLeads(all()).catch((thrown: unknown) => thrown);
    expect(isProviderError(error, 'unavailable') && error.message).toMatch(/lead database/);
    expect((await other.describe()).state).toBe('preparing');
    await other.close();
  });
});
