import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyLeadFinderFilters, type LeadFinderFilters, leadMatcher } from '@overture/domain/finder/lead-finder';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Lead } from '../../lead-database.port.ts';
import { leadArbitrary } from '../../testing/random-leads.ts';
import { createClickhouseLeadDatabase } from '../clickhouse.adapter.ts';

const log = { info: () => undefined, warn: () => undefined };
const people: Lead[] = fc.sample(leadArbitrary, { numRuns: 300, seed: 9 }).map((make, place) => make(place));
const queryOf = (filters: Partial<LeadFinderFilters>) => ({
  filters: { ...emptyLeadFinderFilters(), ...filters },
  max_leads_per_company: null,
});
const SEARCHES = [
  queryOf({ contact: ['email'] }),
  queryOf({ contact: ['email', 'phone'] }),
  queryOf({ company_domain: { in: ['company7.example', 'company8.example'], not_in: [] } }),
  queryOf({ company_domain: { in: [], not_in: ['company7.example'] } }),
];

test('people of an earlier release are found by company and contact data once they are indexed; other searches work before', async () => {
  const data_directory = await mkdtemp(join(tmpdir(), 'overture-reach-'));
  const open = () => createClickhouseLeadDatabase({ log, server_url: null, data_directory, sample_leads: 0 });
  const first = open();
  await first.whenReady();
  await first.insertLeads(people);
  await first.client.command({
    query: `ALTER TABLE lead_terms DELETE WHERE startsWith(term, 'c:') OR startsWith(term, 'h:') OR term = '+'
      SETTINGS mutations_sync = 1`,
  });
  // The first ones have the terms: an earlier release loaded the others later.
  await first.client.command({
    query:
      "INSERT INTO lead_terms SELECT '+', toUInt16(0), groupBitmapState(lead_id) FROM lead_people WHERE lead_id <= 100",
  });
  // Of a load that was cut off: no search finds them.
  await first.client.command({
    query: 'INSERT INTO lead_people SELECT lead_id + 1000, facts_id, profile FROM lead_people WHERE lead_id <= 50',
  });
  await first.close();
  const second = open();
  await second.whenUsable();
  expect((await second.previewLeads(queryOf({ seniority: ['Staff'] }))).total).toBeGreaterThan(0);
  await second.whenReady();
  // Loads wait for it.
  await second.insertLeads([]);
  for (const query of SEARCHES)
    expect((await second.previewLeads(query)).total).toBe(people.filter(leadMatcher(query.filters)).length);
  await second.close();
  await rm(data_directory, { recursive: true, force: true });
}, 120_000);
