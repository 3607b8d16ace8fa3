import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import { pino } from 'pino';
import { grantCredits } from '../server/src/slices/billing/index.ts';
import { startResearchEngine } from '../server/src/slices/enrichment/engine/research-engine.service.ts';
import type { CellOutcome } from '../server/src/slices/research/index.ts';
import { columnsOfBench, makeResearchedList, type ResearchedList } from './data/research-data.ts';
import { createEngineContext } from './proofs/world/engine-context.ts';
import type { BenchPerson, BenchServer } from './support/bench-server.ts';
import {
  type Bench,
  type Measurement,
  median,
  percentile,
  rowsOfBench,
  time,
  waitUntilQuiet,
} from './support/measure.ts';
import { measureServer } from './support/measure-in.ts';

/** Answers a second that should arrive at least while tables are read; a busy machine gets a third more cells at work. */
const arriving = 50;
const turns = Number(process.env.BENCH_TURNS ?? 40);

/**
 * Tables of one list filtered and sorted by research columns while a run fills one of them. With BENCH_HOLD=<file> it
 * waits after the list is made until that file exists.
 */
export const bench: Bench = {
  // The engine of this process does the work: the server's own would ask real vendors.
  run: () => measureServer(measure, { RESEARCH_CONCURRENCY: '1' }),
};

async function measure(server: BenchServer): Promise<Measurement[]> {
  const person = await server.signUp();
  const list = await makeResearchedList(server.owner, person.organization_id);
  await waitUntilQuiet(`${rowsOfBench.toLocaleString('en')} leads x ${columnsOfBench} columns`);
  const quiet = await measureTables(person, list);
  const { arrivals, measured } = await whileAnswersArrive(server, person, list, () => measureTables(person, list));
  return [...present('nothing arrives', quiet), ...present(`${arrivals.toFixed(0)} answers/s arrive`, measured)];
}

interface Seconds {
  cold: number[];
  warm: number[];
}

function present(when: string, { cold, warm }: Seconds): Measurement[] {
  const ms = (seconds: number): string => `${(seconds * 1000).toFixed(0)} ms`;
  const p95 = percentile(warm, 0.95);
  return [
    {
      what: `table by research columns, ${rowsOfBench} leads x ${columnsOfBench} columns, ${when}: p95`,
      product: ms(p95),
      reference: `${ms(median(warm))} (median)`,
      goal: '< 80 ms',
      is_met: p95 < 0.08,
    },
    {
      what: 'the same, asked for the first time: median, worst',
      product: `${ms(median(cold))}, ${ms(Math.max(...cold))}`,
    },
  ];
}

type Table = {
  filters: { column: string; operation: string; value: string }[];
  sort_field?: string;
  sort_direction?: string;
};

/** What people ask of researched lists: the good ones first, those with an answer, those without. */
function tablesOf({ prompts }: ResearchedList): Table[] {
  const of = (type: string, place: number): string =>
    `prompt_${prompts.filter((prompt) => prompt.output_type === type)[place]!.id}`;
  const contains = (column: string, value: string) => ({ column, operation: 'contains', value });
  return [
    { filters: [contains(of('BOOLEAN', 0), 'Yes')], sort_field: of('SCORE', 0), sort_direction: 'desc' },
    { filters: [contains(of('SCORE', 0), '4,5'), contains(of('SHORT_TEXT', 0), 'logistics')] },
    { filters: [contains(of('SHORT_TEXT', 1), 'series b')], sort_field: of('NUMBER', 0), sort_direction: 'asc' },
    { filters: [{ column: of('SHORT_TEXT', 0), operation: 'is_empty', value: '' }] },
    {
      filters: [
        { column: of('SHORT_TEXT', 0), operation: 'not_contains', value: 'public' },
        contains('job_title', 'founder'),
      ],
    },
    {
      filters: [contains(of('NUMBER', 0), '19'), contains(of('BOOLEAN', 0), 'No')],
      sort_field: 'last_name',
      sort_direction: 'asc',
    },
    { filters: [], sort_field: of('SHORT_TEXT', 0), sort_direction: 'asc' },
  ];
}

async function fetchPage(person: BenchPerson, id: number, table: Table, page: number): Promise<number> {
  const query = new URLSearchParams({ filters: JSON.stringify(table.filters), page: String(page) });
  if (table.sort_field) query.set('sort_field', table.sort_field);
  if (table.sort_direction) query.set('sort_direction', table.sort_direction);
  const answer = await person.call('GET', `/search/${id}/prospects/?${query}`);
  if (answer.status !== 200) throw new Error(`the table answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { totalProspects: number }).totalProspects;
}

/** Each table is asked for once, then all in turn: pages and, as the screen does, the cells of the page. */
async function measureTables(person: BenchPerson, list: ResearchedList): Promise<Seconds> {
  const tables = tablesOf(list);
  const totals: number[] = [];
  const seconds: Seconds = { cold: [], warm: [] };
  for (const table of tables) {
    const start = performance.now();
    totals.push(await fetchPage(person, list.search_id, table, 1));
    seconds.cold.push((performance.now() - start) / 1000);
  }
  // The orders are being made ahead, two at a time: people take longer than this for their next click.
  for (const table of tables) await fetchPage(person, list.search_id, table, 5);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [place, table] of tables.entries()) {
      const pages = Math.max(1, Math.ceil(totals[place]! / 25) - 1);
      const page = turn % 2 === 0 ? 1 : 1 + ((turn * 7919 + 13) % pages);
      seconds.warm.push(await time(() => fetchPage(person, list.search_id, table, page)));
    }
  }
  return seconds;
}

/** Starts a run on the first column and works it off at a steady pace through the product's own engine. */
async function whileAnswersArrive(
  server: BenchServer,
  person: BenchPerson,
  list: ResearchedList,
  measure: () => Promise<Seconds>,
): Promise<{ arrivals: number; measured: Seconds }> {
  const { system, databases } = createEngineContext({
    connectionString: server.connectionString,
    directory: server.directory,
    mailbox: createSmtpImapMailbox({ outbound_allow: '127.0.0.1' }),
    log: pino({ level: 'error' }),
    pool_size: 12,
  });
  await system
    .forOrganization(person.organization_id)
    .transaction((tx) => grantCredits(tx, { amount: 1_000_000, purpose: 'Bench', key: 'bench' }));
  const body = { prompt_id: list.prompts[0]!.id, prospect_limit: Math.min(20_000, Math.floor(rowsOfBench / 12)) };
  const run = await person.call('PATCH', `/enrichment/prompts/${list.search_id}/`, body);
  if (run.status !== 200) throw new Error(`the run was refused: ${await run.text()}`);
  const work = async (): Promise<CellOutcome> => {
    await new Promise((resolve) => setTimeout(resolve, 500 - gatherInMs));
    return { kind: 'found', output: 'Logistics companies in Europe', explanation: 'The page says so.', sources: [] };
  };
  const engine = startResearchEngine(
    system,
    { researchCell: work, lookUpContact: work },
    { total: Math.ceil(arriving * 0.65), per_organization: Math.ceil(arriving * 0.65) },
  );
  const started = performance.now();
  const measured = await measure();
  const seconds = (performance.now() - started) / 1000;
  await engine.stop();
  const found = await server.owner.query('select sum(found)::int as n from enrichment_runs');
  await databases.close();
  return { arrivals: found.rows[0].n / seconds, measured };
}

/** What the engine adds to a cell by writing outcomes in groups. */
const gatherInMs = 80;
