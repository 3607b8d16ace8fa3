import { api } from '@overture/contract';
import { afterEach, expect, test } from 'vitest';
import { createRoundMemory } from '../../../kernel/rounds/parked-units.ts';
import { useTestServer } from '../../../testing/harness.ts';
import * as factory from '../enrichment.factory.ts';
import { runAutomaticResearch } from './automatic.service.ts';

// It moves the clock of the installation and says that it was restored.
const server = useTestServer({ is_alone: true });
type Person = Awaited<ReturnType<typeof server.signUp>>;

async function goOn(minutes: number): Promise<void> {
  await server.owner.query('update installation set clock_offset = make_interval(mins => $1)', [minutes]);
  server.program.system.clock.setOffset(minutes * 60_000);
}

afterEach(async () => {
  await goOn(0);
  await server.owner.query('update installation set restored_at = null');
});

/** As a worker of its own, with every column due. */
async function check(): Promise<void> {
  await server.owner.query(`update automatic_research set next_at = '-infinity'`);
  await round();
}
const round = () =>
  runAutomaticResearch({ ...server.program.system, rounds: createRoundMemory() }, new AbortController().signal);

/** A list whose column was turned on before the leads that are added by `addLeads`. */
async function setUp(person: Person, given: { leads_per_day?: number; filters?: object[] } = {}) {
  const { id, people } = await factory.createResearchList(server, person, 2);
  const { data } = await factory.startTask(person, id);
  const column = { searchId: id, promptId: data.id };
  const answer = await turnOn(person, column, given);
  expect(answer.status).toBe(200);
  return { id, people, column };
}

const turnOn = (
  person: Person,
  params: { searchId: number; promptId: number },
  { leads_per_day = 100, filters }: { leads_per_day?: number; filters?: object[] } = {},
) => person.call(api.setAutomaticResearch, { params, body: { leads_per_day, filters: filters as never } });

/** Adds leads of a company with so many employees. */
async function addLeads(person: Person, id: number, count: number, employees: string | null = null): Promise<number[]> {
  const { rows } = await server.owner.query(
    `with people as (
        insert into prospects (organization_id, first_name, last_name, company_name, company_amount_of_employees)
        select $1, 'New' || n, 'Lead', 'Acme', $4 from generate_series(1, $3::int) n returning id)
      insert into search_prospects (organization_id, search_id, prospect_id) select $1, $2, id from people returning prospect_id::int as id`,
    [person.organization_id, id, count, employees],
  );
  await server.owner.query(
    'update searches set total_prospects = total_prospects + $2, version = version + 1 where id = $1',
    [id, count],
  );
  return rows.map((row) => row.id).sort((one, other) => one - other);
}

async function listStarted(person: Person): Promise<number[]> {
  const { rows } = await server.owner.query(
    'select prospect_id::int as id from enrichment_answers where organization_id = $1 order by 1',
    [person.organization_id],
  );
  return rows.map((row) => row.id);
}

async function loadAutomatic(person: Person, { searchId, promptId }: { searchId: number; promptId: number }) {
  const { data } = await person.call(api.listResearchColumns, { params: { searchId } });
  return data.find(({ prompt }) => prompt.id === promptId)?.automatic;
}

test('a column runs for the leads that are added later, each once, by any number of workers', async () => {
  const person = await server.signUp();
  const { id, column } = await setUp(person);
  await check();
  expect(await listStarted(person)).toEqual([]);
  const added = await addLeads(person, id, 5);
  await server.owner.query(`update automatic_research set next_at = '-infinity'`);
  await Promise.all([round(), round(), round()]);
  expect(await listStarted(person)).toEqual(added);
  expect(await loadAutomatic(person, column)).toEqual({
    filters: [],
    leads_per_day: 100,
    leads_today: 5,
    problem: null,
  });
  expect(await factory.listLedger(server, person.organization_id)).toMatchObject({ balance: 95, reserved: 5 });
  await factory.withEngine(server, factory.foundAtOnce, () => factory.untilQuiet(server, person.organization_id));
  await check();
  expect(await listStarted(person)).toEqual(added);
  expect(await factory.listLedger(server, person.organization_id)).toMatchObject({
    balance: 95,
    reserved: 0,
    spent: 5,
  });
});

test('only leads that pass the filters run, also those that come to pass them later', async () => {
  const person = await server.signUp();
  const filters = [{ column: 'amount_of_employees', comparison: 'greater', values: ['50'] }];
  const { id } = await setUp(person, { filters });
  const small = await addLeads(person, id, 2, '11 - 50');
  const large = await addLeads(person, id, 1, '201 - 500');
  await check();
  expect(await listStarted(person)).toEqual(large);
  await server.owner.query('update prospects set company_amount_of_employees = $2 where id = $1', [
    small[0],
    '51 - 200',
  ]);
  await server.owner.query(
    `insert into prospect_versions as v (organization_id, version) values ($1, 1)
     on conflict (organization_id) do update set version = v.version + 1`,
    [person.organization_id],
  );
  await check();
  expect(await listStarted(person)).toEqual([small[0], ...large]);
});

