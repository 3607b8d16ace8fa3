import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { emptyLeadFinderFilters } from '@overture/domain/finder/lead-finder';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Lead, LeadQuery, LeadSelection } from '../../lead-database.port.ts';
import { leadArbitrary } from '../../testing/random-leads.ts';
import { createClickhouseLeadDatabase } from '../clickhouse.adapter.ts';

const log = { info: () => undefined, warn: () => undefined };
const made: Lead[] = fc.sample(leadArbitrary, { numRuns: 900, seed: 7 }).map((make, place) => make(place));
const capped = (cap: number | null): LeadQuery => ({
  filters: emptyLeadFinderFilters(),
  max_leads_per_company: cap,
});

let database: ReturnType<typeof createClickhouseLeadDatabase>;
let folder: string;
let asked: ReturnType<typeof vi.spyOn>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overture-ahead-'));
  database = createClickhouseLeadDatabase({ log, server_url: null, data_directory: folder, sample_leads: 0 });
  await database.whenReady();
  await database.insertLeads(made);
}, 60_000);
beforeEach(() => {
  asked = vi.spyOn(database.client, 'query');
});
afterEach(() => asked.mockRestore());
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function select(query: LeadQuery, selection: LeadSelection) {
  const steps = database.selectLeads(query, selection);
  const ids: string[] = [];
  for (let step = await steps.next(); ; step = await steps.next()) {
    if (step.done) return { ids, account: step.value };
    ids.push(...step.value.map(({ id }) => id));
  }
}

/** Requests the preview and waits for its prefetch. */
async function look(query: LeadQuery): Promise<void> {
  await database.previewLeads(query);
  const before = asked.mock.calls.length;
  await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(before);
  for (let calls = -1; calls < asked.mock.calls.length; await sleep(200)) calls = asked.mock.calls.length;
}

test('a selection after a preview equals one without, for any request', async () => {
  const listed = new Set(made.map((_, place) => String(place + 1)).filter((_, place) => place % 3 === 0));
  const selections: LeadSelection[] = [1, 30, 500, 700, 2000].flatMap((amount) => [
    { amount },
    {
      amount,
      findListed: async (leads) => new Set(leads.map(({ id }) => id).filter((id) => listed.has(id))),
      isDomainExcluded: (domain) => domain.length % 2 === 0,
    },
  ]);
  for (const query of [capped(null), capped(1), capped(3)]) {
    const unseen = [];
    for (const selection of selections) unseen.push(await select(query, selection));
    await look(query);
    for (const [place, selection] of selections.entries())
      expect(await select(query, selection)).toEqual(unseen[place]);
  }
}, 60_000);

test('the first 500 are chosen without asking the engine', async () => {
  const seniority = ['Director-Level' as const, 'Manager-Level' as const];
  const query = { filters: { ...emptyLeadFinderFilters(), seniority }, max_leads_per_company: null };
  await look(query);
  const before = asked.mock.calls.length;
  expect((await select(query, { amount: 20 })).ids).toHaveLength(20);
  expect(asked.mock.calls.length).toBe(before);
});

/** Where a test holds the engine's answers back. */
async function holdAnswers(): Promise<() => void> {
  let release = (): void => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  const query = database.client.query.bind(database.client);
  asked.mockRestore();
  asked = vi.spyOn(database.client, 'query').mockImplementation(async (params) => {
    const answer = query(params);
    await Promise.race([held, abortOf(params.abort_signal)]);
    return answer;
  });
  return release;
}

const abortOf = (signal: AbortSignal | undefined) =>
  new Promise<void>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

test('a preview of another query ends what is read ahead, and who adds what was cut off asks again', async () => {
  const first = { ...capped(null), filters: { ...emptyLeadFinderFilters(), seniority: ['Staff' as const] } };
  const expected = await select(first, { amount: 500 });
  await database.previewLeads(first);
  const release = await holdAnswers();
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  const [reading] = asked.mock.calls[0] as [{ abort_signal?: AbortSignal }];
  const other = database.previewLeads(capped(5));
  expect(reading.abort_signal?.aborted).toBe(true);
  release();
  await other;
  const before = asked.mock.calls.length;
  expect(await select(first, { amount: 500 })).toEqual(expected);
  expect(asked.mock.calls.length).toBeGreaterThan(before);
});

test('a prefetch that a user waits for completes despite newer previews', async () => {
  const first = { ...capped(null), filters: { ...emptyLeadFinderFilters(), seniority: ['Staff' as const] } };
  await database.insertLeads([]);
  const expected = await select(first, { amount: 500 });
  await database.previewLeads(first);
  const release = await holdAnswers();
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  const [reading] = asked.mock.calls[0] as [{ abort_signal?: AbortSignal }];
  const adding = select(first, { amount: 500 });
  const other = database.previewLeads(capped(7));
  expect(reading.abort_signal?.aborted).toBe(false);
  release();
  expect(await adding).toEqual(expected);
  await other;
});

test('people who come in after the preview are chosen too, and who was replaced is chosen as they are now', async () => {
  const query = {
    filters: { ...emptyLeadFinderFilters(), seniority: ['C-Level' as const] },
    max_leads_per_company: null,
  };
  await look(query);
  const before = await select(query, { amount: 900 });
  const [first, ...others] = made.filter(({ seniority }) => seniority === 'C-Level');
  expect(others.length).toBeGreaterThan(0);
  const fresh = { ...first!, linkedin_key: 'in/somebody-new', email: null, first_name: 'New' };
  await database.insertLeads([{ ...first!, headline: 'Changed' }, fresh]);
  const steps = database.selectLeads(query, { amount: 900 });
  const chosen = (await steps.next()).value;
  if (!Array.isArray(chosen)) throw new Error('nobody was chosen');
  expect(chosen).toHaveLength(before.ids.length + 1);
  expect(chosen.some(({ headline }) => headline === 'Changed')).toBe(true);
});
