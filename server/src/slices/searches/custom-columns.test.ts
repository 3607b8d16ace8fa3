import { api } from '@overture/contract';
import type { CustomType } from '@overture/domain/leads/custom-values';
import { CUSTOM_COLUMNS } from '@overture/domain/limits';
import { describe, expect, test } from 'vitest';
import { type TestClient, useTestServer } from '../../testing/harness.ts';
import { createFilledList } from './lists.factory.ts';

const server = useTestServer();

async function addColumn(person: TestClient, name: string, type: CustomType = 'text') {
  const answer = await person.call(api.createLeadColumn, { body: { name, type } });
  expect(answer.status).toBe(200);
  return answer.data.column;
}

async function leadsOf(person: TestClient, id: number, query: Record<string, unknown> = {}) {
  const answer = await person.call(api.listSearchProspects, { params: { id }, query: { page: 1, ...query } });
  expect(answer.status).toBe(200);
  return answer.data.prospects;
}

type Value = string | number | boolean | null;
const setCustom = (person: TestClient, id: number, custom: Record<string, Value>) =>
  person.call(api.updateProspect, { params: { id }, body: { custom } });

/** A list of leads in the order of their names, each with the value of one column. */
async function fillColumn(person: TestClient, key: string, values: readonly Value[]) {
  const list = await createFilledList(person, values.length);
  const leads = await leadsOf(person, list, { sort_field: 'first_name', sort_direction: 'asc' });
  for (const [index, value] of values.entries()) {
    const answer = await setCustom(person, leads[index]!.id, { [key]: value });
    expect(answer.status).toBe(200);
  }
  return { list, ids: leads.map(({ id }) => id) };
}

