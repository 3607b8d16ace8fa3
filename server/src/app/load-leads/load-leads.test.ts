import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Lead } from '@overture/adapters/lead-database/lead-database.port';
import { createMemoryLeadDatabase } from '@overture/adapters/lead-database/testing/memory-lead-database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LEAD_FIELDS, parseMapping } from './lead-fields.rules.ts';
import { parseAmount } from './lead-row.rules.ts';
import { loadLeadFile } from './load-leads.service.ts';
import { accountLines } from './report.rules.ts';

let directory = '';
let database = createMemoryLeadDatabase();

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'overture-load-'));
  database = createMemoryLeadDatabase();
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function load(name: string, content: string | Buffer, given: Partial<Parameters<typeof loadLeadFile>[1]> = {}) {
  const path = join(directory, name);
  await writeFile(path, content);
  const report = await loadLeadFile(path, {
    database,
    mapping: LEAD_FIELDS,
    state_directory: join(directory, 'states'),
    ...given,
  });
  expect(accountLines(path, report.counts).length).toBeGreaterThan(5);
  return report;
}

const apollo = `First Name,Last Name,Title,Company Name,Email,Seniority,Departments,Work Direct Phone,# Employees,Industry,Person Linkedin Url,Website,City,State,Country,Company City,Company State,Company Country,Annual Revenue,Keywords
Ann,Jansen,VP of Sales,Shop Ltd,ann@shop.co.uk,VP,"Sales, Marketing",'+31 20 123,120,information technology & services,http://www.linkedin.com/in/ann-jansen,http://www.shop.co.uk,Amsterdam,North Holland,Netherlands,London,England,United Kingdom,12500000,"saas, retail"
`;

describe('files of other tools', () => {
  it("reads Apollo's columns", async () => {
    const { counts } = await load('apollo.csv', apollo);
    expect(counts).toEqual({ read: 1, new: 1, updated: 0, duplicate: 0, skipped: 0, bad: 0 });
    expect(database.leads[0]).toMatchObject({
      first_name: 'Ann',
      job_title: 'VP of Sales',
      seniority: 'VP-Level',
      department: 'Sales',
      linkedin_key: 'in/ann-jansen',
      email: 'ann@shop.co.uk',
      phone_number: '+31 20 123',
      location: 'Amsterdam, North Holland, Netherlands',
      company: {
        name: 'Shop Ltd',
        domain: 'shop.co.uk',
        industry: 'Professional Services',
        sub_industry: 'IT Services and IT Consulting',
        location: 'London, England, United Kingdom',
        employees: 120,
        revenue_in_usd: 12_500_000,
        keywords: 'saas, retail',
      },
    } satisfies Partial<{ [Key in keyof Lead]: unknown }>);
  });

  it("reads People Data Labs' JSON lines, compressed, with redacted and missing values", async () => {
    const person = {
      full_name: 'sean o’neil',
      linkedin_url: 'linkedin.com/in/seanoneil',
      work_email: true,
      recommended_personal_email: null,
      job_title: 'co-founder and ceo',
      job_title_levels: ['cxo', 'owner'],
      job_title_role: 'engineering',
      location_name: 'san francisco, california, united states',
      job_company_name: 'people data labs',
      job_company_website: 'peopledatalabs.com',
      job_company_size: '51-200',
      job_company_inferred_revenue: '$10M-$25M',
      job_company_industry: 'computer software',
    };
    await load('pdl.jsonl.gz', gzipSync(`${JSON.stringify(person)}\n`));
    expect(database.leads[0]).toMatchObject({
      first_name: 'Sean',
      last_name: 'O’neil',
      email: null,
      job_title: 'Co-Founder and CEO',
      seniority: 'C-Level',
      department: 'Engineering',
      location: 'San Francisco, California, United States',
      company: {
        name: 'People Data Labs',
        domain: 'peopledatalabs.com',
        employees: 101,
        sub_industry: 'Software Development',
      },
    });
  });

  it('reads Parquet', async () => {
    const content = await readFile(new URL('./testing/people.parquet', import.meta.url));
    const { counts } = await load('people.parquet', content);
    // Row 4 has no address, row 5 that of row 1.
    expect(counts).toMatchObject({ read: 5, new: 3, skipped: 1 });
    expect(counts.updated + counts.duplicate).toBe(1);
    expect(database.leads[1]).toMatchObject({
      job_title: 'CEO',
      company: { domain: 'company1.co.uk', employees: 100 },
    });
  });

  it('reads nested objects and other names by a mapping', async () => {
    const line = { Naam: 'Bo de Wit', li: 'https://linkedin.com/in/bo', werk: { functie: 'Hoofd Verkoop' } };
    const mapping = parseMapping({ full_name: 'Naam', linkedin_url: ['li'], job_title: 'werk.functie', email: null });
    await load('eigen.jsonl', JSON.stringify(line), { mapping });
    expect(database.leads[0]).toMatchObject({
      first_name: 'Bo',
      last_name: 'de Wit',
      job_title: 'Hoofd Verkoop',
      department: 'Sales',
    });
    expect(() => parseMapping({ shoe_size: 'x' })).toThrow('unknown field: shoe_size');
    expect(() => parseMapping([])).toThrow('must be an object');
    expect(() => parseMapping({ email: 5 })).toThrow('must be texts');
  });
});

