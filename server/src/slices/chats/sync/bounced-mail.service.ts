import { emailDomain } from '@overture/domain/addresses/email-address';
import type { Classification } from '@overture/domain/mail/mail-classify';
import type { ReturnedTraces } from '@overture/domain/mail/returned-traces';
import type { TransactionContext } from '../../../kernel/context.ts';
import { listRecipients } from '../../sent-actions/index.ts';
import {
  findOwnMails,
  findQueued,
  findSentTo,
  isSafeQueueId,
  type OwnMail,
  parseQueueId,
} from '../../sent-mails/index.ts';
import { isSameAddress } from '../addresses.rules.ts';
import { findPeopleByAddress } from '../chats.store.ts';
import { findForwardedLeads } from '../outgoing/deliveries.store.ts';
import { FORWARDED_MESSAGE } from '../outgoing/message-intent.rules.ts';
import { isOwnEmail } from './own-emails.rules.ts';

const DAY_IN_MS = 86_400_000;
/** Servers give up after five days (RFC 5321, 4.5.4.1), some after seven; names in queues come back later than that. */
const QUEUE_LIFE_IN_MS = 14 * DAY_IN_MS;
const LONGEST_TRY_IN_MS = 5 * DAY_IN_MS;

/**
 * The mail of ours that a report is about, and its recipient: the address we wrote to, even if an alias or a forwarding has
 * another name.
 */
export interface Bounced {
  prospect_id: number | null;
  email: string;
  /** Ours. */
  message_id: string;
  /** False if the report contains no unguessable id of the mail: it is shown, and suppresses no address. */
  is_proven: boolean;
  /** The address is not the one that the mail was written to: a copy, or a mail that was sent on. It says nothing of the lead. */
  is_copy: boolean;
}

interface Report {
  report: Classification;
  traces: ReturnedTraces;
  at: Date;
}

/**
 * The mail of ours that a delivery report or a complaint is about (decision 0280). Anyone can forge a report, so it must
 * contain an unguessable id: one of our Message-IDs or the relay's for it, or the queue id of the server that accepted the
 * mail. A weaker report is attributed to the newest mail to that address of the last days, if there is one, and proves nothing.
 */
export async function findBounced(
  tx: TransactionContext,
  mailbox: { account_id: number; email: string },
  given: Report,
): Promise<Bounced | null> {
  const named = await findNamed(tx, mailbox.account_id, given);
  if (named !== null) return named;
  const { original_message_id: id, recipient } = given.report;
  // Our ids end in the sender's own domain: one that we do not know is of a mail that a person wrote elsewhere, or made up.
  if (recipient === null || (id !== null && isOfDomain(id, mailbox.email))) return null;
  const people = await findPeopleByAddress(tx, [recipient]);
  const since = new Date(given.at.getTime() - LONGEST_TRY_IN_MS);
  const { account_id } = mailbox;
  const mail = await findSentTo(tx, { account_id, prospect_ids: people, email: recipient, since });
  return mail === null || isOwnEmail(mail.kind) ? null : describe(mail, recipient, false);
}

/** By unguessable ids. Ids of mails that ours replies to, and short queue ids, count only for the address that we wrote to. */
async function findNamed(tx: TransactionContext, account_id: number, given: Report): Promise<Bounced | null> {
  const { report, traces, at } = given;
  const first = report.original_message_id === null ? [] : [report.original_message_id];
  const mails = await findOwnMails(tx, [...first, ...traces.ids]);
  const since = new Date(at.getTime() - QUEUE_LIFE_IN_MS);
  const queued = await findQueued(tx, { account_id, words: traces.words, since });
  const ours = [...mails, ...queued].filter((mail) => mail.account_id === account_id && !isOwnEmail(mail.kind));
  const recipients = await listRecipients(
    tx,
    ours.map((mail) => mail.intent_id),
  );
  const isReturned = (mail: OwnMail): boolean =>
    first.some((id) => [mail.message_id, mail.sent_message_id].includes(id) || isQueuedAs(mail, id)) ||
    (mail.queue_id !== null && isSafeQueueId(mail.queue_id) && traces.words.includes(mail.queue_id));
  for (const mail of [...ours.filter(isReturned), ...ours.filter((mail) => !isReturned(mail))]) {
    const sentTo = recipients.get(mail.intent_id);
    if (sentTo === undefined) continue;
    const { recipient } = report;
    const addressed = [sentTo.to_email, ...sentTo.cc_emails].find(
      (email) => recipient !== null && isSameAddress(email, recipient),
    );
    if (!isReturned(mail) && addressed === undefined) continue;
    // A copy that came back says nothing of the lead.
    const copy = sentTo.cc_emails.find((email) => email === addressed);
    const { prospect_id, is_forward } = await findLead(tx, mail);
    const is_copy = copy !== undefined || is_forward;
    return { ...describe({ ...mail, prospect_id }, copy ?? sentTo.to_email, true), is_copy };
  }
  return null;
}

/** Whose conversation shows it. */
async function findLead(tx: TransactionContext, mail: OwnMail) {
  if (mail.kind !== FORWARDED_MESSAGE) return { prospect_id: mail.prospect_id, is_forward: false };
  const leads = await findForwardedLeads(tx, [mail.ref_id]);
  return { prospect_id: leads.get(mail.ref_id) ?? null, is_forward: true };
}

const isQueuedAs = ({ queue_id }: OwnMail, id: string): boolean => queue_id !== null && parseQueueId(id) === queue_id;

const describe = ({ prospect_id, message_id }: OwnMail, email: string, is_proven: boolean): Bounced => ({
  prospect_id,
  email,
  message_id,
  is_proven,
  is_copy: false,
});

const isOfDomain = (id: string, email: string): boolean =>
  id.slice(id.lastIndexOf('@') + 1).toLowerCase() === emailDomain(email);
