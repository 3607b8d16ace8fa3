import { sql } from 'kysely';
import type * as factory from '../../../server/src/slices/campaigns/run/run.factory.ts';
import type { SENDING_FAILPOINTS } from '../../../server/src/slices/failpoints/failpoints.service.ts';
import { parseSize } from '../../support/size.ts';
import { certain, killWorkers, settleWorld } from '../workers/kill-workers.ts';
import { consultLinkedinOracle, fillSeats, type LinkedinVerdict } from '../world/linkedin-proof.ts';
import { fillMailboxes, type MailboxType } from '../world/proof-campaigns.ts';
import {
  consultOracle,
  isClean,
  isQuiet,
  jump,
  type ProofWorld,
  runProof,
  show,
  until,
  type Verdict,
} from '../world/proof-world.ts';

/**
 * Kill matrix: workers are killed with SIGKILL at twelve places around the sending of mails, or around actions on
 * LinkedIn; afterwards the provider's own ledger and the database are joined. Nothing may have been sent twice, nothing
 * lost, and unconfirmed outcomes are parked.
 */
export interface KillMatrixOptions {
  /** Mails through a mail server without it. */
  channel?: MailboxType | 'linkedin';
  kills: number;
  senders: number;
  leads_per_sender: number;
  workers: number;
  /** Where workers die, one place after another, the first time they pass it; default: all twelve, now and then. */
  places?: readonly Place[];
}

type Place = (typeof SENDING_FAILPOINTS)[number];

/** How likely a place kills when it is passed: places passed once a mail less often than those passed once a batch. */
const LIKELIHOOD: Record<Place, number> = {
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
  let isOver = false;
  const feeding = feed(world, options, () => !isOver);
  const say = async (total: number) => {
    if (total % 20 === 0) process.stdout.write(`  ${total} kills, ${await countDone(world)} done\n`);
  };
  const { kills, workers, places } = options;
  const killed = await killWorkers(world, {
    kills,
    workers,
    likelihood: places ? certain(places) : LIKELIHOOD,
    onKill: (total) => void say(total),
  });
  isOver = true;
  await feeding;
  await settleWorld(world, () => settleDays(world));
  const verdict = options.channel === 'linkedin' ? await consultLinkedinOracle(world) : await consultOracle(world);
  const total = [...killed.values()].reduce((sum, one) => sum + one, 0);
  return { kills: total, by_point: Object.fromEntries(killed), verdict };
}

async function countDone(world: ProofWorld): Promise<number> {
  return world.linkedin ? (await world.linkedin.listLedger()).length : world.mail.ledger.total();
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
  const { senders, leads_per_sender, channel = 'IMAP' } = options;
  if (channel === 'linkedin') {
    await changeWebhooks(world);
    return fillSeats(world, options, name);
  }
  const nodes: factory.NodeSpec[] = [{ type: 'EMAIL' }, { type: 'EMAIL', subject: 'Once more' }];
  await fillMailboxes(world, { type: channel, senders, leads_per_sender, nodes, name });
}

/**
 * Acceptances without a webhook are found by polling the accounts, every few hours; a busy provider is paused for a
 * day: hours pass until time can settle nothing more.
 */
export async function settleDays(world: ProofWorld): Promise<void> {
  if (!world.linkedin) return;
  const startedAt = performance.now();
  // A round per unknown outcome moves the clock by minutes only: days go by as long as there is time.
  while (performance.now() - startedAt < SETTLE_LIMIT_IN_MS) {
    const { stuck, unknown } = await consultLinkedinOracle(world);
    if (stuck + unknown === 0) return;
    await jump(world, unknown > 0 ? 301 : 6 * 3600);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await until(() => isQuiet(world), 180_000, 'the engine coming to rest');
  }
}

/** Real time for virtual days. */
const SETTLE_LIMIT_IN_MS = 600_000;

/** From here on acceptances are announced immediately or late, once, twice or never, and messages once or twice. */
async function changeWebhooks(world: ProofWorld): Promise<void> {
  const times = () => Math.floor(Math.random() * 3);
  const late = Math.random() < 0.5 ? 0 : 3600;
  const relation_delay_in_seconds = { min: 0, max: late };
  await world.linkedin!.control('/people', { relation_times: times(), relation_delay_in_seconds });
  await world.linkedin!.control('/webhooks', { repeat: Math.max(1, times()) });
}

type AnyVerdict = Verdict | LinkedinVerdict;

function describe(verdict: AnyVerdict): string {
  if (!('by_action' in verdict)) return '';
  const { by_action, hidden, unproved_visits, visible } = verdict;
  return `: ${JSON.stringify(by_action)}; ${hidden} of them never reported; ${visible} parked and shown, ${unproved_visits} visits without evidence`;
}

function isAllVisible(verdict: AnyVerdict): boolean {
  return !('visible' in verdict) || verdict.visible === verdict.parked;
}

const CHANNELS = ['IMAP', 'GOOGLE', 'MICROSOFT', 'linkedin'] as const;

if (import.meta.main) {
  const kills = parseSize('KILLS', 500);
  const channel = CHANNELS.find((one) => one.toLowerCase() === process.env.CHANNEL?.toLowerCase()) ?? 'IMAP';
  const isLinkedin = channel === 'linkedin';
  const has_mail_apis = channel === 'GOOGLE' || channel === 'MICROSOFT';
  // Workers die here, never the database: it need not wait for the disk.
  await runProof({ has_linkedin: isLinkedin, has_mail_apis, settings: { fsync: 'off' } }, async (world) => {
    const startedAt = performance.now();
    const senders = Math.max(20, isLinkedin ? Math.ceil(kills / 4) : kills);
    // A mail through an API is three calls: fewer at a time keep as many places to die at.
    const size = has_mail_apis ? { senders: 40, leads_per_sender: 8 } : { senders, leads_per_sender: 20 };
    const result = await proveKillMatrix(world, { kills, channel, ...size, workers: 3 });
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    process.stdout.write(
      `kill-matrix (${channel}): ${result.kills} kills ${JSON.stringify(result.by_point)}\n  ${show(result.verdict)}\n`,
    );
    process.stdout.write(`  ${await countDone(world)} done in ${seconds} s${describe(result.verdict)}\n`);
    const isProven =
      isClean(result.verdict) && result.verdict.unknown === 0 && result.kills >= kills && isAllVisible(result.verdict);
    if (!isProven) process.stdout.write(`  ${JSON.stringify(result.verdict).slice(0, 2000)}\n`);
    return isProven;
  });
}
