import type { WaitingFor } from '@overture/domain/diagnosis/waiting-words';
import { planDay } from '@overture/domain/sending/day-plan';
import { loadNow } from '../../../kernel/clock.ts';
import type { SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import { wakeCampaigns } from '../../campaign-lanes/index.ts';
import { CAMPAIGN_STEP } from '../../lead-endings/index.ts';
import { resolveUnconfirmed } from '../../outbound/index.ts';
import { listSenders } from '../../senders/index.ts';
import { findDayPlans } from '../../sending-days/index.ts';
import { advanceFinished } from './leads/advance.service.ts';
import { withMxGroups } from './leads/mail-providers.store.ts';
import * as stops from './stops/stops.store.ts';
import { explainWaiting } from './stops/waiting.rules.ts';

type Tx = TransactionContext;

/** People were suppressed: their due calls are cancelled. */
export async function cancelCalls(tx: Tx): Promise<void> {
  await wakeCampaigns(tx, await stops.withdrawCalls(tx));
}

/**
 * The campaign's mails have the unsubscribe link now, or it is no longer required (null: in all campaigns): leads that waited for it are
 * due.
 */
export async function releaseLinkWaits(tx: Tx, campaignId: number | null): Promise<void> {
  await wakeCampaigns(tx, await stops.releaseWaitingForLink(tx, campaignId));
}

/** A person made the call a lead waited for. False when the lead does not wait for one, or its recorded outcome decides. */
export async function completeCall(tx: Tx, campaignId: number, prospectId: number): Promise<boolean> {
  const lead = await stops.lockCampaignLead(tx, tx.organization.id, campaignId, prospectId);
  if (lead?.next_lane !== 'person' || lead.next_node_id === null) return false;
  if (await stops.isCallRecorded(tx, lead.id)) return false;
  const now = await loadNow(tx);
  const done = { outcome: 'done' as const, error: null, intent_id: null, finished_at: now, is_contact: false };
  await advanceFinished(asSystem(tx), [{ ...done, lead_id: lead.id, node_id: lead.next_node_id }], now);
  return true;
}

/**
 * Calls that were made, or left out in the words of `skipped`: their leads continue. Those that have moved on stay as they are.
 * @returns how many continued
 */
export async function finishCalls(
  tx: Tx,
  calls: readonly stops.WaitingCall[],
  skipped: string | null = null,
): Promise<number> {
  const waiting = await stops.lockWaitingCalls(tx, calls);
  const now = await loadNow(tx);
  const done = { outcome: 'done' as const, error: skipped, intent_id: null, finished_at: now, is_contact: false };
  await advanceFinished(
    asSystem(tx),
    waiting.map((call) => ({ ...done, ...call })),
    now,
  );
  return waiting.length;
}

/** Calls that are made later: the engine brings each back at its time, or when the hours of the lead open. Returns how many. */
export async function postponeCalls(tx: Tx, calls: readonly (stops.WaitingCall & { at: Date })[]): Promise<number> {
  const waiting = new Set((await stops.lockWaitingCalls(tx, calls)).map(({ lead_id }) => lead_id));
  const moved = calls.filter(({ lead_id }) => waiting.has(lead_id));
  await wakeCampaigns(tx, await stops.postponeCalls(tx, moved));
  return moved.length;
}

/** Settles an unconfirmed mail by the user's decision. False when no mail of the lead is unconfirmed. */
export async function settleUnconfirmed(
  tx: Tx,
  campaignId: number,
  prospectId: number,
  wasSent: boolean,
): Promise<boolean> {
  // Not locked here: the dispatcher locks intents before leads.
  const lead = await stops.findCampaignLead(tx, tx.organization.id, campaignId, prospectId);
  return lead ? resolveUnconfirmed(tx, { kind: CAMPAIGN_STEP, ref_id: lead.id }, wasSent) : false;
}

/** Why each lead waits, as text; leads without a next step are left out. */
export async function explainLeads(tx: Tx, campaignLeadIds: readonly number[]): Promise<Map<number, WaitingFor>> {
  const facts = await withMxGroups(tx, await stops.listWaitingFacts(tx, campaignLeadIds));
  const ids = [...new Set(facts.flatMap((lead) => lead.sender_id ?? []))];
  const senders = new Map((await listSenders(tx, ids)).map((sender) => [sender.id, sender]));
  const days = facts.flatMap(({ sender_id, zone, now }) =>
    sender_id === null ? [] : [{ account_id: sender_id, day: planDay(zone, now) }],
  );
  const plans = await findDayPlans(tx, [...new Map(days.map((one) => [one.account_id, one])).values()]);
  return new Map(
    facts.flatMap((lead) => {
      const waiting = explainWaiting(lead, senders.get(lead.sender_id ?? 0), plans.get(lead.sender_id ?? 0));
      return waiting ? [[lead.id, waiting] as const] : [];
    }),
  );
}

function asSystem(tx: Tx): SystemTransactionContext {
  return { ...tx, forOrganization: () => tx };
}
