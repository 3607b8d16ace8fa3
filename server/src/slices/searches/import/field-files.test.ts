import { readFileSync } from 'node:fs';
import { api } from '@overture/contract';
import { guessLeadColumns } from '@overture/domain/csv/column-guess';
import { detectFormat, guessEncoding } from '@overture/domain/csv/csv-format';
import { CsvRows } from '@overture/domain/csv/csv-heading';
import { describe, expect, test } from 'vitest';
import { type TestClient, useTestServer } from '../../../testing/harness.ts';
import { createList, importCsv } from '../lists.factory.ts';

const server = useTestServer();

const fileOf = (name: string): Buffer => readFileSync(new URL(`./testing/${name}.csv`, import.meta.url));

/** The dialog's default request for a file. */
function guessMapping(content: Buffer): Record<string, string> {
  const text = new TextDecoder(guessEncoding(content)).decode(content);
  const format = detectFormat(text, [], true);
  const rows = [...new CsvRows(format).push(text, true)].map(({ cells }) => cells);
  return guessLeadColumns(format.header, rows) as Record<string, string>;
}

async function importFile(content: Buffer, person?: TestClient) {
  const client = person ?? (await server.signUp());
  const answer = await importCsv(client, await createList(client), content, { mapping: guessMapping(content) });
  expect([answer.status, answer.error?.error]).toEqual([200, undefined]);
  return answer.data;
}

async function countLeads({ organization_id }: { organization_id: number }): Promise<number> {
  const counted = 'select count(*)::int as n from prospects where organization_id = $1';
  return (await server.owner.query(counted, [organization_id])).rows[0].n;
}

type Leads = Awaited<ReturnType<typeof importFile>>['prospects'];
const byName = (leads: Leads) => leads.toSorted((a, b) => (a.first_name < b.first_name ? -1 : 1));
const linkedin = (name: string): string => `https://www.linkedin.com/in/${name}`;

describe('files as people have them', () => {
  test("LinkedIn's connections: the notes before the heading are passed over", async () => {
    const { prospects, total_rows } = await importFile(fileOf('d01-linkedin-connections'));
    expect(total_rows).toBe(2);
    expect(byName(prospects)).toMatchObject([
      { first_name: 'Ada', last_name: 'Jansen', linkedin_profile_url: linkedin('ada-jansen-0001'), email: null },
      { first_name: 'Bram', email: 'bram@harbor.example', job_title: 'Buyer, Parts', company: { name: 'Harbor' } },
    ]);
  });

  test('a nameless first column moves no other', async () => {
    const { prospects } = await importFile(fileOf('d02-empty-first-heading'));
    expect(byName(prospects)[0]).toMatchObject({
      first_name: 'Ada',
      last_name: 'Jansen',
      email: 'ada@acme.example',
      linkedin_profile_url: linkedin('ada-jansen-0001'),
      company: { name: 'Acme Tools', amount_of_employees: '51-200' },
    });
  });

  test('of two columns with one name each fills the field of its values', async () => {
    const { prospects } = await importFile(fileOf('d03-two-columns-named-url'));
    expect(byName(prospects)[0]).toMatchObject({
      linkedin_profile_url: linkedin('ada-jansen-0001'),
      email: 'ada@acme.example',
      company: { name: 'Acme Tools', linkedin_url: 'https://www.linkedin.com/company/acme-tools' },
    });
  });
});

test.each([
  ['Email', ['c@acme.example', 'second@acme.example', 'third@acme.example']],
  ['Email (2)', ['c2@acme.example', 'second@acme.example', 'third@acme.example']],
])('of two columns "Email" the other fills what %s leaves empty', async (email, expected) => {
  const person = await server.signUp();
  const rows = 'A,,second@acme.example\nB,n/a,third@acme.example\nC,c@acme.example,c2@acme.example\n';
  const mapping = { first_name: 'First Name', email };
  const list = await createList(person);
  const { data } = await importCsv(person, list, `First Name,Email,Email\n${rows}`, { mapping });
  expect(data).toMatchObject({ added_prospects: 3, unfit_values: 0 });
  expect(data.prospects.map((lead) => lead.email).toSorted()).toEqual(expected);
});

