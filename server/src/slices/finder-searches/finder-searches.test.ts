import { ProviderError } from '@overture/adapters/kit/errors';
import { createOffLeadDatabase } from '@overture/adapters/lead-database/off.adapter';
import { createMemoryLeadDatabase } from '@overture/adapters/lead-database/testing/memory-lead-database';
import { api } from '@overture/contract';
import { FINDER_SEARCHES } from '@overture/domain/finder/saved-searches';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRoundMemory } from '../../kernel/rounds/parked-units.ts';
import { createClient, type TestClient, useTestServer } from '../../testing/harness.ts';
import { makeLead } from '../lead-finder/lead-finder.factory.ts';
import { mailNotices } from '../notices/index.ts';
import { createList } from '../searches/lists.factory.ts';
import { mailNewLeads } from './new-leads.service.ts';

const database = createMemoryLeadDatabase();
const server = useTestServer({ lead_database: database, is_alone: true });
type Person = Awaited<ReturnType<typeof server.signUp>>;

const filters = { seniority: ['Staff'] };
const mills = { name: 'Paper mills', is_own: true, filters };

const create = (who: TestClient, body: object = {}) =>
  who.call(api.createFinderSearch, { body: { ...mills, ...body } });
const list = async (who: TestClient) => (await who.call(api.listFinderSearches, {})).data.searches;
const namesSeenBy = async (who: TestClient) => (await list(who)).map(({ name }) => name);
const setMail = (who: TestClient, id: number, is_on = true) =>
  who.call(api.setFinderSearchMail, { params: { id }, body: { is_on } });
/** People who were never loaded before: the database knows them longer than a test lasts. */
let loaded = 0;
async function load(count: number): Promise<string[]> {
  const people = Array.from({ length: count }, (_, n) => makeLead(loaded + n));
  loaded += count;
  await database.insertLeads(people);
  return people.map(({ first_name }) => first_name);
}

async function addColleague(person: Person): Promise<Person> {
  const email = `colleague${Math.random()}@saved.example`;
  const { rows } = await server.owner.query(
    `insert into users (organization_id, email, name, role, password_hash, verified_at)
     select organization_id, $2, 'Mia Member', 'RESTRICTED', password_hash, verified_at from users where id = $1 returning id`,
    [person.user_id, email],
  );
  const { data } = await server.anonymous.call(api.login, { body: { email, password: 'correct horse' } });
  return { ...person, ...createClient(server.program, data.data?.token ?? ''), user_id: Number(rows[0].id), email };
}

beforeEach(async () => {
  database.leads.length = 0;
  await load(3);
});

