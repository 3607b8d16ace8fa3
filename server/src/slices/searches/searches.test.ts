import { api } from '@overture/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type TestClient, useTestServer } from '../../testing/harness.ts';

const server = useTestServer();

async function createList(person: TestClient, name = 'Leads'): Promise<number> {
  const answer = await person.call(api.createSearch, { body: { name } });
  expect(answer.status).toBe(200);
  return answer.data.id;
}

const header = 'First name,Last name,Email,LinkedIn,Company,Title';
const mapping = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  linkedin_url: 'LinkedIn',
  company_name: 'Company',
  job_title: 'Title',
};

async function importText(
  person: TestClient,
  id: number,
  content: string | Buffer,
  columns: Record<string, string> = mapping,
) {
  return person.call(
    api.importCsv,
    { params: { id }, body: { file_name: 'leads.csv', column_mapping: JSON.stringify(columns) } },
    [{ field: 'file_content', filename: 'leads.csv', content, content_type: 'text/csv' }],
  );
}

describe('lead lists', () => {
  test('are made, renamed, archived and restored', async () => {
    const person = await server.signUp();
    const id = await createList(person, '  Founders in Utrecht ');
    expect((await person.call(api.getSearch, { params: { id } })).data).toMatchObject({
      search: { id, name: 'Founders in Utrecht', total_prospects: 0, status: 'active' },
      filters: {},
    });
    await person.call(api.renameSearch, { params: { id }, body: { name: 'Owners' } });
    await person.call(api.changeSearchStatuses, { body: { search_ids: [id], status: 'archived' } });
    expect((await person.call(api.listSearches)).data.searches).toEqual([]);
    expect((await person.call(api.listArchivedSearches)).data.searches).toMatchObject([{ id, name: 'Owners' }]);
    await person.call(api.changeSearchStatuses, { body: { search_ids: [id], status: 'active' } });
    expect((await person.call(api.listSearches)).data.searches).toMatchObject([{ id, status: 'active' }]);
  });

  test.each([[''], ['   '], [null], ['\u0000\n']])('refuses the name %j', async (name) => {
    const person = await server.signUp();
    const answer = await person.call(api.createSearch, { body: { name } });
    expect([answer.status, answer.error.error]).toEqual([400, 'Please enter a valid list name']);
  });
});

describe('the import', () => {
  test('accounts for every row and answers the first leads', async () => {
    const person = await server.signUp();
    const id = await createList(person);
    const csv = [
      header,
      'Ada,Lovelace,ada@engine.example,https://www.linkedin.com/in/ada/,Engine,Countess',
      'Ada,Again,,http://linkedin.com/in/ADA?trk=x,Engine,',
      'Charles,Babbage,n/a,linkedin.com/in/charles,Engine,',
      'No,Address,no@address.example,,Nowhere,',
      'Not,Linkedin,x@y.example,https://example.com/in/x,Elsewhere,',
      '',
    ].join('\n');
    const answer = await importText(person, id, csv);
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({
      added_prospects: 2,
      duplicate_rows: 1,
      skipped_rows: 1,
      bad_rows: 1,
      total_rows: 5,
    });
    expect(answer.data.prospects).toMatchObject([
      {
        first_name: 'Ada',
        last_name: 'Lovelace',
        email: 'ada@engine.example',
        job_title: 'Countess',
        company: { name: 'Engine' },
      },
      { first_name: 'Charles', email: null },
    ]);
    const page = await person.call(api.listSearchProspects, { params: { id }, query: {} });
    expect(page.data).toMatchObject({
      totalProspects: 2,
      prospects: [{ first_name: 'Ada' }, { first_name: 'Charles' }],
    });
  });
});
void sql;
