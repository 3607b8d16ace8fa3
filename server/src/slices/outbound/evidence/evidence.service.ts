import type { LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import type { SystemContext } from '../../../kernel/context.ts';
import { runBatch } from '../../../kernel/rounds/rounds.ts';
import type { Outcome } from '../../action-kinds/index.ts';
import { failpoint } from '../../failpoints/index.ts';
import { openConnection } from '../../mailbox-connections/index.ts';
import type { Sender } from '../../senders/index.ts';
import { getSendingState } from '../../sending-guard/index.ts';
import { writeOutcomes } from '../dispatch/settle.service.ts';
import { type ChangedIntent, lockIntents } from '../intents/intents.store.ts';
import { decideActionByEvidence } from '../intents/linkedin.rules.ts';
import {
  decideByEvidence,
  type Evidence,
  type EvidenceMove,
  type OutboundKinds,
  PARK_AFTER_IN_MS,
} from '../intents/outbound.rules.ts';
import { EVIDENCE_LOOP, listUnknownBySender, setLookAts, type UnknownIntent } from '../intents/unknown.store.ts';
import { type FoundAction, findActionEvidence } from './linkedin-evidence.service.ts';

/** Time limits of a check; requests still open then are abandoned. */
export interface CheckLimits {
  sent_folder_in_ms: number;
  /** Several requests: LinkedIn's lists come page by page. */
  linkedin_in_ms: number;
}

/** Outcomes of one sender that one failed check decides, at most. */
const MOST_OF_SENDER = 500;

/** The result of a check; for a mail with how its sender's sent mails are filed. */
type Found = { evidence: Evidence; receipt?: FoundAction['receipt']; sent_copy?: string | null };

/** Checks the Sent folder or LinkedIn's lists for an unconfirmed action. Never throws; null when that was not possible. */
export async function checkAction(
  ctx: SystemContext,
  sender: Sender | undefined,
  intent: UnknownIntent,
  limits: CheckLimits,
  signal: AbortSignal,
): Promise<Found | null> {
  const isMail = intent.channel === 'email';
  try {
    const looking = isMail ? lookIntoSent(ctx, sender, intent) : lookOnLinkedin(ctx, sender, intent);
    return await within(isMail ? limits.sent_folder_in_ms : limits.linkedin_in_ms, looking, signal);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    ctx.log.info({ account_id: intent.account_id, channel: intent.channel, reason }, 'evidence check failed');
    return null;
  }
}

async function lookIntoSent(ctx: SystemContext, sender: Sender | undefined, intent: UnknownIntent): Promise<Found> {
  if (!sender?.sealed_connection) throw new Error('the sender has no connection');
  const connection = openConnection(ctx, { id: sender.id, sealed_connection: sender.sealed_connection });
  const evidence = await ctx.ports.mailbox.findSentByMessageId(connection, intent.message_id, intent);
  return { evidence, sent_copy: sender.sent_copy };
}

async function lookOnLinkedin(ctx: SystemContext, sender: Sender | undefined, intent: UnknownIntent): Promise<Found> {
  if (!sender?.provider_account_id) throw new Error('the sender has no connection');
  return findActionEvidence(ctx, sender.provider_account_id, intent);
}

/** Waits for a limited time; a later result is ignored. */
async function within<T>(limitInMs: number, work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: ended, reject: end } = Promise.withResolvers<never>();
  const timer = setTimeout(() => end(new Error(`no answer within ${limitInMs / 1000} s`)), limitInMs);
  const abort = (): void => end(new Error('stopped'));
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, ended]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

type Decided = { outcome: Outcome } | { look_at: Date };

/** Settles an action by what was found, or schedules the next check. Actions that can't be settled are parked without blocking others. */
export async function settleFound(
  ctx: SystemContext,
  kinds: OutboundKinds,
  intent: UnknownIntent,
  found: Found,
): Promise<void> {
  await runBatch(ctx, {
    loop: EVIDENCE_LOOP,
    units: [unitOf(intent)],
    run: () =>
      ctx.systemTransaction(async (tx) => {
        const { now } = await getSendingState(tx);
        const decided = decide(intent, found, now);
        // The check deleted the draft if there was one: nothing is left to send, and the next check must not take it for sent.
        const has_no_draft = found.evidence === 'absent';
        if ('look_at' in decided) return setLookAts(tx, [{ id: intent.id, ...decided, has_no_draft }]);
        const locked = await lockIntents(tx, [intent.id], ['unknown']);
        // A copy in the Sent folder proves any try of the mail.
        const looked = found.evidence === 'found' ? locked : locked.filter((one) => isSameTry(one, intent));
        await writeOutcomes(
          tx,
          kinds,
          looked.map((one) => ({ ...one, outcome: decided.outcome })),
          now,
        );
        await failpoint('before_evidence_commit');
      }),
  });
}

