import type { SystemTransactionContext } from '../../../kernel/context.ts';
import { dispatchOutcomes } from '../../../kernel/metrics.ts';
import type { Outcome } from '../../action-kinds/index.ts';
import { refundDays } from '../../sending-days/index.ts';
import { type Change, type ChangedIntent, changeIntents } from '../intents/intents.store.ts';
import type { OutboundKinds } from '../intents/outbound.rules.ts';

export type OutcomeOf = Omit<ChangedIntent, 'to_email'> & { outcome: Outcome };

/** A hold without an end is rechecked after this long. */
const LOOK_AGAIN_IN_MS = 60_000;
/** First evidence check after a response was lost. */
const FIRST_LOOK_IN_MS = 3_000;

/**
 * Writes outcomes: the intents' new state, refunded budgets, the effects in the owning slices, and events about what was sent. The caller
 * has locked the intents. Lock order everywhere: intents, senders, the kinds' rows, days.
 */
export async function writeOutcomes(
  tx: SystemTransactionContext,
  kinds: OutboundKinds,
  settled: readonly OutcomeOf[],
  now: Date,
): Promise<void> {
  if (settled.length === 0) return;
  await changeIntents(
    tx,
    settled.map((item) => toChange(item, kinds.get(item.kind)?.returns_when_held ?? false, now)),
    now,
  );
  for (const [name, group] of Map.groupBy(settled, (item) => item.kind)) {
    await kinds.get(name)?.settled(tx, group, now);
  }
  tx.afterCommit(() => {
    for (const { action, outcome } of settled) dispatchOutcomes.inc({ action, outcome: outcome.outcome });
  });
  const isBack = ({ outcome }: OutcomeOf) => outcome.outcome === 'held' || outcome.outcome === 'cancelled';
  await refundDays(
    tx,
    settled.filter(isBack).flatMap((item) => item.debited_day_ids ?? []),
  );
  for (const [organizationId, group] of Map.groupBy(settled, (item) => item.organization_id)) {
    const sent = group.filter((item) => item.outcome.outcome === 'confirmed').map((item) => item.id);
    if (sent.length > 0) tx.forOrganization(organizationId).events.emit({ type: 'message_sent', intent_ids: sent });
  }
}

/** Writes an outcome to the intent's own row only, after its slice failed to take it. The caller has locked it. */
export async function writeBareOutcome(
  tx: SystemTransactionContext,
  id: number,
  outcome: Extract<Outcome, { outcome: 'unknown' | 'parked' | 'held' }>,
  now: Date,
): Promise<void> {
  await changeIntents(tx, [toChange({ id, outcome }, false, now)], now);
}

function toChange({ id, outcome }: Pick<OutcomeOf, 'id' | 'outcome'>, returnsWhenHeld: boolean, now: Date): Change {
  const later = (ms: number) => new Date(now.getTime() + ms);
  switch (outcome.outcome) {
    case 'confirmed':
      return { id, ...toConfirmed(outcome) };
    case 'rejected':
      return { id, state: 'rejected', reason: outcome.reason, code: outcome.code };
    case 'unknown':
      return {
        id,
        state: 'unknown',
        reason: outcome.reason,
        code: outcome.code,
        look_at: later(FIRST_LOOK_IN_MS),
        rule: 'unconfirmed',
      };
    case 'parked':
      return { id, state: 'parked', reason: outcome.reason, rule: 'unconfirmed' };
    case 'cancelled':
      return { id, state: 'cancelled', reason: outcome.reason };
    case 'held': {
      const { rule, reason } = outcome;
      const attempts = outcome.is_try || outcome.reason === null ? 0 : -1;
      if (returnsWhenHeld) return { id, state: 'cancelled', rule, reason, attempts };
      return { id, state: 'intent', rule, reason, attempts, due_at: outcome.until ?? later(LOOK_AGAIN_IN_MS) };
    }
  }
}

function toConfirmed({
  settled_by,
  receipt,
  sent_message_id = null,
  queue_id = null,
}: Extract<Outcome, { outcome: 'confirmed' }>): Omit<Change, 'id'> {
  const nothing = receipt?.nothing_to_do ?? null;
  return {
    state: 'confirmed',
    settled_by,
    provider_ref: receipt?.provider_ref ?? null,
    provider_chat: receipt?.chat_id ?? null,
    sent_message_id,
    queue_id,
    reason: nothing,
    code: nothing ? 'nothing_to_do' : null,
  };
}
