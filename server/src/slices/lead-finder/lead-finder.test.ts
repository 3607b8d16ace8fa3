import { createOffLeadDatabase } from '@overture/adapters/lead-database/off.adapter';
import { createMemoryLeadDatabase } from '@overture/adapters/lead-database/testing/memory-lead-database';
import { api } from '@overture/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { countLockWaits } from '../../testing/database.ts';
import { useTestServer } from '../../testing/harness.ts';
import { movedLists } from '../searches/index.ts';
import { createList, csvHeader, importCsv } from '../searches/lists.factory.ts';
import { makeLead, makeLeads } from './lead-finder.factory.ts';

const database = createMemoryLeadDatabase();
const server = useTestServer({ lead_database: database });
const everybody = { prospect_location: [{ name: 'Netherlands' }, { name: 'Germany' }, { name: 'United States' }] };

beforeEach(async () => {
  database.leads.length = 0;
});

async function begin(count = 60) {
  database.leads.push(...makeLeads(count).map((lead, n) => ({ ...lead, id: String(1000 + n) })));
  const person = await server.signUp();
  return { person, id: await createList(person) };
}

describe('preview', () => {
  it('answers 25 leads, the exact total, and never an email or phone number', async () => {
    const { person, id } = await begin();
    database.leads[0]!.email = 'secret@company.example';
    const { status, data } = await person.call(api.previewFinderLeads, {
      params: { id },
      body: { filters: everybody },
    });
    expect(status).toBe(200);
    expect(data.total_prospects).toBe(60);
    expect(data.prospects).toHaveLength(25);
    expect(JSON.stringify(data)).not.toContain('secret@');
    expect(data.prospects[0]).toMatchObject({ id: '1000', is_in_list: false, industry: 'Software Development' });
  });

  it('keeps the order from page to page and counts at most so many of one company', async () => {
    const { person, id } = await begin();
    const page = async (number: number) =>
      (await person.call(api.previewFinderLeads, { params: { id }, body: { filters: everybody, page: number } })).data
        .prospects;
    const ids = [...(await page(1)), ...(await page(2)), ...(await page(3))].map((lead) => lead.id);
    expect(new Set(ids).size).toBe(60);
    const capped = await person.call(api.previewFinderLeads, {
      params: { id },
      body: { filters: everybody, prospects_per_company: 2 },
    });
    expect(capped.data.total_prospects).toBe(20);
  });

  it('shows one lead with its reasons, where it is known, and why it stays back', async () => {
    const { person, id } = await begin();
    Object.assign(database.leads[0]!, { email: 'eva@company0.example', phone_number: '+31 20 123 4567' });
    const inspect = (lead_id: string, filters?: Record<string, unknown>) =>
      person.call(api.inspectFinderLead, { params: { id }, body: { lead_id, filters } });
    const { status, data, error } = await inspect('1000', everybody);
    expect(status, JSON.stringify(error)).toBe(200);
    expect(data).toMatchObject({
      lead: { first_name: 'First0', is_in_list: false },
      contact: ['email', 'phone'],
      reasons: [{ filter: 'prospect_location', value: 'Amsterdam, North Holland, Netherlands' }],
      known_in: [],
      blocked: null,
    });
    expect(JSON.stringify(data)).not.toContain('eva@');
    await person.call(api.addFinderLeads, { params: { id }, body: { prospect_ids: ['1000'] } });
    await person.call(api.addSuppression, { body: { entry: 'eva@company0.example' } });
    const again = (await inspect('1000')).data;
    expect(again).toMatchObject({ lead: { is_in_list: true }, reasons: [], known_in: ['lists'], blocked: 'manual' });
    expect((await inspect('999999')).status).toBe(404);
    expect((await inspect('x')).status).toBe(400);
    const other = await server.signUp();
    const stranger = await other.call(api.inspectFinderLead, { params: { id }, body: { lead_id: '1000' } });
    expect(stranger.status).toBe(404);
    const own = await createList(other);
    const unknown = await other.call(api.inspectFinderLead, { params: { id: own }, body: { lead_id: '1000' } });
    expect(unknown.data).toMatchObject({ known_in: [], blocked: null });
  });

  it('remembers the filters of the list', async () => {
    const { person, id } = await begin();
    const filters = { job_title: { must: ['  VP '], can: [], doesnt: ['intern'] } };
    const { data } = await person.call(api.previewFinderLeads, { params: { id }, body: { filters } });
    expect(data.total_prospects).toBe(12);
    const search = await person.call(api.getSearch, { params: { id } });
    expect(search.data.filters).toMatchObject({ job_title: { must: ['VP'], can: [], doesnt: ['intern'] } });
    expect(search.data.prospects_per_company).toBeNull();
  });

  it('stores the limit for each company for additions without filters', async () => {
    const { person, id } = await begin();
    const params = { id };
    const body = { filters: everybody, prospects_per_company: 2 };
    await person.call(api.previewFinderLeads, { params, body });
    const remembered = (await person.call(api.getSearch, { params })).data;
    expect(remembered.prospects_per_company).toBe(2);
    expect(Object.keys(remembered.filters)).not.toContain('prospects_per_company');
    const added = await person.call(api.addFinderLeads, { params, body: { amount: 500 } });
    expect(added.data.added_prospects).toBe(20);
    await person.call(api.previewFinderLeads, { params, body: { filters: everybody } });
    expect((await person.call(api.getSearch, { params })).data.prospects_per_company).toBeNull();
  });

  it.each([
    ['no filters', {}],
    ['only empty ones', { seniority: [], job_title: { must: [] } }],
    ['an unknown filter', { shoe_size: ['44'] }],
    ['an unknown option', { seniority: ['Emperor'] }],
    ['included and excluded', { job_title: { must: ['ceo'], doesnt: ['CEO'] } }],
    ['10,000 tags', { job_title: { can: Array.from({ length: 10_000 }, (_, n) => `title ${n}`) } }],
    ['a list as a filter', { job_title: [['ceo']] }],
    ['SQL', { company_size: ["' or 1=1 --"] }],
  ])('answers 400 in words for %s', async (_, filters) => {
    const { person, id } = await begin(1);
    const { status, error } = await person.call(api.previewFinderLeads, { params: { id }, body: { filters } });
    expect(status).toBe(400);
    expect(error.error.length).toBeGreaterThan(10);
  });

  it('ends the query in the engine when the caller hangs up', async () => {
    const { person, id } = await begin(1);
    const original = database.previewLeads;
    let resolveStarted = (): void => undefined;
    const started = new Promise<void>((resolve) => {
      resolveStarted = resolve;
    });
    const ended = new Promise<unknown>((resolve) => {
      database.previewLeads = (_query, options) =>
        new Promise((_, reject) => {
          resolveStarted();
          options?.signal?.addEventListener('abort', () => {
            resolve(options.signal?.reason);
            reject(options.signal?.reason);
          });
        });
    });
    const address = server.program.app.server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const caller = new AbortController();
    const request = fetch(`http://127.0.0.1:${port}/api/v1/search/${id}/prospects/`, {
      method: 'POST',
      headers: { jwt: person.token ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ filters: everybody }),
      signal: caller.signal,
    }).catch(() => 'gone');
    await started;
    caller.abort();
    expect(await request).toBe('gone');
    expect(String(await ended)).toContain('cancelled');
    database.previewLeads = original;
  });

  it("does not know another organization's list", async () => {
    const { id } = await begin(3);
    const stranger = await server.signUp();
    const body = { filters: everybody, amount: 3 };
    expect((await stranger.call(api.previewFinderLeads, { params: { id }, body })).status).toBe(404);
    expect((await stranger.call(api.addFinderLeads, { params: { id }, body })).status).toBe(404);
  });
});