test('never more leads a day than were set', async () => {
  const person = await server.signUp();
  const { id, column } = await setUp(person, { leads_per_day: 3 });
  const added = await addLeads(person, id, 5);
  await check();
  await check();
  expect(await listStarted(person)).toEqual(added.slice(0, 3));
  expect(await loadAutomatic(person, column)).toMatchObject({ leads_today: 3, problem: null });
  const { rows } = await server.owner.query(
    `select next_at > now() + interval '1 minute' or next_at::date > now()::date as waits from automatic_research where search_id = $1`,
    [id],
  );
  expect(rows[0].waits).toBe(true);
  await server.owner.query(`update automatic_research set day = day - 1 where search_id = $1`, [id]);
  await check();
  expect(await listStarted(person)).toEqual(added);
});

test('what can be paid runs; the rest waits with the reason until there are credits', async () => {
  const person = await server.signUp();
  const { id, column } = await setUp(person, { leads_per_day: 1000 });
  const added = await addLeads(person, id, 120);
  await check();
  expect(await listStarted(person)).toEqual(added.slice(0, 100));
  await check();
  expect((await loadAutomatic(person, column))?.problem).toContain('credits');
  await factory.addCredits(server, person, 50);
  await check();
  expect(await listStarted(person)).toEqual(added);
  expect(await loadAutomatic(person, column)).toMatchObject({ leads_today: 120, problem: null });
});

test('what credits and a cap allow together runs, and the column says what the rest waits for', async () => {
  const person = await server.signUp();
  const { id, column } = await setUp(person, { leads_per_day: 1000 });
  await person.call(api.setCreditCap, { params: { userId: person.user_id }, body: { credits: 3 } });
  // More than the 100 credits of the trial, and far more than the cap.
  const added = await addLeads(person, id, 120);
  await check();
  expect(await listStarted(person)).toEqual(added.slice(0, 3));
  await check();
  expect((await loadAutomatic(person, column))?.problem).toContain('The cap of Ada Jansen is 3 credits a month');
  const { rowCount } = await server.owner.query(
    "select from parked_units where loop = 'automatic-research' and organization_id = $1",
    [person.organization_id],
  );
  expect(rowCount).toBe(0);
});

test('nothing runs while research is switched off, look-ups included', async () => {
  const person = await server.signUp();
  const { id } = await factory.createResearchList(server, person, 1);
  const { data: tasks } = await person.call(api.listResearchTasks);
  const promptId = tasks.find(({ data_enrichment_type }) => data_enrichment_type === 'FIND_EMAIL')!.id;
  await person.call(api.continueResearch, {
    params: { searchId: id },
    body: { prompt_id: promptId, prospect_limit: 0 },
  });
  expect((await turnOn(person, { searchId: id, promptId })).status).toBe(200);
  const added = await addLeads(person, id, 2);
  await setDisabledFeatures(person, '{ai_research_enabled}');
  await check();
  expect(await listStarted(person)).toEqual([]);
  await setDisabledFeatures(person, '{}');
  await check();
  expect(await listStarted(person)).toEqual(added);
});

const setDisabledFeatures = (person: Person, features: string) =>
  server.owner.query('update organizations set disabled_features = $2 where organization_id = $1', [
    person.organization_id,
    features,
  ]);

test('leads that come to pass a filter by time alone run within an hour', async () => {
  const person = await server.signUp();
  const filters = [{ column: 'amount_of_employees', comparison: 'greater', values: ['50'] }];
  const { id } = await setUp(person, { filters });
  const added = await addLeads(person, id, 1);
  await check();
  // As a touch lock that ends: no version of the list, its leads or results rises.
  await server.owner.query("update prospects set company_amount_of_employees = '201 - 500' where id = $1", [added[0]]);
  await check();
  expect(await listStarted(person)).toEqual([]);
  await goOn(61);
  await check();
  expect(await listStarted(person)).toEqual(added);
});

test('leads from before a restore are left to people: their results may be paid and lost', async () => {
  const person = await server.signUp();
  const { id } = await setUp(person);
  // The loop of the server must not start them before the restore.
  await server.owner.query(`update automatic_research set next_at = 'infinity'`);
  await addLeads(person, id, 2);
  // In the microsecond of the leads: what is rounded down would be before them.
  await server.owner.query(
    'update installation set restored_at = (select max(created_at) from search_prospects where organization_id = $1)',
    [person.organization_id],
  );
  await check();
  expect(await listStarted(person)).toEqual([]);
  const later = await addLeads(person, id, 1);
  await check();
  expect(await listStarted(person)).toEqual(later);
});

