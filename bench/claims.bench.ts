import { sql } from 'kysely';
import type pg from 'pg';
import type { SystemContext, SystemTransactionContext } from '../server/src/kernel/context.ts';
import { findReady } from '../server/src/slices/outbound/dispatch/ready-intents.service.ts';
import { fillIntents, parkOldest } from './data/claims-data.ts';
import { type Bench, type Measurement, median, percentile, rowsOfBench, time } from './support/measure.ts';
import { measureEngine } from './support/measure-in.ts';

const ROUNDS = 200;
/** A fifth of an idle dispatcher's pause between two rounds. */
const GOAL_IN_MS = 50;
/** Of a hundred times as many intents a round may read twice as many rows, and no more. */
const GOAL_RATIO = 2;
const FEW = Math.ceil(rowsOfBench / 100);

/** Time of a dispatcher round to find its intents, with full queues and with a hundredth of the rows. */
export const bench: Bench = { run: () => measureEngine(measureAll) };

async function measureAll(client: pg.Client, system: SystemContext): Promise<Measurement[]> {
  const measured: Measurement[] = [];
  for (const queues of QUEUES) {
    const few = await measureRounds(client, system, { ...queues, intents: FEW });
    measured.push(compare(queues.what, await measureRounds(client, system, { ...queues, intents: rowsOfBench }), few));
  }
  return measured;
}

interface Queues {
  what: string;
  senders: number;
  due_in_days: number;
  parked: number;
}

const QUEUES: Queues[] = [
  { what: `${rowsOfBench} due of 10000 senders`, senders: 10_000, due_in_days: 0, parked: 0 },
  { what: `${rowsOfBench} due of one sender, 1 of another`, senders: 1, due_in_days: 0, parked: 0 },
  {
    what: `${rowsOfBench} due of one sender, its oldest 900 parked, 1 of another`,
    senders: 1,
    due_in_days: 0,
    parked: 900,
  },
  { what: `1 due, ${rowsOfBench} of 10000 senders planned for later`, senders: 10_000, due_in_days: 30, parked: 0 },
];

interface Rounds {
  p50: number;
  p95: number;
  /** Rows of intents that one round reads. */
  rows: number;
}

const LIMITS = {
  limit: 100,
  per_account: 12,
  per_organization: 120,
  free: 480,
  taken: [],
  taken_by_organization: [],
};

async function measureRounds(
  client: pg.Client,
  system: SystemContext,
  { intents, senders, due_in_days, parked }: Queues & { intents: number },
): Promise<Rounds> {
  await fillIntents(client, { intents, senders, due_in_days });
  await parkOldest(client, parked);
  let cursors: Awaited<ReturnType<typeof findReady>>['cursors'] = [];
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push(1000 * (await time(async () => ({ cursors } = await findReady(system, { ...LIMITS, cursors })))));
  }
  const rows = await countRows(system);
  await client.query('truncate outbound_intents, parked_units cascade');
  return { p50: median(rounds), p95: percentile(rounds, 0.95), rows };
}

/** What a transaction has read counts with what its session read before and has not handed in yet. */
const countReadRows = async ({ db }: Pick<SystemTransactionContext, 'db'>): Promise<number> => {
  const { rows } = await sql<{ rows: number }>`select (seq_tup_read + idx_tup_fetch)::int as rows
    from pg_stat_xact_user_tables where relname = 'outbound_intents'`.execute(db);
  return rows[0]!.rows;
};

async function countRows(system: SystemContext): Promise<number> {
  return system.systemTransaction(async (tx) => {
    const before = await countReadRows(tx);
    await findReady({ systemRead: (work) => work(tx) }, LIMITS);
    return (await countReadRows(tx)) - before;
  });
}

function compare(what: string, many: Rounds, few: Rounds): Measurement {
  const ratio = many.rows / few.rows;
  const show = ({ p50, p95, rows }: Rounds): string =>
    `median ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ${rows} rows`;
  return {
    what: `finding what may leave, ${what}`,
    product: show(many),
    reference: `${show(few)} with ${FEW}`,
    ratio,
    goal: `p95 < ${GOAL_IN_MS} ms, rows <= ${GOAL_RATIO} times`,
    is_met: many.p95 < GOAL_IN_MS && ratio <= GOAL_RATIO,
  };
}
