import { api } from '@overture/contract';
import { guessLeadColumns } from '@overture/domain/csv/column-guess';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { createList, csvHeader, csvRows, importCsv } from '../lists.factory.ts';
import * as store from './imports.store.ts';
import { readRows } from './row-reader.service.ts';
import { runImport, sweepImports } from './run-import.job.ts';
import { ClaimLostError, storeBatch } from './store-batch.service.ts';

const server = useTestServer();
const signal = new AbortController().signal;
type Counts = {
  added_prospects: number;
  duplicate_rows: number;
  skipped_rows: number;
  bad_rows: number;
  total_rows: number;
};
const countsOf = ({ added_prospects, duplicate_rows, skipped_rows, bad_rows, total_rows }: Counts) => [
  added_prospects,
  duplicate_rows,
  skipped_rows,
  bad_rows,
  total_rows,
];
const row = (n: number): string => csvRows(1, n).trimEnd();

describe('a small file', () => {
  const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');
  const three = `${csvHeader}\n${csvRows(3)}`;
  test.each<[string, string | Buffer, number[]]>([
    ['plain', three, [3, 0, 0, 0, 3]],
    ['without a last line end', three.trimEnd(), [3, 0, 0, 0, 3]],
    ['with a mark', `\uFEFF${three}`, [3, 0, 0, 0, 3]],
    ['UTF-16 little end first', utf16(three), [3, 0, 0, 0, 3]],
    ['UTF-16 big end first', utf16(three).swap16(), [3, 0, 0, 0, 3]],
    ['Windows-1252', Buffer.from(three.replace('First0', 'Zoë'), 'latin1'), [3, 0, 0, 0, 3]],
    ['semicolons', three.replaceAll(',', ';'), [3, 0, 0, 0, 3]],
    ['tabs', three.replaceAll(',', '\t'), [3, 0, 0, 0, 3]],
    ['mixed line ends', three.replace('\n', '\r\n').replace(/\n(?=First2)/, '\r'), [3, 0, 0, 0, 3]],
    ['zero bytes in cells', three.replace('First1', 'Fi\0rst1'), [3, 0, 0, 0, 3]],
    ['only a heading', `${csvHeader}\n`, [0, 0, 0, 0, 0]],
    [
      'the same person four ways',
      `${csvHeader}\nA,B,,HTTP://LinkedIn.com/in/x/,C,,,\nA,B,,linkedin.com/in/X?a=1,C,,,\nA,B,,https://de.linkedin.com/in/x/en,C,,,\nA,B,,www.linkedin.com/in/x#y,C,,,`,
      [1, 3, 0, 0, 4],
    ],
    [
      'no address, blank, other site, company page',
      `${csvHeader}\nA,B,,,C,,,\nA,B,,  ,C,,,\nA,B,,https://x.example/in/a,C,,,\nA,B,,linkedin.com/company/a,C,,,`,
      [0, 0, 2, 2, 4],
    ],
    ['an open quote', `${csvHeader}\n${row(1)}\nA,"B,,linkedin.com/in/a,C,,,\n${row(2)}\n${row(3)}`, [3, 0, 0, 1, 4]],
    [
      'a cell of a million letters in a mapped column',
      `${csvHeader}\n${row(1)}\n${'x'.repeat(1_000_000)},B,,linkedin.com/in/a,C,,,`,
      [1, 0, 0, 1, 2],
    ],
    ['too many cells', `${csvHeader}\n${row(1)},more\n${row(2)},,,\n`, [1, 0, 0, 1, 2]],
    ['too few cells', `${csvHeader}\nA,B,a@b.example,linkedin.com/in/a\nA,B`, [1, 0, 1, 0, 2]],
    ['line breaks inside quotes', `${csvHeader}\n"A\nB",C,,linkedin.com/in/a,"D\r\nE",,,`, [1, 0, 0, 0, 1]],
  ])('%s: every row is accounted for', async (_, content, expected) => {
    const person = await server.signUp();
    const answer = await importCsv(person, await createList(person), content);
    expect([answer.status, countsOf(answer.data)]).toEqual([200, expected]);
    const [added = 0, duplicate = 0, skipped = 0, bad = 0, total] = expected;
    expect(added + duplicate + skipped + bad).toBe(total);
  });

  test('2,000 columns are read; 2,001 are not', async () => {
    const person = await server.signUp();
    const wide = (columns: number): string => {
      const more = Array.from({ length: columns - 8 }, (_, n) => `c${n}`).join(',');
      return `${csvHeader},${more}\n${row(1)},${more}`;
    };
    const id = await createList(person);
    expect((await importCsv(person, id, wide(2000))).data.added_prospects).toBe(1);
    expect((await importCsv(person, id, wide(2001))).error.code).toBe('csv_unreadable');
  });

  test('letters of Windows-1252 and line breaks arrive as text', async () => {
    const person = await server.signUp();
    const text = `${csvHeader}\nZoë,"Van\n\tDijk",ZOE@Acme.EXAMPLE,linkedin.com/in/zoe,Café «Ünïted»,=cmd,,'+31\n`;
    const answer = await importCsv(person, await createList(person), Buffer.from(text, 'latin1'));
    expect(answer.data.prospects).toMatchObject([
      {
        first_name: 'Zoë',
        last_name: 'Van Dijk',
        email: 'zoe@acme.example',
        job_title: '=cmd',
        company: { name: 'Café «Ünïted»', amount_of_employees: '+31' },
      },
    ]);
  });

  test.each<[string, string | Buffer, object, string, string]>([
    ['another kind of file', csvHeader, { file_name: 'leads.xlsx' }, 'csv_only', 'Only .csv files are accepted.'],
    [
      'a renamed archive',
      Buffer.from('PK\x03\x04rest'),
      {},
      'csv_unreadable',
      "Couldn't read this file as CSV: it is a ZIP archive or an Excel workbook. Save it as CSV first.",
    ],
    ['an empty file', '', {}, 'csv_unreadable', "Couldn't read this file as CSV: it is empty."],
    [
      'a missing mapping',
      csvHeader,
      { mapping: { first_name: 'First name', linkedin_url: 'LinkedIn' } },
      'csv_mapping_incomplete',
      'Required fields missing: last_name, company_name',
    ],
    [
      'a column that is not there',
      csvHeader,
      { mapping: { first_name: 'A', last_name: 'B', linkedin_url: 'C', company_name: 'D' } },
      'validation_failed',
      'Please check the highlighted fields.',
    ],
    [
      'an unknown field',
      csvHeader,
      { mapping: { __proto__x: 'A' } },
      'validation_failed',
      'Please check the highlighted fields.',
    ],
  ])('%s is refused with words', async (_, content, given, code, text) => {
    const person = await server.signUp();
    const answer = await importCsv(person, await createList(person), content, given);
    expect([answer.status, answer.error.code, answer.error.error]).toEqual([400, code, text]);
  });

  test('known people are merged, not doubled: empty fields are filled, others kept', async () => {
    const person = await server.signUp();
    const [first, second] = [await createList(person, 'One'), await createList(person, 'Two')];
    await importCsv(
      person,
      first,
      `${csvHeader}\nAda,Lovelace,,linkedin.com/in/ada,Engine,Countess,,\nBob,B,,linkedin.com/in/bob,C,,,`,
    );
    const again = await importCsv(
      person,
      second,
      `${csvHeader}\nAda,Byron,ada@engine.example,linkedin.com/in/ADA,Other,,London,\nCy,C,,linkedin.com/in/cy,C,,,`,
    );
    expect(countsOf(again.data)).toEqual([2, 0, 0, 0, 2]);
    const page = await person.call(api.listSearchProspects, { params: { id: first } });
    expect(page.data.prospects.find(({ first_name }) => first_name === 'Ada')).toMatchObject({
      last_name: 'Lovelace',
      email: 'ada@engine.example',
      location: 'London',
      company: { name: 'Engine' },
    });
    const third = await importCsv(person, second, `${csvHeader}\nAda,L,,linkedin.com/in/ada,Engine,,,`);
    expect(countsOf(third.data)).toEqual([0, 1, 0, 0, 1]);
  });

  test('a time zone is stored by its name; an unknown one is empty, and the place decides', async () => {
    const person = await server.signUp();
    const header = `${csvHeader},Time zone`;
    const csv = `${header}\nA,A,,linkedin.com/in/a,C,,,,europe/madrid\nB,B,,linkedin.com/in/b,C,,"Austin, TX",,EST`;
    const mapping = guessLeadColumns(header.split(',')) as Record<string, string>;
    const { data } = await importCsv(person, await createList(person), csv, { mapping });
    expect(data.prospects.map(({ first_name, time_zone, zone }) => [first_name, time_zone, zone?.zone]).sort()).toEqual(
      [
        ['A', 'Europe/Madrid', 'Europe/Madrid'],
        ['B', null, 'America/Chicago'],
      ],
    );
  });

  test('a person known by email alone is recognised; one taken out of the list comes back', async () => {
    const person = await server.signUp();
    const id = await createList(person);
    const ctx = server.program.system.forOrganization(person.organization_id);
    await ctx.transaction(({ db }) =>
      sql`insert into prospects (organization_id, first_name, email) values (${person.organization_id}, 'Ada', 'ada@engine.example')`.execute(
        db,
      ),
    );
    const csv = `${csvHeader}\nAda,Lovelace,Ada@Engine.example,linkedin.com/in/ada,Engine,,,`;
    const added = await importCsv(person, id, csv);
    const people = await ctx.transaction(({ db }) =>
      sql<{ count: number }>`select count(*) from prospects`.execute(db),
    );
    expect([added.data.added_prospects, people.rows[0]?.count]).toEqual([1, 1]);
    const prospect_ids = added.data.prospects.map((lead) => lead.id);
    await person.call(api.changeProspectStatuses, {
      params: { id },
      body: { prospect_ids, old_status: 'IN_REVIEW', new_status: 'ARCHIVED' },
    });
    expect(countsOf((await importCsv(person, id, csv)).data)).toEqual([1, 0, 0, 0, 1]);
  });

  test('two parallel imports of the same people share them', async () => {
    const person = await server.signUp();
    const lists = [await createList(person), await createList(person), await createList(person)];
    const answers = await Promise.all(lists.map((id) => importCsv(person, id, `${csvHeader}\n${csvRows(800)}`)));
    expect(answers.map((answer) => answer.data.added_prospects)).toEqual([800, 800, 800]);
    const ctx = server.program.system.forOrganization(person.organization_id);
    const people = await ctx.transaction(({ db }) =>
      sql<{ count: number }>`select count(*) from prospects`.execute(db),
    );
    expect(people.rows[0]?.count).toBe(800);
  });
});

