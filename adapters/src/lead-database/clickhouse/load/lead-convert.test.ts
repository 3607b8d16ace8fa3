import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  bandOf,
  COMPANY_SIZE_BANDS,
  COMPANY_SIZES,
  emptyLeadFinderFilters,
  keywordText,
  locationKeys,
  matchesLead,
  REVENUE_BANDS,
  REVENUE_RANGES,
  tagKey,
} from '@overture/domain/finder/lead-finder';
import { foldWords } from '@overture/domain/finder/lead-words';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { Lead } from '../../lead-database.port.ts';
import { filtersArbitrary, leadArbitrary } from '../../testing/random-leads.ts';
import { createClickhouseLeadDatabase } from '../clickhouse.adapter.ts';
import { toIncomingRow } from '../schema/lead-row.transform.ts';

const log = { info: () => undefined, warn: () => undefined };
const people: Lead[] = fc.sample(leadArbitrary, { numRuns: 300, seed: 5 }).map((make, place) => make(place));
const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const open = (data_directory: string) =>
  createClickhouseLeadDatabase({ log, server_url: null, data_directory, sample_leads: 0 });

/** The tables as they were before there was an index of terms. */
const OLD_TABLES = [
  'DROP TABLE lead_terms SYNC',
  'DROP TABLE lead_keys SYNC',
  'DROP TABLE lead_people SYNC',
  `CREATE TABLE leads (lead_id UInt32, company_id UInt64, industry LowCardinality(String), sub_industry LowCardinality(String),
    company_size_band UInt8, company_revenue_band UInt8, location LowCardinality(String), seniority LowCardinality(String),
    department LowCardinality(String), title_words String, all_words String, linkedin_hash UInt32, email_hash UInt32)
    ENGINE = MergeTree ORDER BY (industry, sub_industry, company_size_band, company_revenue_band, company_id, lead_id)`,
  `CREATE TABLE lead_people (lead_id UInt32, version UInt64, facts_id UInt64, profile String)
    ENGINE = ReplacingMergeTree(version) ORDER BY lead_id SETTINGS index_granularity = 256`,
  'CREATE TABLE lead_places (name String, keys Array(String)) ENGINE = ReplacingMergeTree ORDER BY name',
  `CREATE TABLE lead_industries (industry String, sub_industry String, industry_key String, sub_industry_key String)
    ENGINE = ReplacingMergeTree ORDER BY (industry, sub_industry)`,
];

const band = (labels: readonly string[], label: string | null): number =>
  label === null ? 0 : labels.indexOf(label) + 1;
const words = (text: string): string => [...new Set(foldWords(text))].join(' ');

/** What the earlier form is made of, one row a person. */
const RAW_TABLE = `CREATE TABLE raw (lead_id UInt32, industry String, sub_industry String, size UInt8, revenue UInt8, location String,
  seniority String, department String, titles String, words String, linkedin_key String, email String, company_key String,
  profile String, facts String) ENGINE = Memory`;

function rawRow(lead: Lead, at: number) {
  const { terms: _, ...texts } = toIncomingRow(lead);
  return {
    lead_id: at + 1,
    industry: lead.company.industry ?? '',
    sub_industry: lead.company.sub_industry ?? '',
    size: band(COMPANY_SIZES, bandOf(COMPANY_SIZE_BANDS, lead.company.employees)),
    revenue: band(REVENUE_RANGES, bandOf(REVENUE_BANDS, lead.company.revenue_in_usd)),
    location: lead.location ?? '',
    seniority: lead.seniority ?? '',
    department: lead.department ?? '',
    titles: words(lead.job_title ?? ''),
    words: words(keywordText(lead)),
    ...texts,
  };
}

const FILL = [
  `INSERT INTO leads SELECT lead_id, if(company_key = '', 0, bitOr(cityHash64(company_key), toUInt64(9223372036854775808))), industry,
    sub_industry, size, revenue, location, seniority, department, titles, words, toUInt32(cityHash64(linkedin_key)),
    if(email = '', 0, toUInt32(cityHash64(email))) FROM raw`,
  `INSERT INTO lead_people SELECT lead_id, 1, cityHash64('older'), 'older' FROM raw`,
  'INSERT INTO lead_people SELECT lead_id, 2, cityHash64(facts), profile FROM raw',
  'INSERT INTO lead_companies SELECT DISTINCT cityHash64(facts), facts FROM raw',
  'DROP TABLE raw SYNC',
];

async function makeOldDatabase(folder: string): Promise<void> {
  const database = open(folder);
  await database.whenReady();
  for (const query of [...OLD_TABLES, RAW_TABLE]) await database.client.command({ query });
  await database.client.insert({ table: 'raw', values: people.map(rawRow), format: 'JSONEachRow' });
  for (const query of FILL) await database.client.command({ query });
  const locations = [...new Set(people.flatMap(({ location }) => location ?? []))];
  const industries = people.flatMap(({ company }) => (company.industry === null ? [] : company));
  await database.client.insert({
    table: 'lead_places',
    values: locations.map((name) => ({ name, keys: locationKeys(name) })),
    format: 'JSONEachRow',
  });
  await database.client.insert({
    table: 'lead_industries',
    values: industries.map(({ industry, sub_industry }) => ({
      industry,
      sub_industry: sub_industry ?? '',
      industry_key: tagKey(industry ?? ''),
      sub_industry_key: tagKey(sub_industry ?? ''),
    })),
    format: 'JSONEachRow',
  });
  await database.close();
}

test('a database of the earlier form is taken over: the same people pass, under the same ids, and can be updated', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'overture-convert-'));
  folders.push(folder);
  await makeOldDatabase(folder);
  const database = open(folder);
  await database.whenReady();
  const asked = fc.sample(filtersArbitrary, { numRuns: 40, seed: 3 });
  let found = 0;
  for (const filters of [emptyLeadFinderFilters(), ...asked]) {
    const expected = people.flatMap((lead, at) => (matchesLead(filters, lead) ? [String(at + 1)] : []));
    const { leads, total } = await database.previewLeads({ filters, max_leads_per_company: null }, { page_size: 300 });
    expect([total, leads.map(({ id }) => id)]).toEqual([expected.length, expected]);
    found += expected.length > 0 ? 1 : 0;
  }
  expect(found).toBeGreaterThan(10);
  expect(await database.insertLeads([{ ...people[7]!, job_title: 'Somebody else now' }])).toEqual({
    added: 0,
    updated: 1,
    superseded: 0,
  });
  expect((await database.describe()).total_leads).toBe(people.length);
  await database.close();
}, 120_000);
