import type { ChildProcess } from 'node:child_process';
import { sql } from 'kysely';
import * as factory from '../../server/src/slices/campaigns/run/run.factory.ts';
import { FAILPOINTS } from '../../server/src/slices/outbound/failpoints.service.ts';
import { consultLinkedinOracle, fillSeats, type LinkedinVerdict } from './linkedin-proof.ts';
import {
  consultOracle,
  count,
  isClean,
  isQuiet,
  jump,
  type ProofWorld,
  show,
  startProofWorld,
  until,
  type Verdict,
} from './proof-world.ts';

/**
 * Kill matrix: workers are ended with SIGKILL at twelve places around the sending of mails, or around actions on LinkedIn;
 * afterwards the provider's own ledger and the database are joined. Nothing may have been sent twice, nothing lost, and what nobody can know is parked.
 */
export interface KillMatrixOptions {
  /** Mails without it. */
  channel?: 'email' | 'linkedin';
  kills: number;
  senders: number;
  leads_per_sender: number;
  workers: number;
}

/** How likely a place kills when it is passed: places passed once a mail less often than those passed once a batch. */
const LIKELIHOOD: Record<(typeof FAILPOINTS)[number], number> = {
  before_plan_commit: 0.3,
  after_plan_commit: 0.3,
  before_dispatch_commit: 0.4,
  after_dispatch_commit: 0.4,
  before_call: 0.08,
  during_call: 0.08,
  after_call: 0.08,
  before_settle_commit: 0.3,
  after_settle_commit: 0.3,
  during_evidence: 0.3,
  before_evidence_commit: 0.3,
  after_evidence_commit: 0.3,
};

export async function proveKillMatrix(world: ProofWorld, options: KillMatrixOptions) {
  await fill(world, options, 'first');
  const kills = new Map<string, number>();
  let total = 0;
  const lives: Promise<void>[] = [];
  const live = async (place: number): Promise<void> => {
    for (let turn = place; total < options.kills; turn += options.workers) {
      const point = FAILPOINTS[turn % FAILPOINTS.length]!;
      const child = world.startWorker({ FAILPOINT: `${point}:kill:${LIKELIHOOD[point]}`, MAX_IN_FLIGHT: '10' });
      if ((await endedBy(child, 20_000)) === 'SIGKILL') {
        total += 1;
        kills.set(point, (kills.get(point) ?? 0) + 1);
        if (total % 50 === 0) process.stdout.write(`  ${total} kills, ${await countDone(world)} done\n`);
      }
    }
  };
  for (let place = 0; place < options.workers; place += 1) lives.push(live(place));
  const ticking = setInterval(() => void jump(world, 20).catch(() => undefined), 2000);
  const feeding = feed(world, options, () => total < options.kills);
  await Promise.all(lives);
  await feeding;
  clearInterval(ticking);
  await settleWorld(world);
  const verdict = options.channel === 'linkedin' ? await consultLinkedinOracle(world) : await consultOracle(world);
  return { kills: total, by_point: Object.fromEntries(kills), verdict };
}

async function countDone(world: ProofWorld): Promise<number> {
  return world.linkedin ? (await world.linkedin.readLedger()).length : world.mail.ledger.total();
}

/** Workers that find nothing to do pass no place to die at: there is always something to send. */
async function feed(world: ProofWorld, options: KillMatrixOptions, isWanted: () => boolean): Promise<void> {
  for (let round = 1; isWanted(); round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    const rows = await world.system.systemTransaction(({ db }) =>
      sql<{ has_work: boolean }>`select exists (select from outbound_intents where state = 'intent')
        or exists (select from campaign_leads where next_at <= app_now() and not is_in_flight
          and status in ('SCHEDULED', 'ACTIVE')) as has_work`.execute(db),
    );
    if (!rows.rows[0]!.has_work)
      await fill(world, { ...options, senders: Math.min(20, options.senders) }, `more${round}`);
  }
}

