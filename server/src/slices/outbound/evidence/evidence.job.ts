import type { LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import type { SystemContext } from '../../../kernel/context.ts';
import { openConnection } from '../../accounts/index.ts';
import { failpoint } from '../dispatch/failpoints.service.ts';
import { writeOutcomes } from '../dispatch/settle.service.ts';
import {
  claimUnknown,
  getSendingState,
  lockIntents,
  lockLostLeases,
  setLookAt,
  type UnknownIntent,
} from '../intents/intents.store.ts';
import { decideActionByEvidence } from '../intents/linkedin.rules.ts';
import {
  decideByEvidence,
  type Evidence,
  type EvidenceMove,
  type Outcome,
  PARK_AFTER_IN_MS,
  type UnknownFacts,
} from '../intents/outbound.rules.ts';
import type { OutboundKinds } from '../intents/outbound-kind.rules.ts';
import { listSenders, type Sender } from '../senders/senders.store.ts';
import { type FoundAction, findActionEvidence } from './linkedin-evidence.service.ts';

/** What a worker that went silent left behind becomes unknown: nobody can say whether its mails left. */
export async function sweepLostLeases(ctx: SystemContext, kinds: OutboundKinds): Promise<number> {
  return ctx.systemTransaction(async (tx) => {
    const { now } = await getSendingState(tx);
    const lost = await lockLostLeases(tx, 500);
    const outcome: Outcome = {
      outcome: 'unknown',
      reason: 'The process that was sending this stopped before it could say whether it was sent.',
      code: 'silent',
    };
    await writeOutcomes(
      tx,
      kinds,
      lost.map((intent) => ({ ...intent, outcome })),
      now,
    );
    if (lost.length > 0)
      ctx.log.warn({ mails: lost.length }, 'a worker went silent while sending; looking for evidence');
    return lost.length;
  });
}

/** Looks into Sent folders and LinkedIn's lists for actions of unknown outcome; nothing else moves them, and nothing sends them again blindly. */
export async function seekEvidence(ctx: SystemContext, kinds: OutboundKinds): Promise<number> {
  const unknown = await ctx.systemTransaction((tx) => claimUnknown(tx, 100));
  if (unknown.length === 0) return 0;
  const senders = await ctx.systemTransaction((tx) =>
    listSenders(tx, [...new Set(unknown.map((intent) => intent.account_id))]),
  );
  const byId = new Map(senders.map((sender) => [sender.id, sender]));
  const groups = [...Map.groupBy(unknown, (intent) => intent.account_id).values()];
  await Promise.all(
    groups.map(async (group) => {
      for (const intent of group) {
        const sender = byId.get(intent.account_id);
        if (intent.channel === 'linkedin') {
          const found = await lookOnLinkedin(ctx, sender, intent);
          await failpoint('during_evidence');
          await decide(ctx, kinds, intent, (facts, now) => decideAction(intent, found, facts, now));
        } else {
          const evidence = sender ? await look(ctx, sender, intent) : 'unavailable';
          await failpoint('during_evidence');
          const sent_copy = sender?.sent_copy ?? null;
          await decide(ctx, kinds, intent, (facts, now) => decideMail(evidence, { ...facts, sent_copy }, now));
        }
        await failpoint('after_evidence_commit');
      }
    }),
  );
  return unknown.length;
}

async function look(ctx: SystemContext, sender: Sender, intent: UnknownIntent): Promise<Evidence> {
  const { id, sealed_connection } = sender;
  if (!sealed_connection) return 'unavailable';
  try {
    const connection = openConnection(ctx, { id, sealed_connection });
    return await ctx.ports.mailbox.findSentByMessageId(connection, intent.message_id);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    ctx.log.info({ account_id: sender.id, reason }, 'the Sent folder could not be searched');
    return 'unavailable';
  }
}

async function lookOnLinkedin(
  ctx: SystemContext,
  sender: Sender | undefined,
  intent: UnknownIntent,
): Promise<FoundAction> {
  if (!sender?.provider_account_id) return { evidence: 'unavailable' };
  try {
    return await findActionEvidence(ctx, sender.provider_account_id, intent);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    ctx.log.info({ account_id: sender.id, reason }, 'LinkedIn could not be asked for evidence');
    return { evidence: 'unavailable' };
  }
}

type Decided = { outcome: Outcome } | { look_at: Date };

/** Settles an action by what `judge` makes of the evidence, or says when to look again. */
async function decide(
  ctx: SystemContext,
  kinds: OutboundKinds,
  unknown: UnknownIntent,
  decideOn: (facts: UnknownFacts, now: Date) => Decided,
): Promise<void> {
  const { id, unknown_since, attempts, code } = unknown;
  await ctx.systemTransaction(async (tx) => {
    const { now } = await getSendingState(tx);
    const decided = decideOn({ unknown_since, was_silent: code === 'silent', attempts }, now);
    if ('look_at' in decided) return setLookAt(tx, id, decided.look_at);
    const { outcome } = decided;
    const locked = await lockIntents(tx, [id], ['unknown']);
    await writeOutcomes(
      tx,
      kinds,
      locked.map((intent) => ({ ...intent, outcome })),
      now,
    );
    await failpoint('before_evidence_commit');
  });
}

function decideAction(
  intent: UnknownIntent,
  { evidence, receipt }: FoundAction,
  facts: UnknownFacts,
  now: Date,
): Decided {
  const action = intent.action as LinkedinAction;
  const settled_by = action === 'visit' ? 'policy' : 'lists';
  const confirmed: Outcome = { outcome: 'confirmed', settled_by, at: now, ...(receipt ? { receipt } : {}) };
  const retryReason = 'LinkedIn does not show it, and doing it again changes nothing.';
  return outcomeOf(decideActionByEvidence(action, evidence, facts, now), confirmed, retryReason, now);
}

function decideMail(evidence: Evidence, facts: UnknownFacts & { sent_copy: string | null }, now: Date): Decided {
  const confirmed: Outcome = { outcome: 'confirmed', settled_by: 'sent_folder', at: now };
  return outcomeOf(
    decideByEvidence(evidence, facts, now),
    confirmed,
    'The Sent folder proves that it was not sent.',
    now,
  );
}

function outcomeOf(move: EvidenceMove, confirmed: Outcome, retryReason: string, now: Date): Decided {
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
