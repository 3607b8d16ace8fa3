import { api } from '@overture/contract';
import { describe, expect, test } from 'vitest';
import { type TestClient, useTestServer } from '../../../testing/harness.ts';
import { createList, csvHeader, csvRows, importCsv } from '../lists.factory.ts';
import { runImport } from './run-import.job.ts';

const server = useTestServer();
const seats = { header: 'Seats', name: 'Seats', type: 'number' };
const renewal = { header: 'Renewal', name: 'Renewal date', type: 'date', date_order: 'mdy' };
const row = (n: number, ...cells: string[]): string => [csvRows(1, n).trimEnd(), ...cells].join(',');
const file = (...rows: string[]): string => [`${csvHeader},Seats,Renewal`, ...rows].join('\n');

async function leadsOf(person: TestClient, id: number) {
  const query = { page: 1, sort_field: 'first_name', sort_direction: 'asc' };
  const answer = await person.call(api.listSearchProspects, { params: { id }, query });
  return answer.data.prospects.map(({ first_name, custom }) => [first_name, custom]);
}

test('further columns become custom columns; misfits are reported and the lead is added', async () => {
  const person = await server.signUp();
  const id = await createList(person);
  const content = file(row(0, '"1,200"', '3/9/2026'), row(1, 'n/a', '13/9/2026'), row(2, '', ''), row(3, '7', ''));
  const answer = await importCsv(person, id, content, { custom_columns: [seats, renewal] });
  expect(answer.data).toMatchObject({ added_prospects: 4, bad_rows: 0, unfit_values: 2, total_rows: 4 });
  expect(await leadsOf(person, id)).toEqual([
    ['First0', { seats: 1200, renewal_date: '2026-03-09' }],
    ['First1', undefined],
    ['First2', undefined],
    ['First3', { seats: 7 }],
  ]);
  const report = await person.call(api.downloadBadRows, { params: { id: answer.data.import_id } });
  const lines = String(report.data).trim().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(
    'Added without: “Seats”: “n/a” is not a number. “Renewal date”: “13/9/2026” is not a date.',
  );
  expect(lines[1]).toContain('n/a');
});

test('a name that exists is that column with its own type; what is known of a person stays', async () => {
  const person = await server.signUp();
  const first = await createList(person, 'First');
  await importCsv(person, first, file(row(0, '5', '')), { custom_columns: [seats] });
  const second = await createList(person, 'Second');
  const again = { ...seats, name: 'SEATS', type: 'text' };
  const answer = await importCsv(person, second, file(row(0, '9', '1/31/2026'), row(1, '8', '')), {
    custom_columns: [again, renewal],
  });
  expect(answer.data).toMatchObject({ added_prospects: 2, unfit_values: 0 });
  expect(await leadsOf(person, second)).toEqual([
    ['First0', { seats: 5, renewal_date: '2026-01-31' }],
    ['First1', { seats: 8 }],
  ]);
  const { data } = await person.call(api.listLeadColumns, {});
  expect(data.columns.map(({ name, type }) => [name, type])).toEqual([
    ['Seats', 'number'],
    ['Renewal date', 'date'],
  ]);
});

test('on request a file updates known people; empty cells delete nothing', async () => {
  const person = await server.signUp();
  const first = await createList(person, 'First');
  const columns = [seats, renewal];
  await importCsv(person, first, file(row(0, '5', '1/31/2026'), row(1, '6', '')), { custom_columns: columns });
  const second = await createList(person, 'Second');
  const again = [{ ...seats, replaces: true }, renewal];
  await importCsv(person, second, file(row(0, '9', '2/28/2026'), row(1, '', '3/31/2026')), { custom_columns: again });
  expect(await leadsOf(person, second)).toEqual([
    ['First0', { seats: 9, renewal_date: '2026-01-31' }],
    ['First1', { seats: 6, renewal_date: '2026-03-31' }],
  ]);
});

test('braces, quotes, tabs, backslashes and line breaks of a cell arrive unchanged', async () => {
  const person = await server.signUp();
  const id = await createList(person);
  const hostile = '{{x}} {% if %} \\N \\t\ttab "quoted"\r\n<b>ß€🚀';
  const cell = `"${hostile.replaceAll('"', '""')}"`;
  const note = { header: 'Seats', name: '{{x}} "note"', type: 'text' };
  await importCsv(person, id, file(row(0, cell, '')), { custom_columns: [note] });
  expect(await leadsOf(person, id)).toEqual([['First0', { x_note: hostile }]]);
});

describe('refused', () => {
  test.each([
    ['no JSON', 'x', 'The custom columns are not JSON.'],
    ['another shape', '[{"header":"Seats"}]', 'The custom columns are not a list of header, name and type.'],
    ['a column that is not there', JSON.stringify([{ ...seats, header: 'Nope' }]), 'The file has no column "Nope".'],
    [
      'two of one name',
      JSON.stringify([seats, { ...renewal, name: 'seats' }]),
      'Two columns of the file have the same name.',
    ],
  ])('%s', async (_, custom_columns, words) => {
    const person = await server.signUp();
    const answer = await importCsv(person, await createList(person), file(row(0, '1', '')), { custom_columns });
    expect([answer.status, answer.error.details?.custom_columns]).toEqual([400, words]);
    expect((await person.call(api.listLeadColumns, {})).data.columns).toEqual([]);
  });

  test('more columns than an organization can have, before anything is added', async () => {
    const person = await server.signUp();
    for (let n = 0; n < 99; n += 1)
      await person.call(api.createLeadColumn, { body: { name: `Column ${n}`, type: 'text' } });
    const id = await createList(person);
    const answer = await importCsv(person, id, file(row(0, '1', '')), { custom_columns: [seats, renewal] });
    expect(answer.error.code).toBe('too_many_lead_columns');
    expect(await leadsOf(person, id)).toEqual([]);
  });
});

test('a column that gets another type while a large file waits is read as what it is then', async () => {
  const person = await server.signUp();
  const id = await createList(person);
  const rows = csvRows(6000).trimEnd().split('\n');
  const content = [`${csvHeader},Seats`, ...rows.map((line, n) => `${line},${n === 3 ? 'few' : n}`)].join('\n');
  const begun = await importCsv(person, id, content, { custom_columns: [seats] });
  expect(begun.status).toBe(202);
  const { data } = await person.call(api.listLeadColumns, {});
  await person.call(api.updateLeadColumn, { params: { id: data.columns[0]!.id }, body: { type: 'text' } });
  const signal = new AbortController().signal;
  await runImport(
    server.program.system,
    { organization_id: person.organization_id, import_id: begun.data.import_id },
    signal,
  );
  const ended = await person.call(api.getImport, { params: { id: begun.data.import_id } });
  expect(ended.data).toMatchObject({ status: 'finished', added_prospects: 6000, unfit_values: 0 });
  expect((await leadsOf(person, id)).at(-1)).toEqual(['First1019', { seats: '1019' }]);
});