test('a stop means the leads that wait too', async () => {
  const person = await server.signUp();
  const { id, column } = await setUp(person, { leads_per_day: 2 });
  await addLeads(person, id, 5);
  await check();
  const started = await listStarted(person);
  expect((await person.call(api.cancelResearch, { params: { searchId: id } })).data.cancelled_cells).toBe(2);
  await turnOn(person, column, { leads_per_day: 100 });
  await check();
  expect(await listStarted(person)).toEqual(started);
  const [later] = await addLeads(person, id, 1);
  await check();
  expect(await listStarted(person)).toEqual([...started, later]);
});

test('a filter of a column that was deleted runs nothing and says so', async () => {
  const person = await server.signUp();
  const other = await setUp(person);
  const filters = [{ column: `prompt_${other.column.promptId}`, operation: 'is_empty', value: '' }];
  const { id } = await factory.createResearchList(server, person, 1);
  const { data } = await factory.startTask(person, id, { name: 'Second' });
  const column = { searchId: id, promptId: data.id };
  expect((await turnOn(person, column, { filters })).status).toBe(200);
  await person.call(api.deleteResearchTask, { params: { id: other.column.promptId } });
  await addLeads(person, id, 1);
  await check();
  expect(await listStarted(person)).toEqual([]);
  expect((await loadAutomatic(person, column))?.problem).toBe(
    'A filter names a column that no longer exists. Change the filters.',
  );
});

test('it ends when it is turned off, the column is removed, or the list is archived', async () => {
  const person = await server.signUp();
  const [off, removed, archived] = [await setUp(person), await addColumn(person), await addColumn(person)];
  expect((await person.call(api.stopAutomaticResearch, { params: off.column })).status).toBe(200);
  await person.call(api.removeResearchColumn, { params: removed.column });
  await person.call(api.changeSearchStatuses, { body: { search_ids: [archived.id], status: 'archived' } as never });
  for (const { id } of [off, removed, archived]) await addLeads(person, id, 1);
  await check();
  expect(await listStarted(person)).toEqual([]);
  expect(await loadAutomatic(person, off.column)).toBeNull();
});

/** The same task in another list. */
async function addColumn(person: Person) {
  const { id } = await factory.createResearchList(server, person, 1);
  const { data: tasks } = await person.call(api.listResearchTasks);
  const promptId = tasks.find(({ name }) => name === 'Pain points')!.id;
  await person.call(api.continueResearch, {
    params: { searchId: id },
    body: { prompt_id: promptId, prospect_limit: 0 },
  });
  const column = { searchId: id, promptId };
  expect((await turnOn(person, column)).status).toBe(200);
  return { id, column };
}

test.each([
  ['no lead a day', { leads_per_day: 0 }, 400],
  ['more than 10,000 a day', { leads_per_day: 10_001 }, 400],
  ['filters of another table', { filters: [{ column: 'password', operation: 'contains', value: 'x' }] }, 400],
])('is refused with %s', async (_, given, status) => {
  const person = await server.signUp();
  const { column } = await setUp(person);
  expect((await turnOn(person, column, given)).status).toBe(status);
});

test('lists of others and tasks that are no column are not found', async () => {
  const [person, stranger] = [await server.signUp(), await server.signUp()];
  const { column, id } = await setUp(person);
  expect((await turnOn(stranger, column)).status).toBe(404);
  expect((await stranger.call(api.stopAutomaticResearch, { params: column })).status).toBe(404);
  expect((await turnOn(person, { searchId: id, promptId: 1 })).status).toBe(404);
  expect(await loadAutomatic(person, column)).toMatchObject({ leads_per_day: 100 });
});

test('a column of a deactivated person starts nothing, and says so', async () => {
  const person = await server.signUp();
  const { id } = await setUp(person);
  const added = await addLeads(person, id, 1);
  await server.owner.query('update users set active = false where id = $1', [person.user_id]);
  await check();
  expect(await listStarted(person)).toEqual([]);
  const { rows } = await server.owner.query('select problem from automatic_research where search_id = $1', [id]);
  expect(rows).toEqual([
    { problem: 'The person who turned this on was deactivated. Save it again: credits then count towards your cap.' },
  ]);
  await server.owner.query('update users set active = true where id = $1', [person.user_id]);
  await check();
  expect(await listStarted(person)).toEqual(added);
});