describe('people without a LinkedIn address', () => {
  const emails =
    'Email,First Name,Last Name,Phone\nada@acme.example,Ada,Jansen,\nbram@harbor.example,Bram,Vries,+31 30 123 45 67\n';

  test('are matched by email; the same file again adds no lead', async () => {
    const person = await server.signUp();
    const list = await createList(person);
    const content = Buffer.from(emails);
    const send = () => importCsv(person, list, content, { mapping: guessMapping(content) });
    const first = (await send()).data;
    expect(first).toMatchObject({ added_prospects: 2, duplicate_rows: 0, skipped_rows: 0, bad_rows: 0 });
    expect(byName(first.prospects)).toMatchObject([
      { email: 'ada@acme.example', linkedin_profile_url: null },
      { email: 'bram@harbor.example', phone_number: '+31 30 123 45 67' },
    ]);
    expect((await send()).data).toMatchObject({ added_prospects: 0, duplicate_rows: 2 });
  });

  test('four parallel imports of one file share the people', async () => {
    const person = await server.signUp();
    const content = Buffer.from(
      `Name,Email,Tel\n${Array.from({ length: 300 }, (_, n) => `Ada J${n},${n % 3 === 0 ? '' : `a${n}@acme.example`},+3120555${1000 + n}`).join('\n')}`,
    );
    const lists = await Promise.all([1, 2, 3, 4].map(() => createList(person)));
    const mapping = guessMapping(content);
    const answers = await Promise.all(lists.map((id) => importCsv(person, id, content, { mapping })));
    expect(answers.map(({ data }) => data.added_prospects)).toEqual([300, 300, 300, 300]);
    expect(await countLeads(person)).toBe(300);
  });

  test('are matched by email, then by phone and name; several people share a company number', async () => {
    const person = await server.signUp();
    const list = await createList(person);
    const send = async (text: string) => {
      const content = Buffer.from(`First Name,Last Name,Email,Phone\n${text}`);
      return (await importCsv(person, list, content, { mapping: guessMapping(content) })).data;
    };
    const shared =
      'Ada,Jansen,,+31 30 123 45 67\nBram,Vries,,0031301234567\nada,jansen,,+31 (0)30 1234567\nCy,Cole,,030 999 88 77\n';
    expect(await send(shared)).toMatchObject({ added_prospects: 3, duplicate_rows: 1 });
    expect(await send(shared)).toMatchObject({ added_prospects: 0, duplicate_rows: 4 });
    // The email of a person known by phone.
    expect(await send('Ada,Jansen,ada@acme.example,+31301234567\n')).toMatchObject({ added_prospects: 0 });
    expect(await send('A.,J.,ada@acme.example,\n')).toMatchObject({ added_prospects: 0, duplicate_rows: 1 });
    // Another address of the same name and number is another person.
    expect(await send('Ada,Jansen,other@acme.example,+31301234567\n')).toMatchObject({ added_prospects: 1 });
    const query = { page: 1, sort_field: 'email', sort_direction: 'asc' } as const;
    const { data } = await person.call(api.listSearchProspects, { params: { id: list }, query });
    expect(data.prospects.map(({ first_name, email }) => [first_name, email])).toEqual([
      ['Ada', 'ada@acme.example'],
      ['Ada', 'other@acme.example'],
      ['Bram', null],
      ['Cy', null],
    ]);
  });

  test.each([
    ['email', 'Email\nAda,Jansen,ada@acme.example', 'Email\nAda,Jansen,Acme,LINK,ADA@acme.example'],
    ['phone', 'Phone\nAda,Jansen,+31 30 123 45 67', 'Phone\nada,jansen,Acme,LINK,0031 30 1234567'],
    [
      'a phone without its country code',
      'Phone\nAda,Jansen,030 123 45 67',
      'Phone\nAda,Jansen,Acme,LINK,030 123 45 67',
    ],
  ])('a later file with a LinkedIn column completes those known by %s', async (_what, before, after) => {
    const person = await server.signUp();
    const link = linkedin('ada-jansen-0001');
    await importFile(Buffer.from(`First Name,Last Name,${before}\n`), person);
    const { prospects } = await importFile(
      Buffer.from(`First Name,Last Name,Company,LinkedIn,${after.replace('LINK', link)}\n`),
      person,
    );
    expect(prospects).toMatchObject([{ first_name: 'Ada', linkedin_profile_url: link, company: { name: 'Acme' } }]);
    expect(await countLeads(person)).toBe(1);
  });

  test.each([
    ['another name', 'Bram,Jansen,,+31301234567'],
    ['another email', 'Ada,Jansen,other@acme.example,+31301234567'],
  ])('a LinkedIn row with the same number and %s is a new lead', async (_what, row) => {
    const person = await server.signUp();
    const header = 'First Name,Last Name,Email,Phone';
    await importFile(Buffer.from(`${header}\nAda,Jansen,ada@acme.example,+31 30 123 45 67\n`), person);
    const linked = `${header},Company,LinkedIn\n${row},Acme,${linkedin('x-1')}\n`;
    expect((await importFile(Buffer.from(linked), person)).added_prospects).toBe(1);
    expect(await countLeads(person)).toBe(2);
  });

  test('in a file with a LinkedIn column are skipped and listed, or come in when asked for', async () => {
    const person = await server.signUp();
    const header = 'First Name,Last Name,Company,LinkedIn,Email';
    const content = `${header}\nAda,Jansen,Acme,${linkedin('ada-jansen-0001')},a@acme.example\nBram,Vries,Acme,,b@acme.example\nCy,Cole,Acme,,\n`;
    const mapping = guessMapping(Buffer.from(content));
    const skipping = await importCsv(person, await createList(person), content, { mapping });
    expect(skipping.data).toMatchObject({ added_prospects: 1, skipped_rows: 2, bad_rows: 0, total_rows: 3 });
    const report = await person.call(api.downloadBadRows, { params: { id: skipping.data.import_id } });
    expect(String(report.data)).toContain('3,"Skipped: no LinkedIn URL.","Bram"');
    await server.owner.query("update users set language = 'de' where id = $1", [person.user_id]);
    const german = await person.call(api.downloadBadRows, { params: { id: skipping.data.import_id } });
    expect(String(german.data)).toContain('"Zeile","Grund","First Name"');
    expect(String(german.data)).toContain('3,"Übersprungen: ');
    expect(german.headers['content-disposition']).toContain(encodeURIComponent('fehlerhafte Zeilen.csv'));
    await server.owner.query('update users set language = null where id = $1', [person.user_id]);
    const taking = await importCsv(person, await createList(person), content, {
      mapping,
      rows_without_linkedin: 'import',
    });
    expect(taking.data).toMatchObject({ added_prospects: 2, skipped_rows: 1 });
    const rest = await person.call(api.downloadBadRows, { params: { id: taking.data.import_id } });
    expect(String(rest.data)).toContain('4,"Skipped: no LinkedIn URL, email or phone number.","Cy"');
  });

  test('a row whose only address is none says so', async () => {
    const { data, person } = await sendText('Email,First Name\nada(at)acme,Ada\nbram@harbor.example,Bram\n,Cy\n');
    expect(data).toMatchObject({ added_prospects: 1, bad_rows: 1, skipped_rows: 1, total_rows: 3 });
    const report = String((await person.call(api.downloadBadRows, { params: { id: data.import_id } })).data);
    expect(report).toContain('2,"Email: “ada(at)acme” is not an email address."');
  });

  test('without any of the three no file is taken', async () => {
    const person = await server.signUp();
    const mapping = { first_name: 'First Name', last_name: 'Last Name', company_name: 'Company' };
    const answer = await importCsv(person, await createList(person), 'First Name,Last Name,Company\nA,B,C', {
      mapping,
    });
    expect([answer.status, answer.error.error]).toEqual([400, 'Required fields missing: linkedin_url']);
  });
});

