import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ClickhouseLeadDatabase,
  createClickhouseLeadDatabase,
} from '@overture/adapters/lead-database/clickhouse/clickhouse.adapter';
import type { Lead, LeadDatabasePort } from '@overture/adapters/lead-database/lead-database.port';
import { createOffLeadDatabase } from '@overture/adapters/lead-database/off.adapter';
import { filtersArbitrary, leadArbitrary } from '@overture/adapters/lead-database/testing/random-leads';
import { api } from '@overture/contract';
import { hasFinderFilter, matchesLead } from '@overture/domain/finder/lead-finder';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import { createList } from '../searches/lists.factory.ts';

/** The slice over HTTP with the engine itself behind it. */
const people: Lead[] = fc.sample(leadArbitrary, { numRuns: 600, seed: 7 }).map((make, place) => make(place));
let directory = '';
let database: ClickhouseLeadDatabase | undefined;
let server: TestServer & { stop(): Promise<void> };

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'overture-finder-'));
  const off = createOffLeadDatabase('Not begun.');
  const current: LeadDatabasePort = new Proxy(off, { get: (_, key: keyof LeadDatabasePort) => (database ?? off)[key] });
  server = await startTestServer({ lead_database: current });
}, 600_000);
afterAll(async () => {
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
});

describe('with the real engine', () => {
  it('says in words that it is not ready yet', async () => {
    const person = await server.signUp();
    const id = await createList(person);
    // Begun only now: the engine takes longer to start than a call takes to ask for it, on any machine.
    const log = { info: () => undefined, warn: () => undefined };
    database = createClickhouseLeadDatabase({ log, server_url: null, data_directory: directory, sample_leads: 0 });
    const asked = { params: { id }, body: { filters: { seniority: ['Staff'] } } };
    const answer = await person.call(api.previewFinderLeads, asked);
    expect([answer.status, answer.error.code]).toEqual([503, 'lead_database_unavailable']);
    expect(answer.error.error.length).toBeGreaterThan(10);
    await database.whenReady();
    await database.insertLeads(people);
    const ready = await person.call(api.getLeadDatabaseState);
    expect(ready.data).toMatchObject({ state: 'ready', total_leads: people.length, text: null });
  }, 600_000);

  it('finds what the evaluator finds, for random filters as they travel', async () => {
    const person = await server.signUp();
    const id = await createList(person);
    let found = 0;
    await fc.assert(
      fc.asyncProperty(filtersArbitrary.filter(hasFinderFilter), async (filters) => {
        const { status, data, error } = await person.call(api.previewFinderLeads, {
          params: { id },
          body: { filters },
        });
        if (status === 400) {
          // The dialog cannot create it: a tag included and excluded.
          expect(error.error).toContain('cannot be both included and excluded');
          return;
        }
        const expected = people.filter((lead) => matchesLead(filters, lead));
        found += expected.length > 0 ? 1 : 0;
        expect([status, data.total_prospects]).toEqual([200, expected.length]);
        const urls = expected.slice(0, 25).map((lead) => lead.linkedin_profile_url);
        expect(data.prospects.map((lead) => lead.linkedin_profile_url)).toEqual(urls);
      }),
      { numRuns: 60, seed: 11 },
    );
    expect(found).toBeGreaterThan(15);
  }, 120_000);

  it('answers 400 or correctly to any filters', async () => {
    const person = await server.signUp();
    const id = await createList(person);
    const names = ['job_title', 'seniority', 'keywords', 'industry', 'prospect_location', 'revenue', '__proto__', 'x'];
    const anything = fc.dictionary(fc.constantFrom(...names), fc.anything({ maxDepth: 3, withBigInt: false }));
    await fc.assert(
      fc.asyncProperty(anything, async (filters) => {
        const sent = JSON.parse(JSON.stringify(filters)) as Record<string, unknown>;
        const { status } = await person.call(api.previewFinderLeads, { params: { id }, body: { filters: sent } });
        expect([200, 400]).toContain(status);
      }),
      { numRuns: 150, seed: 3 },
    );
  }, 120_000);

  it('adds the whole of a capped query once, however often it is asked', async () => {
    const person = await server.signUp();
    const id = await createList(person);
    const filters = { prospect_location: [{ name: 'Netherlands' }, { name: 'United States' }] };
    const asked = { params: { id }, body: { filters, prospects_per_company: 2, amount: 400 } };
    const { data } = await person.call(api.previewFinderLeads, asked);
    expect(data.total_prospects).toBeGreaterThan(20);
    const answers = await Promise.all(Array.from({ length: 6 }, () => person.call(api.addFinderLeads, asked)));
    const added = answers.reduce((sum, answer) => sum + answer.data.added_prospects, 0);
    expect(added).toBe(data.total_prospects);
    const again = await person.call(api.addFinderLeads, asked);
    expect(again.data).toMatchObject({ added_prospects: 0, already_in_list: added, total_prospects: added });
    const table = await person.call(api.listSearchProspects, { params: { id } });
    expect(table.data.totalProspects).toBe(added);
  });
});
