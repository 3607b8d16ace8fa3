import { api } from '@overture/contract';
import { ALL_INCOMING_FIELDS } from '@overture/domain/leads/incoming-fields';
import { describeSource, LEAD_SOURCES, type LeadSourceKind } from '@overture/domain/privacy/lead-sources';
import { beforeEach, expect, test } from 'vitest';
import type { TransactionContext } from '../../kernel/context.ts';
import { useTestServer } from '../../testing/harness.ts';
import { insertPerson, mergeFewProspects, mergePerson } from '../lead-merging/index.ts';
import { makeLeads } from '../prospects/prospects.factory.ts';
import { createList, csvHeader, csvRows, importCsv } from '../searches/lists.factory.ts';
import { addSource, listSources } from './index.ts';

const server = useTestServer();
let person: Awaited<ReturnType<typeof server.signUp>>;
let list: number;
const ctx = () => server.program.system.forOrganization(person.organization_id);
const inTransaction = <Result>(work: (tx: TransactionContext) => Promise<Result>) => ctx().transaction(work);
/** Without the columns that differ each time. */
const sourcesOf = async (id: number) =>
  (await ctx().read((tx) => listSources(tx, id))).map(({ obtained_at: _, ...source }) => source);

beforeEach(async () => {
  person = await server.signUp();
  list = await createList(person);
});

async function leadIds(): Promise<number[]> {
  const { rows } = await server.owner.query(
    'select id::int from prospects where organization_id = $1 order by source_row, id',
    [person.organization_id],
  );
  return rows.map(({ id }) => id);
}

test('each lead of a file has the file and its row, known ones again', async () => {
  const rows = `${csvRows(2)}Only,Email,only@mail.example,,,,,\n`;
  const given = { rows_without_linkedin: 'import' } as const;
  await importCsv(person, list, `${csvHeader}\n${rows}`, { ...given, file_name: 'spring.csv' });
  await importCsv(person, list, `${csvHeader}\n${csvRows(1, 5)}${rows}`, { ...given, file_name: 'summer.csv' });
  // The same file again adds nothing.
  await importCsv(person, list, `${csvHeader}\n${csvRows(1, 5)}${rows}`, { ...given, file_name: 'summer.csv' });
  const [first, second, emailed] = (await leadIds()).filter((_, index) => index !== 1).slice(0, 3);
  const described = async (id: number) => (await sourcesOf(id)).map(describeSource);
  const all = await Promise.all([first!, second!, emailed!].map(described));
  expect(all.map((one) => one.toSorted()).toSorted()).toEqual([
    ['CSV file “spring.csv”, row 2', 'CSV file “summer.csv”, row 3'],
    ['CSV file “spring.csv”, row 3', 'CSV file “summer.csv”, row 4'],
    ['CSV file “spring.csv”, row 4', 'CSV file “summer.csv”, row 5'],
  ]);
});

test('every way of merging stores its origin, with who asked and by which key', async () => {
  const key = { id: 1, name: 'Zapier' };
  const made = await server.program.system
    .forOrganization(person.organization_id, {
      id: person.user_id,
      role: 'ADMIN',
      actor_id: person.user_id,
      api_key: key,
    })
    .transaction(async (tx) => {
      const name = { first_name: 'Ada', last_name: 'Byron' };
      return mergePerson(tx, { source: { kind: 'referral' } }, { ...name, email: 'ada@acme.example' });
    });
  expect(await sourcesOf(made)).toEqual([
    { kind: 'referral', detail: '', row: null, added_by: expect.any(String), key_name: 'Zapier' },
  ]);
  await inTransaction((tx) =>
    insertPerson(tx, { source: { kind: 'messaging' } }, { first_name: 'Bo', last_name: '', phone_number: null }),
  );
  const cells = ALL_INCOMING_FIELDS.map((field) =>
    field === 'linkedin_key' ? 'in/cy' : field === 'linkedin_profile_url' ? 'https://www.linkedin.com/in/cy' : '',
  );
  const values = cells.map((cell, index) => (ALL_INCOMING_FIELDS[index] === 'custom' ? '{}' : cell || null));
  const names = values.map((cell, index) => (/^(first|last)_name$/.test(ALL_INCOMING_FIELDS[index]!) ? 'C' : cell));
  await inTransaction((tx) =>
    mergeFewProspects(tx, { source: { kind: 'finder' } }, [names], ALL_INCOMING_FIELDS, false),
  );
  const { rows } = await server.owner.query(
    `select s.kind, count(*)::int as leads from prospects p left join lead_sources s on s.id = p.source_id
      where p.organization_id = $1 group by 1 order by 1`,
    [person.organization_id],
  );
  expect(rows).toEqual(['finder', 'messaging', 'referral'].map((kind) => ({ kind, leads: 1 })));
});

test('data that is added later has its own source: look-ups, and what people enter', async () => {
  const [lead] = await makeLeads(ctx(), [{ first_name: 'Ada' }]);
  await inTransaction((tx) => addSource(tx, { kind: 'enrichment', detail: 'Hunter' }, [lead!.id]));
  const body = { email: 'ada@acme.example' };
  expect((await person.call(api.updateProspect, { params: { id: lead!.id }, body })).status).toBe(200);
  await person.call(api.updateProspect, { params: { id: lead!.id }, body: { email: '' } });
  expect((await sourcesOf(lead!.id)).map(describeSource)).toEqual([
    LEAD_SOURCES.unknown,
    'Contact data provider “Hunter”',
    LEAD_SOURCES.manual,
  ]);
});

test('leads from before are said to come from their import or list', async () => {
  await importCsv(person, list, `${csvHeader}\n${csvRows(1)}`, { file_name: 'old.csv' });
  const [lead] = await leadIds();
  // The undo of an archive import deletes the sources that it brought, also where a later lead has one of them.
  await server.owner.query('delete from lead_sources where organization_id = $1', [person.organization_id]);
  expect((await sourcesOf(lead!)).map(describeSource)).toEqual(['CSV file “old.csv”']);
  await server.owner.query('update prospects set source_id = null, source_row = null where id = $1', [lead]);
  expect((await sourcesOf(lead!)).map(describeSource)).toEqual(['CSV file “old.csv”']);
  await server.owner.query(`update imports set created_at = created_at - interval '1 day' where search_id = $1`, [
    list,
  ]);
  expect((await sourcesOf(lead!)).map(describeSource)).toEqual(['List “Leads”']);
});

test('another organization reads and adds no source of a lead', async () => {
  const [lead] = await makeLeads(ctx(), [{ first_name: 'Ada' }]);
  const other = server.program.system.forOrganization((await server.signUp()).organization_id);
  expect(await other.read((tx) => listSources(tx, lead!.id))).toEqual([]);
  await other.transaction((tx) => addSource(tx, { kind: 'manual' }, [lead!.id]));
  expect((await sourcesOf(lead!.id)).map(({ kind }): LeadSourceKind => kind)).toEqual(['unknown']);
});