describe('rows that a quote tears', () => {
  test('are read where it is plain what was meant, and listed otherwise; every row is counted', async () => {
    const person = await server.signUp();
    const content = fileOf('d08-bare-quotes');
    const { data } = await importCsv(person, await createList(person), content, { mapping: guessMapping(content) });
    expect(data).toMatchObject({ added_prospects: 2, duplicate_rows: 0, skipped_rows: 0, bad_rows: 2, total_rows: 4 });
    expect(byName(data.prospects)).toMatchObject([
      { first_name: 'Ada', job_title: '12" screens' },
      {
        first_name: 'Robert "Bobby"',
        last_name: 'Hale',
        job_title: 'Head of 19" racks',
        company: { name: 'Acme "Tools" Ltd' },
      },
    ]);
    const report = String((await person.call(api.downloadBadRows, { params: { id: data.import_id } })).data);
    expect(report).toContain('"This row has 4 cells, the heading has 5. A quote mark may be missing."');
    expect(report).toContain('"This row has 2 cells, the heading has 5. A quote mark may be missing."');
  });

  test('the rest of a torn row is no lead, for any contents of its cells', async () => {
    const { data } = await sendText(
      'Note,Email,First Name,Phone\n"He said "no"\nand left,ada@acme.example\n"yes",bram@harbor.example,Bram,\n',
    );
    expect(data).toMatchObject({ added_prospects: 1, bad_rows: 2, total_rows: 3 });
  });

  test('the report lists rows of leads that the list has already', async () => {
    const person = await server.signUp();
    const list = await createList(person);
    const header = 'First Name,Last Name,Company,LinkedIn,Email,Phone';
    const known = `Ada,Jansen,Acme,${linkedin('ada-1')},ada@acme.example,`;
    const send = async (rows: string) => {
      const mapping = guessMapping(Buffer.from(`${header}\nA,B,C,${linkedin('x')},x@x.example,+31301234567\n`));
      const given = { mapping, rows_without_linkedin: 'import' } as const;
      const { data } = await importCsv(person, list, `${header}\n${rows}`, given);
      const report = await person.call(api.downloadBadRows, { params: { id: data.import_id } });
      return { ...data, lines: String(report.data).trim().split('\n').slice(1) };
    };
    expect(await send(`${known}\nBram,Vries,,,bram@acme.example,`)).toMatchObject({
      added_prospects: 2,
      incomplete_rows: 1,
      lines: ['3,"Added without: Company name, LinkedIn URL.","Bram","Vries","","","bram@acme.example",""'],
    });
    const again = await send(
      `Cy,Cole,Acme,${linkedin('cy-1')},,\n${known}no number\n\nBram,Vries,,,bram@acme.example,\nADA,Jansen,,,ada@acme.example,\n`,
    );
    expect(again).toMatchObject({ added_prospects: 1, duplicate_rows: 3, unfit_values: 1, incomplete_rows: 0 });
    expect(again.lines).toEqual([
      `3,"Duplicate: already in this list. Left out: Phone number: “no number” is not a phone number.","Ada","Jansen","Acme","${linkedin('ada-1')}","ada@acme.example","no number"`,
      '5,"Duplicate: already in this list.","Bram","Vries","","","bram@acme.example",""',
      '6,"Duplicate: already in this list.","ADA","Jansen","","","ada@acme.example",""',
    ]);
  });

  test('two rows of one person, by the LinkedIn address and by the email, are one lead and one duplicate', async () => {
    const person = await server.signUp();
    const header = 'First Name,Last Name,Company,LinkedIn,Email';
    const content = `${header}\nAda,Jansen,Acme,${linkedin('ada-1')},ada@acme.example\nA,J,,,ada@acme.example\n`;
    const given = { mapping: guessMapping(Buffer.from(content)), rows_without_linkedin: 'import' } as const;
    const { data } = await importCsv(person, await createList(person), content, given);
    expect(data).toMatchObject({ added_prospects: 1, duplicate_rows: 1 });
    const report = String((await person.call(api.downloadBadRows, { params: { id: data.import_id } })).data);
    expect(report).toContain('3,"Duplicate: the same person as another row.","A","J","","","ada@acme.example"');
  });

  test('a name that lost letters is imported, counted and listed', async () => {
    const { data, person } = await sendText(
      'Email,First Name,Last Name,Company\nl@acme.example,?ukasz,Nowak,Acme\nj@acme.example,Jürgen,MÃ¼ller,Müller? Ja!\nz@acme.example,Zoë,100%,What? Ltd\n',
    );
    expect(data).toMatchObject({ added_prospects: 3, unfit_values: 0, odd_values: 2 });
    const report = String((await person.call(api.downloadBadRows, { params: { id: data.import_id } })).data);
    expect(report.trim().split('\n').slice(1)).toEqual([
      '2,"Added. First name: “?ukasz” has letters that its file lost.","l@acme.example","?ukasz","Nowak","Acme"',
      '3,"Added. Last name: “MÃ¼ller” has letters that its file lost.","j@acme.example","Jürgen","MÃ¼ller","Müller? Ja!"',
    ]);
  });

  test('a lead that the file has no name, company or LinkedIn URL for is added, counted and listed', async () => {
    const content = `First Name,Last Name,Company,LinkedIn,Email\nAda,Jansen,Acme,${linkedin('ada-1')},ada@acme.example\n,Smit,,,s@acme.example\nEva,Bos,Globex,,n/a\n`;
    const given = { mapping: guessMapping(Buffer.from(content)), rows_without_linkedin: 'import' } as const;
    const person = await server.signUp();
    const { data } = await importCsv(person, await createList(person), content, given);
    expect(data).toMatchObject({ added_prospects: 2, skipped_rows: 1, incomplete_rows: 1, odd_values: 0 });
    const report = String((await person.call(api.downloadBadRows, { params: { id: data.import_id } })).data);
    expect(report).toContain('3,"Added without: First name, Company name, LinkedIn URL.","","Smit"');
  });

  test('a row that came twice names the first', async () => {
    const { data, person } = await sendText(
      'Email,First Name\na@acme.example,A\n\nb@acme.example,B\nA@ACME.example,A\n',
    );
    expect(data).toMatchObject({ added_prospects: 2, duplicate_rows: 1 });
    const report = String((await person.call(api.downloadBadRows, { params: { id: data.import_id } })).data);
    expect(report).toContain('5,"Duplicate: the same person as in row 2.","A@ACME.example","A"');
  });
});

