import { api } from '@overture/contract';
import type { CellChange } from '@overture/contract/lead-cells';
import { CELL_EDITS } from '@overture/domain/leads/lead-tables';
import { expect, test } from 'vitest';
import { type TestClient, useTestServer } from '../../../testing/harness.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;

/** Leads of the person's organization, in the order of their ids. */
async function makeLeads(person: Person, count: number): Promise<number[]> {
  const { rows } = await server.owner.query(
    `insert into prospects (organization_id, first_name, last_name, job_title, email)
     select $1, 'Ada', 'Nr ' || n, 'Title ' || n, 'ada' || n || '@cells.example' from generate_series(1, $2) n returning id`,
    [person.organization_id, count],
  );
  return rows.map(({ id }) => Number(id));
}

const change = (person: TestClient, ...cells: CellChange[]) => person.call(api.updateLeadCells, { body: { cells } });
const cell = (prospect_id: number, column: string, value: CellChange['value'], seen?: CellChange['seen']) => ({
  ...{ prospect_id, column, value },
  ...(seen === undefined ? {} : { seen }),
});

test('cells of fields and custom columns are written in one call, in the form of their column', async () => {
  const person = await server.signUp();
  const [one = 0, two = 0] = await makeLeads(person, 2);
  await person.call(api.createLeadColumn, { body: { name: 'Seats', type: 'number' } });
  await person.call(api.createLeadColumn, { body: { name: 'Renewal', type: 'date' } });
  await person.call(api.createLeadColumn, { body: { name: 'Customer', type: 'yes_no' } });
  const answer = await change(
    person,
    cell(one, 'job_title', ' CFO\nat large '),
    cell(one, 'custom.seats', '1,200'),
    cell(two, 'custom.renewal', '9.3.2026'),
    cell(two, 'custom.customer', 'yes'),
    cell(two, 'company_website_url', 'engine.example'),
    cell(two, 'company_name', 'Engine'),
    cell(two, 'last_name', null),
  );
  expect(answer.data.refused).toEqual([]);
  expect(answer.data.prospects).toHaveLength(2);
  const [first, second] = answer.data.prospects.sort((left, right) => left.id - right.id);
  expect(first).toMatchObject({ job_title: 'CFO at large', custom: { seats: 1200 } });
  expect(second).toMatchObject({
    last_name: '',
    custom: { renewal: '2026-03-09', customer: true },
    company: { name: 'Engine', website_url: 'https://engine.example' },
  });
  const cleared = await change(person, cell(one, 'custom.seats', '', 1200), cell(one, 'job_title', null));
  expect(cleared.data.prospects).toMatchObject([{ job_title: null }]);
  expect(cleared.data.prospects[0]).not.toHaveProperty('custom');
});

test('of two values for one cell the later one counts, under each name of its column', async () => {
  const person = await server.signUp();
  const [one = 0] = await makeLeads(person, 1);
  const { data } = await change(
    person,
    cell(one, 'company_name', 'First'),
    cell(one, 'company', ''),
    cell(one, 'job_title', 'CEO'),
    cell(one, 'job_title', 'Title 1'),
  );
  expect(data).toMatchObject({ refused: [], prospects: [{ job_title: 'Title 1', company: { name: null } }] });
});

