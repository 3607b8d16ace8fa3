import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import pg from 'pg';
import { pino } from 'pino';
import type { SystemContext } from '../server/src/kernel/context.ts';
import { startEmbeddedPostgres } from '../server/src/kernel/db/embedded/embedded-postgres.ts';
import { migrate } from '../server/src/kernel/db/migrate.ts';
import { findReady } from '../server/src/slices/outbound/dispatch/ready-intents.service.ts';
import { fillIntents, parkOldest } from './data/claims-data.ts';
import { createEngineContext } from './proofs/world/engine-context.ts';
import { type Bench, type Measurement, median, percentile, rowsOfBench, time } from './support/measure.ts';

const ROUNDS = 200;
/** A fifth of the pause between two rounds of a dispatcher that nobody wakes. */
const GOAL_IN_MS = 50;

/** What a round of the dispatcher takes to find its intents, whatever lies in the queues. */
export const bench: Bench = {
  async run() {
    const directory = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'overture-bench-'));
    const log = pino({ level: 'error' });
    const postgres = await startEmbeddedPostgres({ dataDir: directory, log });
    await migrate(postgres.connectionString, log);
    const client = new pg.Client({ connectionString: postgres.connectionString });
    await client.connect();
    const mailbox = createSmtpImapMailbox();
    const { connectionString } = postgres;
    const { system, databases } = createEngineContext({ connectionString, directory, mailbox, log });
    const measured: Measurement[] = [];
    try {
      for (const { what, senders, due_in_days, parked = 0 } of QUEUES) {
        await fillIntents(client, { intents: rowsOfBench, senders, due_in_days });
        await parkOldest(client, parked);
        measured.push(await measureRounds(system, what));
        await client.query('truncate outbound_intents, parked_units cascade');
      }
      return measured;
    } finally {
      await databases.close();
      await mailbox.close();
      await client.end();
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    }
  },
};

const QUEUES = [
  { what: `${rowsOfBench} due of 10000 senders`, senders: 10_000, due_in_days: 0 },
  { what: `${rowsOfBench} due of one sender, 1 of another`, senders: 1, due_in_days: 0 },
  {
    what: `${rowsOfBench} due of one sender, its oldest 900 parked, 1 of another`,
    senders: 1,
    due_in_days: 0,
    parked: 900,
  },
  { what: `1 due, ${rowsOfBench} of 10000 senders planned for later`, senders: 10_000, due_in_days: 30 },
];

async function measureRounds(system: SystemContext, what: string): Promise<Measurement> {
  const limits = {
    limit: 100,
    per_account: 12,
    per_organization: 120,
    free: 480,
    taken: [],
    taken_by_organization: [],
  };
  let cursors: Awaited<ReturnType<typeof findReady>>['cursors'] = [];
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push(1000 * (await time(async () => ({ cursors } = await findReady(system, { ...limits, cursors })))));
  }
  const [p50, p95] = [median(rounds), percentile(rounds, 0.95)];
  return {
    what: `finding what may leave, ${what}`,
    product: `median ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
    goal: `p95 < ${GOAL_IN_MS} ms`,
    is_met: p95 < GOAL_IN_MS,
  };
}
