import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../support/measure.ts';
import { recordProof } from '../../support/record.ts';
import { parseSize } from '../../support/size.ts';
import { readLines } from '../workers/part-programs.ts';
import { consultOracle, type ProofWorld, runProof, show, until } from '../world/proof-world.ts';
import type { Tenant } from '../world/tenants.ts';
import { countEnded, endPart, type Part, prepareParts } from './parts.ts';
import { type Due, fillTenants, listLeft, makeDue } from './tenants-data.ts';
import { measureUsage, parentOf, type Usage } from './usage.ts';

/**
 * A thousand organizations with 10,000 mailboxes on one machine: 990 with ten each, and one with a hundred. A worker reads every mailbox. Then each mailbox
 * has a message to send at the same time, and the large organization has 4,000. Then messages leave at the rate of a working day, and people reply and read.
 * It measures the delay of messages and replies, and the processor time and memory of each part. The large organization must not delay the others.
 */
const TENANTS = parseSize('TENANTS', 990);
const SENDERS = parseSize('SENDERS', 10);
const LEADS = parseSize('LEADS', 200);
const GREEDY = parseSize('GREEDY', 4000);
const WORKERS = parseSize('WORKERS', 1);
const SECONDS = parseSize('SECONDS', 120);
/** Messages a second: forty of each mailbox in eight hours. */
const RATE = parseSize('RATE', Math.max(1, Math.round((TENANTS * SENDERS * 40) / (8 * 3600))), 0.1);
const REPLIES = parseSize('REPLIES', 60);
const READERS = parseSize('READERS', 4);
const IDLE_SECONDS = 30;
/** Of messages and replies at the rate of a day. */
const LATE_AT_MOST_IN_MS = 10_000;
/** Messages of the greedy organization, for one of the others, that leave before the others have theirs. */
const GREEDY_AT_MOST = 0.1;
const READ_LIMIT_IN_MS = 900_000;
const TOKEN = 'a token for the proof';
const PATHS = ['/campaigns/', '/chats/', '/accounts/', '/dashboard/organization-campaign-analytics/'];

const round = (value: number, digits = 0): number => Number(value.toFixed(digits));

/** Times in milliseconds. */
const summarize = (times: readonly number[]) => ({
  count: times.length,
  p50: round(percentile(times, 0.5)),
  p95: round(percentile(times, 0.95)),
  most: round(Math.max(0, ...times)),
});

interface Parts {
  parts: Part[];
  database: number;
}

function usages({ parts, database }: Parts): Record<string, Usage> {
  const own = parts.map(({ name, child }) => [name, measureUsage(child.pid!)] as const);
  const { user, system } = process.cpuUsage();
  const standIns = { cpu_seconds: (user + system) / 1e6, memory_in_mb: round(process.memoryUsage.rss() / 2 ** 20) };
  return { ...Object.fromEntries(own), postgres: measureUsage(database), stand_ins: standIns };
}

/** Shares of one processor over a time, and memory at its end. */
function compare(before: Record<string, Usage>, after: Record<string, Usage>, seconds: number) {
  return Object.fromEntries(
    Object.entries(after).map(([name, { cpu_seconds, memory_in_mb }]) => [
      name,
      { cores: round((cpu_seconds - before[name]!.cpu_seconds) / seconds, 3), memory_in_mb },
    ]),
  );
}

async function loadLoops(parts: readonly Part[]): Promise<Map<string, { seconds: number; rounds: number }>> {
  const loops = new Map<string, { seconds: number; rounds: number }>();
  for (const { port } of parts) {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
    for (const [, kind, loop = '', value] of text.matchAll(
      /^overture_loop_(seconds|rounds)_total\{loop="([^"]+)"[^}]*\} ([\d.e-]+)/gm,
    )) {
      const entry = loops.get(loop) ?? { seconds: 0, rounds: 0 };
      entry[kind as 'seconds' | 'rounds'] += Number(value);
      loops.set(loop, entry);
    }
  }
  return loops;
}

type Loops = Awaited<ReturnType<typeof loadLoops>>;

/** Milliseconds of a round of the planner, and the loops that took the most of their process. */
function compareLoops(before: Loops, after: Loops, seconds: number) {
  const since = [...after].map(([loop, now]) => {
    const then = before.get(loop) ?? { seconds: 0, rounds: 0 };
    return { loop, seconds: now.seconds - then.seconds, rounds: now.rounds - then.rounds };
  });
  const tick = since.find(({ loop }) => loop === 'due-steps');
  const busiest = since.sort((one, other) => other.seconds - one.seconds).slice(0, 5);
  return {
    tick_in_ms: tick ? round((tick.seconds * 1000) / Math.max(1, tick.rounds), 1) : null,
    busiest: Object.fromEntries(busiest.map((one) => [one.loop, round(one.seconds / seconds, 3)])),
  };
}

