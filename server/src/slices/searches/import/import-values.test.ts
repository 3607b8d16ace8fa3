import { api } from '@overture/contract';
import { LEAD_TARGETS } from '@overture/domain/csv/column-guess';
import { expect, test } from 'vitest';
import { type TestClient, useTestServer } from '../../../testing/harness.ts';
import { createList, importCsv } from '../lists.factory.ts';

const server = useTestServer();
const HEADINGS = ['First Name', 'Last Name', 'Company', 'LinkedIn URL', 'Email', 'Website', 'Time zone'];
const MAPPING = {
  first_name: 'First Name',
  last_name: 'Last Name',
  company_name: 'Company',
  linkedin_url: 'LinkedIn URL',
  email: 'Email',
  company_website_url: 'Website',
  time_zone: 'Time zone',
};
const MARKS = '\u200b\u00a0\u200e\u200f\u2060\ufeff\u202a\u2066\u00ad';

const line = (cells: readonly string[]): string => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');

/** Imports rows and answers what became of them. */
async function importRows(person: TestClient, rows: readonly (readonly string[])[]) {
  const id = await createList(person);
  const content = [HEADINGS, ...rows].map(line).join('\r\n');
  const { data } = await importCsv(person, id, content, { mapping: MAPPING });
  const query = { page: 1, sort_field: 'first_name', sort_direction: 'asc' } as const;
  const leads = (await person.call(api.listSearchProspects, { params: { id }, query })).data.prospects;
  const report = await person.call(api.downloadBadRows, { params: { id: data.import_id } });
  return { counts: data, leads, report: String(report.data) };
}

const rowOf = (n: number, name: string, email: string, rest: readonly string[] = ['', '']): string[] => [
  name,
  'Jansen',
  'Acme',
  `https://www.linkedin.com/in/values-${n}`,
  email,
  ...rest,
];

test('of several addresses in a cell the first is written to, the others are kept, and invalid ones are listed', async () => {
  const person = await server.signUp();
  const { counts, leads, report } = await importRows(person, [
    rowOf(1, 'A', 'ada@acme.example ::: ada.jansen@home.example'),
    rowOf(2, 'B', 'bram@harbor.example; b.devries@harbor.example'),
    rowOf(3, 'C', 'chloe@lumen.example, sales@lumen.example'),
    rowOf(4, 'D', 'dan@orbit.example (work)'),
    rowOf(5, 'E', 'Eve Mills <eve@acme.example>'),
    rowOf(6, 'F', 'lead9(at)acme.example'),
    rowOf(7, 'G', 'n/a'),
  ]);
  expect(leads.map(({ email }) => email)).toEqual([
    'ada@acme.example',
    'bram@harbor.example',
    'chloe@lumen.example',
    'dan@orbit.example',
    'eve@acme.example',
    null,
    null,
  ]);
  expect(leads.map((lead) => lead.other_emails?.map(({ email }) => email))).toEqual([
    ['ada.jansen@home.example'],
    ['b.devries@harbor.example'],
    ['sales@lumen.example'],
    ...Array.from({ length: 4 }),
  ]);
  expect(counts).toMatchObject({ added_prospects: 7, bad_rows: 0, unfit_values: 1 });
  const lines = report.trim().split('\n').slice(1);
  expect(lines.map((text) => /Added without: [^"]*/.exec(text)?.[0].trim())).toEqual([
    'Added without: Email: “lead9(at)acme.example” is not an email address.',
  ]);
});

test('invisible characters around values make neither a second person nor another value', async () => {
  const person = await server.signUp();
  const wrap = (text: string): string => `${MARKS}${text}${MARKS}`;
  const plain = rowOf(1, 'Dan', 'dan@orbit.example', ['https://orbit.example', 'Europe/Berlin']);
  const { counts, leads } = await importRows(person, [plain.map(wrap), plain]);
  expect(counts).toMatchObject({ added_prospects: 1, duplicate_rows: 1, unfit_values: 0 });
  expect(leads[0]).toMatchObject({
    first_name: 'Dan',
    last_name: 'Jansen',
    email: 'dan@orbit.example',
    linkedin_profile_url: 'https://www.linkedin.com/in/values-1',
    time_zone: 'Europe/Berlin',
    company: { name: 'Acme', website_url: 'https://orbit.example' },
  });
});

test('every field that a file can fill is read without invisible characters at its ends', async () => {
  const person = await server.signUp();
  const id = await createList(person);
  const given: Record<string, string> = {
    linkedin_url: 'https://www.linkedin.com/in/every-field',
    company_linkedin_url: 'https://www.linkedin.com/company/acme',
    email: 'dan@orbit.example',
    time_zone: 'Europe/Berlin',
    company_website_url: 'https://orbit.example',
    phone_number: '+31 6 1234 5678',
  };
  const targets = LEAD_TARGETS.map(({ target }) => target);
  const cells = targets.map((target) => `${MARKS}${given[target] ?? 'Value'}${MARKS}`);
  const mapping = Object.fromEntries(targets.map((target) => [target, target]));
  await importCsv(person, id, [targets, cells].map(line).join('\n'), { mapping });
  const query = { page: 1, sort_field: 'first_name', sort_direction: 'asc' } as const;
  const { data } = await person.call(api.listSearchProspects, { params: { id }, query });
  const { company, ...lead } = data.prospects[0]!;
  const texts = [...Object.values(lead), ...Object.values(company)].filter((value) => typeof value === 'string');
  expect(texts.filter((text) => /^Value$/.test(text)).length).toBeGreaterThan(5);
  expect(texts.filter((text) => [...MARKS].some((mark) => text.includes(mark)))).toEqual([]);
});

test('values typed or pasted elsewhere are read the same', async () => {
  const person = await server.signUp();
  const { leads } = await importRows(person, [rowOf(1, 'Dan', 'dan@orbit.example')]);
  const body = { email: `${MARKS}dan@new.example${MARKS}`, company_website: `${MARKS}https://new.example${MARKS}` };
  const change = { ...body, first_name: `${MARKS}Daniel${MARKS}`, time_zone: `${MARKS}Europe/Berlin${MARKS}` };
  const { data } = await person.call(api.updateProspect, { params: { id: leads[0]!.id }, body: change });
  expect(data.prospect).toMatchObject({ first_name: 'Daniel', email: 'dan@new.example', time_zone: 'Europe/Berlin' });
});

test('time zone names of Windows and HubSpot are accepted; unknown ones are reported', async () => {
  const person = await server.signUp();
  const zones = ['W. Europe Standard Time', 'FLE Standard Time', 'us_slash_pacific', 'Europe/Kyiv', 'EST', 'n/a'];
  const rows = zones.map((zone, n) => rowOf(n, `P${n}`, `p${n}@acme.example`, ['', zone]));
  const { counts, leads, report } = await importRows(person, rows);
  expect(leads.map(({ time_zone }) => time_zone)).toEqual([
    'Europe/Berlin',
    'Europe/Kiev',
    'America/Los_Angeles',
    'Europe/Kyiv',
    null,
    null,
  ]);
  expect(counts).toMatchObject({ added_prospects: 6, unfit_values: 1 });
  expect(report).toContain('Added without: Time zone: “EST” is not a time zone.');
});
