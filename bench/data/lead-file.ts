import { once } from 'node:events';
import { createWriteStream, openAsBlob } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchPerson, BenchServer } from '../support/bench-server.ts';

const firstNames = [
  'Anna',
  'Bram',
  'Carlos',
  'Diana',
  'Emil',
  'Fatima',
  'Giulia',
  'Håkon',
  'Inès',
  'Jürgen',
  'Kenji',
  'Lucía',
  'Maya',
  'Noah',
  'Olga',
  'Pieter',
];
const lastNames = [
  'de Vries',
  'Müller',
  'García',
  'Rossi',
  'Novak',
  'Smith',
  'Johansson',
  'Okafor',
  'Tanaka',
  'Ferreira',
  'Dubois',
  'Kowalski',
  'Jansen',
  'Silva',
];
const titles = [
  'Head of Sales',
  'Chief Executive Officer',
  'Account Manager',
  'Software Engineer',
  'Product Manager',
  'Marketing Director',
  'Founder',
  'VP Engineering',
  'Sales Development Representative',
  'Data Scientist',
  'HR Manager',
  'Operations Lead',
];
const cities = [
  'Amsterdam, Netherlands',
  'Berlin, Germany',
  'London, United Kingdom',
  'Paris, France',
  'Madrid, Spain',
  'Rome, Italy',
  'New York, United States',
  'Austin, Texas',
  'Tokyo, Japan',
  'São Paulo, Brazil',
];
const industries = [
  'Software',
  'Financial Services',
  'Logistics',
  'Retail',
  'Health Care',
  'Construction',
  'Energy',
  'Media',
];
const sizes = ['1-10', '11-50', '51-200', '201-500', '501-1,000', '1,001-5,000', '10,001+'];

const heading =
  'First Name,Last Name,Email,Person Linkedin Url,City,Headline,Title,Company,Website,Company Linkedin Url,Company City,Industry,# Employees,Notes';
const mapping = {
  first_name: 'First Name',
  last_name: 'Last Name',
  email: 'Email',
  linkedin_url: 'Person Linkedin Url',
  location: 'City',
  headline: 'Headline',
  job_title: 'Title',
  company_name: 'Company',
  company_website_url: 'Website',
  company_linkedin_url: 'Company Linkedin Url',
  company_location: 'Company City',
  company_industry: 'Industry',
  company_size: '# Employees',
};

/** A row that differs from every other, in an order that no index likes. */
function leadLine(n: number): string {
  const mixed = Math.imul(n + 1, 2654435761) >>> 0;
  const pick = <T>(list: readonly T[], shift: number): T => list[(mixed >>> shift) % list.length]!;
  const [first, last, title] = [pick(firstNames, 3), pick(lastNames, 7), pick(titles, 5)];
  const company = `${pick(lastNames, 11)} ${pick(industries, 2)} ${mixed % 50_021}`;
  const host = `company${mixed % 50_021}.example`;
  const handle = `${mixed.toString(36)}-${n.toString(36)}`;
  return `${first},${last},p${handle.replace('-', '.')}@${host},https://www.linkedin.com/in/${handle}/,"${pick(cities, 9)}","${title} at ${company}",${title},${company},https://${host},https://www.linkedin.com/company/c${mixed % 50_021},"${pick(cities, 13)}",${pick(industries, 17)},"${pick(sizes, 19)}",from a fair\n`;
}

export async function writeLeadFile(path: string, rows: number): Promise<void> {
  const file = createWriteStream(path);
  let text = `${heading}\n`;
  for (let n = 0; n < rows; n += 1) {
    text += leadLine(n);
    if (text.length > 1 << 20) {
      if (!file.write(text)) await once(file, 'drain');
      text = '';
    }
  }
  file.end(text);
  await once(file, 'close');
}

export interface ImportOutcome {
  search_id: number;
  /** From the start of the upload. */
  seconds: number;
  /** Until the first leads could be seen. */
  first_seconds: number;
  counts: {
    added_prospects: number;
    duplicate_rows: number;
    skipped_rows: number;
    bad_rows: number;
    total_rows: number;
  };
}

/** Imports a file through the API into a new list and waits until it is done. */
export async function importFile(
  server: Pick<BenchServer, 'url'>,
  person: BenchPerson,
  path: string,
): Promise<ImportOutcome> {
  const { id } = (await (await person.call('POST', '/searches/', { name: 'Bench' })).json()) as { id: number };
  const form = new FormData();
  form.set('file_name', 'leads.csv');
  form.set('column_mapping', JSON.stringify(mapping));
  form.set('file_content', await openAsBlob(path), 'leads.csv');
  const start = performance.now();
  const since = (): number => (performance.now() - start) / 1000;
  const answer = await fetch(`${server.url}/api/v1/searches/${id}/import-csv/`, {
    method: 'POST',
    headers: person.headers,
    body: form,
  });
  const started = (await answer.json()) as ImportOutcome['counts'] & { import_id: number };
  if (answer.status === 200) return { search_id: id, seconds: since(), first_seconds: since(), counts: started };
  if (answer.status !== 202) throw new Error(`the import was refused: ${JSON.stringify(started)}`);
  let first = 0;
  for (;;) {
    const state = (await (
      await person.call('GET', `/imports/${started.import_id}/`)
    ).json()) as ImportOutcome['counts'] & { status: string };
    if (first === 0 && state.added_prospects > 0) first = since();
    if (state.status === 'finished') return { search_id: id, seconds: since(), first_seconds: first, counts: state };
    if (state.status === 'failed') throw new Error(`the import failed: ${JSON.stringify(state)}`);
    await sleep(100);
  }
}