describe('columns', () => {
  test('a key is made of the first name and stays; names are unique, ignoring case', async () => {
    const person = await server.signUp();
    const size = await addColumn(person, ' Größe ', 'number');
    expect(size).toMatchObject({ name: 'Größe', key: 'groesse', type: 'number', is_archived: false, version: 1 });
    expect((await addColumn(person, 'Groesse')).key).toBe('groesse_2');
    const again = await person.call(api.createLeadColumn, { body: { name: 'GRÖSSE', type: 'text' } });
    expect(again.status).toBe(200);
    const taken = await person.call(api.createLeadColumn, { body: { name: 'größe', type: 'text' } });
    expect([taken.status, taken.error.code]).toEqual([400, 'lead_column_exists']);
    const blank = await person.call(api.createLeadColumn, { body: { name: ' \n ', type: 'text' } });
    expect(blank.error.details).toEqual({ name: 'Enter a name.' });
    const renamed = await person.call(api.updateLeadColumn, { params: { id: size.id }, body: { name: 'Size' } });
    expect(renamed.data.column).toMatchObject({ name: 'Size', key: 'groesse', version: 2 });
  });

  test('of two parallel renames the second gets a conflict', async () => {
    const person = await server.signUp();
    const { id, version } = await addColumn(person, 'Seats');
    const rename = (name: string) => person.call(api.updateLeadColumn, { params: { id }, body: { name, version } });
    const answers = await Promise.all([rename('Chairs'), rename('Licences')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(refused.error.code).toBe('changed_meanwhile');
  });

  test('they can be put in another order, archived and taken back', async () => {
    const person = await server.signUp();
    const made = [];
    for (const name of ['A', 'B', 'C']) made.push(await addColumn(person, name));
    await person.call(api.updateLeadColumn, { params: { id: made[2]!.id }, body: { place: 0 } });
    await person.call(api.updateLeadColumn, { params: { id: made[0]!.id }, body: { is_archived: true } });
    const { data } = await person.call(api.listLeadColumns, {});
    expect(data.columns.map(({ name, is_archived }) => [name, is_archived])).toEqual([
      ['C', false],
      ['A', true],
      ['B', false],
    ]);
  });

  test('a hundred are the most', async () => {
    const person = await server.signUp();
    for (let n = 0; n < CUSTOM_COLUMNS.max_columns; n += 1) await addColumn(person, `Column ${n}`);
    const more = await person.call(api.createLeadColumn, { body: { name: 'One more', type: 'text' } });
    expect(more.error).toMatchObject({
      code: 'too_many_lead_columns',
      error: 'You can have up to 100 custom columns. Delete one you no longer need first.',
    });
  });

  test("another organization's column is not found", async () => {
    const [owner, stranger] = [await server.signUp(), await server.signUp()];
    const { id, key } = await addColumn(owner, 'Seats');
    const asked = await Promise.all([
      stranger.call(api.updateLeadColumn, { params: { id }, body: { name: 'Mine' } }),
      stranger.call(api.getLeadColumnUse, { params: { id } }),
      stranger.call(api.deleteLeadColumn, { params: { id } }),
    ]);
    expect(asked.map(({ status }) => status)).toEqual([404, 404, 404]);
    const list = await createFilledList(stranger, 1);
    const [lead] = await leadsOf(stranger, list);
    expect((await setCustom(stranger, lead!.id, { [key]: 'x' })).error.details).toEqual({
      'custom.seats': 'There is no such column.',
    });
    const filters = [{ column: 'custom.seats', operation: 'contains', value: 'x' }];
    const filtered = await stranger.call(api.listSearchProspects, {
      params: { id: list },
      query: { page: 1, filters },
    });
    expect(filtered.status).toBe(400);
  });
});

describe('values', () => {
  test('each is stored as its type says; what is none is refused with the field it belongs to', async () => {
    const person = await server.signUp();
    for (const [name, type] of [
      ['Note', 'text'],
      ['Seats', 'number'],
      ['Renewal', 'date'],
      ['Page', 'link'],
      ['Customer', 'yes_no'],
    ] as const)
      await addColumn(person, name, type);
    const [lead] = await leadsOf(person, await createFilledList(person, 1));
    const hostile = '{{ first_name }} {% if x %}\n<script>alert("1")</script>';
    const given = { note: hostile, seats: '1,200', renewal: '9.3.2026', page: 'x.example', customer: 'yes' };
    const stored = await setCustom(person, lead!.id, given);
    const expected = { note: hostile, seats: 1200, renewal: '2026-03-09', page: 'https://x.example', customer: true };
    expect(stored.data.prospect.custom).toEqual(expected);
    const cleared = await setCustom(person, lead!.id, { note: null, seats: ' ' });
    expect(Object.keys(cleared.data.prospect.custom ?? {}).sort()).toEqual(['customer', 'page', 'renewal']);
    const wrong = await setCustom(person, lead!.id, { seats: 'many' });
    expect(wrong.error.details).toEqual({ 'custom.seats': 'This is not a number.' });
    const unknown = await setCustom(person, lead!.id, { constructor: 'x' });
    expect(unknown.status).toBe(400);
  });

  test('names of what every object has are names like others', async () => {
    const person = await server.signUp();
    const names = ['__proto__', 'constructor', '{{x}}', '"; drop table leads; --'];
    const [lead] = await leadsOf(person, await createFilledList(person, 1));
    for (const name of names) {
      const column = await addColumn(person, name);
      const { data } = await setCustom(person, lead!.id, { [column.key]: `of ${name}` });
      expect(data.prospect.custom?.[column.key]).toBe(`of ${name}`);
      expect(column.name).toBe(name);
    }
  });

  test.each<[CustomType, Value[], string, string, number[]]>([
    ['text', ['Béta', null, 'alpha', ''], 'contains', 'BÉT', [0]],
    ['text', ['yes', null, 'no'], 'contains', 'yes', [0]],
    ['text', ['Béta', null, 'alpha'], 'is_empty', '', [1]],
    ['number', [12, null, 5, 120], 'contains', '12', [0, 3]],
    ['number', [12, null, 5], 'not_contains', '12', [1, 2]],
    ['date', ['2026-03-09', null, '2026-04-01'], 'contains', '2026-03', [0]],
    ['yes_no', [true, null, false], 'contains', 'No', [2]],
    ['yes_no', [true, null, false], 'not_contains', 'Yes', [1, 2]],
    ['yes_no', [true, null, false], 'is_not_empty', '', [0, 2]],
  ])('a column of %s with %j that %s "%s"', async (type, values, operation, value, found) => {
    const person = await server.signUp();
    const { key } = await addColumn(person, 'Seats', type);
    const { list, ids } = await fillColumn(person, key, values);
    const filters = [{ column: `custom.${key}`, operation, value }];
    const rows = await leadsOf(person, list, { filters, sort_field: 'first_name', sort_direction: 'asc' });
    expect(rows.map(({ id }) => ids.indexOf(id))).toEqual(found);
  });

  test.each<[CustomType, Value[], 'asc' | 'desc', number[]]>([
    ['number', [12, null, 5, 100], 'asc', [2, 0, 3, 1]],
    ['number', [12, null, 5, 100], 'desc', [3, 0, 2, 1]],
    ['text', ['b', 'A', null, 'C'], 'asc', [1, 0, 3, 2]],
    ['date', ['2026-10-01', null, '2026-09-30'], 'desc', [0, 2, 1]],
    ['yes_no', [true, null, false], 'asc', [2, 0, 1]],
  ])('a column of %s with %j sorts %s', async (type, values, sort_direction, order) => {
    const person = await server.signUp();
    const { key } = await addColumn(person, 'Seats', type);
    const { list, ids } = await fillColumn(person, key, values);
    const rows = await leadsOf(person, list, { sort_field: `custom.${key}`, sort_direction });
    expect(rows.map(({ id }) => ids.indexOf(id))).toEqual(order);
  });

  test('files hold them behind the fields of leads, and no spreadsheet runs them', async () => {
    const person = await server.signUp();
    const { key } = await addColumn(person, '=Formula');
    await addColumn(person, 'Customer', 'yes_no');
    const { list, ids } = await fillColumn(person, key, ['=1+1']);
    await setCustom(person, ids[0]!, { customer: true });
    const answer = await person.call(api.exportSearchProspects, { params: { id: list }, body: { prospect_ids: ids } });
    const [heading, row] = 'csv_content' in answer.data ? answer.data.csv_content.split('\n') : [];
    expect(heading).toMatch(/Company revenue,"'=Formula","Customer"$/);
    expect(row).toMatch(/,"'=1\+1","Yes"$/);
  });
});

describe('another type', () => {
  test('is taken when every value fits, and the values change with it', async () => {
    const person = await server.signUp();
    const { id, key } = await addColumn(person, 'Seats');
    const { list, ids } = await fillColumn(person, key, ['12', '1,200', null]);
    const changed = await person.call(api.updateLeadColumn, { params: { id }, body: { type: 'number' } });
    expect(changed.data.column.type).toBe('number');
    const rows = await leadsOf(person, list, { sort_field: 'custom.seats', sort_direction: 'desc' });
    expect(rows.map((row) => [ids.indexOf(row.id), row.custom?.seats])).toEqual([
      [1, 1200],
      [0, 12],
      [2, undefined],
    ]);
  });

  test('is refused with the number of leads whose values do not fit, and nothing changes', async () => {
    const person = await server.signUp();
    const { id, key } = await addColumn(person, 'Seats');
    const { list } = await fillColumn(person, key, ['12', 'many', 'many']);
    const refused = await person.call(api.updateLeadColumn, { params: { id }, body: { type: 'number', name: 'No' } });
    expect(refused.error).toMatchObject({
      code: 'lead_values_unfit',
      error: 'The values of 2 leads don’t fit this type, for example “many”. Nothing was changed.',
      details: { count: '2', example: 'many' },
    });
    const { data } = await person.call(api.listLeadColumns, {});
    expect(data.columns).toMatchObject([{ name: 'Seats', type: 'text' }]);
    expect((await leadsOf(person, list)).map(({ custom }) => custom?.seats).sort()).toEqual(['12', 'many', 'many']);
  });
});

test('a column goes with its values, and a new one of its name begins empty', async () => {
  const person = await server.signUp();
  const { id, key } = await addColumn(person, 'Seats');
  const { list } = await fillColumn(person, key, ['12', null, '13']);
  const use = await person.call(api.getLeadColumnUse, { params: { id } });
  expect(use.data).toEqual({ leads: 2, campaigns: [] });
  expect((await person.call(api.deleteLeadColumn, { params: { id } })).status).toBe(200);
  expect((await addColumn(person, 'Seats')).key).toBe('seats');
  expect((await leadsOf(person, list)).map(({ custom }) => custom)).toEqual([undefined, undefined, undefined]);
});
