import { emptyLeadFinderFilters, type LeadFinderFilters, leadMatcher } from '@overture/domain/finder/lead-finder';
import fc from 'fast-check';
import { describe, expect, inject, test } from 'vitest';
import { isProviderError } from '../../kit/errors.ts';
import type { ClickhouseLeadDatabase } from '../clickhouse/clickhouse.adapter.ts';
import { queryRows } from '../clickhouse/clickhouse-query.api.ts';
import { companyKey } from '../clickhouse/schema/lead-row.transform.ts';
import type { Lead, LeadQuery, LeadSelection, SelectionAccount, StoredLead } from '../lead-database.port.ts';
import { filtersArbitrary, leadArbitrary } from './random-leads.ts';

export const SEED = 20_261_121;
const PEOPLE = 3000;

/** People of the tests, in the order of loading. */
export const made: Lead[] = fc.sample(leadArbitrary, { numRuns: PEOPLE, seed: SEED }).map((make, place) => make(place));
/** A query with these filters alone. */
export const all = (filters: Partial<LeadFinderFilters> = {}, cap: number | null = null): LeadQuery => ({
  filters: { ...emptyLeadFinderFilters(), ...filters },
  max_leads_per_company: cap,
});

/** The reference: plain objects, the domain's own evaluator. Ids are given in the order of loading. */
export function evaluate(leads: readonly Lead[], query: LeadQuery): { lead: Lead; place: number }[] {
  const perCompany = new Map<string, number>();
  const isMatch = leadMatcher(query.filters);
  return leads
    .map((lead, place) => ({ lead, place }))
    .filter(({ lead }) => isMatch(lead))
    .filter(({ lead }) => {
      const key = companyKey(lead.company);
      const before = perCompany.get(key) ?? 0;
      perCompany.set(key, before + 1);
      return key === '' || query.max_leads_per_company === null || before < query.max_leads_per_company;
    });
}

/**
 * What the lead database promises, on an engine that is empty.
 * @param databaseOf the database, once the tests run
 * @param seed of the random filters: each form of the engine is asked others, as what they become is the same for all
 */