describe('adding to a list', () => {
  it('copies leads with what is known of them, once, and says who was there already', async () => {
    const { person, id } = await begin();
    database.leads[0]!.email = 'first@company0.example';
    const add = (amount: number) =>
      person.call(api.addFinderLeads, { params: { id }, body: { filters: everybody, amount } });
    const first = await add(25);
    expect(first.data).toMatchObject({ added_prospects: 25, already_in_list: 0, total_prospects: 25 });
    expect(first.data.prospects[0]).toMatchObject({
      email: 'first@company0.example',
      company: { revenue: '$1 - 10M' },
    });
    const second = await add(25);
    expect(second.data).toMatchObject({ added_prospects: 25, already_in_list: 25, total_prospects: 50 });
    const rest = await add(500);
    expect(rest.data).toMatchObject({ added_prospects: 10, already_in_list: 50, total_prospects: 60 });
    const preview = await person.call(api.previewFinderLeads, { params: { id }, body: { filters: everybody } });
    expect(preview.data.prospects.every((lead) => lead.is_in_list)).toBe(true);
  });

  it('says that the list is gone where it was deleted while its leads were selected, and adds them to an archived one', async () => {
    const select = database.selectLeads;
    const { person, id } = await begin();
    const archived = await createList(person, 'Archived');
    const addTo = (list: number) =>
      person.call(api.addFinderLeads, { params: { id: list }, body: { filters: everybody, amount: 60 } });
    const during = (sql: string, list: number) => {
      database.selectLeads = async function* (...given) {
        await server.owner.query(sql, [list]);
        return yield* select.apply(database, given);
      };
    };
    try {
      during('delete from searches where id = $1', id);
      expect((await addTo(id)).status).toBe(404);
      const people = 'select count(*)::int as n from prospects where organization_id = $1';
      expect((await server.owner.query(people, [person.organization_id])).rows).toEqual([{ n: 0 }]);
      during("update searches set status = 'archived' where id = $1", archived);
      expect((await addTo(archived)).data).toMatchObject({ added_prospects: 60, total_prospects: 60 });
    } finally {
      database.selectLeads = select;
    }
  });

  it('adds to a list that the undo of an import finds empty at the same moment: the list stays', async () => {
    const { person, id } = await begin(3);
    const { organization_id } = person;
    const usage = await server.owner.connect();
    try {
      await usage.query('begin');
      await usage.query('select from organizations where organization_id = $1 for update', [organization_id]);
      const adding = person.call(api.addFinderLeads, { params: { id }, body: { filters: everybody, amount: 3 } });
      await expect.poll(() => countLockWaits(server.owner, 'finder_usage')).toBeGreaterThan(0);
      const deleting = server.program.system
        .forOrganization(organization_id)
        .transaction((tx) => movedLists.deleteEmpty(tx, id));
      await expect.poll(() => countLockWaits(server.owner, 'delete from searches')).toBe(1);
      await usage.query('commit');
      expect([(await adding).data.added_prospects, await deleting]).toEqual([3, false]);
    } finally {
      await usage.query('rollback');
      usage.release();
    }
    const left = await server.owner.query('select from search_prospects where search_id = $1', [id]);
    expect(left.rows).toHaveLength(3);
  });

  it('keeps the whole list to the most leads of one company', async () => {
    const { person, id } = await begin();
    const add = (amount: number) =>
      person.call(api.addFinderLeads, {
        params: { id },
        body: { filters: everybody, amount, prospects_per_company: 2 },
      });
    expect((await add(15)).data).toMatchObject({ added_prospects: 15 });
    expect((await add(500)).data).toMatchObject({ added_prospects: 5, already_in_list: 15, company_limit_count: 40 });
    expect((await add(500)).data).toMatchObject({ added_prospects: 0, total_prospects: 20 });
  });

  it('adds named leads, and reports missing ones', async () => {
    const { person, id } = await begin();
    const body = { prospect_ids: ['1003', '1007', '1007', '999999'] };
    const { data } = await person.call(api.addFinderLeads, { params: { id }, body });
    expect(data).toMatchObject({ added_prospects: 2, not_found: 1 });
    expect(data.prospects.map((lead) => lead.first_name)).toEqual(['First3', 'First7']);
  });

  it('merges with people known by LinkedIn address or by email, and completes them', async () => {
    const { person, id } = await begin(0);
    const other = await createList(person, 'Known');
    await importCsv(person, other, `${csvHeader}\nAnn,,,https://nl.linkedin.com/in/Finder-1/,,,,\n`);
    await server.program.system
      .forOrganization(person.organization_id)
      .transaction(({ db }) =>
        sql`insert into prospects (organization_id, first_name, email) values (${person.organization_id}, 'Bob', 'bob@b.example')`.execute(
          db,
        ),
      );
    const known = makeLead(2, {
      linkedin_key: null,
      linkedin_profile_url: null,
      email: 'bob@b.example',
      phone_number: '+31 20 1',
    });
    const fresh = makeLead(3, { linkedin_key: null, linkedin_profile_url: null, email: 'new@b.example' });
    database.leads.push(...[makeLead(1), known, fresh].map((lead, n) => ({ ...lead, id: String(n) })));
    const { data } = await person.call(api.addFinderLeads, {
      params: { id },
      body: { filters: everybody, amount: 10 },
    });
    expect(data.added_prospects).toBe(3);
    const people = data.prospects.map(({ first_name, last_name, job_title }) => [first_name, last_name, job_title]);
    expect(people).toContainEqual(['Ann', 'Last1', 'VP of Sales']);
    expect(data.prospects.find((lead) => lead.email === 'bob@b.example')).toMatchObject({
      first_name: 'Bob',
      phone_number: '+31 20 1',
    });
    const again = await person.call(api.addFinderLeads, { params: { id }, body: { filters: everybody, amount: 10 } });
    expect(again.data).toMatchObject({ added_prospects: 0, already_in_list: 3 });
    const count = await countPeople(person.organization_id);
    expect(count).toBe(3);
  });

  it('lists those who are in another list already beside new ones, each once, and completes them', async () => {
    const { person, id } = await begin(5);
    const other = await createList(person, 'Known');
    await importCsv(person, other, `${csvHeader}\nAnn,,,https://nl.linkedin.com/in/Finder-3/,,,,\n`);
    const fields = { headline: 'a\tb \\N \u0001', last_name: '\\N' };
    database.leads.push({ ...makeLead(90, fields), id: '2000' }, { ...makeLead(91, { headline: null }), id: '2001' });
    const body = { filters: everybody, amount: 10 };
    const { data } = await person.call(api.addFinderLeads, { params: { id }, body });
    expect(data).toMatchObject({ added_prospects: 7, already_in_list: 0, total_prospects: 7 });
    const shown = new Map(data.prospects.map((lead) => [lead.linkedin_profile_url?.split('/').at(-1), lead]));
    expect(shown.get('finder-3')).toMatchObject({ first_name: 'Ann', headline: 'Person 3' });
    expect(shown.get('finder-90')).toMatchObject({ headline: 'a b \\N', last_name: '\\N' });
    expect(shown.get('finder-91')).toMatchObject({ headline: null });
    expect(await countPeople(person.organization_id)).toBe(7);
  });

  it('leaves leads who were taken out of the list out, unless they are named', async () => {
    const { person, id } = await begin(5);
    const first = await person.call(api.addFinderLeads, { params: { id }, body: { filters: everybody, amount: 2 } });
    const taken = first.data.prospects.map((lead) => lead.id);
    await person.call(api.changeProspectStatuses, {
      params: { id },
      body: { prospect_ids: taken, new_status: 'ARCHIVED' },
    });
    const rest = await person.call(api.addFinderLeads, { params: { id }, body: { filters: everybody, amount: 500 } });
    expect(rest.data).toMatchObject({ added_prospects: 3, total_prospects: 3 });
    const named = await person.call(api.addFinderLeads, { params: { id }, body: { prospect_ids: ['1000', '1001'] } });
    expect(named.data).toMatchObject({ added_prospects: 2, total_prospects: 5 });
  });

  it('leaves people out who are in any list, a campaign or the CRM, where that is asked for; named ones come', async () => {
    const { person, id } = await begin(30);
    for (const [at, lead] of database.leads.entries()) lead.email = `p${at}@known.example`;
    const organization = person.organization_id;
    const other = await createList(person);
    const addTo = async (list: number, body: object) =>
      (
        await person.call(api.addFinderLeads, {
          params: { id: list },
          body: { filters: everybody, amount: 30, ...body },
        })
      ).data;
    await addTo(other, { amount: 10 });
    const { rows } = await server.owner.query(
      "insert into integrations (organization_id, integration_type, account_id, account_name) values ($1, 'HUBSPOT', 'h', 'H') returning id",
      [organization],
    );
    await server.owner.query(
      `insert into crm_people (organization_id, integration_id, record_id, email, standing, words) values ($1, $2, '1', 'p12@known.example', 'customer', 'A customer')`,
      [organization, rows[0].id],
    );
    await server.owner.query(
      `with c as (insert into campaigns (organization_id, name) values ($1, 'C') returning id)
        insert into campaign_leads (organization_id, campaign_id, prospect_id)
        select $1, c.id, p.id from c, (select id from prospects where organization_id = $1 order by id limit 3) p`,
      [organization],
    );
    expect(await addTo(id, { amount: 5, leaves_out: ['campaigns'] })).toMatchObject({
      added_prospects: 5,
      known_count: 3,
    });
    expect(await addTo(id, { leaves_out: ['lists', 'campaigns', 'crm'] })).toMatchObject({
      added_prospects: 19,
      already_in_list: 5,
      known_count: 6,
    });
    const named = await addTo(id, { prospect_ids: ['1000', '1012'], leaves_out: ['lists', 'crm'] });
    expect(named).toMatchObject({ added_prospects: 2, known_count: 0 });
  });

  it('adds no lead twice when the button is pressed twenty times in parallel', async () => {
    const { person, id } = await begin();
    const body = { filters: everybody, amount: 25 };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => person.call(api.addFinderLeads, { params: { id }, body })),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200));
    const { data } = await person.call(api.listSearchProspects, { params: { id } });
    const added = answers.reduce((sum, answer) => sum + answer.data.added_prospects, 0);
    expect(data.totalProspects).toBe(added);
    expect(await countPeople(person.organization_id)).toBe(added);
  });

  it('notifies the browsers, and ends the announced work when the engine fails', async () => {
    const { person, id } = await begin(30);
    const add = (amount: number) =>
      person.call(api.addFinderLeads, { params: { id }, body: { filters: everybody, amount } });
    await add(20);
    await server.program.system
      .forOrganization(person.organization_id)
      .transaction(({ db }) => sql`update organizations set active_subscription = true`.execute(db));
    const original = database.selectLeads;
    database.selectLeads = createOffLeadDatabase('The lead database is being fetched.').selectLeads;
    const failed = await add(1000);
    database.selectLeads = original;
    expect([failed.status, failed.error.error]).toEqual([503, 'The lead database is being fetched.']);
    const rows = await server.program.system.systemTransaction(({ db }) =>
      sql<{
        type: string;
        total: number | null;
      }>`select type, (data->>'total_prospects')::int as total from live_messages
        where organization_id = ${person.organization_id} order by id`.execute(db),
    );
    expect(rows.rows.map(({ type }) => type)).toEqual([
      ...['search_started', 'prospect_list', 'search_finished'],
      ...['search_started', 'search_finished'],
    ]);
    expect(rows.rows[1]?.total).toBe(20);
  });

  it('respects excluded domains: of the company, and of the address of the person', async () => {
    const { person, id } = await begin(20);
    database.leads[4]!.email = 'somebody@mail.blocked.example';
    database.leads[5]!.email = 'Alone@gmail.example';
    database.leads[6]!.email = 'somebody@gmail.example';
    for (const domain of ['company3.example', 'blocked.example', 'alone@gmail.example']) {
      await person.call(api.addExcludedDomain, { body: { domain } });
    }
    const body = { filters: everybody, amount: 500 };
    const { data } = await person.call(api.addFinderLeads, { params: { id }, body });
    expect(data).toMatchObject({ added_prospects: 16, excluded_domains_count: 4 });
  });

  it.each([
    [{}, 'no_leads_selected'],
    [{ amount: 0 }, 'no_leads_selected'],
    [{ amount: 100_000_000, filters: everybody }, 'bad_request'],
    [{ amount: 25 }, 'bad_request'],
    [{ amount: -1, filters: everybody }, 'validation_failed'],
  ])('refuses %j', async (body, code) => {
    const { person, id } = await begin(1);
    const { status, error } = await person.call(api.addFinderLeads, { params: { id }, body });
    expect([status, error.code]).toEqual([400, code]);
  });
});

