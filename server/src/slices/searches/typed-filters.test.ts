import { api } from '@overture/contract';
import type { CustomType } from '@overture/domain/leads/custom-values';
import { describe, expect, test } from 'vitest';
import { type TestClient, useTestServer } from '../../testing/harness.ts';
import { createFilledList, createList, importCsv } from './lists.factory.ts';

const server = useTestServer();

const header = 'First name,Last name,Email,LinkedIn,Company,Title,City,Size,Phone';
const mapping = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  linkedin_url: 'LinkedIn',
  company_name: 'Company',
  job_title: 'Title',
  location: 'City',
  company_size: 'Size',
  phone_number: 'Phone',
};
const people = [
  'Ada,Byron,ada@engines.example,https://www.linkedin.com/in/ada-b,Engines,CEO,London,51 - 200,+49 30 1234567',
  'Bo,Lin,bo@steel.example,https://www.linkedin.com/in/bo-l,Steel,Head of Sales,Berlin,11 - 50,',
  'Cy,Kay,cy@mills.example,https://www.linkedin.com/in/cy-k,Paper Mills,Engineer,BERLIN,"1,001 - 5,000",',
];

async function createPeople(person: TestClient): Promise<number> {
  const id = await createList(person);
  const answer = await importCsv(person, id, `${header}\n${people.join('\n')}\n`, { mapping });
  expect(answer.status).toBe(200);
  return id;
}

async function namesIn(person: TestClient, id: number, filters: readonly object[]): Promise<string[]> {
  const query = { page: 1, filters: filters as never, sort_field: 'first_name' };
  const answer = await person.call(api.listSearchProspects, { params: { id }, query });
  expect(answer.status, JSON.stringify(answer.error)).toBe(200);
  return answer.data.prospects.map(({ first_name }) => first_name);
}

async function addColumn(person: TestClient, name: string, type: CustomType) {
  const answer = await person.call(api.createLeadColumn, { body: { name, type } });
  expect(answer.status).toBe(200);
  return answer.data.column;
}

async function fill(person: TestClient, list: number, key: string, values: readonly (string | number)[]) {
  const page = await person.call(api.listSearchProspects, {
    params: { id: list },
    query: { page: 1, sort_field: 'first_name' },
  });
  for (const [index, value] of values.entries()) {
    const params = { id: page.data.prospects[index]!.id };
    expect((await person.call(api.updateProspect, { params, body: { custom: { [key]: value } } })).status).toBe(200);
  }
}