export function describeLeadDatabase(databaseOf: () => ClickhouseLeadDatabase, seed: number): void {
  async function select(query: LeadQuery, selection: LeadSelection) {
    const steps = databaseOf().selectLeads(query, selection);
    const leads: StoredLead[] = [];
    for (let step = await steps.next(); ; step = await steps.next()) {
      if (step.done) return { leads, account: step.value satisfies SelectionAccount };
      leads.push(...step.value);
    }
  }

  describe('on the real engine', () => {
    test('people come back as they were loaded', async () => {
      expect(await databaseOf().insertLeads(made)).toEqual({ added: PEOPLE, updated: 0, superseded: 0 });
      const { leads, total } = await databaseOf().previewLeads(all(), { page_size: 200 });
      expect(total).toBe(PEOPLE);
      expect(leads.map(({ id: _, ...lead }) => lead)).toEqual(made.slice(0, 200));
      expect((await databaseOf().describe()).total_leads).toBe(PEOPLE);
    });

    test('the most frequent job titles come first, and case makes no other title', async () => {
      const counts = new Map<string, number>();
      for (const { job_title } of made) {
        const folded = job_title?.toLowerCase() ?? '';
        if (folded !== '') counts.set(folded, (counts.get(folded) ?? 0) + 1);
      }
      const titles = (await databaseOf().listCommonTitles(10)).map((title) => title.toLowerCase());
      const wanted = [...counts.values()].sort((one, other) => other - one).slice(0, 10);
      expect(new Set(titles).size).toBe(wanted.length);
      expect(titles.map((title) => counts.get(title))).toEqual(wanted);
    });

    test('random filters: the same people and the exact number, with and without a cap', async () => {
      const asked = fc.record({
        filters: filtersArbitrary,
        cap: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 20 })),
      });
      const numRuns = inject('is_proving') ? 100 : 20;
      let found = 0;
      await fc.assert(
        fc.asyncProperty(asked, async ({ filters, cap }) => {
          const query = all(filters, cap);
          const expected = evaluate(made, query);
          const [preview, count] = await Promise.all([
            databaseOf().previewLeads(query),
            databaseOf().countLeads(query),
          ]);
          found += expected.length > 0 ? 1 : 0;
          expect([preview.total, count]).toEqual([expected.length, expected.length]);
          expect(preview.leads.map((lead) => lead.linkedin_key)).toEqual(
            expected.slice(0, 25).map(({ lead }) => lead.linkedin_key),
          );
        }),
        { numRuns, seed },
      );
      expect(found).toBeGreaterThan(numRuns * 0.3);
    }, 120_000);

    test('pages follow one another without gap and overlap', async () => {
      const query = all({ seniority: ['C-Level', 'Staff'] }, 4);
      const expected = evaluate(made, query).map(({ lead }) => lead.linkedin_key);
      const keys: (string | null)[] = [];
      for (let page = 1; page <= 4; page += 1) {
        const { leads } = await databaseOf().previewLeads(query, { page, page_size: 20 });
        keys.push(...leads.map((lead) => lead.linkedin_key));
      }
      expect(keys).toEqual(expected.slice(0, 80));
    });

    test('a selection skips listed leads and excluded domains, continues with others, and accounts for all', async () => {
      const query = all({ seniority: ['C-Level'] }, 3);
      const expected = evaluate(made, query).map(({ lead }) => lead);
      const isListed = (lead: Pick<Lead, 'linkedin_key'>) => Number(lead.linkedin_key?.slice(8)) % 2 === 0;
      const isDomainExcluded = (domain: string) => /company[1-9]\.example/.test(domain);
      const wanted = expected.filter((lead) => !isListed(lead) && !isDomainExcluded(lead.company.domain ?? ''));
      const findListed: NonNullable<LeadSelection['findListed']> = async (leads) =>
        new Set(leads.filter(isListed).map(({ id }) => id));
      const some = await select(query, { amount: 20, findListed, isDomainExcluded });
      expect(some.leads.map((lead) => lead.linkedin_key)).toEqual(wanted.slice(0, 20).map((lead) => lead.linkedin_key));
      const whole = await select(query, { amount: 100_000, findListed, isDomainExcluded });
      expect(whole.leads).toHaveLength(wanted.length);
      const { selected, already_listed, excluded_domain, over_company_limit } = whole.account;
      expect(selected + already_listed + excluded_domain).toBe(expected.length);
      expect(over_company_limit).toBe(
        evaluate(made, { ...query, max_leads_per_company: null }).length - expected.length,
      );
    });

    test('people who are known from elsewhere are passed over after those of the list, and counted apart', async () => {
      const query = all({ seniority: ['C-Level'] });
      const expected = evaluate(made, query).map(({ lead }) => lead);
      const ending = (end: string) => async (leads: readonly { id: string; linkedin_key: string | null }[]) =>
        new Set(leads.filter(({ linkedin_key }) => linkedin_key?.endsWith(end)).map(({ id }) => id));
      const { leads, account } = await select(query, {
        amount: 100_000,
        findListed: ending('1'),
        findKnown: ending('11'),
      });
      const left = expected.filter(({ linkedin_key }) => !linkedin_key?.endsWith('1'));
      expect(leads.map(({ linkedin_key }) => linkedin_key)).toEqual(left.map(({ linkedin_key }) => linkedin_key));
      expect(account).toMatchObject({ already_listed: expected.length - left.length, already_known: 0 });
      const others = await select(query, { amount: 100_000, findKnown: ending('1') });
      expect(others.account).toMatchObject({ already_listed: 0, already_known: expected.length - left.length });
    });

    test('named leads, with any ids', async () => {
      const { leads } = await databaseOf().previewLeads(all());
      const ids = [
        leads[4]!.id,
        leads[1]!.id,
        '0',
        '-1',
        '1e3',
        "1' OR 1=1",
        '99999999999',
        '4000000000',
        leads[1]!.id,
      ];
      const chosen = await select(all({ seniority: ['VP-Level'] }), { ids, amount: 10 });
      expect(chosen.leads.map(({ id }) => id)).toEqual([leads[1]!.id, leads[4]!.id]);
    });

    test('a search that is given up ends in the engine, and its connection answers the next one rightly', async () => {
      const stop = new AbortController();
      const slow = databaseOf().client.query({
        query: 'SELECT sum(sipHash64(number)) FROM numbers(20000000000)',
        abort_signal: stop.signal,
      });
      setTimeout(() => stop.abort(new Error('filters changed')), 200);
      await expect(slow).rejects.toThrow(/filters changed|aborted/);
      const running = async () => {
        const query = `SELECT count() AS n FROM system.processes WHERE query LIKE '%sipHash64%' AND query NOT LIKE '%processes%'`;
        const answer = await databaseOf().client.query({ query, format: 'JSONEachRow' });
        return Number((await answer.json<{ n: number | string }>())[0]?.n);
      };
      await expect.poll(running, { timeout: 10_000 }).toBe(0);
      const counts = await Promise.all(Array.from({ length: 12 }, () => databaseOf().countLeads(all())));
      expect(new Set(counts)).toEqual(new Set([PEOPLE]));
      await expect(databaseOf().countLeads(all(), { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow(
        'gone',
      );
    });

    test('hundreds of words are searched together; thousands are refused with a message', async () => {
      const list = (tags: number) => Array.from({ length: tags }, (_, tag) => `sales marketing word${tag}`);
      const asked = (tags: number) => all({ job_title: { must: [], can: [...list(tags), 'vp'], doesnt: list(tags) } });
      expect(await databaseOf().countLeads(asked(90))).toBe(evaluate(made, asked(90)).length);
      const many = Array.from({ length: 100 }, (_, tag) =>
        Array.from({ length: 9 }, (_, at) => `w${tag}x${at}`).join(' '),
      );
      const error = await databaseOf()
        .countLeads(all({ keywords: { must: many, can: [], doesnt: [] } }))
        .catch((thrown: unknown) => thrown);
      expect(isProviderError(error, 'rejected') && error.reason).toMatch(/too many words/);
    });

    test('a search that takes too long says so', async () => {
      const sql = 'SELECT sum(sipHash64(number)) FROM numbers(20000000000)';
      const error = await queryRows(databaseOf().client, { sql }, { timeout_in_ms: 200 }).catch(
        (thrown: unknown) => thrown,
      );
      expect(isProviderError(error, 'unavailable') && error.code).toBe('timeout');
    });
  });

  describe('loading again', () => {
    test('updates people in place by LinkedIn key, then email; totals stay exact', async () => {
      const before = await databaseOf().countLeads(all());
      const [first, second, third] = [made[1]!, made[2]!, made[5]!];
      const account = await databaseOf().insertLeads([
        { ...first, job_title: 'Astronaut' },
        { ...second, linkedin_key: null, linkedin_profile_url: null, job_title: 'Astronaut' },
        { ...third, linkedin_key: 'in/somebody-else', job_title: 'Astronaut' },
        { ...first, job_title: 'Chief Astronaut' },
      ]);
      expect(account).toEqual({ added: 1, updated: 2, superseded: 1 });
      expect(await databaseOf().countLeads(all())).toBe(before + 1);
      const { leads, total } = await databaseOf().previewLeads(
        all({ job_title: { must: ['astronaut'], can: [], doesnt: [] } }),
      );
      expect(total).toBe(3);
      const titles = leads.map(({ linkedin_key, job_title }) => [linkedin_key, job_title]);
      expect(titles.toSorted()).toEqual([
        ['in/anna-1', 'Chief Astronaut'],
        ['in/anna-2', 'Astronaut'],
        ['in/somebody-else', 'Astronaut'],
      ]);
      expect(leads.find(({ linkedin_key }) => linkedin_key === 'in/anna-2')?.email).toBe(second.email);
    });

    test('new since a position: who was loaded later, or changed later and did not pass before', async () => {
      const database = databaseOf();
      const someone = made.find((lead) => lead.linkedin_key !== null)!;
      const person = (name: string, job_title: string): Lead => ({
        ...someone,
        job_title,
        email: null,
        linkedin_key: `in/new-since-${name}`,
        linkedin_profile_url: `https://www.linkedin.com/in/new-since-${name}`,
      });
      const [smiths, masons] = ['Zeppelinsmith', 'Zeppelinmason'];
      const load = (...people: [string, string][]) =>
        database.insertLeads(people.map(([name, title]) => person(name, title)));
      await load(['known', smiths], ['changes', masons], ['leaves', smiths], ['twice', smiths]);
      const position = await database.getPosition();
      const query = (title: string): LeadQuery => ({
        ...all({ job_title: { must: [title], can: [], doesnt: ['retired'] } }),
        loaded_after: position,
      });
      const keysOf = async (title: string) => {
        const preview = await database.previewLeads(query(title));
        const { leads } = await select(query(title), { amount: 100 });
        expect([preview.total, await database.countLeads(query(title))]).toEqual([leads.length, leads.length]);
        return leads.map(({ linkedin_key }) => linkedin_key?.replace('in/new-since-', ''));
      };
      expect(await keysOf(smiths)).toEqual([]);
      await load(['known', `Senior ${smiths}`], ['changes', smiths], ['leaves', masons], ['twice', `Lead ${smiths}`]);
      await load(['twice', `Head ${smiths}`], ['came', smiths], ['out', `Retired ${smiths}`]);
      expect(await keysOf(smiths)).toEqual(['changes', 'came']);
      expect(await keysOf(masons)).toEqual(['leaves']);
      const capped = { ...query(smiths), max_leads_per_company: 1 };
      expect((await database.previewLeads(capped)).total).toBe(1);
      expect(await database.countLeads({ ...query(smiths), loaded_after: await database.getPosition() })).toBe(0);
    });

    test('an id from before an update leads to the person as they are now', async () => {
      const person = made[40]!;
      const find = all({ job_title: { must: ['deep sea diver'], can: [], doesnt: [] } });
      const ids: string[] = [];
      for (const job_title of ['Deep Sea Diver', 'Deep Sea Diver, retired', 'Deep Sea Diver, again at work']) {
        await databaseOf().insertLeads([{ ...person, job_title }]);
        ids.push((await databaseOf().previewLeads(find)).leads[0]!.id);
      }
      for (const id of ids) {
        const { leads } = await select(all(), { ids: [id], amount: 10 });
        expect(leads.map((lead) => lead.job_title)).toEqual(['Deep Sea Diver, again at work']);
      }
      expect((await select(all(), { ids, amount: 10 })).leads).toHaveLength(1);
    });

    test('the same batch again changes nothing, and every total on the way is exact', async () => {
      const before = await databaseOf().countLeads(all());
      const { result, seen } = await seeDuring(
        () => databaseOf().insertLeads(made.slice(100, 1100)),
        () => databaseOf().countLeads(all()),
      );
      expect(result).toEqual({ added: 0, updated: 1000, superseded: 0 });
      expect(seen).toEqual([before]);
    });

    test('changed people are exchanged in one piece, however often; unchanged ones keep their rows', async () => {
      const rows = async () => {
        const sql = 'SELECT count() AS n, max(lead_id) AS highest FROM lead_people';
        return (await queryRows<{ n: string; highest: number }>(databaseOf().client, { sql }))[0]!;
      };
      const total = await databaseOf().countLeads(all());
      const divers = all({ job_title: { must: [], can: ['diver', 'pilot'], doesnt: [] } });
      const batch = (job_title: string) => made.slice(1200, 1600).map((lead) => ({ ...lead, job_title }));
      await databaseOf().insertLeads(batch('Diver'));
      const { seen } = await seeDuring(
        async () => {
          for (const title of ['Pilot', 'Diver', 'Pilot']) await databaseOf().insertLeads(batch(title));
        },
        async () => `${await databaseOf().countLeads(divers)} of ${await databaseOf().countLeads(all())}`,
      );
      expect(seen).toEqual([`401 of ${total}`]);
      const before = await rows();
      expect(await databaseOf().insertLeads(batch('Pilot'))).toEqual({ added: 0, updated: 400, superseded: 0 });
      expect(await rows()).toEqual(before);
    });
  });
}

/** Polls `look` while the work runs and returns each distinct answer; it ends with the work, even on failure. */
async function seeDuring<Result, Seen>(work: () => Promise<Result>, look: () => Promise<Seen>) {
  const seen = new Set<Seen>();
  let isAtWork = true;
  const watch = async () => {
    while (isAtWork) seen.add(await look());
  };
  const working = work().finally(() => {
    isAtWork = false;
  });
  const [result] = await Promise.all([working, watch()]);
  return { result, seen: [...seen] };
}
