import type { RecordedFigure } from '../../bench/support/record.ts';

/** Origin of a number: measured, calculated from measured ones, or assumed without a measurement. */
export type Mark = 'measured' | 'derived' | 'assumed';

export interface Cost {
  what: string;
  value: number;
  unit: string;
  mark: Mark;
  /** File of `bench/results`, and what was done with its numbers. */
  source: string;
}

type Results = ReadonlyMap<string, readonly RecordedFigure[]>;

/** Newest line of a figure. */
function findFigure(results: Results, file: string, figure: string): RecordedFigure {
  const found = results.get(file)?.findLast((line) => line.figure === figure);
  if (!found) throw new Error(`bench/results/${file}.jsonl has no figure "${figure}"`);
  return found;
}

function parseNumber(text: string, pattern = /-?\d[\d,]*(?:\.\d+)?/): number {
  const match = pattern.exec(text);
  const number = Number((match?.[1] ?? match?.[0] ?? '').replaceAll(',', ''));
  if (!match || !Number.isFinite(number)) throw new Error(`no number in "${text}"`);
  return number;
}

type Usage = Record<'web' | 'cron' | 'worker-1' | 'postgres', { cores: number; memory_in_mb: number }>;
interface Waits {
  count: number;
  p95: number;
  most: number;
}

/** The parts of the proof with a thousand organizations that matter here. */
export interface ManyTenants {
  mailboxes: number;
  reading: { seconds: number };
  idle: { usage: Usage };
  opening: { each: Waits; greedy: { count: number; before_the_others: number } };
  day: { rate: number; late: Waits; replies: Waits; read: Waits; usage: Usage };
}

/** The newest run, with its day and how busy the machine was. */
export function loadTenants(results: Results): ManyTenants & { measured: string } {
  const { product, date, conditions } = findFigure(results, 'proofs/machines/many-tenants', 'many-tenants');
  return { ...(JSON.parse(product) as ManyTenants), measured: `${date.slice(0, 10)}, ${conditions}` };
}

/** The largest of each that a bench or a proof had. */
export interface Largest {
  organizations: number;
  mailboxes_of_a_worker: number;
  people: number;
  events: number;
  processes: number;
  emails_a_second: number;
}

export function loadLargest(results: Results): Largest {
  const proof = (name: string) => JSON.parse(findFigure(results, `proofs/machines/${name}`, name).product);
  const { tenants, mailboxes, workers } = proof('many-tenants');
  const people = 40_000_000;
  findFigure(results, 'finder', `${people} people: preview and exact number over HTTP, p95`);
  const analytics = findFigure(results, 'analytics', 'analytics of the largest campaign, 7 days').product;
  return {
    organizations: tenants,
    mailboxes_of_a_worker: mailboxes / workers,
    people,
    events: parseNumber(analytics, /([\d.]+)M$/) * 1e6,
    processes: proof('many-processes').processes,
    emails_a_second: parseNumber(
      findFigure(results, 'sending', 'sending 3000 mails of 8 KB over 20 connections').product,
    ),
  };
}

/** Each by its key in the calculation. */
export function loadCosts(results: Results) {
  const cost = (figure: string): number => parseNumber(findFigure(results, 'scale/costs', figure).product);
  const bench = (what: string, figure: string, unit: string): Cost => ({
    ...{ what, unit, value: cost(figure), mark: 'measured', source: 'scale/costs' },
  });
  const tenants = loadTenants(results);
  const { usage } = tenants.idle;
  const sockets = findFigure(results, 'live', 'fan-out to 10000 sockets, 200 organizations').conditions;
  const perMailbox = (what: string, unit: string, value: number): Cost => ({
    ...{ what, unit, value: value / tenants.mailboxes, mark: 'derived', source: 'proofs/machines/many-tenants' },
  });
  const megabyte = 2 ** 20;
  return {
    organization: bench('An organization', 'bytes an organization', 'bytes'),
    mailbox: bench('A mailbox', 'bytes a mailbox', 'bytes'),
    lead: bench('A lead with 13 fields', 'bytes a lead, imported with 13 fields', 'bytes'),
    campaign_lead: bench('A lead in a campaign', 'bytes a lead in a campaign', 'bytes'),
    first_email: bench('A first email', 'bytes a first email', 'bytes'),
    follow_up: bench('A follow-up', 'bytes a follow-up', 'bytes'),
    reply: bench('A reply', 'bytes a reply', 'bytes'),
    first_email_wal: bench('A first email, write-ahead log', 'write-ahead log a first email', 'bytes'),
    follow_up_wal: bench('A follow-up, write-ahead log', 'write-ahead log a follow-up', 'bytes'),
    first_email_worker: bench('A first email, worker', 'processor time a first email, worker', 'ms'),
    first_email_postgres: bench('A first email, PostgreSQL', 'processor time a first email, PostgreSQL', 'ms'),
    follow_up_worker: bench('A follow-up, worker', 'processor time a follow-up, worker', 'ms'),
    follow_up_postgres: bench('A follow-up, PostgreSQL', 'processor time a follow-up, PostgreSQL', 'ms'),
    reply_worker: bench('A reply, worker', 'processor time a reply, worker', 'ms'),
    reply_postgres: bench('A reply, PostgreSQL', 'processor time a reply, PostgreSQL', 'ms'),
    call_web: bench('A call of a page, web', 'processor time a call, web', 'ms'),
    call_postgres: bench('A call of a page, PostgreSQL', 'processor time a call, PostgreSQL', 'ms'),
    // A process without a mailbox or socket holds what the others hold.
    mailbox_memory: perMailbox(
      'A mailbox that is read, memory of the worker',
      'bytes',
      (usage['worker-1'].memory_in_mb - usage.cron.memory_in_mb) * megabyte,
    ),
    mailbox_worker: perMailbox('A mailbox at rest, worker', 'ms a second', usage['worker-1'].cores * 1000),
    mailbox_postgres: perMailbox('A mailbox at rest, PostgreSQL', 'ms a second', usage.postgres.cores * 1000),
    socket: {
      what: 'An open page, memory of the live process',
      value: ((parseNumber(sockets, /(\d+) MB/) - usage.web.memory_in_mb) * megabyte) / 10_000,
      unit: 'bytes',
      mark: 'derived',
      source: 'live, proofs/machines/many-tenants',
    },
    person: {
      what: 'A person of the lead database',
      value: parseNumber(findFigure(results, 'finder', 'bytes a person on disk').product),
      unit: 'bytes',
      mark: 'measured',
      source: 'finder',
    },
    preview: {
      what: 'A search among 220 million people, 2 cores',
      value: parseNumber(
        findFigure(results, 'finder', 'derived for 220000000 people, from 10000000, 20000000, 40000000').product,
        /([\d.]+) ms median/,
      ),
      unit: 'ms',
      mark: 'derived',
      source: 'finder',
    },
  } satisfies Record<string, Cost>;
}

export type Costs = ReturnType<typeof loadCosts>;
