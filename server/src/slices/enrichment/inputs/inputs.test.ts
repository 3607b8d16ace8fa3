import { api } from '@overture/contract';
import { afterEach, expect, test } from 'vitest';
import { createRoundMemory } from '../../../kernel/rounds/parked-units.ts';
import { countLockWaits } from '../../../testing/database.ts';
import { useTestServer } from '../../../testing/harness.ts';
import { runAutomaticResearch } from '../automatic/automatic.service.ts';
import { runWaitingResearch } from '../automatic/waiting.service.ts';
import * as factory from '../enrichment.factory.ts';

// It moves the clock of the installation and runs loops over all organizations.
const server = useTestServer({ is_alone: true });
type Person = Awaited<ReturnType<typeof server.signUp>>;

afterEach(async () => {
  await server.owner.query(`update installation set clock_offset = '0', restored_at = null`);
  server.program.system.clock.setOffset(0);
});

const asWorker = () => ({ ...server.program.system, rounds: createRoundMemory() });
const startWaiting = () => runWaitingResearch(asWorker(), new AbortController().signal);

/** A list with a column `News` and one whose question names it. */
async function setUp(person: Person, count: number, given: Record<string, unknown> = {}) {
  const { id, people } = await factory.createResearchList(server, person, count);
  const news = await factory.startTask(person, id, { name: 'News', prompt: 'What is new?' });
  const fit = await factory.startTask(person, id, {
    ...{ name: 'Fit', prompt: 'Does {{research.news}} fit?' },
    ...given,
  });
  expect([news.status, fit.status]).toEqual([200, 200]);
  return { id, people, news: news.data.id, fit: fit.data.id };
}

const run = (person: Person, searchId: number, prompt_id: number, people: readonly number[]) =>
  person.call(api.enrichSelectedCells, {
    params: { searchId },
    body: { cells: people.map((prospect_id) => ({ prompt_id, prospect_id })) },
  });

/** Runs what is queued; answers the columns that cells of `promptId` were given. */
async function work(person: Person, promptId: number) {
  const given: unknown[] = [];
  await factory.withEngine(
    server,
    (input) => {
      if (input.task.prompt_id === promptId) given.push(input.columns);
      return factory.foundAtOnce(input);
    },
    () => factory.untilQuiet(server, person.organization_id),
  );
  return given;
}

const EMPTY = '“News” is empty for this lead. Nothing was charged. Runs when it has a result.';

test('a question gets the values of the columns that it names', async () => {
  const person = await server.signUp();
  const { id, people, news, fit } = await setUp(person, 1);
  const column = await person.call(api.createLeadColumn, { body: { name: 'Region', type: 'text' } });
  await person.call(api.updateProspect, { params: { id: people[0]! }, body: { custom: { region: 'North' } } });
  expect(column.status).toBe(200);
  const wide = await factory.startTask(person, id, {
    ...{ name: 'Wide', prompt: 'Is {{ research.news }} of {{first_name}} about {{custom.region}}?' },
  });
  await run(person, id, news, people);
  await work(person, news);
  await run(person, id, fit, people);
  await run(person, id, wide.data.id, people);
  expect(await work(person, wide.data.id)).toEqual([
    [
      { name: 'research.news', label: 'News', value: 'Answer for First1' },
      { name: 'custom.region', label: 'Region', value: 'North' },
    ],
  ]);
});

