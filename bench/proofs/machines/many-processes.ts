import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { hasRedis, prepareRedis } from '../../../server/src/kernel/live/redis.factory.ts';
import * as factory from '../../../server/src/slices/campaigns/run/run.factory.ts';
import { recordProof } from '../../support/record.ts';
import { parseSize } from '../../support/size.ts';
import { settleWorld } from '../workers/kill-workers.ts';
import { readLines } from '../workers/part-programs.ts';
import { startCampaign } from '../world/proof-campaigns.ts';
import { consultOracle, isClean, isQuiet, type ProofWorld, runProof, show, until } from '../world/proof-world.ts';
import { makePerson, makeTenant, type Tenant } from '../world/tenants.ts';
import { startCallers } from './callers.ts';
import { type Balancer, hasHaproxy, startBalancer } from './haproxy.ts';
import { startListeners } from './listeners.ts';
import { countEnded, DRAIN_SECONDS, endPart, type Installation, type Part, prepareParts, startAgain } from './parts.ts';

/**
 * Eight processes behind Debian's HAProxy, with Redis where it is installed: two web, two live, three workers and housekeeping. Under load, each is killed in turn and started again; then
 * each is restarted by SIGTERM, as an upgrade does. No call fails after one repetition, no email leaves twice or is lost, no page misses an event, and each
 * process that is asked to end does so within 30 s.
 */
const TENANTS = parseSize('TENANTS', 5);
const SENDERS = parseSize('SENDERS', 4);
const CAMPAIGNS = parseSize('CAMPAIGNS', 8);
const LEADS = 30;
const SOCKETS = parseSize('SOCKETS', 500);
const ROUNDS = parseSize('ROUNDS', 2);
const SOCKETS_OF_ONE = 10;
const LONGEST_END_IN_MS = 30_000;
const CALM_IN_MS = 2500;
const PARTS = [
  ['web-1', 'web'],
  ['web-2', 'web'],
  ['live-1', 'live'],
  ['live-2', 'live'],
  ['worker-1', 'worker'],
  ['worker-2', 'worker'],
  ['worker-3', 'worker'],
  ['cron', 'cron'],
] as const;

/** Organizations whose senders have a message a second to send each. */
async function fill(world: ProofWorld): Promise<Tenant[]> {
  const nodes = [{ type: 'EMAIL' as const }];
  const tenants: Tenant[] = [];
  for (let n = 0; n < TENANTS; n += 1) {
    const tenant = await makeTenant(world, `tenant${n}`);
    tenants.push(tenant);
    const { organization_id } = tenant;
    for (let place = 0; place < SENDERS; place += 1) {
      const email = `sender${place}@tenant${n}.example`;
      const keeps = place % 2 === 0;
      world.mail.store.openAccount(email, { keeps_sent_copies: keeps });
      const { smtp_port, imap_port } = world.mail;
      const sent_copy = keeps ? 'kept_by_server' : 'no_sent_folder';
      const account_id = await factory.makeMailSender(world.system, organization_id, {
        ...{ email, smtp_port, imap_port, sent_copy },
        cap: 1000,
      });
      for (let campaign = 0; campaign < CAMPAIGNS; campaign += 1) {
        const people = Array.from({ length: LEADS }, (_, lead) => ({
          email: `p${lead}.${campaign}.${account_id}@northwind.example`,
        }));
        await startCampaign(world, { organization_id, account_id, nodes }, people);
      }
    }
  }
  await world.owner.query('update accounts set send_gap_in_seconds = 1');
  return tenants;
}

/** Listeners of each organization: as many people as its pages need. */
async function makeListeners(world: ProofWorld, tenants: readonly Tenant[]): Promise<Tenant[]> {
  const people: Tenant[] = [];
  for (let n = 0; n < Math.ceil(SOCKETS / SOCKETS_OF_ONE); n += 1) {
    const { organization_id } = tenants[n % tenants.length]!;
    people.push({ organization_id, ...(await makePerson(world, organization_id, `listener${n}`)) });
  }
  return people;
}

async function killEach(installation: Installation, parts: readonly Part[]): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1)
    for (const part of parts) {
      await endPart(part, 'SIGKILL');
      await sleep(CALM_IN_MS);
      await startAgain(installation, part);
    }
}

/** @returns how long each took to end */
async function restartEach(
  installation: Installation,
  parts: readonly Part[],
  balancer: Balancer,
): Promise<Record<string, number>> {
  const ends: Record<string, number> = {};
  for (const part of parts) {
    ends[part.name] = await endPart(part, 'SIGTERM');
    await startAgain(installation, part);
    await balancer.untilUp(part.name);
    await sleep(CALM_IN_MS);
  }
  return ends;
}

