import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { createClock as createSandboxClock } from '../../../sandbox/src/clock.ts';
import { type MailSandbox, startMailSandbox } from '../../../sandbox/src/mail/mail-sandbox.ts';
import type { SystemContext } from '../../../server/src/kernel/context.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../server/src/kernel/db/embedded/embedded-postgres.ts';
import { migrate } from '../../../server/src/kernel/db/migrate.ts';
import type { Databases } from '../../../server/src/kernel/db/pools.ts';
import { createEngineContext, SECRET_KEY } from './engine-context.ts';
import { receiveWebhooks, type SeatWorld, startSeatWorld } from './linkedin-world.ts';
import { connectMailApis, startMailApis } from './mail-apis.ts';
import { buildWorkers, type WorkerScript } from './worker-files.ts';
import { startWriting, type Writing } from './writing-world.ts';

export interface ProofWorld {
  system: SystemContext;
  databases: Databases;
  connectionString: string;
  /** The owner of the tables, for what a proof arranges; row-level security does not bind it. */
  owner: pg.Pool;
  directory: string;
  mail: MailSandbox;
  /** Where it was asked for. */
  linkedin: SeatWorld | null;
  /** A model and websites, where they were asked for. */
  writing: Writing | null;
  /** A worker in a process of its own, that can be killed. */
  startWorker(environment?: Record<string, string>, script?: WorkerScript): Promise<ChildProcess>;
  /** Undoes everything: children, servers, files. */
  close(): Promise<void>;
}

export interface WorldOptions {
  /** Durable unless a proof is not about crashes. */
  settings?: Record<string, string>;
  /** An existing server (tests); a database of its own is made by the caller then. */
  connectionString?: string;
  answer_timeout_in_ms?: number;
  /** Gmail and Graph before the mail server. */
  has_mail_apis?: boolean;
  /** With LinkedIn's stand-in, and what receives its webhooks. */
  has_linkedin?: boolean;
  /** With the sandbox's model and websites, and workers that write AI snippets. */
  has_writing?: boolean;
}

/** A mail server with an fsynced ledger of its own; its people never reply. */
export const startProofMail = (
  directory: string,
  { keeps_sent_copies }: { keeps_sent_copies: boolean },
): Promise<MailSandbox> =>
  startMailSandbox(
    {
      smtp_port: 0,
      imap_port: 0,
      password: 'sandbox',
      keeps_sent_copies,
      ledger_file: join(directory, 'ledger.jsonl'),
      journal_file: null,
      slow_in_ms: 50,
      prospects: {
        seed: 1,
        mix: { positive: 0, negative: 0, unsubscribe: 0, out_of_office: 0, hard_bounce: 0, soft_bounce: 0, silent: 1 },
        reply_delay_in_seconds: { min: 1, max: 2 },
      },
    },
    createSandboxClock(),
  );

/** A database, a mail server with an fsynced ledger of its own, and the means to start workers on them. */
export async function startProofWorld(options: WorldOptions = {}): Promise<ProofWorld> {
  const directory = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'overture-proof-'));
  const log = pino({ level: process.env.PROOF_LOG ?? 'fatal' });
  const postgres = options.connectionString ? null : await startOwnPostgres(directory, options.settings);
  const connectionString = options.connectionString ?? postgres!.connectionString;
  await migrate(connectionString, log);
  const mail = await startProofMail(directory, { keeps_sent_copies: false });
  const smtp = createSmtpImapMailbox({
    outbound_allow: '127.0.0.1',
    answer_timeout_in_ms: options.answer_timeout_in_ms ?? 3000,
  });
  const apis = options.has_mail_apis ? await startMailApis(mail) : null;
  const ports = apis ? connectMailApis(apis.url, smtp, options.answer_timeout_in_ms ?? 3000) : { mailbox: smtp };
  const linkedin = options.has_linkedin ? await startSeatWorld(directory) : null;
  const writing = options.has_writing ? await startWriting() : null;
  const { system, databases } = createEngineContext({
    connectionString,
    directory,
    ...ports,
    log,
    ...(linkedin ? { linkedin: linkedin.port } : {}),
    ...(writing ? { writing: writing.http } : {}),
  });
  const endReceiving = linkedin ? await receiveWebhooks(system) : async () => undefined;
  const children = new Set<ChildProcess>();
  const owner = new pg.Pool({ connectionString, max: 2 });
  owner.on('error', () => undefined); // a proof may end the database
  return {
    system,
    databases,
    connectionString,
    owner,
    directory,
    mail,
    linkedin,
    writing,
    async startWorker(environment = {}, script = 'engine-worker') {
      const { folder, compiled } = await buildWorkers();
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(folder, `${script}.js`)], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        env: {
          ...process.env,
          // Hundreds of starts: the second and later ones read what the first compiled.
          NODE_COMPILE_CACHE: compiled,
          ...environment,
          ...(apis ? { MAIL_APIS_URL: apis.url } : {}),
          DATABASE_URL: connectionString,
          DATA_DIR: directory,
          SECRET_KEY,
          ...(linkedin ? { UNIPILE_API_URL: linkedin.api_url } : {}),
          ...(writing ? { WRITING_HTTP: writing.http } : {}),
        },
      });
      children.add(child);
      child.once('exit', () => children.delete(child));
      return child;
    },
    async close() {
      await Promise.all([...children].map(endChild));
      await endReceiving();
      await linkedin?.close();
      await ports.mailbox.close();
      await databases.close();
      await owner.end();
      await apis?.close();
      await writing?.close();
      await mail.close();
      await postgres?.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A proof as a command: says PROVEN or NOT PROVEN and ends so, once not proven for good. */
export async function runProof(options: WorldOptions, prove: (world: ProofWorld) => Promise<boolean>): Promise<void> {
  const world = await startProofWorld(options);
  try {
    const isProven = await prove(world);
    process.stdout.write(isProven ? 'PROVEN\n' : 'NOT PROVEN\n');
    process.exitCode = isProven && !process.exitCode ? 0 : 1;
  } finally {
    await world.close();
  }
}

function startOwnPostgres(directory: string, settings: Record<string, string> = {}): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir: directory, log: pino({ level: 'error' }), settings });
}

