import { normalizeEmail } from '@overture/domain/addresses/email-address';
import { isFreeMail } from '@overture/domain/addresses/free-mail';
import { cutText } from '@overture/domain/text/text-bounds';
import type { SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { requireNewestDatabase } from '../../kernel/db/replica/known-database.ts';
import { wakeCampaigns } from '../campaign-lanes/index.ts';
import { findByAnyEmail, findSharers } from '../lead-addresses/index.ts';
import { cancelPlanned, confirmByEvidence } from '../outbound/index.ts';
import { bookComplaint, bookTroubles } from '../sending-guard/index.ts';
import { findOwnMails, type OwnMail } from '../sent-mails/index.ts';
import { insertSuppressions } from '../suppression-rules/index.ts';
import { suppressLead } from '../suppressions/index.ts';
import * as store from './lead-endings.store.ts';

/** The kind of the actions of campaigns in the outbox. */
export const CAMPAIGN_STEP = 'campaign_step';

/** Leads with the addresses of one person, at most. */
const MOST_SHARERS = 1000;

/** Longest stored reason for the end of a campaign. */
const LONGEST_REASON = 500;

/** The text for a bounced mail, at the lead whose campaign it ended and in the timeline. */
export function describeBounce(reason: string): string {
  return cutText(reason === '' ? 'The message bounced.' : `The message bounced: ${reason}`, LONGEST_REASON);
}

type Tx = TransactionContext;
/** Also of a transaction over several organizations. */
type NarrowTx = Pick<Tx, 'db' | 'organization' | 'live'>;

export interface ReceivedReply {
  prospect_id: number;
  account_id: number;
  received_at: Date;
  /** In-Reply-To and References of the reply: mails of ours that must have arrived. */
  refers_to: readonly string[];
}

/**
 * A person replied: stops all their pending actions, in all campaigns and on all channels. Other leads with one of their addresses are the same
 * person or read the same mailbox: their campaigns end, and their figures count no reply. After the commit no dispatch begins. Returns the
 * leads that are stopped as replied.
 */
export async function recordReply(tx: Tx, reply: ReceivedReply): Promise<store.StoppedLead[]> {
  await confirmByEvidence(tx, { message_ids: reply.refers_to, settled_by: 'reply' });
  const organization_id = tx.organization.id;
  const { prospect_id, account_id, received_at: at } = reply;
  await cancelPlanned(tx, {
    organization_id,
    prospect_ids: [prospect_id],
    kind: CAMPAIGN_STEP,
    reason: 'The lead has replied.',
  });
  const stopped = await store.stopForReply(tx, { organization_id, prospect_id, account_id, at });
  await announceStops(tx, stopped);
  await endSharers(tx, prospect_id);
  tx.events.emit({ type: 'lead_replied', prospect_id });
  return stopped;
}

async function endSharers(tx: Tx, prospect_id: number): Promise<void> {
  const others = await findSharers(tx, prospect_id, MOST_SHARERS);
  if (others.length > 0) await endPeople(tx, others, 'COMPLETED', 'Another lead with this address has replied');
}

/** A campaign starts: its leads who have replied since they were added start as replied. */
export async function stopStartedReplied(tx: Tx, campaignId: number): Promise<void> {
  await announceStops(tx, await store.stopRepliedAtStart(tx, campaignId));
}

export interface ReceivedBounce {
  /** The address the report is about. */
  email: string;
  /** Our Message-ID of the mail that came back. */
  message_id: string | null;
  /** Whether the report contains a Message-ID of ours that can't be guessed. */
  is_proven?: boolean;
  /** The address is that of a copy, not the one that the lead was written to at. */
  is_copy?: boolean;
  /** Only a hard bounce says that the address is bad for good. */
  is_hard: boolean;
  reason: string;
  at: Date;
}

/**
 * Records a bounced mail at the step that sent it. A hard bounce suppresses the address and fails the person's campaigns. An unproven one
 * only ends the lead's campaigns and suppresses and counts nothing: anyone could have sent it (decision 0280).
 */
export async function recordBounce(tx: Tx, bounce: ReceivedBounce): Promise<store.StoppedLead[]> {
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
    await store.markBounced(tx, { campaign_lead_id: ref_id, node_id: ref_part, reason, is_hard, at });
  }
  return stopped;
}

function asTrouble(tx: Tx, { intent_id, account_id, campaign_id }: OwnMail) {
  return { organization_id: tx.organization.id, kind: 'bounce' as const, intent_id, account_id, campaign_id };
}

