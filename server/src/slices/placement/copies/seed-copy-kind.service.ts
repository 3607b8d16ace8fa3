import { nextLookInMinutes } from '@overture/domain/deliverability/placement';
import { parseHours } from '@overture/domain/sending/sending-window';
import type { SystemTransactionContext } from '../../../kernel/context.ts';
import type { Letter, OutboundKind, SettledIntent, Verdict } from '../../action-kinds/index.ts';
import { ownEmails } from '../../campaigns/index.ts';
import { disarmPrivacyLinks } from '../../privacy/index.ts';
import { forgetMailTexts } from '../../sent-actions/index.ts';
import { type DueCopy, lockDueCopies, markNotSent, markRefused, markSent, SEED_COPY } from './copies.store.ts';

/**
 * Copies of campaign emails to own mailboxes. They keep the gap and the daily limit of the sender and wait while it is held, as the email did.
 * They are tests: their bounces say nothing about leads.
 */
export const seedCopyKind: OutboundKind = {
  name: SEED_COPY,
  is_paced: true,
  is_test: true,
  has_stable_message_id: false,
  returns_when_held: false,
  async check(tx, intents) {
    const copies = new Map(
      (
        await lockDueCopies(
          tx,
          intents.map(({ ref_id }) => ref_id),
        )
      ).map((copy) => [copy.id, copy]),
    );
    return new Map(intents.map(({ id, ref_id }) => [id, decide(tx, copies.get(ref_id))]));
  },
  settled: writeOutcomes,
};

const cancel = (reason: string): Verdict => ({ verdict: 'cancel', reason });

function decide(tx: SystemTransactionContext, copy: DueCopy | undefined): Verdict {
  if (!copy) return cancel('The campaign was deleted.');
  const obstacle = findObstacle(copy);
  if (obstacle !== null) return cancel(obstacle);
  const letter = writeCopy(tx, copy);
  if (letter === null) return cancel('The email it copies is no longer known.');
  return { verdict: 'go', letter, zone: copy.zone, budgets: [], hours: parseHours(copy) };
}

/** A campaign completes with its last emails; these are copied too. */
const SENDING = new Set(['ACTIVE', 'COMPLETED']);

/** A copy is not sent later: by then it would say nothing about the email. */
function findObstacle(copy: DueCopy): string | null {
  if (copy.to_email === null) return 'The mailbox was removed.';
  if (copy.seed_status !== 'new' && copy.seed_status !== 'ok') return 'The mailbox can’t be used now.';
  if (copy.must_stay) return 'The mailbox sends emails, is a lead’s, or is suppressed.';
  if (!copy.is_on) return 'Copies were turned off.';
  if (copy.may_have_left) return 'The database was restored, so it may have left already.';
  if (copy.is_late) return 'It could not leave in time.';
  if (!SENDING.has(copy.campaign_status)) return 'The campaign is not running.';
  if (copy.guard_reason !== null) return 'The campaign is held.';
  return copy.has_plan ? null : 'The plan has ended.';
}

/** The email as the lead got it, but for the address and the links that act for a lead: these do nothing, as in test mails. */
function writeCopy(tx: SystemTransactionContext, copy: DueCopy): Letter | null {
  const { subject, body_text, prospect_id, campaign_lead_id, unsubscribe_url } = copy;
  if (!body_text || prospect_id === null || campaign_lead_id === null) return null;
  const disarm = (text: string | null) =>
    text === null ? null : disarmPrivacyLinks(tx, ownEmails.disarmUnsubscribeLinks(tx, text));
  return {
    to: { name: null, address: copy.to_email! },
    subject: subject ?? '',
    text: disarm(body_text)!,
    html: disarm(copy.body_html),
    in_reply_to: copy.in_reply_to,
    references: copy.reference_chain ?? [],
    unsubscribe_url: disarm(unsubscribe_url),
    attachments: copy.attachments ?? [],
  };
}

/** Enhanced status codes (RFC 3463) of a mailbox that is full or closed, and of an address that does not exist. */
const FULL = /^[45]\.2\.[12]/;
const UNKNOWN = /^5\.1\./;

async function writeOutcomes(tx: SystemTransactionContext, settled: readonly SettledIntent[]): Promise<void> {
  const sent = settled.flatMap(({ ref_id: id, outcome }) =>
    outcome.outcome === 'confirmed' ? [{ id, at: outcome.at }] : [],
  );
  const refused = settled.flatMap(({ ref_id: id, outcome }) =>
    outcome.outcome === 'rejected' ? [{ id, reason: outcome.reason, code: outcome.code ?? '' }] : [],
  );
  const cancelled = settled.flatMap(({ ref_id: id, outcome }) =>
    outcome.outcome === 'cancelled' ? [{ id, reason: outcome.reason }] : [],
  );
  // They name a person who may be erased. A copy that is tried again is written again.
  await forgetMailTexts(
    tx,
    settled.map(({ id }) => id),
  );
  await markSent(tx, sent, nextLookInMinutes(0) ?? 0);
  await markNotSent(tx, [...refused, ...cancelled]);
  await markRefused(
    tx,
    refused.map(({ id, reason, code }) => ({ id, reason, is_full: FULL.test(code), is_unknown: UNKNOWN.test(code) })),
  );
}
