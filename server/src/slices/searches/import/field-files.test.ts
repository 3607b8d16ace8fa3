import { readFileSync } from 'node:fs';
import { guessLeadColumns } from '@overture/domain/csv/column-guess';
import { guessEncoding, readFormat } from '@overture/domain/csv/csv-format';
import { CsvRows } from '@overture/domain/csv/csv-heading';
import { describe, expect, test } from 'vitest';
import { type TestClient, useTestServer } from '../../../testing/harness.ts';
import { createList, importCsv } from '../lists.factory.ts';

const server = useTestServer();

const fileOf = (name: string): Buffer => readFileSync(new URL(`./testing/${name}.csv`, import.meta.url));

/** What the dialog sends of a file when nobody changes anything. */
function guessMapping(content: Buffer): Record<string, string> {
  const text = new TextDecoder(guessEncoding(content)).decode(content);
  const format = readFormat(text, [], true);
  const rows = [...new CsvRows(format).push(text, true)].map(({ cells }) => cells);
  return guessLeadColumns(format.header, rows) as Record<string, string>;
}

async function importFile(content: Buffer, person?: TestClient) {
  const client = person ?? (await server.signUp());
  const answer = await importCsv(client, await createList(client), content, { mapping: guessMapping(content) });
  expect([answer.status, answer.error?.error]).toEqual([200, undefined]);
  return answer.data;
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