async function untilRead({ owner }: ProofWorld): Promise<{ seconds: number; unread: number }> {
  const startedAt = performance.now();
  const count = async (): Promise<number> => {
    const { rows } = await owner.query<{ count: number }>(
      'select count(*)::int from mailbox_syncs where leased_until < statement_timestamp()',
    );
    return rows[0]!.count;
  };
  let unread = await count();
  // A worker that has all it takes leaves the others unread for good.
  for (let least = unread, at = startedAt; unread > 0 && performance.now() - at < 60_000; ) {
    await sleep(1000);
    unread = await count();
    if (performance.now() - startedAt > READ_LIMIT_IN_MS) break;
    if (unread < least) [least, at] = [unread, performance.now()];
  }
  return { seconds: round((performance.now() - startedAt) / 1000), unread };
}

/** A message of each mailbox, all due at the same time. */
async function openTheDay(world: ProofWorld, greedy: number) {
  const due = await makeDue(world, { from: 0, to: SENDERS, starts_in: 5, lasts: 0 });
  const more = await makeGreedyDue(world, greedy);
  const others = due.filter(({ organization_id }) => organization_id !== greedy);
  const all = [...others, ...more];
  await until(async () => (await listLeft(world, all)).size === all.length, 900_000, 'the first messages');
  const left = await listLeft(world, all);
  const waits = (of: readonly Due[]) => of.map(({ lead_id, due_at }) => left.get(lead_id)! - due_at);
  const lasts = new Map<number, number>();
  for (const { organization_id, lead_id, due_at } of others)
    lasts.set(organization_id, Math.max(lasts.get(organization_id) ?? 0, left.get(lead_id)! - due_at));
  const end = Math.max(...waits(others));
  return {
    mails: all.length,
    per_second: round((all.length * 1000) / Math.max(...waits(all)), 1),
    each: summarize(waits(others)),
    last_of_organization: summarize([...lasts.values()]),
    /** Of the greedy organization's messages, how many left before the others had theirs. */
    greedy: { ...summarize(waits(more)), before_the_others: waits(more).filter((wait) => wait <= end).length },
  };
}

async function makeGreedyDue({ owner }: ProofWorld, greedy: number): Promise<Due[]> {
  const { rows } = await owner.query<Due>(
    `update campaign_leads l set next_at = first.at from (select min(next_at) as at from campaign_leads) first
     where l.organization_id = $1
     returning l.id::int as lead_id, l.organization_id::int, (extract(epoch from l.next_at) * 1000)::float8 as due_at`,
    [greedy],
  );
  return rows;
}

/** People who read with their session, one call after the other. */
function startReaders(url: string, tenants: readonly Tenant[]) {
  const times: number[] = [];
  const failed: string[] = [];
  let isEnding = false;
  const read = async (reader: number): Promise<void> => {
    for (let n = 0; !isEnding; n += 1) {
      const { token } = tenants[(reader * 97 + n * 13) % tenants.length]!;
      const path = PATHS[n % PATHS.length]!;
      const startedAt = performance.now();
      const answer = await fetch(`${url}/api/v1${path}`, { headers: { jwt: token } }).catch((error: Error) => error);
      if (answer instanceof Error || !answer.ok)
        failed.push(`${path}: ${answer instanceof Error ? answer.message : answer.status}`);
      else await answer.text();
      times.push(performance.now() - startedAt);
      await sleep(250);
    }
  };
  const all = Array.from({ length: READERS }, (_, n) => read(n));
  return {
    async stop() {
      isEnding = true;
      await Promise.all(all);
      return { ...summarize(times), failed: failed.length, firsts: failed.slice(0, 3) };
    },
  };
}

/** Replies to the last messages, evenly. @returns by their text, when they arrived at the mail server */
async function reply({ mail }: ProofWorld): Promise<Map<string, number>> {
  const replied = new Map<string, number>();
  const seen = new Set<string>();
  for (let n = 0; n < REPLIES; n += 1) {
    await sleep((SECONDS * 1000) / REPLIES);
    const found = [...mail.store.mails()].find(({ recipients }) => !seen.has(recipients[0] ?? ''));
    if (!found) continue;
    seen.add(found.recipients[0]!);
    replied.set(`reply number ${n} end`, Date.now());
    await mail.prospects.replyNow(found, found.recipients[0]!, `Yes. reply number ${n} end`);
  }
  return replied;
}

async function listReplyWaits({ owner }: ProofWorld, replied: ReadonlyMap<string, number>): Promise<number[]> {
  const { rows } = await owner.query<{ text: string; at: number }>(
    `select substring(message from 'reply number [0-9]+ end') as text, (extract(epoch from min(created_at)) * 1000)::float8 as at
     from chat_messages where sent_by_prospect and message ~ 'reply number [0-9]+ end' group by 1`,
  );
  const stored = new Map(rows.map(({ text, at }) => [text, at]));
  return [...replied].flatMap(([text, at]) => (stored.has(text) ? [stored.get(text)! - at] : []));
}