describe('a saved search', () => {
  test('keeps filters for its owner or the organization, and starts without new leads', async () => {
    const person = await server.signUp();
    const colleague = await addColleague(person);
    const search_id = await createList(person);
    const given = { search_id, prospects_per_company: 2, leaves_out: ['lists', 'crm'] };
    const { status, data, error } = await create(person, given);
    expect(status, JSON.stringify(error)).toBe(200);
    expect(data.search).toMatchObject({ ...mills, ...given, filters, new_after: '3', new_count: null, version: 1 });
    await create(person, { name: 'Shared', is_own: false });
    expect(await namesSeenBy(person)).toEqual(['Paper mills', 'Shared']);
    expect(await namesSeenBy(colleague)).toEqual(['Shared']);
    expect(await namesSeenBy(await server.signUp())).toEqual([]);
  });

  test('finds and adds only who is new since a position', async () => {
    const person = await server.signUp();
    const id = await createList(person);
    const { new_after } = (await create(person)).data.search;
    const names = await load(2);
    const body = { filters, loaded_after: new_after };
    const preview = await person.call(api.previewFinderLeads, { params: { id }, body });
    expect(preview.data.prospects.map(({ first_name }) => first_name)).toEqual(names);
    const added = await person.call(api.addFinderLeads, { params: { id }, body: { ...body, amount: 25 } });
    expect(added.data).toMatchObject({ added_prospects: 2, total_prospects: 2 });
    for (const loaded_after of ['-1', '1e3', '12345678901', "1' or 1=1"])
      expect(
        (await person.call(api.previewFinderLeads, { params: { id }, body: { filters, loaded_after } })).status,
      ).toBe(400);
  });

  test('the second of two parallel changes is refused', async () => {
    const person = await server.signUp();
    const colleague = await addColleague(person);
    const { id, version } = (await create(person, { is_own: false })).data.search;
    const change = (who: TestClient, name: string) =>
      who.call(api.updateFinderSearch, { params: { id }, body: { ...mills, is_own: false, name, version } });
    expect((await change(colleague, 'Mills')).data.search).toMatchObject({ name: 'Mills', version: version + 1 });
    expect((await change(person, 'Ports')).error.code).toBe('changed_meanwhile');
    expect(await namesSeenBy(person)).toEqual(['Mills']);
  });

  test('of others is out of reach: other tenants, private ones, and deleting what a colleague shares', async () => {
    const person = await server.signUp();
    const [colleague, stranger] = [await addColleague(person), await server.signUp()];
    const own = (await create(person)).data.search.id;
    const shared = (await create(person, { is_own: false })).data.search.id;
    const change = (who: TestClient, id: number) =>
      who.call(api.updateFinderSearch, { params: { id }, body: { ...mills, name: 'Mine' } });
    const remove = (who: TestClient, id: number) => who.call(api.deleteFinderSearch, { params: { id } });
    for (const id of [own, shared])
      for (const act of [change, remove, setMail]) expect((await act(stranger, id)).status).toBe(404);
    for (const act of [change, remove, setMail]) expect((await act(colleague, own)).status).toBe(404);
    expect((await remove(colleague, shared)).error.code).toBe('not_yours');
    expect((await change(colleague, shared)).error.code).toBe('not_yours');
    const listOfOthers = await createList(stranger);
    expect((await create(person, { search_id: listOfOthers })).status).toBe(404);
    expect((await remove(person, shared)).status).toBe(200);
    expect(await namesSeenBy(person)).toEqual(['Paper mills']);
  });

  test('is refused with filters that the finder refuses, without any, and beyond the limit', async () => {
    const person = await server.signUp();
    expect((await create(person, { filters: {} })).error.error).toBe('Choose at least one filter.');
    expect((await create(person, { filters: { seniority: ['Boss'] } })).status).toBe(400);
    expect((await create(person, { name: '  ' })).status).toBe(400);
    const colleague = await addColleague(person);
    for (let count = 0; count < FINDER_SEARCHES.seen; count += 1) await create(colleague, { name: `Search ${count}` });
    expect((await create(colleague)).error.code).toBe('too_many_finder_searches');
    // A shared one would be one too many for the colleague.
    expect((await create(person, { is_own: false })).error.code).toBe('too_many_finder_searches');
    expect((await create(person)).status).toBe(200);
  });

  test('stays when its list is deleted, and is refused while the lead database is away', async () => {
    const person = await server.signUp();
    const search_id = await createList(person);
    await create(person, { search_id });
    await server.owner.query('delete from searches where id = $1', [search_id]);
    expect((await list(person))[0]).toMatchObject({ name: 'Paper mills', search_id: null });
    const position = vi.spyOn(database, 'getPosition').mockImplementation(createOffLeadDatabase('Away.').getPosition);
    expect((await create(person)).error).toMatchObject({ code: 'lead_database_unavailable', error: 'Away.' });
    position.mockRestore();
  });
});

