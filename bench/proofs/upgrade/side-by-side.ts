import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MailSandbox } from '../../../sandbox/src/mail/mail-sandbox.ts';
import { freePort } from '../../support/bench-server.ts';
import { type Answers, startProgram, watchAnswers } from '../workers/part-programs.ts';
import { SECRET_KEY } from '../world/engine-context.ts';
import { consultOracle, type Verdict } from '../world/proof-world.ts';
import { withDatabase } from './content.ts';
import type { Caller } from './former-data.ts';

interface Installation {
  connectionString: string;
  directory: string;
  mail: MailSandbox;
}

export interface Version extends Installation {
  /** Where its source is. */
  tree: string;
}

export interface RunningVersion {
  url: string;
  child: ChildProcess;
  log: string;
}

const ROLES = 'web,live,worker,cron';

export async function startVersion(version: Version, name: string): Promise<RunningVersion> {
  const port = await freePort();
  const log = join(version.directory, `${name}.log`);
  const child = startProgram(version, ROLES, port, log, { tree: version.tree });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries += 1) {
    const answer = await fetch(`${url}/healthz`).catch(() => null);
    if (answer?.ok) return { url, child, log };
    if (child.exitCode !== null || tries > 1200)
      throw new Error(`${name} did not start:\n${readFileSync(log, 'utf8').slice(-2000)}`);
    await sleep(100);
  }
}

export async function stopVersion({ child }: RunningVersion, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** Errors of its log, each phrase with its count. */
function countErrors({ log }: Pick<RunningVersion, 'log'>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const text of readFileSync(log, 'utf8').split('\n').filter(Boolean)) {
    // Besides its log, the program says to a terminal where the backup is.
    if (!text.startsWith('{')) continue;
    const { level, msg, err } = JSON.parse(text) as { level: number; msg: string; err?: Error };
    if (level < 50) continue;
    const phrase = `${msg}${err ? `: ${err.message}` : ''}`;
    counts[phrase] = (counts[phrase] ?? 0) + 1;
  }
  return counts;
}

/** Reads and writes of the former release, by a person whose browser has it still. @returns what failed */
async function useCalls(caller: Caller, campaign: number, n: number): Promise<string[]> {
  const calls: [string, string, object?][] = [
    ['GET', '/campaigns/'],
    ['GET', `/campaigns/${campaign}/`],
    ['GET', `/campaigns/${campaign}/prospects/`],
    ['GET', '/accounts/'],
    ['GET', '/searches/'],
    ['GET', '/chats/'],
    ['GET', '/kanban-boards/'],
    ['GET', '/activities/'],
    ['GET', '/dashboard/organization-campaign-analytics/'],
    ['POST', '/searches/', { name: `Made during the upgrade ${n}` }],
  ];
  const failed: string[] = [];
  for (const [method, path, body] of calls)
    await caller.call(method, path, body).catch((error: Error) => failed.push(error.message));
  return failed;
}

async function untilSent({ mail }: Installation, amount: number, limitInMs: number): Promise<void> {
  const deadline = performance.now() + limitInMs;
  while (mail.ledger.total() < amount) {
    if (performance.now() > deadline)
      throw new Error(`${mail.ledger.total()} of ${amount} mails left within ${limitInMs / 1000} s.`);
    await sleep(50);
  }
}