function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  child.kill('SIGKILL');
  return ended;
}

/** Moves the installation's clock and notifies the workers. */
export async function jump(world: Pick<ProofWorld, 'system' | 'linkedin'>, seconds: number): Promise<void> {
  const offset = await world.system.systemTransaction(async ({ db }) => {
    const rows = await sql<{
      ms: number;
    }>`update installation set clock_offset = clock_offset + make_interval(secs => ${seconds})
      returning extract(epoch from clock_offset)::float8 * 1000 as ms`.execute(db);
    await sql`select pg_notify('overture_clock', '')`.execute(db);
    return rows.rows[0]!.ms;
  });
  world.system.clock.setOffset(offset);
  await world.linkedin?.travel(offset / 1000);
}

export interface Verdict {
  confirmed: number;
  parked: number;
  unknown: number;
  /** Sent more than once, by the mail server's own count. */
  duplicates: string[];
  /** Said to be sent, but not in the ledger. */
  lost: string[];
  /** In the ledger, but not known to the database as sent or in doubt. */
  unaccounted: string[];
  /** Leads that neither ended nor say why they wait. */
  stuck: number;
  leads: Record<string, number>;
}

/** Joins the mail server's ledger with the database. */
export async function consultOracle(world: Pick<ProofWorld, 'connectionString' | 'mail'>): Promise<Verdict> {
  const client = new pg.Client({ connectionString: world.connectionString });
  await client.connect();
  const intents = await client.query<{ state: string; message_id: string | null; recipient: string | null }>(
    "select state, message_id, to_email::text as recipient from outbound_intents where channel = 'email'",
  );
  const stuck = await client.query<{ count: number }>(`select count(*)::int from campaign_leads l where
    l.status in ('SCHEDULED', 'ACTIVE') and l.next_lane = 'email' and (l.next_at <= app_now() or l.is_in_flight)
    and not exists (select from outbound_intents i where i.ref_id = l.id and i.ref_part = l.next_node_id
      and i.state in ('unknown', 'parked'))`);
  const leads = await client.query<{ status: string; count: number }>(
    'select status, count(*)::int from campaign_leads group by status order by status',
  );
  await client.end();
  const ledger = new Map(world.mail.ledger.counts().map((row) => [strip(row.message_id), row.count]));
  const byId = new Map(intents.rows.map((row) => [row.message_id, row.state]));
  const of = (state: string) => intents.rows.filter((row) => row.state === state);
  return {
    confirmed: of('confirmed').length,
    parked: of('parked').length,
    unknown: of('unknown').length,
    duplicates: [...ledger].filter(([, count]) => count > 1).map(([id]) => id),
    lost: of('confirmed')
      .map((row) => row.message_id ?? '')
      .filter((id) => !ledger.has(id)),
    unaccounted: [...ledger.keys()].filter(
      (id) => !['confirmed', 'parked', 'unknown', 'dispatching'].includes(byId.get(id) ?? ''),
    ),
    stuck: stuck.rows[0]!.count,
    leads: Object.fromEntries(leads.rows.map((row) => [row.status, row.count])),
  };
}

function strip(messageId: string | null): string {
  return (messageId ?? '').replace(/[<>]/g, '');
}

export function isClean(verdict: Verdict): boolean {
  return verdict.duplicates.length + verdict.lost.length + verdict.unaccounted.length + verdict.stuck === 0;
}

export function show(verdict: Verdict): string {
  const { confirmed, parked, unknown, duplicates, lost, unaccounted, stuck } = verdict;
  return `confirmed ${confirmed}, parked ${parked}, unknown ${unknown} | duplicates ${duplicates.length}, lost ${lost.length}, unaccounted ${unaccounted.length}, stuck ${stuck} | leads ${JSON.stringify(verdict.leads)}`;
}

/** Waits until a condition of the database holds. @throws after the limit */
export async function until(condition: () => Promise<boolean>, limitInMs: number, what: string): Promise<void> {
  const deadline = performance.now() + limitInMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`${what} did not happen within ${limitInMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** True when nothing is due, planned or being sent. */
export async function isQuiet(world: Pick<ProofWorld, 'system'>): Promise<boolean> {
  return world.system.systemTransaction(async ({ db }) => {
    const rows = await sql<{ busy: boolean }>`select
      exists (select from campaign_lanes where look_at <= app_now() + interval '2 seconds')
      or exists (select from outbound_intents where state in ('dispatching', 'intent')) as busy`.execute(db);
    return !rows.rows[0]!.busy;
  });
}

export async function count(world: Pick<ProofWorld, 'system'>, state: string): Promise<number> {
  return world.system.systemTransaction(async ({ db }) => {
    const rows = await sql<{
      n: number;
    }>`select count(*)::int as n from outbound_intents where state = ${state}`.execute(db);
    return rows.rows[0]!.n;
  });
}

/** Leads of all campaigns by status. */
export async function countStatuses(world: Pick<ProofWorld, 'system'>): Promise<Record<string, number>> {
  const { rows } = await world.system.systemTransaction(({ db }) =>
    sql<{ status: string; count: number }>`select status, count(*)::int from campaign_leads group by status`.execute(
      db,
    ),
  );
  return Object.fromEntries(rows.map((row) => [row.status, row.count]));
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
