import type { SystemContext, SystemTransactionContext } from '../../../kernel/context.ts';
import { DatabaseUnavailable } from '../../../kernel/db/outage.ts';
import { setAccountStatus } from '../../accounts/index.ts';
import type { Outcome } from '../../action-kinds/index.ts';
import { failpoint } from '../../failpoints/index.ts';
import { holdActions, holdSenders, listActionHolds, saveInviteUsage } from '../../senders/index.ts';
import { bookTroubles, getSendingState } from '../../sending-guard/index.ts';
import { insertSuppressions } from '../../suppression-rules/index.ts';
import { type ChangedIntent, lockDispatched, lockIntents } from '../intents/intents.store.ts';
import { classifyActionFailure } from '../intents/linkedin.rules.ts';
import { type Consequence, classifyFailure, type OutboundKinds } from '../intents/outbound.rules.ts';
import { lockSwept } from '../intents/unknown.store.ts';
import type { Dispatched } from './dispatch.service.ts';
import type { ActionAnswer } from './linkedin-send.service.ts';
import type { NotBegun } from './provider-call.service.ts';
import type { Answer } from './send.service.ts';
import { type OutcomeOf, writeOutcomes } from './settle.service.ts';

export interface ProviderResponse {
  dispatched: Dispatched;
  answer: Answer | ActionAnswer;
}

/**
 * Writes the providers' responses, many in one transaction. Each has its fencing token: a worker that resumes too late settles nothing. A
 * confirmation it holds still counts as evidence.
 * @throws DatabaseUnavailable when a former primary answers: the next connection may lead to the newest database
 */
export async function settleResponses(
  ctx: SystemContext,
  kinds: OutboundKinds,
  group: readonly ProviderResponse[],
): Promise<void> {
  await ctx.systemTransaction(async (tx) => {
    const { now, is_former } = await getSendingState(tx);
    // The server that decided about these is another one. Nothing of them may be forgotten.
    if (is_former) throw new DatabaseUnavailable('read_only', 'a former primary answers');
    const answers = new Map(group.map((item) => [item.dispatched.id, item]));
    const leases = group.map(({ dispatched: { id, lease_token } }) => ({ id, lease_token }));
    const locked = await lockDispatched(tx, leases, true);
    const consequences = new Map<number, Consequence>();
    const pauses = await listActionHolds(tx, listLimited(locked, answers));
    const settled: OutcomeOf[] = locked.map((intent) => {
      const { answer } = answers.get(intent.id)!;
      if (answer.ok) return { ...intent, outcome: confirmedBy(answer, now) };
      if (isNotBegun(answer)) return { ...intent, outcome: notBegun(answer, now) };
      const consequence =
        intent.action === 'email'
          ? classifyFailure(answer.failure, intent.attempts, now)
          : classifyActionFailure(
              intent.action,
              answer.failure,
              intent.attempts,
              now,
              pauses.get(intent.account_id)?.[intent.action],
            );
      consequences.set(intent.id, consequence);
      return { ...intent, outcome: consequence.outcome };
    });
    await bookRefusals(tx, kinds, locked, consequences, now);
    await saveInviteUsage(tx, listUsages(locked, answers), now);
    await insertSuppressions(tx, listBounced(withoutTests(kinds, locked), answers, consequences));
    const found = new Set(locked.map((intent) => intent.id));
    settled.push(
      ...(await useLateAnswers(
        ctx,
        tx,
        group.filter(({ dispatched }) => !found.has(dispatched.id)),
        now,
      )),
    );
    await writeOutcomes(tx, kinds, settled, now);
    await failpoint('before_settle_commit');
  });
}

/** Senders that LinkedIn or a mail system told to slow down. */
function listLimited(locked: readonly ChangedIntent[], answers: ReadonlyMap<number, ProviderResponse>): number[] {
  return locked.flatMap(({ id, account_id }) => {
    const answer = answers.get(id)!.answer;
    return !answer.ok && answer.failure?.kind === 'rate_limited' ? [account_id] : [];
  });
}

/** A bounce at one's own colleague says nothing of a list. */
function withoutTests(kinds: OutboundKinds, locked: readonly ChangedIntent[]): ChangedIntent[] {
  return locked.filter(({ kind }) => !kinds.get(kind)?.is_test);
}

/** Permanent refusals count for the guard; senders in trouble are held, locked together with those it locks. */
async function bookRefusals(
  tx: SystemTransactionContext,
  kinds: OutboundKinds,
  locked: readonly ChangedIntent[],
  consequences: ReadonlyMap<number, Consequence>,
  now: Date,
): Promise<void> {
  const bounced = withoutTests(kinds, locked).filter(({ id }) => consequences.get(id)?.suppress);
  const holding = locked.filter(({ id }) => consequences.get(id)?.hold_sender);
  await bookTroubles(
    tx,
    bounced.map((intent) => ({ ...intent, intent_id: intent.id, kind: 'bounce' as const })),
    now,
    holding.map(({ account_id }) => account_id),
  );
  await holdTroubled(tx, locked, consequences);
}