interface Phase {
  mails: number;
  called: { calls: number; repeated: number; firsts: Record<string, number>; wrong: string[] };
  heard: Awaited<ReturnType<Awaited<ReturnType<typeof startListeners>>['stop']>>;
}

async function underLoad(
  world: ProofWorld,
  url: string,
  tenants: Tenant[],
  people: Tenant[],
  work: () => Promise<unknown>,
): Promise<Phase> {
  const before = world.mail.ledger.total();
  const listeners = await startListeners(world, url, people, SOCKETS);
  const callers = await startCallers(world, url, tenants);
  await work();
  const called = await callers.stop();
  const mails = world.mail.ledger.total() - before;
  // What is under way is waited for: sending continues, so the end of the sequence moves.
  await until(() => listeners.isComplete(), 30_000, 'the last events').catch(() => undefined);
  return { mails, called, heard: await listeners.stop() };
}

async function prove(world: ProofWorld): Promise<boolean> {
  const redis = hasRedis ? await prepareRedis() : null;
  await redis?.start();
  const tenants = await fill(world);
  const people = await makeListeners(world, tenants);
  const logFile = process.env.PROGRAM_LOG ?? join(world.directory, 'programs.log');
  const environment = {
    ...{ DRAIN_SECONDS: String(DRAIN_SECONDS), TRUST_PROXY: 'on', DATABASE_POOL_SIZE: '8' },
    ...(redis ? { REDIS_URL: redis.url } : {}),
    // All of its calls come from one address and a few organizations.
    REQUESTS_PER_SECOND: '100000',
  };
  const installation = { world, logFile, environment };
  const parts = await prepareParts(installation, PARTS);
  const ports = Object.fromEntries(
    parts.filter(({ roles }) => /web|live/.test(roles)).map((one) => [one.name, one.port]),
  );
  const balancer = await startBalancer(world.directory, 'haproxy', ports);
  const url = `http://127.0.0.1:${balancer.port}`;
  try {
    await sleep(CALM_IN_MS);
    let ends: Record<string, number> = {};
    const kills = await underLoad(world, url, tenants, people, () => killEach(installation, parts));
    process.stdout.write(`  killed: ${JSON.stringify(kills)}\n`);
    const restarts = await underLoad(world, url, tenants, people, async () => {
      ends = await restartEach(installation, parts, balancer);
    });
    process.stdout.write(`  restarted: ${JSON.stringify({ ...restarts, ends })}\n`);
    await world.system.systemTransaction(({ db }) => sql`update accounts set send_gap_in_seconds = 0`.execute(db));
    await until(() => isQuiet(world), 600_000, 'the rest leaving');
    const ended = countEnded(parts);
    const deserted = balancer.countDeserted();
    for (const part of parts) await endPart(part, 'SIGKILL');
    await settleWorld(world);
    const verdict = await consultOracle(world);
    const lines = readLines(logFile);
    const slowest = Math.max(...Object.values(ends));
    const failed = [kills, restarts].reduce((sum, { called }) => sum + called.wrong.length, 0);
    const missed = [kills, restarts].reduce((sum, { heard }) => sum + heard.missed + heard.resyncs, 0);
    process.stdout.write(
      `many-processes: ${parts.length} processes, ${ROUNDS * parts.length} kills, ${parts.length} restarts, slowest end ${slowest} ms\n  ${show(verdict)}\n` +
        `  calls that failed: ${failed}; events missed: ${missed}; ended on their own: ${ended}; no server for a group: ${deserted}\n  log: ${JSON.stringify(lines)}\n`,
    );
    const isProven =
      isClean(verdict) &&
      verdict.unknown === 0 &&
      verdict.confirmed + verdict.parked === TENANTS * SENDERS * CAMPAIGNS * LEADS &&
      failed + missed + ended + deserted === 0 &&
      kills.mails > 0 &&
      restarts.mails > 0 &&
      slowest < LONGEST_END_IN_MS;
    const toFigures = ({ mails, called, heard }: Phase) => ({
      mails,
      called: { ...called, wrong: called.wrong.length },
      heard,
    });
    recordProof('machines/many-processes', isProven, {
      ...{
        processes: parts.length,
        sockets: SOCKETS,
        has_redis: redis !== null,
        kills: toFigures(kills),
        restarts: toFigures(restarts),
        ends,
        verdict,
      },
    });
    return isProven;
  } finally {
    for (const part of parts) part.child.kill('SIGKILL');
    await balancer.stop();
    await redis?.kill();
  }
}

if (import.meta.main && !hasHaproxy())
  process.stdout.write('SKIPPED: HAProxy is not installed (`apt-get install haproxy`).\n');
else if (import.meta.main) await runProof({ answer_timeout_in_ms: 15_000 }, prove);
