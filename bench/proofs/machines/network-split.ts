import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { recordProof } from '../../support/record.ts';
import { parseSize } from '../../support/size.ts';
import { settleWorld } from '../workers/kill-workers.ts';
import { readLines } from '../workers/part-programs.ts';
import { fillMailboxes, startCampaign } from '../world/proof-campaigns.ts';
import { consultOracle, isClean, isQuiet, type ProofWorld, runProof, show, until } from '../world/proof-world.ts';
import { countEnded, type Part, prepareParts } from './parts.ts';

/**
 * Two schedulers and a network between one of them and the database. The network swallows everything for longer than a lease, while both reach the mail
 * servers. The other scheduler takes over; then it is stopped for a moment, and nothing may leave, because the one that is cut off may begin nothing. The network comes
 * back, once with what it swallowed and once with broken connections: no email leaves twice, none is lost.
 */
const SENDERS = parseSize('SENDERS', 10);
const CAMPAIGNS = parseSize('CAMPAIGNS', 8);
const SPLITS = parseSize('SPLITS', 4);
const LEADS = 40;
/** A lease is 45 seconds. */
const SPLIT_IN_MS = 60_000;
const TAKEN_OVER_WITHIN_IN_MS = 50_000;
const STOPPED_IN_MS = 10_000;
const CALM_IN_MS = 10_000;

/** A network that can swallow what passes, without a word to either side. */
class Network {
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  readonly #server: Server;
  #isCut = false;

  constructor(to: number) {
    this.#server = createServer((client) => {
      const database = connect(to, '127.0.0.1');
      const pair = [client, database] as const;
      this.#pairs.add(pair);
      const end = (): void => {
        this.#pairs.delete(pair);
        for (const socket of pair) socket.destroy();
      };
      for (const socket of pair) socket.on('error', end).on('close', end);
      if (!this.#isCut) this.#join(pair);
    });
  }

  async listen(): Promise<number> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    return (this.#server.address() as { port: number }).port;
  }

  cut(): void {
    this.#isCut = true;
    for (const [client, database] of this.#pairs) {
      client.unpipe(database).pause();
      database.unpipe(client).pause();
    }
  }

  /** @param keeps whether connections continue with the swallowed bytes, as TCP does; else they break */
  restore(keeps: boolean): void {
    this.#isCut = false;
    for (const pair of this.#pairs) {
      if (keeps) this.#join(pair);
      else for (const socket of pair) socket.resetAndDestroy();
    }
  }

  close(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
    this.#server.close();
  }

  #join([client, database]: readonly [Socket, Socket]): void {
    client.pipe(database);
    database.pipe(client);
  }
}

/** A campaign may send forty mails a day: each sender has several. */
async function fill(world: ProofWorld): Promise<void> {
  const nodes = [{ type: 'EMAIL' as const }];
  const organization_id = await fillMailboxes(world, {
    ...{ type: 'IMAP', senders: SENDERS, leads_per_sender: LEADS, nodes },
  });
  const accounts = await world.system.systemTransaction(({ db }) =>
    sql<{ id: number }>`update accounts set send_gap_in_seconds = 1 returning id`.execute(db),
  );
  for (const { id: account_id } of accounts.rows)
    for (let n = 1; n < CAMPAIGNS; n += 1) {
      const people = Array.from({ length: LEADS }, (_, place) => ({
        email: `p+${place}.${n}.${account_id}@northwind.example`,
      }));
      await startCampaign(world, { organization_id, account_id, nodes }, people);
    }
}

const sentWithin = async ({ mail }: ProofWorld, milliseconds: number): Promise<number> => {
  const before = mail.ledger.total();
  await sleep(milliseconds);
  return mail.ledger.total() - before;
};

async function split(world: ProofWorld, network: Network, connected: Part, keeps: boolean) {
  network.cut();
  await sleep(TAKEN_OVER_WITHIN_IN_MS);
  const by_connected = await sentWithin(world, SPLIT_IN_MS - TAKEN_OVER_WITHIN_IN_MS);
  connected.child.kill('SIGSTOP');
  // What the kernel had taken already arrives.
  await sleep(1000);
  const by_cut_off = await sentWithin(world, STOPPED_IN_MS);
  connected.child.kill('SIGCONT');
  network.restore(keeps);
  const afterwards = await sentWithin(world, CALM_IN_MS);
  return { keeps, by_connected, by_cut_off, afterwards };
}

async function prove(world: ProofWorld): Promise<boolean> {
  await fill(world);
  const address = new URL(world.connectionString);
  const network = new Network(Number(address.port));
  address.port = String(await network.listen());
  const logFile = process.env.PROGRAM_LOG ?? join(world.directory, 'programs.log');
  const roles = 'worker,cron';
  const far = { directory: join(world.directory, 'far'), connectionString: address.href };
  const parts: Part[] = [];
  try {
    parts.push(...(await prepareParts({ world, logFile, environment: {} }, [['connected', roles]])));
    parts.push(...(await prepareParts({ world: far, logFile, environment: {} }, [['cut off', roles]])));
    await sleep(CALM_IN_MS);
    const splits = [];
    for (let n = 0; n < SPLITS; n += 1) {
      splits.push(await split(world, network, parts[0]!, n % 2 === 0));
      process.stdout.write(`  ${JSON.stringify(splits.at(-1))}\n`);
    }
    await world.system.systemTransaction(({ db }) => sql`update accounts set send_gap_in_seconds = 0`.execute(db));
    await until(() => isQuiet(world), 600_000, 'the rest leaving');
    const ended = countEnded(parts);
    await settleWorld(world);
    const verdict = await consultOracle(world);
    process.stdout.write(
      `network-split: ${SPLITS} splits; ended on their own: ${ended}\n  ${show(verdict)}\n  log: ${JSON.stringify(readLines(logFile))}\n`,
    );
    const isProven =
      isClean(verdict) &&
      verdict.unknown === 0 &&
      verdict.confirmed + verdict.parked === SENDERS * CAMPAIGNS * LEADS &&
      ended === 0 &&
      splits.every((one) => one.by_connected > 0 && one.by_cut_off === 0 && one.afterwards > 0);
    recordProof('machines/network-split', isProven, { splits, verdict });
    return isProven;
  } finally {
    for (const { child } of parts) child.kill('SIGKILL');
    network.close();
  }
}

if (import.meta.main) await runProof({ answer_timeout_in_ms: 15_000 }, prove);
