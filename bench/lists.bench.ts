import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { to as copyTo } from 'pg-copy-streams';
import { importFile, writeLeadFile } from './data/lead-file.ts';
import type { BenchPerson, BenchServer } from './support/bench-server.ts';
import {
  type Bench,
  interleave,
  type Measurement,
  median,
  pairsOfBench,
  percentile,
  rowsOfBench,
  time,
} from './support/measure.ts';
import { measureServer } from './support/measure-in.ts';

/** The table of one list with a million leads, and its export. The reference is the same question in plain SQL. */
export const bench: Bench = { run: () => measureServer(measure) };

async function measure(server: BenchServer): Promise<Measurement[]> {
  const person = await server.signUp();
  const file = join(server.directory, 'leads.csv');
  await writeLeadFile(file, rowsOfBench);
  const { search_id } = await importFile(server, person, file);
  await server.owner.query('analyze');
  return [...(await measureTable(server, person, search_id)), ...(await measureExport(server, person, search_id))];
}

interface Table {
  filters: { column: string; operation: string; value: string }[];
  sort_field: string;
  sort_direction: string;
}

const contains = (column: string, value: string) => ({ column, operation: 'contains', value });
const tables: Table[] = [
  {
    filters: [contains('job_title', 'manager'), contains('location', 'berlin')],
    sort_field: 'last_name',
    sort_direction: 'asc',
  },
  {
    filters: [contains('job_title', 'Founder'), contains('industry', 'soft')],
    sort_field: 'company_name',
    sort_direction: 'desc',
  },
  {
    filters: [contains('headline', 'sales'), { column: 'email', operation: 'is_not_empty', value: '' }],
    sort_field: 'first_name',
    sort_direction: 'asc',
  },
  {
    filters: [{ column: 'location', operation: 'not_contains', value: 'paris' }, contains('company_name', 'e')],
    sort_field: 'email',
    sort_direction: 'desc',
  },
  {
    filters: [contains('amount_of_employees', '1-10'), contains('name', 'müller')],
    sort_field: 'created_at',
    sort_direction: 'desc',
  },
];

async function fetchPage(person: BenchPerson, id: number, table: Table, page: number) {
  const query = new URLSearchParams({
    filters: JSON.stringify(table.filters),
    sort_field: table.sort_field,
    sort_direction: table.sort_direction,
    page: String(page),
  });
  const answer = await person.call('GET', `/search/${id}/prospects/?${query}`);
  if (answer.status !== 200) throw new Error(`the table answered ${answer.status}`);
  return (await answer.json()) as { prospects: { id: number }[]; totalProspects: number };
}

async function measureTable(server: BenchServer, person: BenchPerson, id: number): Promise<Measurement[]> {
  const cold: number[] = [];
  const warm: number[] = [];
  const first: number[] = [];
  const deep: number[] = [];
  for (const table of tables) {
    let total = 0;
    cold.push(
      await time(async () => {
        total = (await fetchPage(person, id, table, 1)).totalProspects;
      }),
    );
    const pages = Math.max(1, Math.ceil(total / 25));
    for (let turn = 0; turn < 40; turn += 1) {
      const page = turn % 2 === 0 ? 1 : 1 + ((turn * 7919 + 13) % pages);
      const seconds = await time(() => fetchPage(person, id, table, page));
      warm.push(seconds);
      (page === 1 ? first : deep).push(seconds);
    }
  }
  const reference: number[] = [];
  await server.owner.query('set role overture_app');
  await server.owner.query(`set app.organization_id = '${person.organization_id}'`);
  for (let turn = 0; turn < 5; turn += 1) {
    reference.push(
      await time(() =>
        server.owner.query(`select p.*, count(*) over () from search_prospects m join prospects p on p.id = m.prospect_id
      where m.search_id = ${id} and m.status = 'IN_REVIEW' and p.job_title ilike '%manager%' and p.location ilike '%berlin%' order by p.last_name, p.id limit 25`),
      ),
    );
  }
  await server.owner.query('reset role');
  const ms = (seconds: number): string => `${(seconds * 1000).toFixed(0)} ms`;
  const p95 = percentile(warm, 0.95);
  const depth = median(deep) / median(first);
  return [
    {
      what: `table page, two filters and a sort, ${rowsOfBench} leads: p95`,
      product: ms(p95),
      reference: `${ms(median(reference))} (plain SQL, page 1)`,
      ratio: p95 / median(reference),
      goal: '< 80 ms',
      is_met: p95 < 0.08,
    },
    {
      what: 'the same, asked for the first time: median, worst',
      product: `${ms(median(cold))}, ${ms(Math.max(...cold))}`,
    },
    {
      what: 'any page against page 1',
      product: ms(median(deep)),
      reference: ms(median(first)),
      ratio: depth,
      goal: '<= 2',
      is_met: depth <= 2,
    },
  ];
}

async function measureExport(server: BenchServer, person: BenchPerson, id: number): Promise<Measurement[]> {
  const firstBytes: number[] = [];
  const exportOnce = async (): Promise<number> => {
    const answer = await person.call('POST', `/search/${id}/prospects/export-csv/`, { export_amount: 100_000_000 });
    const { download_url } = (await answer.json()) as { download_url: string };
    return time(async () => {
      const start = performance.now();
      const file = await fetch(server.url + download_url);
      const hash = createHash('sha1');
      let isFirst = true;
      for await (const chunk of file.body ?? []) {
        if (isFirst) firstBytes.push((performance.now() - start) / 1000);
        isFirst = false;
        hash.update(chunk);
      }
    });
  };
  const copyOnce = (): Promise<number> =>
    time(async () => {
      const hash = createHash('sha1');
      const rows = server.owner.query(
        copyTo(`copy (select p.first_name, p.last_name, p.email, p.phone_number, p.linkedin_profile_url, p.headline, p.job_title,
        p.location, p.company_name, p.company_website_url, p.company_linkedin_url, p.company_location, p.industry, p.company_amount_of_employees, p.company_revenue
        from search_prospects m join prospects p on p.id = m.prospect_id and p.organization_id = ${person.organization_id}
        where m.search_id = ${id} and m.status = 'IN_REVIEW' order by m.created_at desc, m.prospect_id) to stdout (format csv)`),
      );
      for await (const chunk of rows) hash.update(chunk as Buffer);
    });
  await server.owner.query("set work_mem = '96MB'");
  await exportOnce();
  await copyOnce();
  firstBytes.length = 0;
  const seconds = await interleave(pairsOfBench, exportOnce, copyOnce);
  const [product, reference] = [median(seconds.product), median(seconds.reference)];
  const first = Math.max(...firstBytes);
  return [
    {
      what: `export of ${rowsOfBench} leads against COPY out`,
      product: `${product.toFixed(1)} s`,
      reference: `${reference.toFixed(1)} s`,
      ratio: reference / product,
      goal: '>= 0.6',
      is_met: reference / product >= 0.6,
    },
    {
      what: 'first byte of the export, worst',
      product: `${(first * 1000).toFixed(0)} ms`,
      goal: '<= 200 ms',
      is_met: first <= 0.2,
    },
  ];
}
