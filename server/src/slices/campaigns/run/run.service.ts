import { normalizeEmail } from '@overture/domain/addresses/email-address';
import { isFreeMail } from '@overture/domain/addresses/free-mail';
import { planDay } from '@overture/domain/sending/day-plan';
import type { WaitingFor } from '@overture/domain/sending/waiting-rules';
import { cutText } from '@overture/domain/text/text-bounds';
import type { SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import { cancelPlanned, confirmByEvidence, findUnconfirmed, resolveIntent } from '../../outbound/index.ts';
import { listSenders } from '../../senders/index.ts';
import { findDayPlans } from '../../sending-days/index.ts';
import { bookComplaint, bookTroubles } from '../../sending-guard/index.ts';
import { findOwnMails, type OwnMail } from '../../sent-mails/index.ts';
import { insertSuppressions } from '../../suppression-rules/index.ts';
import { suppressLead } from '../../suppressions/index.ts';
import { CAMPAIGN_STEP } from './dispatch/campaign-step.service.ts';
import { wakeLanes, wakeLanesOfAccount } from './lanes/lanes.store.ts';
import { advanceFinished } from './leads/advance.service.ts';
import { withMxGroups } from './leads/mail-providers.store.ts';
import { markBounced } from './leads/step-runs.store.ts';
import * as stops from './stops/stops.store.ts';
import { releaseWaitingForLink, withdrawCalls } from './stops/stops.store.ts';
import { explainWaiting } from './stops/waiting.rules.ts';

/** Longest text that is kept of why a campaign ended for a lead. */
const LONGEST_REASON = 500;

/** The text for a bounced mail, at the lead whose campaign it ended and in the timeline. */
export function describeBounce(reason: string): string {
  return cutText(reason === '' ? 'The message bounced.' : `The message bounced: ${reason}`, LONGEST_REASON);
}

type Tx = TransactionContext;

/** Call after every change of a campaign's status, settings or leads: the engine polls it now. */
export async function wakeCampaigns(tx: Tx, campaignIds: readonly number[]): Promise<void> {
  await wakeLanes(
    tx,
    campaignIds.map((campaign_id) => ({ campaign_id, organization_id: tx.organization.id, at: null })),
  );
}

/** To be called when a sender came back or its limits changed. */
export async function wakeSender(tx: Tx, accountId: number): Promise<void> {
  await wakeLanesOfAccount(tx, accountId);
}

export interface ReceivedReply {
  prospect_id: number;
  account_id: number;
  received_at: Date;
  /** In-Reply-To and References of the reply: mails of ours that must have arrived. */
  refers_to: readonly string[];
}

/**
 * A person replied: stops all their pending actions, in all campaigns and on all channels. After the commit no dispatch begins. Returns the
 * stopped leads.
 */
export async function recordReply(tx: Tx, reply: ReceivedReply): Promise<stops.StoppedLead[]> {
  await confirmByEvidence(tx, { message_ids: reply.refers_to, settled_by: 'reply' });
  const organization_id = tx.organization.id;
  const { prospect_id, account_id, received_at: at } = reply;
  await cancelPlanned(tx, {
    organization_id,
    prospect_ids: [prospect_id],
    kind: CAMPAIGN_STEP,
    reason: 'The lead has replied.',
  });
  const stopped = await stops.stopForReply(tx, { organization_id, prospect_id, account_id, at });
  await announceStops(tx, stopped);
  tx.events.emit({ type: 'lead_replied', prospect_id });
  return stopped;
}

export interface ReceivedBounce {
  /** The address the report is about. */
  email: string;
  /** Our Message-ID of the mail that came back. */
  message_id: string | null;
  /** Whether the report contains a Message-ID of ours that can't be guessed. */
  is_proven?: boolean;
  /** Only a hard bounce says that the address is bad for good. */
  is_hard: boolean;
  reason: string;
  at: Date;
}

/**
 * Records a bounced mail at the step that sent it. A hard bounce suppresses the address and fails the person's campaigns. An unproven one
 * only ends the lead's campaigns and suppresses and counts nothing: anyone could have sent it (decision 0280).
 */
export async function recordBounce(tx: Tx, bounce: ReceivedBounce): Promise<stops.StoppedLead[]> {
  const ids = bounce.message_id ? [bounce.message_id] : [];
  const { is_proven = true } = bounce;
  if (is_proven) await confirmByEvidence(tx, { message_ids: ids, settled_by: 'bounce' });
  const mails = await findOwnMails(tx, ids);
  // Senders before leads: the order of locks everywhere.
  if (bounce.is_hard && is_proven)
    await bookTroubles(
      asSystem(tx),
      mails.map((mail) => asTrouble(tx, mail)),
      bounce.at,
    );
  const stopped = bounce.is_hard ? await endBounced(tx, bounce, mails) : [];
  const steps = mails.filter((mail) => mail.kind === CAMPAIGN_STEP);
  // Runs after leads: the order of locks everywhere.
  for (const { ref_id, ref_part } of steps) {
    const { reason, is_hard, at } = bounce;
    await markBounced(tx, { campaign_lead_id: ref_id, node_id: ref_part, reason, is_hard, at });
  }
  return stopped;
}

function asTrouble(tx: Tx, { intent_id, account_id, campaign_id }: OwnMail) {
  return { organization_id: tx.organization.id, kind: 'bounce' as const, intent_id, account_id, campaign_id };
}

async function endBounced(tx: Tx, bounce: ReceivedBounce, mails: readonly OwnMail[]): Promise<stops.StoppedLead[]> {
  const organization_id = tx.organization.id;
  const email = bounce.is_proven === false ? null : normalizeEmail(bounce.email);
  const prospect_id = mails[0]?.prospect_id ?? null;
  const detail = bounce.reason;
  if (email) await insertSuppressions(tx, [{ organization_id, email, reason: 'hard_bounce', detail, prospect_id }]);
  const people = email ? await stops.findPeopleByEmail(tx, organization_id, [email]) : [];
  const prospect_ids = [...new Set([...people, ...mails.flatMap((mail) => mail.prospect_id ?? [])])];
  return endPeople(tx, prospect_ids, 'FAILED', describeBounce(bounce.reason));
}

/**
 * A lead asked not to be contacted, by any means, or a CRM reports it: they are suppressed by all their identifiers (`suppressLead`), and
 * all campaigns of the organization end for them.
 * @param given.asked_from the sender of the request by mail, only if it is the lead. A colleague who asks for them is not suppressed.
 */
export async function recordUnsubscribe(
  tx: Tx,
  given: { prospect_id: number; asked_from?: string | null; detail: string; is_from_crm?: boolean },
): Promise<stops.StoppedLead[]> {
  const { prospect_id, detail, asked_from, is_from_crm = false } = given;
  const reason = is_from_crm ? 'crm' : 'unsubscribe';
  const emails = await suppressLead(tx, { prospect_id, reason, detail, addresses: asked_from ? [asked_from] : [] });
  if (!is_from_crm) tx.events.emit({ type: 'lead_unsubscribed', prospect_id, email: emails[0] ?? null });
  return endSuppressed(tx, [prospect_id], emails, is_from_crm ? detail : 'Unsubscribed');
}

/** Ends the campaigns of leads who were suppressed, and of those who have one of their addresses. */
async function endSuppressed(tx: Tx, people: readonly number[], emails: readonly string[], words: string) {
  const others = await stops.findPeopleByEmail(tx, tx.organization.id, emails);
  return endPeople(tx, [...new Set([...people, ...others])], 'COMPLETED', words);
}

/**
 * The person left the company for sure: their address there gets nothing more, and the campaigns about that company end. Elsewhere they may
 * be met again. False where they have no work address: a personal one remains theirs after a change of job.
 */
export async function recordLeft(
  tx: Tx,
  given: { prospect_id: number; email: string | null; detail?: string },
): Promise<boolean> {
  const email = given.email === null ? null : normalizeEmail(given.email);
  if (email === null || isFreeMail(email)) return false;
  const { prospect_id, detail = 'Requested in their reply.' } = given;
  await insertSuppressions(tx, [{ organization_id: tx.organization.id, email, reason: 'left', detail, prospect_id }]);
  const others = await stops.findPeopleByEmail(tx, tx.organization.id, [email]);
  await endPeople(tx, [...new Set([prospect_id, ...others])], 'COMPLETED', 'Left the company');
  return true;
}

/** People were suppressed: their due calls are cancelled. */
export async function cancelCalls(tx: Tx): Promise<void> {
  await wakeCampaigns(tx, await withdrawCalls(tx));
}

/**
 * The campaign's mails have the unsubscribe link now, or it is no longer required (null: in all campaigns): leads that waited for it are
 * due.
 */
export async function releaseLinkWaits(tx: Tx, campaignId: number | null): Promise<void> {
  await wakeCampaigns(tx, await releaseWaitingForLink(tx, campaignId));
}

/** A person reported a mail as spam: they are suppressed as if they had unsubscribed, and all their campaigns in the organization stop. */
export async function recordComplaint(
  tx: Tx,
  given: { prospect_id: number | null; email: string; at: Date },
): Promise<stops.StoppedLead[]> {
  const organization_id = tx.organization.id;
  const email = normalizeEmail(given.email);
  const detail = 'Reported a message as spam.';
  const addresses = email ? [email] : [];
  const others = await stops.findPeopleByEmail(tx, organization_id, addresses);
  const people = given.prospect_id === null ? others : [given.prospect_id, ...others];
  await bookComplaint(tx, { prospect_ids: people, at: given.at });
  const prospect_id = given.prospect_id ?? others[0] ?? null;
  const emails =
    prospect_id === null ? addresses : await suppressLead(tx, { prospect_id, reason: 'complaint', detail, addresses });
  if (prospect_id === null)
    await insertSuppressions(
      tx,
      addresses.map((one) => ({ organization_id, email: one, reason: 'complaint', detail })),
    );
  await stops.insertComplaint(tx, { organization_id, prospect_ids: people, at: given.at });
  return endSuppressed(tx, people, emails, 'Reported as spam');
}

async function endPeople(
  tx: Tx,
  prospect_ids: number[],
  status: 'COMPLETED' | 'FAILED',
  error: string,
): Promise<stops.StoppedLead[]> {
  const organization_id = tx.organization.id;
  await cancelPlanned(tx, { organization_id, prospect_ids, kind: CAMPAIGN_STEP, reason: error });
  const stopped = await stops.endLeads(tx, { organization_id, prospect_ids, status, error, at: tx.clock.now() });
  await announceStops(tx, stopped);
  return stopped;
}

/** Publishes stopped leads to browsers and wakes the engine. */
export async function announceStops(tx: Tx, stopped: readonly stops.StoppedLead[]): Promise<void> {
  for (const { campaign_id, prospect_id, status } of stopped.slice(0, 100)) {
    tx.live.publish('prospect_campaign_status', { campaign_id, prospect_id, campaign_status: status });
  }
  await wakeCampaigns(
    tx,
    [...new Set(stopped.map((lead) => lead.campaign_id))].sort((a, b) => a - b),
  );
}

/** A person made the call a lead waited for. False when the lead does not wait for one. */
export async function completeCall(tx: Tx, campaignId: number, prospectId: number): Promise<boolean> {
  const lead = await stops.lockCampaignLead(tx, tx.organization.id, campaignId, prospectId);
  if (lead?.next_lane !== 'person' || lead.next_node_id === null) return false;
  const now = tx.clock.now();
  const done = { outcome: 'done' as const, error: null, intent_id: null, finished_at: now, is_contact: false };
  await advanceFinished(asSystem(tx), [{ ...done, lead_id: lead.id, node_id: lead.next_node_id }], now);
  return true;
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
  const intentId = lead && (await findUnconfirmed(tx, CAMPAIGN_STEP, lead.id));
  return intentId ? resolveIntent(tx, intentId, wasSent) : false;
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