async function endBounced(tx: Tx, bounce: ReceivedBounce, mails: readonly OwnMail[]): Promise<store.StoppedLead[]> {
  const organization_id = tx.organization.id;
  const email = bounce.is_proven === false ? null : normalizeEmail(bounce.email);
  const leads = bounce.is_copy === true ? [] : mails.flatMap((mail) => mail.prospect_id ?? []);
  const prospect_id = leads[0] ?? null;
  const detail = bounce.reason;
  if (email) await insertSuppressions(tx, [{ organization_id, email, reason: 'hard_bounce', detail, prospect_id }]);
  const people = email ? await store.findPeopleByEmail(tx, organization_id, [email]) : [];
  const prospect_ids = [...new Set([...people, ...leads])];
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
): Promise<store.StoppedLead[]> {
  const { prospect_id, detail, asked_from, is_from_crm = false } = given;
  await requireNewestDatabase(tx);
  const reason = is_from_crm ? 'crm' : 'unsubscribe';
  const emails = await suppressLead(tx, { prospect_id, reason, detail, addresses: asked_from ? [asked_from] : [] });
  if (!is_from_crm) tx.events.emit({ type: 'lead_unsubscribed', prospect_id, email: emails[0] ?? null });
  return endSuppressed(tx, [prospect_id], emails, is_from_crm ? detail : 'Unsubscribed');
}

/** Ends the campaigns of leads who were suppressed, and of those who have one of their addresses. */
async function endSuppressed(tx: Tx, people: readonly number[], emails: readonly string[], words: string) {
  const others = await findByAnyEmail(tx, tx.organization.id, emails, MOST_SHARERS);
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
  const others = await store.findPeopleByEmail(tx, tx.organization.id, [email]);
  await endPeople(tx, [...new Set([prospect_id, ...others])], 'COMPLETED', 'Left the company');
  return true;
}

/** A person reported a mail as spam: they are suppressed as if they had unsubscribed, and all their campaigns in the organization stop. */
export async function recordComplaint(
  tx: Tx,
  given: { prospect_id: number | null; email: string; at: Date },
): Promise<store.StoppedLead[]> {
  const organization_id = tx.organization.id;
  const email = normalizeEmail(given.email);
  const detail = 'Reported a message as spam.';
  const addresses = email ? [email] : [];
  const others = await findByAnyEmail(tx, organization_id, addresses, MOST_SHARERS);
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
  await store.insertComplaint(tx, { organization_id, prospect_ids: people, at: given.at });
  return endSuppressed(tx, people, emails, 'Reported as spam');
}

/** A lead said in a call whether they are interested: all their campaigns end, in these words. */
export const endAfterCall = (tx: Tx, prospect_id: number, words: string): Promise<store.StoppedLead[]> =>
  endPeople(tx, [prospect_id], 'COMPLETED', words);

/** Leads booked a meeting: all their campaigns end. It is no reply in the figures. */
export const endAfterBooking = (tx: Tx, prospect_ids: number[]): Promise<store.StoppedLead[]> =>
  endPeople(tx, prospect_ids, 'COMPLETED', 'Booked a meeting');

/**
 * A team member wrote to a lead and ended the campaigns that have waited since. Their planned actions are cancelled by the stop check: here
 * the caller has locked its own action, after which none may be locked.
 */
export async function endHeldByMessage(tx: NarrowTx & Pick<Tx, 'clock'>, prospect_id: number): Promise<void> {
  const stopped = await store.endLeads(tx, {
    organization_id: tx.organization.id,
    prospect_ids: [prospect_id],
    status: 'COMPLETED',
    error: 'A team member has written to this lead',
    at: tx.clock.now(),
    is_held_by_message: true,
  });
  await announceStops(tx, stopped);
}

async function endPeople(
  tx: Tx,
  prospect_ids: number[],
  status: 'COMPLETED' | 'FAILED',
  error: string,
): Promise<store.StoppedLead[]> {
  const organization_id = tx.organization.id;
  await cancelPlanned(tx, { organization_id, prospect_ids, kind: CAMPAIGN_STEP, reason: error });
  const stopped = await store.endLeads(tx, { organization_id, prospect_ids, status, error, at: tx.clock.now() });
  await announceStops(tx, stopped);
  return stopped;
}

/** Publishes stopped leads to browsers and wakes the engine. */
export async function announceStops(tx: NarrowTx, stopped: readonly store.StoppedLead[]): Promise<void> {
  for (const { campaign_id, prospect_id, status } of stopped.slice(0, 100)) {
    tx.live.publish('prospect_campaign_status', { campaign_id, prospect_id, campaign_status: status });
  }
  await wakeCampaigns(
    tx,
    [...new Set(stopped.map((lead) => lead.campaign_id))].sort((a, b) => a - b),
  );
}

function asSystem(tx: Tx): SystemTransactionContext {
  return { ...tx, forOrganization: () => tx };
}
