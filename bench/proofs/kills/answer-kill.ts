import type { MessagingAccountType } from '@overture/domain/accounts';
import type { Context } from '../../../server/src/kernel/context.ts';
import type { SessionContext } from '../../../server/src/kernel/slice.ts';
import * as factory from '../../../server/src/slices/campaigns/run/run.factory.ts';
import { sendChatMessage } from '../../../server/src/slices/chats/send-message.service.ts';
import { receiveMessage } from '../../../server/src/slices/chats/sync/receive-linkedin.service.ts';
import { describeMessage } from '../../../server/src/slices/linkedin-events/index.ts';
import { setLinkedinMember } from '../../../server/src/slices/linkedin-members/index.ts';
import { recordProof } from '../../support/record.ts';
import { parseSize } from '../../support/size.ts';
import { certain, killWorkers, settleWorld } from '../workers/kill-workers.ts';
import { count, type ProofWorld, runProof } from '../world/proof-world.ts';

/**
 * Messages written by users on WhatsApp, Instagram and Messenger, while workers are killed with SIGKILL around their
 * sending and the provider sometimes gives no response: the provider's own ledger and the conversations are joined.
 * None was sent twice, none is lost, and an unconfirmed one says so in its conversation.
 */
export interface AnswerKillOptions {
  kills: number;
  /** Of each account. */
  conversations: number;
  workers: number;
  /** Where workers die, one place after another, the first time they pass it; default: all seven, now and then. */
  places?: readonly (keyof typeof LIKELIHOOD)[];
}

export interface AnswerKillVerdict {
  kills: number;
  by_point: Record<string, number>;
  answers: number;
  sent: number;
  unconfirmed: number;
  /** By the provider's ledger. */
  twice: string[];
  /** Said to be sent, and not there. */
  lost: string[];
  /** There, and the conversation does not say so. */
  untold: string[];
  /** Neither sent nor in doubt. */
  stuck: number;
}

const TYPES: readonly MessagingAccountType[] = ['WHATSAPP', 'INSTAGRAM', 'FACEBOOK'];
const LIKELIHOOD = {
  before_dispatch_commit: 0.4,
  after_dispatch_commit: 0.4,
  before_call: 0.3,
  during_call: 0.3,
  after_call: 0.3,
  before_settle_commit: 0.4,
  after_settle_commit: 0.4,
};

export async function proveAnswerKill(world: ProofWorld, options: AnswerKillOptions): Promise<AnswerKillVerdict> {
  const organization_id = await factory.makeOrganization(world.system);
  const ctx = world.system.forOrganization(organization_id);
  const leads: number[] = [];
  for (const type of TYPES) leads.push(...(await openConversations(world, ctx, type, options.conversations)));
  let isOver = false;
  const feeding = feed(world, ctx, leads, () => !isOver);
  const { kills, workers, places } = options;
  const likelihood = places ? certain(places) : LIKELIHOOD;
  const killed = await killWorkers(world, { kills, workers, likelihood });
  isOver = true;
  const rounds = await feeding;
  // Early kills leave every message so far unconfirmed; the undisturbed ones must leave.
  await answerEach(ctx, leads, rounds + 1);
  await settleWorld(world);
  const total = [...killed.values()].reduce((sum, one) => sum + one, 0);
  return { kills: total, by_point: Object.fromEntries(killed), ...(await consult(world)) };
}

