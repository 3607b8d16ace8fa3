import type { LinkedinAction } from '@overture/domain/linkedin-actions';
import type { SystemContext } from '../../kernel/context.ts';
import { openConnection } from '../accounts/index.ts';
import { failpoint } from './failpoints.service.ts';
import {
  claimUnknown,
  lockIntents,
  lockLostLeases,
  readSendingState,
  setLookAt,
  type UnknownIntent,
} from './intents.store.ts';
import { judgeDeedEvidence } from './linkedin.rules.ts';
import { type FoundDeed, lookForDeed } from './linkedin-evidence.service.ts';
import { type Evidence, judgeEvidence, type Outcome, PARK_AFTER_IN_MS, type Receipt } from './outbound.rules.ts';
import type { OutboundKinds } from './outbound-kind.rules.ts';
import { readSenders, type Sender } from './senders.store.ts';
import { writeOutcomes } from './settle.service.ts';

/** What a worker that went silent left behind becomes unknown: nobody can say whether its mails left. */
export async function sweepLostLeases(ctx: SystemContext, kinds: OutboundKinds): Promise<number> {
  return ctx.systemTransaction(async (tx) => {
    const { now } = await readSendingState(tx);
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
    readSenders(tx, [...new Set(unknown.map((intent) => intent.account_id))]),
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
          await judgeDeed(ctx, kinds, intent, found);
        } else {
          const evidence = sender ? await look(ctx, sender, intent) : 'unavailable';
          await failpoint('during_evidence');
          await judge(ctx, kinds, intent, evidence, sender?.sent_copy ?? null);
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
): Promise<FoundDeed> {
  if (!sender?.provider_account_id) return { evidence: 'unavailable' };
  try {
    return await lookForDeed(ctx, sender.provider_account_id, intent);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    ctx.log.info({ account_id: sender.id, reason }, 'LinkedIn could not be asked for evidence');
    return { evidence: 'unavailable' };
  }
}

async function judgeDeed(
  ctx: SystemContext,
  kinds: OutboundKinds,
  unknown: UnknownIntent,
  found: FoundDeed,
): Promise<void> {
  await ctx.systemTransaction(async (tx) => {
    const { now } = await readSendingState(tx);
    const action = unknown.action as LinkedinAction;
    const { unknown_since, attempts } = unknown;
    const facts = { unknown_since, was_silent: unknown.code === 'silent', sent_copy: null, attempts };
    const judgement = judgeDeedEvidence(action, found.evidence, facts, now);
    if (judgement.move === 'wait') return setLookAt(tx, unknown.id, judgement.look_at);
    const outcome = deedOutcome(judgement.move, action, found.receipt, now);
    const locked = await lockIntents(tx, [unknown.id], ['unknown']);
    await writeOutcomes(
      tx,
      kinds,
      locked.map((intent) => ({ ...intent, outcome })),
      now,
    );
    await failpoint('before_evidence_commit');
  });
}

function deedOutcome(
  move: 'confirm' | 'retry' | 'park',
  action: LinkedinAction,
  receipt: Receipt | undefined,
  now: Date,
): Outcome {
  if (move === 'confirm') {
    const settled_by = action === 'visit' ? 'policy' : 'lists';
    return { outcome: 'confirmed', settled_by, at: now, ...(receipt ? { receipt } : {}) };
  }
  if (move === 'park') return outcomeOf('park', now);
  const reason = 'LinkedIn does not show it, and doing it again changes nothing.';
  return { outcome: 'held', rule: 'retry', until: now, reason, is_try: true };
}

async function judge(
  ctx: SystemContext,
  kinds: OutboundKinds,
  unknown: UnknownIntent,
  evidence: Evidence,
  sentCopy: string | null,
): Promise<void> {
  await ctx.systemTransaction(async (tx) => {
    const { now } = await readSendingState(tx);
    const facts = {
      unknown_since: unknown.unknown_since,
      was_silent: unknown.code === 'silent',
      sent_copy: sentCopy,
      attempts: unknown.attempts,
    };
    const judgement = judgeEvidence(evidence, facts, now);
    if (judgement.move === 'wait') return setLookAt(tx, unknown.id, judgement.look_at);
    const outcome = outcomeOf(judgement.move, now);
    const locked = await lockIntents(tx, [unknown.id], ['unknown']);
    await writeOutcomes(
      tx,
      kinds,
      locked.map((intent) => ({ ...intent, outcome })),
      now,
    );
    await failpoint('before_evidence_commit');
  });
}

function outcomeOf(move: 'confirm' | 'retry' | 'park', now: Date): Outcome {
  if (move === 'confirm') return { outcome: 'confirmed', settled_by: 'sent_folder', at: now };
  if (move === 'park') {
    const minutes = PARK_AFTER_IN_MS / 60_000;
    return { outcome: 'parked', reason: `No proof was found within ${minutes} minutes that this was or was not sent.` };
  }
  const reason = 'The Sent folder proves that it was not sent.';
  return { outcome: 'held', rule: 'retry', until: now, reason, is_try: true };
}