test('an empty column costs nothing, and its result starts the lead once', async () => {
  const person = await server.signUp();
  const { id, people, news, fit } = await setUp(person, 3);
  await run(person, id, fit, people);
  expect(await work(person, fit)).toEqual([]);
  const cells = await factory.listCells(person, id, fit);
  expect(cells.map(({ state, error, empty_input, credits }) => ({ state, error, empty_input, credits }))).toEqual(
    people.map(() => ({ state: 'failed', error: EMPTY, empty_input: 'News', credits: 0 })),
  );
  expect(await factory.listLedger(server, person.organization_id)).toMatchObject({ reserved: 0, spent: 0 });
  await startWaiting();
  expect(await factory.countCells(server, person.organization_id)).toBe(0);

  await run(person, id, news, people.slice(0, 2));
  await work(person, news);
  await Promise.all([startWaiting(), startWaiting()]);
  expect(await factory.countCells(server, person.organization_id)).toBe(2);
  expect((await work(person, fit)).length).toBe(2);
  await startWaiting();
  expect(await factory.countCells(server, person.organization_id)).toBe(0);
  expect(await factory.listLedger(server, person.organization_id)).toMatchObject({ reserved: 0, spent: 4 });
  const left = (await factory.listCells(person, id, fit)).find(({ prospect }) => prospect === people[2]);
  expect(left).toMatchObject({ state: 'failed', empty_input: 'News' });
  // A result written by hand counts too.
  await person.call(api.createAnswer, { body: { prompt_id: news, prospect_id: people[2]!, answer: 'By hand' } });
  await startWaiting();
  expect((await work(person, fit)).length).toBe(1);
});

test('a column that is being researched is waited for, also where leads run without a value', async () => {
  const person = await server.signUp();
  const { id, people, news, fit } = await setUp(person, 2, { runs_with_empty: true });
  await run(person, id, fit, people.slice(1));
  expect(await work(person, fit)).toEqual([[{ name: 'research.news', label: 'News', value: null }]]);
  await run(person, id, news, people.slice(0, 1));
  await run(person, id, fit, people.slice(0, 1));
  await factory.withEngine(
    server,
    async (input) => {
      if (input.task.prompt_id === fit) return factory.foundAtOnce(input);
      await expect
        .poll(async () => (await factory.listCells(person, id, fit)).map(({ empty_input }) => empty_input))
        .toContain('News');
      return { kind: 'not_found', explanation: 'Nothing.', sources: [] };
    },
    () => factory.untilQuiet(server, person.organization_id),
  );
  await startWaiting();
  expect(await work(person, fit)).toEqual([[{ name: 'research.news', label: 'News', value: null }]]);
});

test('a stop, a removed column and a restore end the wait', async () => {
  const person = await server.signUp();
  const { id, people, news, fit } = await setUp(person, 3);
  const wait = async () => {
    await run(person, id, fit, people);
    await work(person, fit);
  };
  await wait();
  await person.call(api.cancelResearch, { params: { searchId: id } });
  await run(person, id, news, people);
  await work(person, news);
  await startWaiting();
  expect(await factory.countCells(server, person.organization_id)).toBe(0);
  await server.owner.query(`update enrichment_answers set answer = null, state = 'failed' where prompt_id = $1`, [
    news,
  ]);
  await wait();
  await server.owner.query(`update installation set restored_at = app_now() + interval '1 minute'`);
  await run(person, id, news, people);
  await work(person, news);
  await startWaiting();
  expect(await factory.countCells(server, person.organization_id)).toBe(0);
  const { rows } = await server.owner.query(
    'select 1 from enrichment_answers where waits_for is not null or ready_at is not null',
  );
  expect(rows).toEqual([]);
});