/** Addresses that mail systems refused for good. */
function listBounced(
  locked: readonly ChangedIntent[],
  answers: ReadonlyMap<number, ProviderResponse>,
  consequences: ReadonlyMap<number, Consequence>,
) {
  return locked.flatMap((intent) => {
    const answer = answers.get(intent.id)!.answer;
    if (!consequences.get(intent.id)?.suppress || !intent.to_email || answer.ok || !answer.failure) return [];
    const { organization_id, to_email: email, prospect_id } = intent;
    const detail = answer.failure.reason;
    return [{ organization_id, email, reason: 'hard_bounce' as const, detail, prospect_id }];
  });
}

/** LinkedIn's own invitation limit as reported with invitations; the highest value per sender. */
function listUsages(
  locked: readonly ChangedIntent[],
  answers: ReadonlyMap<number, ProviderResponse>,
): Map<number, number> {
  const usages = new Map<number, number>();
  for (const { id, account_id } of locked) {
    const answer = answers.get(id)?.answer;
    const percent = answer?.ok && 'receipt' in answer ? answer.receipt.invite_usage : null;
    if (percent !== null) usages.set(account_id, Math.max(percent, usages.get(account_id) ?? 0));
  }
  return usages;
}

const isNotBegun = (answer: ProviderResponse['answer']): answer is NotBegun => !answer.ok && answer.failure === null;

/** A message with large files asks for a place again after this long. */
const ROOM_IN_MS = 10_000;

function notBegun({ has_no_room }: NotBegun, now: Date): Outcome {
  const reason = has_no_room
    ? 'Other messages with large files are being sent. This one leaves after them.'
    : 'The process that was to send this was held up before it began.';
  const until = has_no_room ? new Date(now.getTime() + ROOM_IN_MS) : now;
  return { outcome: 'held', rule: 'due', until, reason, is_try: false };
}

/** How an action ended that its provider took. */
export function confirmedBy(
  answer: Extract<ProviderResponse['answer'], { ok: true }>,
  at: Date,
): Extract<Outcome, { outcome: 'confirmed' }> {
  const facts =
    'receipt' in answer
      ? { receipt: answer.receipt }
      : { sent_message_id: answer.sent_message_id, queue_id: answer.queue_id };
  return { outcome: 'confirmed', settled_by: 'answer', at, ...facts };
}

/** Senders whose provider asked for a pause or rejects their password. */
async function holdTroubled(
  tx: SystemTransactionContext,
  locked: readonly ChangedIntent[],
  consequences: ReadonlyMap<number, Consequence>,
): Promise<void> {
  const troubled = locked.flatMap((intent) => {
    const consequence = consequences.get(intent.id);
    return consequence?.hold_sender ? [{ intent, consequence, hold: consequence.hold_sender }] : [];
  });
  const held = await holdSenders(
    tx,
    troubled.map(({ intent, hold }) => ({ id: intent.account_id, ...hold })),
  );
  const paused = await holdActions(
    tx,
    locked.flatMap((intent) => {
      const hold = consequences.get(intent.id)?.hold_action;
      return hold ? [{ id: intent.account_id, ...hold }] : [];
    }),
  );
  // The senders page shows why nothing leaves, and until when, as soon as it is so.
  for (const { id, organization_id, status } of new Map([...held, ...paused].map((one) => [one.id, one])).values()) {
    tx.forOrganization(organization_id).live.publish('account_status', { account_id: id, status });
  }
  const lost = new Map(
    troubled.filter(({ consequence }) => consequence.lost_credentials).map((item) => [item.intent.account_id, item]),
  );
  for (const [accountId, { intent, hold }] of lost) {
    const organization = tx.forOrganization(intent.organization_id);
    await setAccountStatus({ db: tx.db, ...organization }, accountId, 'CREDENTIALS', hold.reason, 'sending');
  }
}

/**
 * Responses to actions this process no longer holds. An accepted action was sent, even if its row says otherwise: planned again, cancelled,
 * unconfirmed or parked. An action not started whose lease was swept was certainly not sent; if no row matches, it was never marked.
 */
async function useLateAnswers(
  ctx: SystemContext,
  tx: SystemTransactionContext,
  late: readonly ProviderResponse[],
  now: Date,
): Promise<OutcomeOf[]> {
  const confirmed = new Map(
    late.flatMap(({ dispatched, answer }) => (answer.ok ? [[dispatched.id, { ...dispatched, answer }]] : [])),
  );
  const unbegun = new Map(
    late.flatMap(({ dispatched, answer }) => (isNotBegun(answer) ? [[dispatched.id, { ...dispatched, answer }]] : [])),
  );
  if (late.length > unbegun.size)
    ctx.log.warn({ intents: late.map(({ dispatched }) => dispatched.id) }, 'late provider responses, lease lost');
  const locked = await lockIntents(tx, [...confirmed.keys()], ['unknown', 'parked', 'intent', 'cancelled']);
  // After a failover the same number may be of another action.
  const mine = locked.filter((intent) => isFor(intent, confirmed.get(intent.id)!.purpose));
  return [
    ...mine.map((intent) => ({ ...intent, outcome: confirmedBy(confirmed.get(intent.id)!.answer, now) })),
    ...(await lockSwept(tx, [...unbegun.values()])).map((intent) => ({
      ...intent,
      outcome: notBegun(unbegun.get(intent.id)!.answer, now),
    })),
  ];
}

const isFor = (intent: ChangedIntent, purpose: Dispatched['purpose']): boolean =>
  intent.kind === purpose.kind && intent.ref_id === purpose.ref_id && intent.ref_part === purpose.ref_part;
