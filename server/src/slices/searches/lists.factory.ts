import { api } from '@overture/contract';
import type { CsvEncoding } from '@overture/domain/csv/encodings';
import type { KnownValues } from '@overture/domain/csv/import-choices';
import type { TestClient } from '../../testing/harness.ts';

/** Columns of the files that tests write, and how they are mapped. */
export const csvHeader = 'First name,Last name,Email,LinkedIn,Company,Title,City,Size';
export const csvMapping = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  linkedin_url: 'LinkedIn',
  company_name: 'Company',
  job_title: 'Title',
  location: 'City',
  company_size: 'Size',
};

export async function createList(person: TestClient, name = 'Leads'): Promise<number> {
  const answer = await person.call(api.createSearch, { body: { name } });
  if (answer.status !== 200) throw new Error(`the list was refused: ${JSON.stringify(answer.error)}`);
  return answer.data.id;
}

interface GivenImport {
  mapping?: Record<string, string>;
  file_name?: string;
  custom_columns?: string | readonly object[];
  encoding?: CsvEncoding;
  rows_without_linkedin?: 'skip' | 'import';
  stop_columns?: readonly string[];
  known_values?: KnownValues;
}

export async function importCsv(person: TestClient, id: number, content: string | Buffer, given: GivenImport = {}) {
  const { body, file } = makeImport(content, given);
  return person.call(api.importCsv, { params: { id }, body }, [file]);
}

/** What the import would do. */
export async function tryCsv(person: TestClient, id: number, content: string | Buffer, given: GivenImport = {}) {
  const { body, file } = makeImport(content, given);
  return person.call(api.tryCsvImport, { params: { id }, body }, [file]);
}

function makeImport(content: string | Buffer, given: GivenImport) {
  const name = given.file_name ?? 'leads.csv';
  const { custom_columns, encoding, rows_without_linkedin, stop_columns, known_values } = given;
  const body = {
    file_name: name,
    column_mapping: JSON.stringify(given.mapping ?? csvMapping),
    ...(encoding === undefined ? {} : { encoding }),
    ...(known_values === undefined ? {} : { known_values }),
    ...(rows_without_linkedin === undefined ? {} : { rows_without_linkedin }),
    ...(stop_columns === undefined ? {} : { stop_columns: JSON.stringify(stop_columns) }),
    ...(custom_columns === undefined ? {} : { custom_columns: writtenColumns(custom_columns) }),
  };
  const file = { field: 'file_content', filename: name, content, content_type: 'text/csv' };
  return { body, file };
}

const writtenColumns = (given: string | readonly object[]): string =>
  typeof given === 'string' ? given : JSON.stringify(given);

/** Rows of a file, one person each. */
export function csvRows(count: number, from = 0): string {
  let text = '';
  for (let n = from; n < from + count; n += 1) {
    text += `First${n},Last${n % 7},p${n}@company${n % 50}.example,https://www.linkedin.com/in/person-${n},Company ${n % 50},Title ${n % 11},City ${n % 5},${n}\n`;
  }
  return text;
}

/** A list filled with people whose fields are given as cells of the file. */
export async function createFilledList(person: TestClient, rows: number): Promise<number> {
  const id = await createList(person);
  const answer = await importCsv(person, id, `${csvHeader}\n${csvRows(rows)}`);
  if (answer.status !== 200) throw new Error(`the import was refused: ${JSON.stringify(answer.error)}`);
  return id;
}