test('one name column fills first and last name', async () => {
  const { prospects } = await importFile(fileOf('d10-full-name'));
  expect(byName(prospects)).toMatchObject([
    { first_name: 'Ada', last_name: 'Jansen', email: 'ada@acme.example', job_title: 'Head of Sales' },
    { first_name: 'Bram', last_name: 'de Vries', linkedin_profile_url: linkedin('bram-de-vries-0002') },
    { first_name: 'Chloé', last_name: 'Martin', company: { name: 'Lumen' } },
  ]);
});

async function sendText(text: string) {
  const person = await server.signUp();
  const mapping = guessMapping(Buffer.from(text));
  const { data } = await importCsv(person, await createList(person), text, { mapping });
  return { data, person };
}

describe('letters of older encodings', () => {
  test.each([
    [
      'd04a-excel-polish-1250',
      [
        ['Agnieszka', 'Wiśniewska', 'Młyn'],
        ['Łukasz', 'Żółkiewski', 'Śląskie Części'],
      ],
    ],
    [
      'd04b-excel-russian-1251',
      [
        ['Михаил', 'Орлов', 'Вектор'],
        ['Ольга', 'Смирнова', 'Север'],
      ],
    ],
    [
      'd04c-excel-mac-roman',
      [
        ['José', 'Müller', 'Café Søn'],
        ['Zoë', 'Brontë', 'Lumière'],
      ],
    ],
  ])('%s is read as it was typed', async (name, expected) => {
    const { prospects } = await importFile(fileOf(name));
    const read = prospects.map((lead) => [lead.first_name, lead.last_name, lead.company.name]);
    expect(read.toSorted(([a = ''], [b = '']) => ((a ?? '') < (b ?? '') ? -1 : 1))).toEqual(
      expected.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    );
  });

  test('are read by the choice of a person', async () => {
    const person = await server.signUp();
    const content = Buffer.from([...Buffer.from('Email,First Name\na@acme.example,'), 0xa3, 0x0a]);
    const mapping = { email: 'Email', first_name: 'First Name' };
    const read = async (encoding: 'windows-1250' | 'windows-1252') => {
      const { data } = await importCsv(person, await createList(person), content, { mapping, encoding });
      return data.prospects[0]?.email === undefined ? null : data.prospects[0].first_name;
    };
    expect(await read('windows-1250')).toBe('Ł');
  });
});

test.each([
  ['d11-sizes', ['11-50', '2-10', '11-50', '51-200']],
  ['d11b-sizes-of-linkedin', ['1K-5K employees', '5K-10K employees', '10K+ employees', '501-1K employees']],
])('a column of sizes is one by its name: %s', async (name, sizes) => {
  const { prospects } = await importFile(fileOf(name));
  expect(byName(prospects).map(({ company }) => company.amount_of_employees)).toEqual(sizes);
});

test('one cell of a column reveals the decimal mark of all of them', async () => {
  const person = await server.signUp();
  const content = fileOf('d12-german-numbers');
  const send = async (mark: object) => {
    const custom_columns = [{ header: 'Umsatz', name: `Umsatz ${JSON.stringify(mark)}`, type: 'number', ...mark }];
    const { data } = await importCsv(person, await createList(person), content, {
      mapping: guessMapping(content),
      custom_columns,
    });
    return [data.unfit_values, byName(data.prospects).map(({ custom }) => Object.values(custom ?? {}).at(-1))];
  };
  expect(await send({})).toEqual([0, [12500.75, 1200, 850.5]]);
});
