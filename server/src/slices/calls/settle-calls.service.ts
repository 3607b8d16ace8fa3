import { phoneKey } from '@overture/domain/addresses/phone-key';
import { CALL_OUTCOME_LABELS, type CallOutcome, decideCallEffect } from '@overture/domain/calls/call-outcomes';
import type { SystemContext, TransactionContext } from '../../kernel/context.ts';
import { deleteInBatches } from '../../kernel/rounds/batches.ts';
import { runUnits } from '../../kernel/rounds/rounds.ts';
import { campaignCalls } from '../campaigns/index.ts';
import { markInterest } from '../chats/index.ts';
import { endAfterCall } from '../lead-endings/index.ts';
import { changeFields } from '../prospects/index.ts';
import { insertSuppressedKeys } from '../suppressions/index.ts';
import { zoneOfLead } from './calls.rules.ts';
import * as store from './calls.store.ts';
import { findOwnOutcome } from './own-outcomes.store.ts';

const MOST_IN_ROUND = 200;

/** Lets recorded outcomes take effect once they can no longer be undone, each in its own transaction. */
export async function settleCalls(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  const due = await ctx.systemRead((tx) => store.listEffective(tx, MOST_IN_ROUND));
  await runUnits(
    ctx,
    {
      loop: store.CALLS_LOOP,
      units: due.map((one) => ({ ...one, key: String(one.id) })),
      share: 20,
      at_once: 2,
      time_box_in_ms: 30_000,
      run: ({ organization_id, id }) => ctx.forOrganization(organization_id).transaction((tx) => settleCall(tx, id)),
    },
    signal,
  );
}

/** Reservations of people who closed the page. */
export const deleteLeftReservations = (ctx: SystemContext, signal: AbortSignal): Promise<void> =>
  deleteInBatches(ctx, store.deleteLeftReservations, signal);

async function settleCall(tx: TransactionContext, id: number): Promise<void> {
  const row = await store.findCall(tx, id, true);
  if (row === undefined || row.settled_at !== null || row.outcome === null) return;
  if (row.takes_effect_at === null || row.takes_effect_at > row.now) return;
  await store.markSettled(tx, id);
  await changePerson(tx, row, row.outcome);
  await moveLead(tx, row, row.outcome);
  announce(tx, row, row.outcome);
}

/** The lead continues, is called again, or is over in all campaigns. One that has moved on stays as it is. */
async function moveLead(tx: TransactionContext, row: store.CallRow, outcome: CallOutcome): Promise<void> {
  const own = row.call_outcome_id === null ? undefined : await findOwnOutcome(tx, row.call_outcome_id);
  const effect = decideCallEffect({
    outcome,
    rule: own ?? null,
    tries: await store.countTries(tx, row),
    call_again_at: row.call_again_at,
    called_at: row.recorded_at ?? row.now,
    zone: zoneOfLead(row),
  });
  const call = { lead_id: row.lead_id, node_id: row.node_id };
  if (effect.kind === 'again') await campaignCalls.postpone(tx, [{ ...call, at: effect.at }]);
  else await campaignCalls.finish(tx, [call]);
  if (effect.kind === 'end') await endAfterCall(tx, row.prospect_id, effect.words);
}

/** What the call says about the person: interest, and a number that must not be called again. */
async function changePerson(tx: TransactionContext, row: store.CallRow, outcome: CallOutcome): Promise<void> {
  if (outcome === 'interested' || outcome === 'not_interested') await saveInterest(tx, row, outcome);
  if (outcome !== 'wrong_number' && outcome !== 'do_not_call') return;
  const key = row.phone_number === null ? null : phoneKey(row.phone_number);
  const isWrong = outcome === 'wrong_number';
  const detail = isWrong ? 'Wrong number, said in a call.' : 'Asked in a call not to be called.';
  if (key !== null) {
    const reason = isWrong ? 'manual' : 'unsubscribe';
    await insertSuppressedKeys(tx, 'phone', [key], {
      reason,
      detail,
      prospect_id: row.prospect_id,
      is_by_program: true,
    });
    tx.events.emit({ type: 'people_suppressed' });
  }
  if (isWrong && row.phone_number !== null)
    await changeFields(tx, 'phone_number', [{ prospect_id: row.prospect_id, from: row.phone_number, to: '' }]);
}

async function saveInterest(
  tx: TransactionContext,
  { prospect_id, user_id }: store.CallRow,
  outcome: 'interested' | 'not_interested',
): Promise<void> {
  const interest = outcome === 'interested' ? 'INTERESTED' : 'NOT_INTERESTED';
  const isMarked = await markInterest(tx, { prospect_id, interest, user_id: user_id ?? 0 });
  // Without a conversation no trigger emits it, and boards and CRMs act on it.
  if (!isMarked) tx.events.emit({ type: 'lead_interest_changed', prospect_id, interest });
}

function announce(tx: TransactionContext, row: store.CallRow, outcome: CallOutcome): void {
  const { id, prospect_id, outcome_name, note, recorded_at, now, user_name } = row;
  const title = `Call: ${outcome_name ?? CALL_OUTCOME_LABELS[outcome]}`;
  const text = [note ?? '', user_name === null ? '' : `Called by ${user_name}.`].filter(Boolean).join('\n\n');
  const called_at = (recorded_at ?? now).toISOString();
  tx.events.emit({ type: 'call_recorded', prospect_id, call_id: id, title, text, called_at });
  tx.live.publish('calls_changed', {});
}