describe('limits', () => {
  it('gives a trial 500 leads, as many of a request as still fit, under concurrency', async () => {
    const { person, id } = await begin(620);
    const add = (amount: number) =>
      person.call(api.addFinderLeads, { params: { id }, body: { filters: everybody, amount } });
    const preview = () => person.call(api.previewFinderLeads, { params: { id }, body: { filters: everybody } });
    expect((await add(450)).data.added_prospects).toBe(450);
    expect((await preview()).data.remaining_leads).toBe(50);
    expect((await add(20)).data).toMatchObject({ added_prospects: 20, over_limit_count: 0 });
    const answers = await Promise.all([add(100), add(100), add(100)]);
    expect(
      answers.filter((answer) => answer.status === 200).reduce((sum, { data }) => sum + data.added_prospects, 0),
    ).toBe(30);
    expect(answers.filter(({ status }) => status === 200).map(({ data }) => data.over_limit_count)).toContain(70);
    expect((await preview()).data.remaining_leads).toBe(0);
    expect((await add(1)).error.error).toBe('trial_search_limit');
    expect(await countPeople(person.organization_id)).toBe(500);
  });

  it('stops paying organizations at the monthly limit until the next month', async () => {
    const { person, id } = await begin(30);
    const setUsage = (month: string) =>
      server.program.system.systemTransaction(async ({ db }) => {
        await sql`update organizations set active_subscription = true where organization_id = ${person.organization_id}`.execute(
          db,
        );
        await sql`delete from finder_usage where organization_id = ${person.organization_id}`.execute(db);
        await sql`insert into finder_usage values (${person.organization_id},
          date_trunc('month', app_now() at time zone 'utc')::date ${sql.raw(month)}, 49990)`.execute(db);
      });
    const add = (amount: number) =>
      person.call(api.addFinderLeads, { params: { id }, body: { filters: everybody, amount } });
    await setUsage('');
    expect((await add(11)).data).toMatchObject({ added_prospects: 10, over_limit_count: 1 });
    expect((await add(1)).error.error).toBe('search_limit');
    await setUsage("- interval '1 month'");
    expect((await add(20)).data.added_prospects).toBe(20);
  });
});