/** Sends that a process has seen through, by its own count. */
async function countDispatches(url: string): Promise<number> {
  const text = await (
    await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${process.env.METRICS_TOKEN}` } })
  ).text();
  const lines = [...text.matchAll(/^overture_dispatches_total\{[^}]*outcome="confirmed"[^}]*\} (\d+)/gm)];
  return lines.reduce((sum, [, count]) => sum + Number(count), 0);
}

export interface SideBySide {
  /** Mails that left while the former release was alone, while both ran, and afterwards. */
  sent: { alone: number; together: number; by_new_together: number; after: number };
  upgrade_in_ms: number;
  failed_calls: string[];
  answers: { former: Answers; present: Answers };
  errors: { former: Record<string, number>; present: Record<string, number> };
  /** What the former release says when it is started on the upgraded database. */
  is_refused: boolean;
  verdict: Verdict;
  /** What this version logged at the start that upgraded the database. */
  upgrade_log: string;
}

interface Work {
  caller: Caller;
  campaigns: readonly number[];
  leads: number;
}

/** Calls go to each version until this one has sent some, too, and most have left. @returns what failed */
async function serveTogether(
  versions: readonly RunningVersion[],
  { former, caller, campaigns, leads }: Work & { former: Version },
): Promise<string[]> {
  const failed: string[] = [];
  const sent = (): number => former.mail.ledger.total() / leads;
  for (let n = 0; sent() < 0.6 || (sent() < 0.95 && (await countDispatches(versions.at(-1)!.url)) < 10); n += 1) {
    for (const { url } of versions)
      failed.push(...(await useCalls(caller.at(url), campaigns[n % campaigns.length]!, n)));
    await sleep(200);
  }
  return failed;
}

/** Requests that are under way get their answer first: the watcher counts what fails. */
async function endWatched(
  watching: ReturnType<typeof watchAnswers>,
  version: RunningVersion,
  signal: 'SIGTERM' | 'SIGKILL',
): Promise<void> {
  watching.stop();
  await sleep(2000);
  await stopVersion(version, signal);
}

/**
 * A rolling restart: the former release sends, this version starts beside it and upgrades the database, both serve and send, the former one is
 * killed in the middle of it, and this version finishes.
 * @param isStopped the former release is stopped before this version starts: where its tables lost something that it reads
 */
export async function runSideBySide(
  former: Version,
  present: Version,
  { caller, campaigns, leads }: Work,
  isStopped: boolean,
): Promise<SideBySide> {
  const one = await startVersion(former, 'former');
  const started: RunningVersion[] = [one];
  try {
    const first = former.mail.ledger.total();
    await untilSent(former, first + Math.ceil(leads * 0.1), 120_000);
    const watchingOne = watchAnswers(one.url);
    const startedAt = performance.now();
    const alone = former.mail.ledger.total();
    if (isStopped) await endWatched(watchingOne, one, 'SIGTERM');
    const two = await startVersion(present, 'present');
    started.push(two);
    const upgrade_in_ms = Math.round(performance.now() - startedAt);
    const watchingTwo = watchAnswers(two.url);
    const failed_calls = await serveTogether(isStopped ? [two] : [one, two], { former, caller, campaigns, leads });
    const together = former.mail.ledger.total() - alone;
    const by_new_together = await countDispatches(two.url);
    if (!isStopped) await endWatched(watchingOne, one, 'SIGKILL');
    const is_refused = isRefused(former);
    await finish(present, leads);
    watchingTwo.stop();
    const after = former.mail.ledger.total() - alone - together;
    const errors = { former: countErrors(one), present: countErrors(two) };
    const verdict = await consultOracle(present);
    const answers = { former: watchingOne.answers, present: watchingTwo.answers };
    const sent = { alone, together, by_new_together, after };
    return { sent, upgrade_in_ms, failed_calls, answers, errors, is_refused, verdict, upgrade_log: two.log };
  } finally {
    for (const { child } of started) child.kill('SIGKILL');
  }
}

/** Until every lead has its mail or its outcome is shown to people; the clock moves past leases and the time for evidence. */
async function finish({ connectionString, mail }: Installation, leads: number): Promise<void> {
  await withDatabase(connectionString, async (client) => {
    for (let round = 0; round < 240; round += 1) {
      const { rows } = await client.query<{ open: number }>(
        `select count(*)::int as open from outbound_intents where state in ('intent', 'dispatching', 'unknown')`,
      );
      if (rows[0]!.open === 0 && mail.ledger.total() >= leads - 20) {
        await sleep(1500);
        if ((await isAtRest(client)) && round > 3) return;
      }
      if (round % 10 === 9) {
        await client.query(`update installation set clock_offset = clock_offset + interval '2 minutes'`);
        await client.query(`select pg_notify('overture_clock', '')`);
      }
      await sleep(500);
    }
    throw new Error('Sending did not come to rest.');
  });
}

async function isAtRest(client: Parameters<Parameters<typeof withDatabase>[1]>[0]): Promise<boolean> {
  const { rows } = await client.query<{ open: boolean }>(
    `select exists (select from campaign_leads where status in ('SCHEDULED', 'ACTIVE') and next_at is not null) as open`,
  );
  return !rows[0]!.open;
}

function isRefused({ tree, connectionString, directory }: Version): boolean {
  const words = ['--disable-warning=ExperimentalWarning', 'server/src/main.ts', '--roles=cron'];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: tree,
    encoding: 'utf8',
    timeout: 60_000,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      SECRET_KEY,
      DATA_DIR: directory,
      DATABASE_URL: connectionString,
      APP_URL: 'http://127.0.0.1:3999',
      LEAD_DATABASE: 'off',
    },
  });
  return status === 1 && /upgraded|newer/i.test(`${stdout}${stderr}`);
}