test('a refused cell is named with words, and the others are written', async () => {
  const person = await server.signUp();
  const [one = 0, two = 0] = await makeLeads(person, 2);
  await person.call(api.createLeadColumn, { body: { name: 'Seats', type: 'number' } });
  const strangers = await makeLeads(await server.signUp(), 1);
  const { data } = await change(
    person,
    cell(one, 'email', 'no address'),
    cell(one, 'first_name', ''),
    cell(one, 'custom.seats', 'many'),
    cell(one, 'custom.gone', 'x'),
    cell(one, 'revenue', '10'),
    cell(strangers[0]!, 'job_title', 'Stolen'),
    cell(two, 'job_title', 'CEO'),
  );
  expect(data.refused.map(({ column, code, reason }) => [column, code, reason])).toEqual([
    ['email', 'invalid', 'This is not an email address.'],
    ['first_name', 'invalid', 'Write a first name.'],
    ['custom.seats', 'invalid', 'This is not a number.'],
    ['custom.gone', 'not_editable', "This column can't be edited here."],
    ['revenue', 'not_editable', "This column can't be edited here."],
    ['job_title', 'not_found', 'This lead no longer exists.'],
  ]);
  expect(data.prospects).toMatchObject([{ id: two, job_title: 'CEO' }]);
  const stolen = await server.owner.query('select job_title from prospects where id = $1', [strangers[0]]);
  expect(stolen.rows).toEqual([{ job_title: 'Title 1' }]);
});

test('of two people on one cell the later one gets words with the value that is there, in parallel too', async () => {
  const person = await server.signUp();
  const [lead = 0] = await makeLeads(person, 1);
  const edits = await Promise.all(
    ['CEO', 'CTO'].map((title) => change(person, cell(lead, 'job_title', title, 'Title 1'))),
  );
  const [refusal] = edits.flatMap(({ data }) => data.refused);
  const [written] = edits.flatMap(({ data }) => data.prospects);
  expect(edits.flatMap(({ data }) => data.refused)).toHaveLength(1);
  expect(refusal).toEqual({
    ...{ prospect_id: lead, column: 'job_title', code: 'changed', current: written!.job_title },
    reason: `Someone else changed this cell to “${written!.job_title}”.`,
  });
  // A repeated request finds its own value and is no conflict.
  const again = await change(person, cell(lead, 'job_title', written!.job_title, 'Title 1'));
  expect(again.data).toMatchObject({ refused: [], prospects: [{ job_title: written!.job_title }] });
  await change(person, cell(lead, 'job_title', ''));
  const late = await change(person, cell(lead, 'job_title', 'COO', written!.job_title));
  expect(late.data.refused[0]?.reason).toBe('Someone else cleared this cell.');
});

test('a new email keeps the rules of the drawer: swapped with a further address, checked, refused for an erased person', async () => {
  const person = await server.signUp();
  const [one = 0, two = 0] = await makeLeads(person, 2);
  await person.call(api.updateProspect, { params: { id: one }, body: { add_emails: ['home@cells.example'] } });
  const swapped = await change(person, cell(one, 'email', 'Home@cells.example', 'ada1@cells.example'));
  expect(swapped.data.prospects[0]).toMatchObject({
    email: 'home@cells.example',
    other_emails: [{ email: 'ada1@cells.example', source: 'Added by hand' }],
  });
  const sources = await server.owner.query(
    `select s.kind from prospect_sources p join lead_sources s on s.id = p.source_id where p.prospect_id = $1`,
    [one],
  );
  expect(sources.rows).toEqual([{ kind: 'manual' }]);
  const erased = await person.call(api.erasePerson, { params: { id: two } });
  expect(erased.status, JSON.stringify(erased.error)).toBeLessThan(300);
  const refused = await change(person, cell(one, 'email', 'ada2@cells.example'));
  expect(refused.data).toMatchObject({ prospects: [], refused: [{ code: 'person_erased' }] });
});

test('a column is pasted in one call, up to a limit', async () => {
  const person = await server.signUp();
  const ids = await makeLeads(person, CELL_EDITS.per_call);
  const pasted = await change(person, ...ids.map((id, n) => cell(id, 'location', `City ${n}`)));
  expect(pasted.data.refused).toEqual([]);
  expect(new Set(pasted.data.prospects.map(({ location }) => location)).size).toBe(CELL_EDITS.per_call);
  const tooMany = await change(person, ...[...ids, ids[0]!].map((id) => cell(id, 'location', 'Rome')));
  expect(tooMany.status).toBe(400);
});