describe('industries and places', () => {
  it('answers industries with five minutes of cache', async () => {
    const person = await server.signUp();
    const { data, headers } = await person.call(api.listIndustries);
    expect(headers['cache-control']).toContain('max-age=300');
    expect(Object.keys(data)).toHaveLength(20);
    expect(data['Technology, Information and Media']).toContain('Software Development');
  });

  it.each([
    ['amsterd', 'Amsterdam, North Holland, Netherlands'],
    ['são paul', 'São Paulo, São Paulo, Brazil'],
    ['zurich', 'Zürich, Zurich, Switzerland'],
    ['netherl', 'Netherlands'],
    ['york', 'New York, United States'],
    ['new york', 'New York, United States'],
  ])('finds %j', async (query, name) => {
    const person = await server.signUp();
    const { data } = await person.call(api.findLocations, { query: { query } });
    expect(data.items.length).toBeLessThanOrEqual(20);
    expect(data.items.map((item) => item.name)).toContain(name);
  });

  it('offers the most populous first, and nothing for one character', async () => {
    const person = await server.signUp();
    const names = async (query: string) =>
      (await person.call(api.findLocations, { query: { query } })).data.items.map((item) => item.name);
    expect((await names('united'))[0]).toBe('United States');
    expect(await names('a')).toEqual([]);
    expect(await names('%_')).toEqual([]);
  });
});

it('offers job titles of the lead database, those that begin with the text before others, frequent ones first', async () => {
  const titles = ['Maintenance Planner', 'Head of Maintenance', 'Maintenance Engineer', 'maintenance engineer', 'Chef'];
  database.leads.push(...titles.map((job_title, n) => ({ ...makeLead(n), job_title, id: String(n) })));
  const person = await server.signUp();
  const names = async (query: string) =>
    (await person.call(api.findJobTitles, { query: { query } })).data.items.map((item) => item.name);
  expect(await names('maint')).toEqual(['Maintenance Engineer', 'Maintenance Planner', 'Head of Maintenance']);
  expect(await names('m')).toEqual([]);
});

async function countPeople(organizationId: number): Promise<number> {
  const rows = await server.program.system.systemTransaction(({ db }) =>
    sql<{
      count: number;
    }>`select count(*)::int as count from prospects where organization_id = ${organizationId}`.execute(db),
  );
  return rows.rows[0]!.count;
}
