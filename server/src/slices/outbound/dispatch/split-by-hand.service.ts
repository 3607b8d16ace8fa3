import { describeWaiting } from '@overture/domain/diagnosis/waiting-words';
import { BY_HAND } from '@overture/domain/linkedin/by-hand';
import type { SystemTransactionContext } from '../../../kernel/context.ts';
import type { Outcome } from '../../action-kinds/index.ts';
import { forgetOpened, offerActions } from '../intents/intents.store.ts';
import type { Candidate, Held } from './debit.service.ts';

/** The candidates to carry out now. The dispatcher offers those of assisted senders to people instead. */
export async function splitByHand(
  tx: SystemTransactionContext,
  candidates: Candidate[],
  held: Held[],
  isByHand: boolean,
  now: Date,
): Promise<Candidate[]> {
  const { own = [], others = [] } = Object.groupBy(candidates, ({ sender }) => (sender.is_assisted ? 'own' : 'others'));
  if (isByHand) return own;
  const due_at = new Date(now.getTime() + BY_HAND.recheck_in_seconds * 1000);
  const offered = await offerActions(
    tx,
    own.map(({ intent }) => intent.id),
    due_at,
  );
  await showWaiting(tx, own, due_at, now);
  for (const organization_id of new Set(offered))
    tx.forOrganization(organization_id).live.publish('linkedin_tasks', {});
  return withoutOpened(tx, others, held);
}

/** Messages of the inbox wait for a person like for a held sender: they can be taken back, and the lead's reply pauses them. */
async function showWaiting(
  tx: SystemTransactionContext,
  offered: readonly Candidate[],
  until: Date,
  now: Date,
): Promise<void> {
  for (const [kind, group] of Map.groupBy(offered, (one) => one.kind)) {
    if (kind.returns_when_held) continue;
    const settled = group.map(({ intent, sender }) => {
      const reason = `${describeWaiting('by_hand', { sender: sender.name }).text}.`;
      const outcome = { outcome: 'held' as const, rule: 'by_hand' as const, until, reason, is_try: false };
      return { ...intent, dispatched_at: null, outcome };
    });
    await kind.settled(tx, settled, now);
  }
}

const OPENED: Outcome = {
  outcome: 'unknown',
  reason: 'A team member opened this card and recorded no outcome. The sender was connected to LinkedIn since.',
  code: 'silent',
};

/** The sender of a card was connected after a person opened the card: they may have acted, so LinkedIn's lists are checked first. */
async function withoutOpened(
  tx: SystemTransactionContext,
  candidates: Candidate[],
  held: Held[],
): Promise<Candidate[]> {
  const opened = candidates.filter(({ intent }) => intent.is_opened);
  if (opened.length === 0) return candidates;
  await forgetOpened(
    tx,
    opened.map(({ intent }) => intent.id),
  );
  held.push(...opened.map(({ intent }) => ({ intent, outcome: OPENED })));
  return candidates.filter(({ intent }) => !intent.is_opened);
}