describe('every row is accounted for', () => {
  it('counts what was skipped, what is bad and why, and lists the bad rows', async () => {
    const rows = [
      'Ann,linkedin.com/in/ann,a@a.example',
      'No address,,',
      'A company,linkedin.com/company/acme,',
      'Only mail,,Only@Mail.example',
      'Broken mail,,nobody@',
      'Too,many,cells,here',
      `Long,linkedin.com/in/long,${'x'.repeat(3000)}@a.example`,
      '"Open,linkedin.com/in/open,',
      'Ann again,https://www.linkedin.com/in/ANN/?x=1,',
    ];
    const { counts, bad_rows_file } = await load('rows.csv', `Name,LinkedIn,Email\n${rows.join('\n')}\n`);
    expect(counts).toEqual({ read: 9, new: 3, updated: 1, duplicate: 0, skipped: 1, bad: 4 });
    const listed = await readFile(bad_rows_file ?? '', 'utf8');
    expect(listed).toContain('"3","Neither a LinkedIn address nor an email that can be read."');
    expect(listed).toContain('"6","This row has 4 cells, the heading has 3."');
  });

  it('takes lines apart that are no JSON, too long or no objects', async () => {
    const good = JSON.stringify({ linkedin_url: 'linkedin.com/in/good', name: '=cmd()' });
    const lines = [
      good,
      '{"broken',
      '[1,2]',
      'null',
      '',
      '{"__proto__":{"email":"x@y.example"}}',
      `"${'x'.repeat(9_000_000)}"`,
      '\0',
    ];
    const { counts } = await load('lines.jsonl', lines.join('\n'));
    expect(counts).toEqual({ read: 7, new: 1, updated: 0, duplicate: 0, skipped: 1, bad: 5 });
  });

  it.each([
    ['a workbook', 'x.csv', Buffer.from([0x50, 0x4b, 0x03, 0x04, 1, 2, 3]), 'ZIP archive or an Excel workbook'],
    ['an empty file', 'x.csv', Buffer.from(''), 'empty'],
    ['a damaged Parquet file', 'x.parquet', Buffer.from('PAR1 and nothing that follows'), 'Parquet'],
    ['a file without people', 'x.csv', Buffer.from('Fruit,Price\nApple,1\n'), 'no column with LinkedIn addresses'],
    ['a cut gzip file', 'x.csv.gz', gzipSync(apollo).subarray(0, 60), 'unexpected end of file'],
  ])('says why %s cannot be loaded', async (_, name, content, words) => {
    await expect(load(name, content)).rejects.toThrow(words);
    expect(database.leads).toHaveLength(0);
  });

  it('reads UTF-16, Latin-1, semicolons and old line ends', async () => {
    const text = 'Name;LinkedIn;Email\rZoë Müller;linkedin.com/in/zoe;\r';
    await load('u16.csv', Buffer.from(`\ufeff${text}`, 'utf16le'));
    await load('latin.csv', Buffer.from(text.replace('in/zoe', 'in/zoe2'), 'latin1'));
    expect(database.leads.map((lead) => lead.last_name)).toEqual(['Müller', 'Müller']);
  });
});

describe('again and on', () => {
  const people = (count: number): string =>
    `name,linkedin_url,title\n${Array.from({ length: count }, (_, n) => `P${n} X,linkedin.com/in/p${n},CEO\n`).join('')}`;

  it('resumes where it stopped: no person lost or doubled, each row counted once', async () => {
    let stored = 0;
    const failing = {
      insertLeads: async (leads: readonly Lead[]) => {
        stored += 1;
        const account = await database.insertLeads(leads);
        // Killed after the engine has the batch and before its state is written.
        if (stored === 4) throw new Error('killed');
        return account;
      },
    };
    await expect(load('p.csv', people(95), { database: failing, batch_rows: 10 })).rejects.toThrow('killed');
    expect(database.leads).toHaveLength(40);
    const path = join(directory, 'p.csv');
    const options = { database, mapping: LEAD_FIELDS, state_directory: join(directory, 'states'), batch_rows: 10 };
    const report = await loadLeadFile(path, options);
    expect(report.resumed_at).toBe(30);
    expect(report.counts).toEqual({ read: 95, new: 85, updated: 10, duplicate: 0, skipped: 0, bad: 0 });
    expect(new Set(database.leads.map((lead) => lead.linkedin_key)).size).toBe(95);
    expect(database.leads).toHaveLength(95);
    expect((await readdir(join(directory, 'states'))).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  it('updates people in place when a file is loaded again', async () => {
    await load('p.csv', people(5));
    const again = await load('q.csv', people(6).replaceAll('CEO', 'CFO'));
    expect(again.counts).toMatchObject({ new: 1, updated: 5 });
    expect(database.leads.map((lead) => lead.job_title)).toEqual(Array(6).fill('CFO'));
  });

  it('starts over when the file or the mapping has changed', async () => {
    await expect(
      load('p.csv', people(30), { database: { insertLeads: async () => Promise.reject(new Error('down')) } }),
    ).rejects.toThrow();
    const other = await load('p.csv', people(31), { mapping: parseMapping({ headline: 'title' }) });
    expect(other).toMatchObject({ resumed_at: 0, counts: { read: 31, new: 31 } });
  });
});

describe('amounts', () => {
  it.each([
    [120, 120],
    ['1,234', 1234],
    ['1.234.567', 1_234_567],
    ['51-200', 101],
    ['10001+', 10_001],
    ['$10M-$25M', 15_811_388],
    ['$10 - 50M', 22_360_680],
    ['> $1B', 1_000_000_000],
    ['2.5M', 2_500_000],
    ['1K - 10K', 3162],

    ['-5', null],
    ['unknown', null],
    ['', null],
    [true, null],
    ['9'.repeat(400), null],
  ])('%j is %j', (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  it('reads the whole numbers of Parquet', () => expect(parseAmount(12n)).toBe(12));
});