describe('comparisons', () => {
  test('compare numbers, sizes and days by value', async () => {
    const person = await server.signUp();
    const list = await createPeople(person);
    const seats = await addColumn(person, 'Seats', 'number');
    const since = await addColumn(person, 'Since', 'date');
    await fill(person, list, seats.key, [5, 15, 150]);
    await fill(person, list, since.key, ['2026-03-09', '2025-12-31', '2026-10-01']);
    const find = (column: string, comparison: string, ...values: (string | number)[]) =>
      namesIn(person, list, [{ column, comparison, values }]);
    expect(await find('custom.seats', 'is', 5)).toEqual(['Ada']);
    expect(await find('custom.seats', 'greater', 14)).toEqual(['Bo', 'Cy']);
    expect(await find('custom.seats', 'between', 5, 15)).toEqual(['Ada', 'Bo']);
    expect(await find('custom.since', 'before', '2026-03-09')).toEqual(['Bo']);
    expect(await find('custom.since', 'between', '2026-01-01', '2026-03-09')).toEqual(['Ada']);
    expect(await find('amount_of_employees', 'greater', '50')).toEqual(['Ada', 'Cy']);
    expect(await find('amount_of_employees', 'less', '1k')).toEqual(['Ada', 'Bo']);
    expect(await find('location', 'is_any_of', 'berlin', 'Paris')).toEqual(['Bo', 'Cy']);
    expect(await find('created_at', 'in_last_days', 2)).toEqual(['Ada', 'Bo', 'Cy']);
    expect(await find('created_at', 'not_in_last_days', 2)).toEqual([]);
    expect(await find('created_at', 'before', '2020-01-01')).toEqual([]);
  });

  test('read the number of a size the same way with and without a pattern', async () => {
    const starts = ['', ' ', '-', '+,', '0', '7', '1,001', '10 000', '5.5', '12345678901234567890123', '$10', 'ca. 40'];
    const ends = ['', ' ', '+', ' +', '-', ' - 50', '-5,000', '–90', '-1K', ' - 50M', ' people', ',,', '+-'];
    const sizes = starts.flatMap((start) => ends.map((end) => `${start}${end}`));
    const { rows } = await server.owner.query(
      `select size, leading_number(size) as read, leading_number_with_unit(size) as meant from unnest($1::text[]) as size
       where leading_number(size) is distinct from leading_number_with_unit(size)`,
      [[...sizes, null]],
    );
    expect(rows).toEqual([]);
  });

  test('are grouped, in every call that takes filters', async () => {
    const person = await server.signUp();
    const list = await createPeople(person);
    const berlin = { column: 'location', comparison: 'is', values: ['Berlin'] };
    const small = { column: 'amount_of_employees', comparison: 'less', values: ['100'] };
    const boss = { column: 'job_title', operation: 'contains', value: 'ceo' };
    const filters = [{ match: 'any', filters: [boss, { match: 'all', filters: [berlin, small] }] }] as never;
    expect(await namesIn(person, list, filters)).toEqual(['Ada', 'Bo']);
    const params = { id: list };
    const seen = await person.call(api.selectSearchProspects, { params, body: { amount: 500, filters } });
    expect(seen.data.prospect_ids).toHaveLength(2);
    const exported = await person.call(api.exportSearchProspects, { params, body: { export_amount: 500, filters } });
    expect(JSON.stringify(exported.data)).toContain('Ada');
    expect(JSON.stringify(exported.data)).not.toContain('Cy');
    const body = { amount: 500, filters, new_status: 'ARCHIVED' as const };
    const removed = await person.call(api.changeProspectStatuses, { params, body });
    expect(removed.data.updated_prospects).toBe(2);
    expect(await namesIn(person, list, [])).toEqual(['Cy']);
  });

  test('name a deleted column with words', async () => {
    const person = await server.signUp();
    const list = await createPeople(person);
    const { id } = await addColumn(person, 'Seats', 'number');
    expect((await person.call(api.deleteLeadColumn, { params: { id } })).status).toBe(200);
    const filters = [{ match: 'any', filters: [{ column: 'custom.seats', comparison: 'is', values: [5] }] }] as never;
    const answer = await person.call(api.listSearchProspects, { params: { id: list }, query: { page: 1, filters } });
    expect([answer.status, answer.error.details]).toEqual([
      400,
      { filters: 'A filter names a column that no longer exists. Remove that filter.' },
    ]);
  });

  test('one search finds name, company, job title, email, phone number and custom columns', async () => {
    const person = await server.signUp();
    const list = await createPeople(person);
    const note = await addColumn(person, 'Note', 'text');
    await fill(person, list, note.key, ['', 'Met at the fair']);
    const find = (value: string) => namesIn(person, list, [{ column: 'anything', operation: 'contains', value }]);
    expect(await find('ada byr')).toEqual(['Ada']);
    expect(await find('paper')).toEqual(['Cy']);
    expect(await find('HEAD OF')).toEqual(['Bo']);
    expect(await find('@mills')).toEqual(['Cy']);
    expect(await find('+49 (30) 123')).toEqual(['Ada']);
    expect(await find('the fair')).toEqual(['Bo']);
    expect(await find('note')).toEqual([]);
  });
});

test('the search over all fields finds values that JSON escapes', async () => {
  const person = await server.signUp();
  const id = await createPeople(person);
  const { key } = await addColumn(person, 'Note', 'text');
  await fill(person, id, key, ['said "yes" twice', 'C:\\mills', 'Größe 5']);
  for (const [value, name] of [
    ['"YES"', 'Ada'],
    ['c:\\mills', 'Bo'],
    ['GRÖSSE', undefined],
    ['GRÖßE', 'Cy'],
    ['note', undefined],
  ])
    expect(await namesIn(person, id, [{ column: 'anything', operation: 'contains', value }]), value).toEqual(
      name ? [name] : [],
    );
});

describe('values of a column', () => {
  const valuesOf = (person: TestClient, id: number, column: string, query?: string) =>
    person.call(api.listColumnValues, { params: { id }, query: { column, query } });

  test('have counts, the most frequent first, and ignore case', async () => {
    const person = await server.signUp();
    const list = await createPeople(person);
    const { data } = await valuesOf(person, list, 'location');
    expect(data.values.map(({ value, count }) => [value.toLowerCase(), count])).toEqual([
      ['berlin', 2],
      ['london', 1],
    ]);
    expect(data.counted_leads).toBe(3);
    expect((await valuesOf(person, list, 'location', 'LON')).data.values).toEqual([{ value: 'London', count: 1 }]);
    expect((await valuesOf(person, list, 'location', '%')).data.values).toEqual([]);
  });

  test('are bounded, belong to the organization, and need a column that has some', async () => {
    const person = await server.signUp();
    const list = await createFilledList(person, 60);
    expect((await valuesOf(person, list, 'email')).data.values).toHaveLength(50);
    expect((await valuesOf(person, list, 'anything')).status).toBe(400);
    expect((await valuesOf(person, list, 'custom.gone')).status).toBe(400);
    expect((await valuesOf(person, list, 'password')).status).toBe(400);
    const stranger = await server.signUp();
    expect((await valuesOf(stranger, list, 'email')).status).toBe(404);
  });
});