async function fill(world: ProofWorld, options: KillMatrixOptions, name: string): Promise<void> {
  const { senders, leads_per_sender, channel } = options;
  if (channel === 'linkedin') {
    await changeWebhooks(world);
    return fillSeats(world, options, name);
  }
  const organizationId = await factory.makeOrganization(world.system);
  for (let place = 0; place < senders; place += 1) {
    const email = `sender${place}.${name}@acme.example`;
    const keeps = place % 2 === 0;
    world.mail.store.openAccount(email, { keeps_sent_copies: keeps });
    const account_id = await factory.makeMailSender(world.system, organizationId, {
      email,
      smtp_port: world.mail.smtp_port,
      imap_port: world.mail.imap_port,
      cap: 1000,
      sent_copy: keeps ? 'kept_by_server' : 'no_sent_folder',
    });
    const campaign = await factory.makeCampaign(world.system, {
      organization_id: organizationId,
      account_id,
      nodes: [{ type: 'EMAIL' }, { type: 'EMAIL', subject: 'Once more' }],
    });
    const people = Array.from({ length: leads_per_sender }, (_, n) => ({ email: `p${n}.${place}@northwind.example` }));
    await factory.startPeople(
      world.system,
      campaign,
      organizationId,
      await factory.makePeople(world.system, organizationId, people),
    );
  }
}

/**
 * Acceptances that no webhook tells are found when the seats are asked, every few hours; a provider that is busy is left
 * alone for a day: hours pass until nothing is left that time can settle.
 */
async function settleDays(world: ProofWorld): Promise<void> {
  for (let round = 0; round < 60; round += 1) {
    const { stuck, unknown } = await consultLinkedinOracle(world);
    if (stuck + unknown === 0) return;
    await jump(world, unknown > 0 ? 301 : 6 * 3600);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await until(() => isQuiet(world), 180_000, 'the engine coming to rest');
  }
}

/** From here on acceptances are told at once or late, once, twice or never, and messages once or twice. */
async function changeWebhooks(world: ProofWorld): Promise<void> {
  const times = () => Math.floor(Math.random() * 3);
  const late = Math.random() < 0.5 ? 0 : 3600;
  const relation_delay_in_seconds = { min: 0, max: late };
  await world.linkedin!.control('/people', { relation_times: times(), relation_delay_in_seconds });
  await world.linkedin!.control('/webhooks', { repeat: Math.max(1, times()) });
}

/** The signal that ended a worker; one that lives on is asked to end. */
export function endedBy(child: ChildProcess, limitInMs: number): Promise<string | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGTERM'), limitInMs);
    child.once('exit', (_code, signal) => {
      clearTimeout(timer);
      resolve(signal);
    });
  });
}

/** A worker nobody kills finishes the rest; the clock runs past leases and the time for evidence. */
export async function settleWorld(world: ProofWorld): Promise<void> {
  const child = world.startWorker();
  await jump(world, 60);
  for (let round = 0; round < 12; round += 1) {
    await until(() => isQuiet(world), 180_000, 'the engine coming to rest');
    if ((await count(world, 'unknown')) === 0 && round > 1) break;
    await jump(world, 301);
    await new Promise((resolve) => setTimeout(resolve, 700));
  }
  if (world.linkedin) await settleDays(world);
  child.kill('SIGKILL');
}

type AnyVerdict = Verdict | LinkedinVerdict;

function describe(verdict: AnyVerdict): string {
  if (!('by_action' in verdict)) return '';
  const { by_action, hidden, unproved_visits, visible } = verdict;
  return `: ${JSON.stringify(by_action)}; ${hidden} of them never told; ${visible} parked and shown, ${unproved_visits} visits nobody can prove`;
}

function isAllVisible(verdict: AnyVerdict): boolean {
  return !('visible' in verdict) || verdict.visible === verdict.parked;
}

if (import.meta.main) {
  const kills = Number(process.env.KILLS ?? 500);
  const channel = process.env.CHANNEL === 'linkedin' ? 'linkedin' : 'email';
  // Workers die here, never the database: it need not wait for the disk.
  const world = await startProofWorld({ has_linkedin: channel === 'linkedin', settings: { fsync: 'off' } });
  try {
    const startedAt = performance.now();
    const senders = Math.max(20, channel === 'linkedin' ? Math.ceil(kills / 4) : kills);
    const result = await proveKillMatrix(world, { kills, channel, senders, leads_per_sender: 20, workers: 3 });
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    process.stdout.write(
      `kill-matrix (${channel}): ${result.kills} kills ${JSON.stringify(result.by_point)}\n  ${show(result.verdict)}\n`,
    );
    process.stdout.write(`  ${await countDone(world)} done in ${seconds} s${describe(result.verdict)}\n`);
    const isProven =
      isClean(result.verdict) && result.verdict.unknown === 0 && result.kills >= kills && isAllVisible(result.verdict);
    process.stdout.write(isProven ? 'PROVEN\n' : `NOT PROVEN ${JSON.stringify(result.verdict).slice(0, 2000)}\n`);
    process.exitCode = isProven ? 0 : 1;
  } finally {
    await world.close();
  }
}