describe('a large file', () => {
  const large = `${csvHeader}\n${csvRows(6000)}bad,"row\n,,,,,,,\n${csvRows(10, 5995)}`;
  const expected = [6005, 5, 1, 1, 6012];

  async function begin() {
    const person = await server.signUp();
    const id = await createList(person);
    const answer = await importCsv(person, id, large);
    expect(answer.status).toBe(202);
    const import_id = (answer.data as { import_id: number }).import_id;
    const state = async () => (await person.call(api.getImport, { params: { id: import_id } })).data;
    return { person, id, import_id, state, payload: { import_id, organization_id: person.organization_id } };
  }

  test('runs as a job that reports its progress', async () => {
    const { person, id, import_id, state, payload } = await begin();
    expect((await person.call(api.listImports)).data.imports).toMatchObject([
      { id: import_id, status: 'queued', total_rows: 0 },
    ]);
    await runImport(server.program.system, payload, signal);
    const done = await state();
    expect([done.status, countsOf(done), done.prospects.length]).toEqual(['finished', expected, 25]);
    expect(done.prospects[0]).toMatchObject({ first_name: 'First0' });
    expect((await person.call(api.getSearch, { params: { id } })).data.search.total_prospects).toBe(6005);
    const reported = await server.program.system.systemTransaction(({ db }) =>
      sql<{
        type: string;
      }>`select type from live_messages where organization_id = ${person.organization_id} order by id`.execute(db),
    );
    const types = reported.rows.map((message) => message.type);
    expect([types[0], types.at(-1)]).toEqual(['search_started', 'search_finished']);
    expect(types.filter((type) => type === 'prospect_list').length).toBeGreaterThan(1);
    const bad = await person.call(api.downloadBadRows, { params: { id: import_id } });
    expect(String(bad.data)).toContain('6002,"A quote is opened in this row and not closed.');
    await runImport(server.program.system, payload, signal); // a job that ran twice
    expect(countsOf(await state())).toEqual(expected);
  });

  test('resumes after its worker died, and the late worker changes nothing', async () => {
    const { person, import_id, state, payload } = await begin();
    const ctx = server.program.system.forOrganization(person.organization_id);
    const dead = await ctx.transaction((tx) => store.claimImport(tx, import_id));
    if (!dead?.file_key) throw new Error('not claimed');
    const file = await ctx.ports.files.openFile(dead.file_key);
    const reader = readRows(file!.stream, { ...dead, skip_rows: 0, first_batch_rows: 1000, batch_rows: 1000 });
    await ctx.transaction(async (tx) => storeBatch(tx, dead, await reader.next()));
    const late = await reader.next();
    expect(countsOf(await state())).toEqual([1000, 0, 0, 0, 1000]);
    await runImport(server.program.system, payload, signal); // another transaction still holds it
    expect((await state()).total_rows).toBe(1000);
    await ctx.transaction(({ db }) =>
      sql`update imports set lease_until = app_now() - interval '1 minute' where id = ${import_id}`.execute(db),
    );
    await sweepImports.run(server.program.system, signal);
    const woken = await server.owner.query('select count(*)::int as n from graphile_worker.jobs where key = $1', [
      `import:${import_id}`,
    ]);
    expect(woken.rows[0].n).toBe(1);
    await runImport(server.program.system, payload, signal);
    await expect(ctx.transaction((tx) => storeBatch(tx, dead, late))).rejects.toThrow(ClaimLostError);
    await reader.close();
    expect([(await state()).status, countsOf(await state())]).toEqual(['finished', expected]);
  });

  test('stops when asked; what was added stays, and its file goes', async () => {
    const { person, import_id, state, payload } = await begin();
    const stopped = await person.call(api.cancelImport, { params: { id: import_id } });
    expect(stopped.data.status).toBe('cancelled');
    await runImport(server.program.system, payload, signal);
    expect(countsOf(await state())).toEqual([0, 0, 0, 0, 0]);
    const ctx = server.program.system.forOrganization(person.organization_id);
    const before = await ctx.transaction((tx) => store.findImport(tx, import_id));
    await sweepImports.run(server.program.system, signal);
    expect(await ctx.ports.files.openFile(before!.file_key!)).toBeNull();
  });

  test('whose upload is gone ends with words instead of hanging', async () => {
    const { person, import_id, state, payload } = await begin();
    const ctx = server.program.system.forOrganization(person.organization_id);
    const row = await ctx.transaction((tx) => store.findImport(tx, import_id));
    await ctx.ports.files.deleteFile(row!.file_key!);
    await runImport(server.program.system, payload, signal);
    expect(await state()).toMatchObject({ status: 'failed', error: 'The uploaded file is gone.' });
  });

  test('of another organization is not found', async () => {
    const { import_id, id } = await begin();
    const stranger = await server.signUp();
    for (const endpoint of [api.getImport, api.cancelImport, api.downloadBadRows]) {
      expect((await stranger.call(endpoint, { params: { id: import_id } })).status).toBe(404);
    }
    expect((await importCsv(stranger, id, large)).status).toBe(404);
  });
});
