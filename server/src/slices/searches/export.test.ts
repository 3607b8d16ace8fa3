import { api } from '@overture/contract';
import { guessLeadColumns } from '@overture/domain/csv/column-guess';
import { guardCell } from '@overture/domain/csv/csv-cell';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type TestClient, useTestServer } from '../../testing/harness.ts';
import { createFilledList, createList, csvHeader, importCsv } from './lists.factory.ts';

/** So few that six who hang up would use them up. */
const server = useTestServer({ environment: { DATABASE_POOL_SIZE: '4' } });

const exportList = (person: TestClient, id: number, body: Record<string, unknown>) =>
  person.call(api.exportSearchProspects, { params: { id }, body: body as never });

const dangerous = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  "'=1",
  "''+x",
  '＝1+1',
  '－2',
  '=HYPERLINK("https://x.example","a, b")',
  '-5',
  '+31 6 1234 5678',
  "'tis",
  'plain',
];

describe('an export', () => {
  test('of leads with only an email or only a phone can be imported again', async () => {
    const content =
      'First name,Last name,Email,Phone number\nAda,Jansen,ada@acme.example,\nBram,Vries,,+31 30 123 45 67\n';
    const importAll = async (text: string) => {
      const person = await server.signUp();
      const id = await createList(person);
      const mapping = guessLeadColumns(text.replace('\ufeff', '').split(/\r?\n/, 1)[0]!.replaceAll('"', '').split(','));
      const { data } = await importCsv(person, id, text, {
        mapping: mapping as Record<string, string>,
        rows_without_linkedin: 'import',
      });
      const file = (await exportList(person, id, { export_amount: 10 })).data as { csv_content: string };
      return { added: data.added_prospects, rows: parse(file.csv_content, { bom: true }) as string[][], file };
    };
    const first = await importAll(content);
    expect(first.added).toBe(2);
    const [header = [], ...rows] = first.rows;
    const places = ['First name', 'Email', 'Phone number', 'LinkedIn URL'].map((name) => header.indexOf(name));
    expect(rows.map((row) => places.map((place) => row[place]))).toEqual([
      ['Ada', 'ada@acme.example', '', ''],
      ['Bram', '', '+31 30 123 45 67', ''],
    ]);
    const second = await importAll(first.file.csv_content);
    expect([second.added, second.rows]).toEqual([2, first.rows]);
  });

  test('runs no formula anywhere, and comes back exactly when it is imported again', async () => {
    const person = await server.signUp();
    const id = await createList(person);
    const quote = (cell: string): string => `"${guardCell(cell).replaceAll('"', '""')}"`;
    const lines = dangerous.map(
      (cell, n) =>
        `${quote(cell)},Last,p${n}@a.example,linkedin.com/in/p${n},${quote(cell)},${quote(cell)},${quote(cell)},${quote(cell)}`,
    );
    await importCsv(person, id, `${csvHeader}\n${lines.join('\n')}`);
    const before = (await person.call(api.listSearchProspects, { params: { id } })).data.prospects;
    expect(before.map((lead) => lead.first_name)).toEqual(dangerous);
    const file = (await exportList(person, id, { export_amount: 100 })).data as {
      csv_content: string;
      filename: string;
    };
    const [header = [], ...rows] = parse(file.csv_content) as string[][];
    expect(rows).toHaveLength(dangerous.length);
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=@＝－]|^[+-](?![\d ]+$)/);
    expect(file.csv_content).toContain('+31 6 1234 5678');
    const other = await server.signUp();
    const copy = await createList(other);
    const mapping = guessLeadColumns(header) as Record<string, string>;
    const again = await importCsv(other, copy, file.csv_content, { mapping });
    expect(again.data.added_prospects).toBe(dangerous.length);
    const after = (await other.call(api.listSearchProspects, { params: { id: copy } })).data.prospects;
    const withoutId = (leads: typeof before) => leads.map(({ id: _, ...lead }) => lead);
    expect(withoutId(after)).toEqual(withoutId(before));
  });

  test('guards cells in SQL as in memory', async () => {
    const cells = [
      ...dangerous,
      '',
      '+',
      '-',
      '+31-6-12',
      '+1 (555) 123-4567',
      '-1.5',
      '-1,5',
      '\t=1',
      '\r=1',
      '日本',
      '＠x',
      'ﬀ',
      '😀',
      '0612',
    ];
    const found = await server.program.system.systemTransaction(({ db }) =>
      sql<{
        cell: string;
      }>`select csv_cell(value) as cell from unnest(${cells}::text[]) with ordinality as given (value, place) order by place`.execute(
        db,
      ),
    );
    expect(found.rows.map((row) => row.cell)).toEqual(cells.map(guardCell));
  });

  test('follows the order of columns of the table, alone or before the others', async () => {
    const person = await server.signUp();
    const id = await createFilledList(person, 3);
    const { data } = await person.call(api.createLeadColumn, { body: { name: 'Seats', type: 'number' } });
    const custom = `custom.${data.column.key}`;
    const headingOf = async (body: object) => {
      const file = (await exportList(person, id, { export_amount: 3, ...body })).data as { csv_content: string };
      const [heading = [], ...rows] = parse(file.csv_content) as string[][];
      expect(rows.map((row) => row.length)).toEqual([heading.length, heading.length, heading.length]);
      return heading;
    };
    const usual = await headingOf({});
    const columns = [custom, 'company_name', 'custom.gone', 'prompt_99999999', 'name', 'company_name'];
    const named = ['Seats', 'Company name', 'First name', 'Last name'];
    expect(await headingOf({ columns, leave_out_others: true })).toEqual(named);
    const whole = await headingOf({ columns });
    expect(whole.slice(0, 4)).toEqual(named);
    expect([...whole].sort()).toEqual([...usual].sort());
    expect(await headingOf({ columns: ['crm'], leave_out_others: true })).toEqual(usual);
    expect((await exportList(person, id, { export_amount: 3, columns: Array(301).fill('name') })).status).toBe(400);
  });

  test('holds the named leads, or the first of the table', async () => {
    const person = await server.signUp();
    const id = await createFilledList(person, 40);
    const namesIn = ({ data }: { data: unknown }) =>
      (parse((data as { csv_content: string }).csv_content) as string[][]).slice(1).map((row) => row[0]);
    const table = {
      filters: [{ column: 'location', operation: 'contains', value: 'city 3' }],
      sort_field: 'amount_of_employees',
      sort_direction: 'desc',
    };
    expect(namesIn(await exportList(person, id, { ...table, export_amount: 3 }))).toEqual([
      'First38',
      'First33',
      'First28',
    ]);
    const leads = (await person.call(api.listSearchProspects, { params: { id } })).data.prospects;
    const chosen = [leads[7]!, leads[2]!];
    expect(namesIn(await exportList(person, id, { prospect_ids: chosen.map((lead) => lead.id) }))).toEqual(
      chosen.map((lead) => lead.first_name),
    );
    expect((await exportList(person, id, {})).error.error).toBe('Please select at least one lead.');
    expect((await exportList(person, id, { prospect_ids: [999_999_999] })).error.code).toBe('no_leads_selected');
  });

  test('of many leads comes by a link that works once, for its holder only', async () => {
    const person = await server.signUp();
    const id = await createList(person, 'Führung / Q4');
    const org = person.organization_id;
    await server.program.system.forOrganization(org).transaction(async ({ db }) => {
      await sql`with people as (insert into prospects (organization_id, first_name, job_title) select ${org}, 'P' || n, '=' || n from generate_series(1, 5001) n returning id)
        insert into search_prospects (organization_id, search_id, prospect_id) select ${org}, ${id}, id from people`.execute(
        db,
      );
      await sql`update searches set total_prospects = 5001 where id = ${id}`.execute(db);
    });
    const { download_url, filename } = (await exportList(person, id, { export_amount: 100_000_000 })).data as {
      download_url: string;
      filename: string;
    };
    expect(filename).toBe('Führung _ Q4.csv');
    const answers = await Promise.all(
      [1, 2, 3].map(() => server.program.app.inject({ method: 'GET', url: download_url })),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 404, 404]);
    const file = answers.find((answer) => answer.statusCode === 200)!;
    expect(file.headers['content-disposition']).toBe(`attachment; filename*=UTF-8''F%C3%BChrung%20_%20Q4.csv`);
    const rows = parse(file.body, { bom: true }) as string[][];
    expect([rows.length, rows[1]?.[0], rows[1]?.[6]]).toEqual([5002, 'P1', "'=1"]);
    const columns = ['job_title', 'name'];
    const ordered = (await exportList(person, id, { export_amount: 5001, columns, leave_out_others: true })).data as {
      download_url: string;
    };
    const download = await server.program.app.inject({ method: 'GET', url: ordered.download_url });
    expect((parse(download.body, { bom: true }) as string[][]).slice(0, 2)).toEqual([
      ['Job title', 'First name', 'Last name'],
      ["'=1", 'P1', ''],
    ]);
    const stale = (await exportList(person, id, { export_amount: 100_000_000 })).data as { download_url: string };
    await server.program.system.systemTransaction(({ db }) =>
      sql`update export_links set expires_at = app_now() - interval '1 second'`.execute(db),
    );
    expect((await server.program.app.inject({ method: 'GET', url: stale.download_url })).statusCode).toBe(404);
  });

  test('read only in part leaves no connection behind', async () => {
    const person = await server.signUp();
    const id = await createList(person);
    const org = person.organization_id;
    // More than 5,000, which come by a link, and more bytes than the sockets hold.
    const amount = 5100;
    await server.program.system.forOrganization(org).transaction(async ({ db }) => {
      await sql`with people as (insert into prospects (organization_id, headline) select ${org}, repeat('long ', 400) || n from generate_series(1, ${amount}::int) n returning id)
        insert into search_prospects (organization_id, search_id, prospect_id) select ${org}, ${id}, id from people`.execute(
        db,
      );
      await sql`update searches set total_prospects = ${amount} where id = ${id}`.execute(db);
    });
    const { port } = server.program.app.server.address() as { port: number };
    for (let turn = 0; turn < 6; turn += 1) {
      const { download_url } = (await exportList(person, id, { export_amount: amount })).data as {
        download_url: string;
      };
      const leaving = new AbortController();
      const answer = await fetch(`http://127.0.0.1:${port}${download_url}`, { signal: leaving.signal });
      expect(answer.status).toBe(200);
      await answer.body!.getReader().read();
      leaving.abort();
    }
    const copies = `select count(*)::int as n from pg_stat_activity where datname = current_database() and query like 'copy%' and state <> 'idle'`;
    await expect.poll(async () => (await server.owner.query(copies)).rows[0].n).toBe(0);
    expect((await person.call(api.getSearch, { params: { id } })).status).toBe(200);
    expect(server.program.databases.appPool.waitingCount).toBe(0);
  }, 60_000);
});

test('every cell of a file is quoted: a semicolon starts no new cell, in any locale of Excel', async () => {
  const person = await server.signUp();
  const id = await createList(person);
  const cell = "x;=1+cmd|'/c calc'!A0";
  const values = [`"${cell}"`, 'Last', 'p@a.example', 'linkedin.com/in/quoted', ...Array(4).fill('""')];
  await importCsv(person, id, `${csvHeader}\n${values.join(',')}`);
  const file = (await exportList(person, id, { export_amount: 10 })).data as { csv_content: string };
  expect(file.csv_content).toContain(`"${cell}"`);
  expect(file.csv_content.split('\n')[1]).not.toMatch(/(^|,)[^",]/);
});