async function workTheDay(world: ProofWorld, all: Parts, tenants: readonly Tenant[]) {
  const each = Math.ceil((RATE * SECONDS) / TENANTS);
  const due = await makeDue(world, { from: SENDERS, to: SENDERS + each, starts_in: 5, lasts: (each * TENANTS) / RATE });
  const [used, loops] = [usages(all), await loadLoops(all.parts)];
  const startedAt = performance.now();
  const readers = startReaders(`http://127.0.0.1:${all.parts[0]!.port}`, tenants);
  const replied = await reply(world);
  const seconds = (performance.now() - startedAt) / 1000;
  const usage = compare(used, usages(all), seconds);
  const planner = compareLoops(loops, await loadLoops(all.parts), seconds);
  const read = await readers.stop();
  await until(async () => (await listLeft(world, due)).size === due.length, 300_000, 'the messages of the day');
  await until(async () => (await listReplyWaits(world, replied)).length === replied.size, 60_000, 'the replies').catch(
    () => undefined,
  );
  const left = await listLeft(world, due);
  return {
    rate: RATE,
    late: summarize(due.map(({ lead_id, due_at }) => left.get(lead_id)! - due_at)),
    replies: { sent: replied.size, ...summarize(await listReplyWaits(world, replied)) },
    read,
    usage,
    ...planner,
  };
}

async function rest(all: Parts) {
  const before = usages(all);
  const loops = await loadLoops(all.parts);
  await sleep(IDLE_SECONDS * 1000);
  return {
    usage: compare(before, usages(all), IDLE_SECONDS),
    ...compareLoops(loops, await loadLoops(all.parts), IDLE_SECONDS),
  };
}

async function prove(world: ProofWorld): Promise<boolean> {
  const startedAt = performance.now();
  const tenants = await fillTenants(world, { tenants: TENANTS, senders: SENDERS, leads: LEADS, greedy: GREEDY });
  process.stdout.write(
    `  ${tenants.length} organizations made in ${round((performance.now() - startedAt) / 1000)} s\n`,
  );
  const logFile = process.env.PROGRAM_LOG ?? join(world.directory, 'programs.log');
  const environment = { METRICS_TOKEN: TOKEN, REQUESTS_PER_SECOND: '100000' };
  const workers = Array.from({ length: WORKERS }, (_, n) => [`worker-${n + 1}`, 'worker'] as const);
  const { rows } = await world.owner.query<{ pid: number }>('select pg_backend_pid() as pid');
  const database = parentOf(rows[0]!.pid);
  const parts = await prepareParts({ world, logFile, environment }, [
    ['web', 'web,live'],
    ['cron', 'cron'],
    ...workers,
  ]);
  try {
    const all = { parts, database };
    const reading = await untilRead(world);
    process.stdout.write(`  read: ${JSON.stringify(reading)}\n`);
    const idle = await rest(all);
    process.stdout.write(`  at rest: ${JSON.stringify(idle)}\n`);
    const opening = await openTheDay(world, tenants.at(-1)!.organization_id);
    process.stdout.write(`  the opening: ${JSON.stringify(opening)}\n`);
    const day = await workTheDay(world, all, tenants.slice(0, -1));
    process.stdout.write(`  the day: ${JSON.stringify(day)}\n`);
    const ended = countEnded(parts);
    for (const part of parts) await endPart(part, 'SIGTERM');
    const { leads: _, ...verdict } = await consultOracle(world);
    process.stdout.write(`  ${show({ leads: {}, ...verdict })}\n  log: ${JSON.stringify(readLines(logFile))}\n`);
    const isProven =
      reading.unread === 0 &&
      opening.greedy.before_the_others <= GREEDY_AT_MOST * opening.each.count &&
      day.late.p95 <= LATE_AT_MOST_IN_MS &&
      day.replies.count === day.replies.sent &&
      day.replies.p95 <= LATE_AT_MOST_IN_MS &&
      day.read.failed + ended === 0 &&
      verdict.duplicates.length + verdict.lost.length + verdict.unaccounted.length + verdict.unknown === 0;
    recordProof('machines/many-tenants', isProven, {
      ...{
        tenants: TENANTS + 1,
        mailboxes: TENANTS * SENDERS + Math.ceil(GREEDY / 40),
        leads: TENANTS * LEADS + GREEDY,
        workers: WORKERS,
      },
      ...{ reading, idle, opening, day, verdict },
    });
    return isProven;
  } finally {
    for (const part of parts) part.child.kill('SIGKILL');
  }
}

if (import.meta.main) await runProof({ answer_timeout_in_ms: 15_000 }, prove);