/** An account, and leads who have written to it; answers the leads. */
async function openConversations(
  world: ProofWorld,
  ctx: Context,
  type: MessagingAccountType,
  amount: number,
): Promise<number[]> {
  const seats = world.linkedin!;
  const { account_id } = await seats.control('/connect', { type: type === 'FACEBOOK' ? 'MESSENGER' : type });
  const seat_id = String(account_id);
  const id = await factory.makeLinkedinSender(world.system, ctx.organization.id, { seat_id, tier: 'CLASSIC' });
  await world.owner.query('update accounts set account_type = $2, tier = null where id = $1', [id, type]);
  const names = Array.from({ length: amount }, (_, n) => `kim${n}-silent-${31_600_000_000 + id * 100 + n}`);
  const leads = await factory.makePeople(
    world.system,
    ctx.organization.id,
    names.map((name) => ({ email: null, first_name: name })),
  );
  for (const public_identifier of names)
    await seats.control('/message', { account_id: seat_id, public_identifier, text: `I am ${public_identifier}` });
  const received = await seats.port.outreach.listMessagesSince(seat_id, new Date(0), amount * 2);
  for (const [place, name] of names.entries()) {
    const message = received.find(({ text }) => text === `I am ${name}`);
    if (message === undefined) throw new Error(`The sandbox does not list the message of ${name}.`);
    const prospect_id = leads[place]!;
    await ctx.transaction(async (tx) => {
      await setLinkedinMember(tx, { account_id: id, provider_id: message.sender_provider_id, prospect_id });
      await receiveMessage(tx, { account_id: id, prospect_id, message: describeMessage(message), news_from: null });
    });
  }
  return leads;
}

/**
 * Workers that find nothing to do pass no place to die at; now and then the provider takes a message and says nothing.
 * Answers the number of the last round.
 */
async function feed(
  world: ProofWorld,
  ctx: Context,
  leads: readonly number[],
  isWanted: () => boolean,
): Promise<number> {
  let round = 0;
  while (isWanted()) {
    if ((await count(world, 'intent')) > 0) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      continue;
    }
    round += 1;
    if (round % 3 === 0) await world.linkedin!.control('/faults', { action: 'reply', drop: 'after' });
    await answerEach(ctx, leads, round);
  }
  return round;
}

async function answerEach(ctx: Context, leads: readonly number[], round: number): Promise<void> {
  const session = Object.assign(Object.create(ctx), { user: { id: null } }) as SessionContext;
  for (const lead of leads)
    await sendChatMessage(session, lead, {
      message: `Answer ${round} to ${lead}`,
      idempotency_key: `${round}:${lead}`,
    });
}

async function consult(world: ProofWorld): Promise<Omit<AnswerKillVerdict, 'kills' | 'by_point'>> {
  const { rows } = await world.owner.query<{ message: string; delivery: string }>(
    `select message, delivery from chat_messages where kind = 'CHAT'`,
  );
  const lines = (await world.linkedin!.listLedger()).filter(({ action }) => action === 'reply');
  const done = Map.groupBy(lines, ({ text }) => text ?? '');
  const known = new Map(rows.map((row) => [row.message, row.delivery]));
  const of = (delivery: string) => rows.filter((row) => row.delivery === delivery);
  return {
    answers: rows.length,
    sent: of('SENT').length,
    unconfirmed: of('UNCONFIRMED').length,
    twice: [...done].filter(([, group]) => group.length > 1).map(([text]) => text),
    lost: of('SENT').flatMap(({ message }) => (done.has(message) ? [] : [message])),
    untold: [...done.keys()].filter((text) => !['SENT', 'UNCONFIRMED'].includes(known.get(text) ?? '')),
    stuck: rows.filter(({ delivery }) => !['SENT', 'UNCONFIRMED'].includes(delivery)).length,
  };
}

export const isAnswerKillClean = ({ twice, lost, untold, stuck }: AnswerKillVerdict): boolean =>
  twice.length + lost.length + untold.length + stuck === 0;

if (import.meta.main) {
  const kills = parseSize('KILLS', 60);
  await runProof({ has_linkedin: true, settings: { fsync: 'off' } }, async (world) => {
    const verdict = await proveAnswerKill(world, { kills, conversations: 8, workers: 2 });
    process.stdout.write(`answer-kill: ${JSON.stringify(verdict)}\n`);
    const isProven = isAnswerKillClean(verdict) && verdict.kills >= kills;
    recordProof('kills/answer-kill', isProven, verdict);
    return isProven;
  });
}