describe('the Monday email', () => {
  const HOUR = 3_600_000;
  const DAY = 24 * HOUR;
  const monday = (() => {
    const ahead = new Date(Date.now() + 28 * DAY);
    return Date.UTC(ahead.getUTCFullYear(), ahead.getUTCMonth(), ahead.getUTCDate() - ((ahead.getUTCDay() + 6) % 7));
  })();
  const at = (days: number, hours = 0): number => monday + days * DAY + hours * HOUR;

  async function goTo(there: number): Promise<void> {
    const seconds = Math.ceil((there - Date.now()) / 1000);
    await server.owner.query('update installation set clock_offset = make_interval(secs => $1)', [seconds]);
    server.program.system.clock.setOffset(seconds * 1000);
  }
  const fresh = () => ({ ...server.program.system, rounds: createRoundMemory() });
  const write = () => mailNewLeads(fresh(), new AbortController().signal);
  const run = async () => {
    await write();
    await mailNotices(fresh());
  };
  const sent = () => server.mails.filter(({ subject }) => subject.includes('saved search'));

  /** A person who follows a search since the week before. */
  async function begin(body: object = {}) {
    const person = await server.signUp();
    await server.owner.query(
      "update organizations set time_zone = 'UTC', active_subscription = true where organization_id = $1",
      [person.organization_id],
    );
    const { id } = (await create(person, body)).data.search;
    await setMail(person, id);
    return { person, id };
  }

  beforeEach(async () => {
    server.mails.length = 0;
    await server.owner.query('delete from finder_searches');
    await server.owner.query('delete from notice_mails');
    await server.owner.query('delete from parked_units');
    await goTo(at(-4));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await server.owner.query("update installation set clock_offset = interval '0', restored_at = null");
    server.program.system.clock.setOffset(0);
  });

  test('names who is new once a week, from several workers, and counts each week from the last one', async () => {
    const { person } = await begin();
    await load(2);
    await goTo(at(0, 7));
    await run();
    expect(sent()).toEqual([]);
    await goTo(at(0, 8));
    await Promise.all([write(), write(), write()]);
    await Promise.all([run(), run()]);
    expect(sent()).toMatchObject([{ to: person.email, subject: '2 new leads in your saved searches' }]);
    expect(sent()[0]?.text).toContain('Paper mills: 2 new leads');
    expect(sent()[0]?.text).toContain('/searches/saved');
    expect((await list(person))[0]).toMatchObject({ new_count: 2, new_after: '3', is_mailed: true });
    await load(1);
    await goTo(at(7, 9));
    await run();
    expect(sent().map(({ subject }) => subject)).toEqual([
      '2 new leads in your saved searches',
      '1 new lead in your saved searches',
    ]);
    expect((await list(person))[0]).toMatchObject({ new_count: 1, new_after: '5' });
    await goTo(at(14, 9));
    await run();
    expect(sent()).toHaveLength(2);
    expect((await list(person))[0]).toMatchObject({ new_count: 0 });
  });

  test('what is counted stays when the next search cannot be counted: slow ones do not begin again and again', async () => {
    const { person } = await begin();
    await create(person, { name: 'Ports' });
    await load(1);
    await goTo(at(0, 9));
    const real = database.countLeads.bind(database);
    vi.spyOn(database, 'countLeads')
      .mockImplementationOnce(real)
      .mockRejectedValue(new ProviderError('unavailable', 'Away.', { concerns: 'service' }));
    await run();
    expect((await list(person)).map(({ new_count }) => new_count)).toEqual([1, null]);
    expect(sent()).toEqual([]);
  });

  test('a search whose filters are changed forgets what was counted, also while it is counted', async () => {
    const { person, id } = await begin();
    const other = { ...mills, filters: { seniority: ['Director-Level'] } };
    const change = (body: object) =>
      person.call(api.updateFinderSearch, { params: { id }, body: { ...mills, ...body } });
    await load(2);
    await goTo(at(0, 9));
    const real = database.countLeads.bind(database);
    const count = vi.spyOn(database, 'countLeads').mockImplementationOnce(async (...asked) => {
      await change(other);
      return real(...asked);
    });
    await run();
    expect(count).toHaveBeenCalledTimes(2);
    expect((await list(person))[0]).toMatchObject({ filters: other.filters, new_count: 0 });
    await server.owner.query(
      `update finder_searches set filters = '{"seniority":["Boss"]}', new_count = null, problem = 'Its filters cannot be read.'`,
    );
    expect((await change({ name: 'Renamed' })).data.search).toMatchObject({ problem: null, new_count: null });
    await server.owner.query('update finder_searches set new_count = 2');
    expect((await change({ name: 'Mills' })).data.search).toMatchObject({ name: 'Mills', new_count: 2 });
  });

  test('is one for all searches of a user, without those that have no readers or became private', async () => {
    const { person, id } = await begin({ is_own: false });
    const colleague = await addColleague(person);
    await setMail(colleague, id);
    const second = (await create(person, { name: 'Ports' })).data.search.id;
    await setMail(person, second);
    await create(person, { name: 'Unfollowed' });
    await person.call(api.updateFinderSearch, { params: { id }, body: mills });
    await load(1);
    await goTo(at(0, 9));
    await run();
    expect(sent()).toHaveLength(1);
    expect(sent()[0]?.text).toContain('Paper mills: 1 new lead');
    expect(sent()[0]?.text).toContain('Ports: 1 new lead');
    expect(sent()[0]?.text).not.toContain('Unfollowed');
    expect((await list(person)).map(({ new_count }) => new_count)).toEqual([1, 1, 1]);
  });

  test('its link stops it with a button, for all searches, and not by being opened', async () => {
    const { person } = await begin();
    const second = (await create(person, { name: 'Ports' })).data.search.id;
    await setMail(person, second);
    await load(1);
    await goTo(at(0, 9));
    await run();
    const path = sent()[0]?.text.match(/Stop this email: \S+?(\/new-leads-email\/[\w-]+)/)?.[1] ?? '';
    const ask = (method: 'GET' | 'POST', url = path) => server.program.app.inject({ method, url });
    expect(new URL(sent()[0]?.list_unsubscribe?.url ?? '').pathname).toBe(path);
    expect((await ask('GET')).body).toContain('<button');
    expect((await list(person)).map(({ is_mailed }) => is_mailed)).toEqual([true, true]);
    const oneClick = await server.program.app.inject({
      ...{ method: 'POST', url: path, payload: 'List-Unsubscribe=One-Click' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([oneClick.statusCode, oneClick.headers.location]).toEqual([200, undefined]);
    expect((await list(person)).map(({ is_mailed }) => is_mailed)).toEqual([false, false]);
    for (const url of [path, '/new-leads-email/nothing', '/new-leads-email/%00'])
      expect((await ask('GET', url)).body).toContain('no longer get the email about new leads');
  });

  test('an engine that is away is asked again until Tuesday night, and a search that stays unreadable says so', async () => {
    const { person, id } = await begin();
    await server.owner.query(`update finder_searches set filters = '{"seniority": ["Boss"]}' where id = $1`, [id]);
    const second = (await create(person, { name: 'Ports' })).data.search.id;
    await setMail(person, second);
    await load(1);
    await goTo(at(0, 9));
    const away = vi
      .spyOn(database, 'countLeads')
      .mockRejectedValue(new ProviderError('unavailable', 'Away.', { concerns: 'service' }));
    await run();
    expect(sent()).toEqual([]);
    expect((await server.owner.query("select from parked_units where loop = 'finder-searches'")).rowCount).toBe(1);
    away.mockRestore();
    await server.owner.query('delete from parked_units');
    await goTo(at(1, 20));
    await run();
    expect(sent()).toHaveLength(1);
    expect(sent()[0]?.text).toContain('Paper mills: Its filters cannot be read any longer.');
    expect(sent()[0]?.text).toContain('Ports: 1 new lead');
    const searches = await list(person);
    expect(searches.map(({ new_count }) => new_count)).toEqual([null, 1]);
    expect(searches[0]?.problem).toContain('cannot be read');
  });

  test('a worker that dies between counting and mailing leaves the email to the next one', async () => {
    const { person } = await begin();
    await load(1);
    await goTo(at(0, 9));
    const real = server.program.system.forOrganization(person.organization_id);
    let transactions = 0;
    vi.spyOn(server.program.system, 'forOrganization').mockReturnValueOnce({
      ...real,
      transaction: (work: never) => {
        transactions += 1;
        if (transactions === 2) throw new Error('killed');
        return real.transaction(work);
      },
    } as typeof real);
    await write();
    expect((await list(person))[0]).toMatchObject({ new_count: 1 });
    expect((await server.owner.query('select from notice_mails')).rows).toHaveLength(0);
    await server.owner.query('delete from parked_units');
    await run();
    await run();
    expect(sent()).toHaveLength(1);
  });

  test('a database that was loaded from the start again has no new leads, and counts from there', async () => {
    const { person } = await begin();
    database.leads.length = 0;
    await load(1);
    await goTo(at(0, 9));
    await run();
    expect(sent()).toEqual([]);
    await load(1);
    await goTo(at(7, 9));
    await run();
    expect(sent()).toMatchObject([{ subject: '1 new lead in your saved searches' }]);
    expect((await list(person))[0]).toMatchObject({ new_count: 1, new_after: '1' });
  });

  test('none goes out after a restore for what was due before, without the finder, and to people who left', async () => {
    const { person } = await begin();
    await load(1);
    await goTo(at(0, 10));
    await server.owner.query("update installation set restored_at = app_now() - interval '1 hour'");
    await run();
    expect(sent()).toEqual([]);
    await server.owner.query('update installation set restored_at = null');
    await server.owner.query(
      "update organizations set disabled_features = '{lead_finder_enabled}' where organization_id = $1",
      [person.organization_id],
    );
    await run();
    expect(sent()).toEqual([]);
    await server.owner.query("update organizations set disabled_features = '{}' where organization_id = $1", [
      person.organization_id,
    ]);
    await server.owner.query('update users set active = false where id = $1', [person.user_id]);
    await run();
    expect(sent()).toEqual([]);
  });
});