/** After a failed check: the sender is not checked again before `pauseInMs`. Actions that are too old by now are parked. */
export async function settleUnavailable(
  ctx: SystemContext,
  kinds: OutboundKinds,
  accountId: number,
  pauseInMs: number,
): Promise<void> {
  const unknown = await ctx.systemRead((tx) => listUnknownBySender(tx, accountId, MOST_OF_SENDER));
  await runBatch(ctx, {
    loop: EVIDENCE_LOOP,
    units: unknown.map((intent) => ({ ...unitOf(intent), intent })),
    run: (units) =>
      ctx.systemTransaction(async (tx) => {
        const { now } = await getSendingState(tx);
        const until = now.getTime() + pauseInMs;
        const looked = new Map(units.map(({ intent }) => [intent.id, intent]));
        const decided = new Map(
          units.map(({ intent }) => [intent.id, decide(intent, { evidence: 'unavailable' }, now)]),
        );
        const parked = [...decided].flatMap(([id, one]) => ('outcome' in one ? [id] : []));
        const locked = await lockIntents(tx, parked, ['unknown']);
        const settled = locked.flatMap((intent) => {
          const one = decided.get(intent.id)!;
          return 'outcome' in one && isSameTry(intent, looked.get(intent.id)!)
            ? [{ ...intent, outcome: one.outcome }]
            : [];
        });
        await writeOutcomes(tx, kinds, settled, now);
        await setLookAts(
          tx,
          [...decided].flatMap(([id, one]) =>
            'look_at' in one ? [{ id, look_at: new Date(Math.max(one.look_at.getTime(), until)) }] : [],
          ),
        );
      }),
  });
}

/** Whether it is unconfirmed since the same try: a check says nothing about a try that began later, for example after a user resent it. */
const isSameTry = (now: ChangedIntent, looked: UnknownIntent): boolean =>
  now.attempts === looked.attempts && now.dispatched_at?.getTime() === looked.dispatched_at.getTime();

const unitOf = ({ id, organization_id }: UnknownIntent) => ({ organization_id, key: String(id) });

function decide(intent: UnknownIntent, { evidence, receipt, sent_copy = null }: Found, now: Date): Decided {
  const { unknown_since, attempts, code } = intent;
  const facts = { unknown_since, was_silent: code === 'silent', attempts };
  if (intent.channel === 'email') {
    const confirmed: Outcome = { outcome: 'confirmed', settled_by: 'sent_folder', at: now };
    const move = decideByEvidence(evidence, { ...facts, sent_copy }, now);
    return toOutcome(move, confirmed, 'The Sent folder proves that it was not sent.', now);
  }
  if (evidence === 'no_sent_folder' || evidence === 'unclear') throw new Error('LinkedIn has no Sent folder');
  const action = intent.action as LinkedinAction;
  const settled_by = action === 'visit' ? 'policy' : 'lists';
  const confirmed: Outcome = { outcome: 'confirmed', settled_by, at: now, ...(receipt ? { receipt } : {}) };
  const retryReason = 'LinkedIn does not show it, and doing it again changes nothing.';
  return toOutcome(decideActionByEvidence(action, evidence, facts, now), confirmed, retryReason, now);
}

function toOutcome(move: EvidenceMove, confirmed: Outcome, retryReason: string, now: Date): Decided {
  switch (move.move) {
    case 'wait':
      return { look_at: move.look_at };
    case 'confirm':
      return { outcome: confirmed };
    case 'retry':
      return { outcome: { outcome: 'held', rule: 'retry', until: now, reason: retryReason, is_try: true } };
    case 'park': {
      const minutes = PARK_AFTER_IN_MS / 60_000;
      const reason = `No proof was found within ${minutes} minutes that this was or was not sent.`;
      return { outcome: { outcome: 'parked', reason } };
    }
  }
}