/** Holds a row until `during` has ended. */
async function holding<Result>(row: string, id: number, during: () => Promise<Result>): Promise<Result> {
  const client = await server.owner.connect();
  try {
    await client.query('begin');
    await client.query(`${row} for no key update`, [id]);
    return await during();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('a result that arrives while other leads start is not lost', async () => {
  const person = await server.signUp();
  const { id, people, news, fit } = await setUp(person, 2);
  await run(person, id, fit, people);
  await work(person, fit);
  await run(person, id, news, people);
  await work(person, news);
  const arrive = (ready_at: string, prospect: number) =>
    server.owner.query(
      `update enrichment_answers set ready_at = ${ready_at} where prompt_id = $1 and prospect_id = $2`,
      [fit, prospect],
    );
  await arrive('null', people[1]!);
  const row = 'select from organizations where organization_id = $1';
  await holding(row, person.organization_id, async () => {
    const starting = startWaiting();
    await expect.poll(() => countLockWaits(server.owner, 'organizations')).toBeGreaterThan(0);
    await arrive('app_now()', people[1]!);
    return { starting };
  }).then(({ starting }) => starting);
  expect(await factory.countCells(server, person.organization_id)).toBe(1);
  await startWaiting();
  expect(await factory.countCells(server, person.organization_id)).toBe(2);
  expect((await work(person, fit)).length).toBe(2);
});

test('a stop reaches leads that begin to wait at that moment', async () => {
  const person = await server.signUp();
  const { id, people, fit } = await setUp(person, 1);
  await run(person, id, fit, people);
  const { rows } = await server.owner.query('select id from enrichment_runs where prompt_id = $1', [fit]);
  await factory.withEngine(server, factory.foundAtOnce, async () => {
    const { stopping } = await holding('select from enrichment_runs where id = $1', rows[0].id, async () => {
      await expect.poll(() => countLockWaits(server.owner, 'enrichment_runs')).toBe(1);
      const answer = person.call(api.cancelResearch, { params: { searchId: id } });
      await expect.poll(() => countLockWaits(server.owner)).toBe(2);
      return { stopping: answer };
    });
    expect((await stopping).status).toBe(200);
  });
  const left = await server.owner.query(
    'select 1 from enrichment_answers where prompt_id = $1 and waits_for is not null',
    [fit],
  );
  expect(left.rows).toEqual([]);
});

test('a stop of what was waited for starts questions that are asked without a value', async () => {
  const person = await server.signUp();
  const { id, people, news, fit } = await setUp(person, 1, { runs_with_empty: true });
  const { data: other } = await person.call(api.createSearch, { body: { name: 'Other' } });
  await server.owner.query(
    'insert into search_prospects (organization_id, search_id, prospect_id) values ($1, $2, $3)',
    [person.organization_id, other.id, people[0]],
  );
  await factory.startTask(person, other.id, { prompt_id: news, name: 'News', prompt: 'What is new?' });
  await run(person, other.id, news, people);
  await run(person, id, fit, people);
  await factory.withEngine(
    server,
    (input) => (input.task.prompt_id === fit ? factory.foundAtOnce(input) : new Promise(() => undefined)),
    () =>
      expect
        .poll(async () => (await factory.listCells(person, id, fit)).map(({ empty_input }) => empty_input))
        .toEqual(['News']),
  );
  await person.call(api.cancelResearch, { params: { searchId: other.id } });
  await startWaiting();
  expect(await work(person, fit)).toEqual([[{ name: 'research.news', label: 'News', value: null }]]);
});

test('a person who was deactivated pays for no lead that waited', async () => {
  const person = await server.signUp();
  const { id, people, news, fit } = await setUp(person, 1);
  await run(person, id, fit, people);
  await work(person, fit);
  await run(person, id, news, people);
  await work(person, news);
  await server.owner.query('update users set active = false where id = $1', [person.user_id]);
  await startWaiting();
  expect(await factory.countCells(server, person.organization_id)).toBe(0);
  const { rows } = await server.owner.query('select error from enrichment_answers where prompt_id = $1', [fit]);
  expect(rows).toEqual([
    {
      error: 'The person who started this was deactivated. Start the lead again: credits then count towards your cap.',
    },
  ]);
  // One that waited for too long is no longer delayed.
  await server.owner.query(
    `update enrichment_answers set waits_since = app_now() - interval '31 days', ready_at = app_now() where prompt_id = $1`,
    [fit],
  );
  await startWaiting();
  const left = await server.owner.query(
    'select 1 from enrichment_answers where prompt_id = $1 and waits_for is not null',
    [fit],
  );
  expect(left.rows).toEqual([]);
});

test('leads that wait say why they do not start: credits, and the number of a day', async () => {
  const person = await server.signUp();
  const { id, people, news, fit } = await setUp(person, 3);
  await run(person, id, fit, people);
  await work(person, fit);
  await run(person, id, news, people);
  await work(person, news);
  await server.owner.query('update organizations set email_credits = 2 where organization_id = $1', [
    person.organization_id,
  ]);
  await startWaiting();
  expect(await factory.countCells(server, person.organization_id)).toBe(2);
  await work(person, fit);
  await startWaiting();
  const waiting = (await factory.listCells(person, id, fit)).find(({ empty_input }) => empty_input === 'News');
  expect(waiting).toMatchObject({ state: 'failed', error: expect.stringContaining('credits') });
});

test('new leads that waited count towards the leads of the day on which they start', async () => {
  const person = await server.signUp();
  const { id, news, fit } = await setUp(person, 0);
  const params = { searchId: id, promptId: fit };
  await person.call(api.setAutomaticResearch, { params, body: { leads_per_day: 3 } });
  const { rows } = await server.owner.query(
    `with people as (insert into prospects (organization_id, first_name, last_name)
        select $1, 'New' || n, 'Lead' from generate_series(1, 2) n returning id)
      insert into search_prospects (organization_id, search_id, prospect_id) select $1, $2, id from people returning prospect_id::int as id`,
    [person.organization_id, id],
  );
  await server.owner.query('update searches set version = version + 1 where id = $1', [id]);
  await runAutomaticResearch(asWorker(), new AbortController().signal);
  await work(person, fit);
  await run(
    person,
    id,
    news,
    rows.map((row) => row.id),
  );
  await work(person, news);
  await startWaiting();
  expect(await factory.countCells(server, person.organization_id)).toBe(1);
  await work(person, fit);
  await startWaiting();
  const cells = await factory.listCells(person, id, fit);
  expect(cells.map(({ error }) => error)).toContain('The 3 leads for today are used up. Continues tomorrow.');
});

test('a question names columns that exist, and never in a circle', async () => {
  const person = await server.signUp();
  const { id } = await setUp(person, 1);
  const unknown = await factory.startTask(person, id, { name: 'Odd', prompt: 'Does {{research.gone}} fit?' });
  expect(unknown).toMatchObject({ status: 400, error: { details: { prompt: 'There is no column “research.gone”.' } } });
  const own = await factory.startTask(person, id, { name: 'Self', prompt: 'Is {{research.self}} right?' });
  expect(own).toMatchObject({ error: { details: { prompt: 'A question cannot use its own result.' } } });
  // Braces with other names stay text.
  expect((await factory.startTask(person, id, { name: 'Text', prompt: 'What is {{this}}?' })).status).toBe(200);
});

test('a column whose input was deleted pauses and says why', async () => {
  const person = await server.signUp();
  const { id, people, news, fit } = await setUp(person, 1);
  await person.call(api.setAutomaticResearch, { params: { searchId: id, promptId: fit }, body: { leads_per_day: 3 } });
  await person.call(api.deleteResearchTask, { params: { id: news } });
  const reason = 'Paused: the question uses “research.news”, a column that was deleted. Edit the question to continue.';
  const { data } = await person.call(api.listResearchColumns, { params: { searchId: id } });
  expect(data.find(({ prompt }) => prompt.id === fit)).toMatchObject({ paused: reason });
  expect(await run(person, id, fit, people)).toMatchObject({ status: 400, error: { error: reason } });
  await runAutomaticResearch(asWorker(), new AbortController().signal);
  const after = await person.call(api.listResearchColumns, { params: { searchId: id } });
  expect(after.data.find(({ prompt }) => prompt.id === fit)?.automatic).toMatchObject({ problem: reason });
});
