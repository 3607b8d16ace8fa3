import { api } from '@overture/contract';
import { expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { createList, importCsv } from '../lists.factory.ts';
import { runImport } from './run-import.job.ts';

const server = useTestServer();

const HEADER =
  'First name,Last name,Email,LinkedIn,Company,Title,City,Size,Secondary email,Owner email,Phone,Unsubscribed,Bounced';
const mapping = { ...{ first_name: 'First name', last_name: 'Last name', email: 'Email' }, phone_number: 'Phone' };

interface Row {
  name: string;
  email?: string;
  linkedin?: string;
  second?: string;
  phone?: string;
  stop?: string;
  bounced?: string;
}
const line = ({ name, email = '', linkedin = '', second = '', phone = '', stop = '', bounced = '' }: Row) =>
  [name, 'Jansen', email, linkedin, 'Acme', '', '', '', second, 'colleague@own.example', phone, stop, bounced].join(
    ',',
  );

const listOf = async (organization_id: number) =>
  (
    await server.owner.query(
      `select coalesce(email::text, linkedin_key, phone_key) as entry, reason, detail from suppressions
       where organization_id = $1 order by 1`,
      [organization_id],
    )
  ).rows;

test('people of marked rows are suppressed by every address of their row, and become leads', async () => {
  const person = await server.signUp();
  const list = await createList(person);
  const rows = [
    line({ name: 'Ada', email: 'ada@one.example', second: 'ada.private@home.example', stop: '2026-01-02' }),
    line({ name: 'Bea', email: 'bea@one.example', stop: 'No', bounced: 'false' }),
    line({ name: 'Cem', email: 'cem@one.example; cem@two.example', bounced: 'TRUE' }),
    line({ name: 'Dan', email: 'not an address', second: 'dan@home.example', stop: 'x' }),
    line({ name: 'Eva', phone: '+31 6 12345678', stop: 'yes' }),
  ];
  const stop_columns = ['Unsubscribed', 'Bounced'];
  const answer = await importCsv(person, list, [HEADER, ...rows].join('\n'), { mapping, stop_columns });
  expect([answer.status, answer.data?.added_prospects]).toEqual([200, 4]);
  const said = { reason: 'import', detail: 'leads.csv' };
  const entries = ['31612345678', 'ada.private@home.example', 'ada@one.example', 'cem@one.example', 'cem@two.example'];
  expect(await listOf(person.organization_id)).toEqual(
    [...entries, 'dan@home.example'].map((entry) => ({ entry, ...said })),
  );
});

test('of an export of Apollo, the people whose address bounced are suppressed, verified or not the others are not', async () => {
  const person = await server.signUp();
  const list = await createList(person);
  const file = ['Verified', 'Unverified', 'Bounced'].map((status, n) => `Ada,Jansen,ada${n}@one.example,${status}`);
  const text = ['First Name,Last Name,Email,Email Status', ...file].join('\n');
  const mapping = { first_name: 'First Name', last_name: 'Last Name', email: 'Email' };
  const answer = await importCsv(person, list, text, { mapping, stop_columns: ['Email Status'] });
  expect([answer.status, answer.data?.added_prospects]).toEqual([200, 3]);
  expect(await listOf(person.organization_id)).toEqual([
    { entry: 'ada2@one.example', reason: 'import', detail: 'leads.csv' },
  ]);
});

test('without the columns no person is suppressed; an unknown column is refused', async () => {
  const person = await server.signUp();
  const list = await createList(person);
  const file = [HEADER, line({ name: 'Ada', email: 'ada@one.example', stop: 'yes' })].join('\n');
  expect((await importCsv(person, list, file, { mapping })).status).toBe(200);
  expect(await listOf(person.organization_id)).toEqual([]);
  const refused = await importCsv(person, list, file, { mapping, stop_columns: ['Unsubscribe'] });
  expect([refused.status, refused.error.details]).toEqual([
    400,
    { stop_columns: 'The file has no column "Unsubscribe".' },
  ]);
});

test('a large file suppresses in its job, by profile where the row has no address, and passes erased people over', async () => {
  const person = await server.signUp();
  const list = await createList(person);
  const { organization_id } = person;
  await server.owner.query('insert into erasure_keys (organization_id) values ($1)', [organization_id]);
  await server.owner.query(
    `insert into suppressions (organization_id, kind, reason, erased_key) select organization_id, 'address', 'erased',
       erased_key(secret, 'address', 'gone@one.example') from erasure_keys where organization_id = $1`,
    [organization_id],
  );
  const rows = Array.from({ length: 6000 }, (_, n) =>
    line({ name: `P${n}`, linkedin: `https://www.linkedin.com/in/p-${n}`, stop: n % 3000 === 0 ? 'yes' : 'no' }),
  );
  rows.push(line({ name: 'Gone', email: 'gone@one.example', stop: 'yes' }));
  const given = {
    mapping: { ...mapping, linkedin_url: 'LinkedIn', company_name: 'Company' },
    stop_columns: ['Unsubscribed'],
  };
  const { data, status } = await importCsv(person, list, [HEADER, ...rows].join('\n'), {
    ...given,
    rows_without_linkedin: 'import',
  });
  expect(status).toBe(202);
  await runImport(server.program.system, { organization_id, import_id: data.import_id }, new AbortController().signal);
  expect((await person.call(api.getImport, { params: { id: data.import_id } })).data.status).toBe('finished');
  expect((await listOf(organization_id)).map(({ entry }) => entry)).toEqual(['in/p-0', 'in/p-3000', null]);
});
