import { normalizeEmail } from '@overture/domain/addresses/email-address';
import type { TransactionContext } from '../../../kernel/context.ts';
import { confirmByEvidence } from '../../outbound/index.ts';
import { findContacted, listRecipients } from '../../sent-actions/index.ts';
import { findOwnMails, type OwnMail, parseQueueId, recordSentId } from '../../sent-mails/index.ts';
import { isSameAddress, isSameCompany, plainAddress } from '../addresses.rules.ts';
import { findPeopleByAddress } from '../chats.store.ts';
import { findByRfcIds } from '../messages.store.ts';
import { renameSentMail } from '../sent-mails.store.ts';
import type { MailFacts } from './mail-reading.service.ts';
import { isOwnEmail, isSeedCopy } from './own-emails.rules.ts';
import { decideThread, type KnownMail, type ThreadDecision } from './thread.rules.ts';
import { findAddresses, findReplyAddresses, isOwnAddress } from './threads.store.ts';

const MAX_IDS = 100;
const MAX_RECIPIENTS = 20;
/** The clocks of mail servers and ours differ a little. */
const SKEW_IN_MS = 10 * 60_000;

export type SentCopy = NonNullable<Parameters<typeof confirmByEvidence>[1]['copy']>;
type Mailbox = { account_id: number; organization_id: number };
/** Of one sender, or of any of the organization's. */
type Senders = { account_id: number | null; organization_id: number };

const idsOf = (mail: MailFacts): string[] => [
  ...new Set([...(mail.in_reply_to ? [mail.in_reply_to] : []), ...mail.references.slice(-MAX_IDS)]),
];

/** Whose conversation a received mail belongs to; see `decideThread`. */
export async function findThread(
  tx: TransactionContext,
  mailbox: Mailbox,
  mail: MailFacts,
  at: Date,
): Promise<ThreadDecision> {
  const from = mail.from?.address ?? null;
  return decideThread({
    from,
    in_reply_to: mail.in_reply_to,
    references: mail.references,
    known: await findKnown(tx, mailbox.account_id, idsOf(mail)),
    contacted: await findContactedByAddress(tx, mailbox, from === null ? [] : [from], at),
  });
}

const MAX_LEADS = 20;

/** Leads that a mail may come from, by its references and its address, for all our senders. */
export async function listPossibleLeads(tx: TransactionContext, mailbox: Mailbox, mail: MailFacts): Promise<number[]> {
  const known = await findKnown(tx, mailbox.account_id, idsOf(mail));
  const from = mail.from?.address ?? null;
  const people = await listPeopleAt(tx, from === null ? [] : [from]);
  return [...new Set([...known.map(({ prospect_id }) => prospect_id), ...people])].slice(0, MAX_LEADS);
}

/** Mails of ours and of the conversations of this mailbox, with the addresses of their leads. */
async function findKnown(tx: TransactionContext, accountId: number, ids: readonly string[]): Promise<KnownMail[]> {
  const ours = (await findOwnMails(tx, ids)).filter((mail) => mail.prospect_id !== null);
  const recipients = await listRecipients(
    tx,
    ours.map((mail) => mail.intent_id),
  );
  const others = await findByRfcIds(tx, accountId, ids);
  const prospectIds = [...ours.map((mail) => mail.prospect_id as number), ...others.map((mail) => mail.prospect_id)];
  const people = await findAddresses(tx, prospectIds);
  const answered = await findReplyAddresses(tx, prospectIds);
  const addressesOf = (prospectId: number, sentTo?: string): string[] =>
    [sentTo, ...(people.get(prospectId) ?? [])].filter((address) => address !== undefined);
  return [
    ...ours.flatMap((mail) =>
      namesOf(mail, ids).map((message_id) => ({
        message_id,
        prospect_id: mail.prospect_id as number,
        addresses: addressesOf(mail.prospect_id as number, recipients.get(mail.intent_id)?.to_email),
        answered_from: answered.get(mail.prospect_id as number) ?? [],
        is_ours: true,
      })),
    ),
    ...others.map((mail) => ({
      message_id: mail.rfc_message_id,
      prospect_id: mail.prospect_id,
      addresses: addressesOf(mail.prospect_id),
      answered_from: answered.get(mail.prospect_id) ?? [],
    })),
  ];
}

/** A provider may have sent it under an id of its own, which is the one that others know. */
function namesOf({ message_id, sent_message_id, queue_id }: OwnMail, ids: readonly string[]): string[] {
  const queued = ids.filter((id) => queue_id !== null && parseQueueId(id) === queue_id);
  return [...new Set([message_id, ...(sent_message_id === null ? [] : [sent_message_id]), ...queued])];
}

/** Leads with one of these addresses. */
export async function listPeopleAt(tx: TransactionContext, addresses: readonly string[]): Promise<number[]> {
  const variants = addresses
    .slice(0, MAX_RECIPIENTS)
    .flatMap((address) => [normalizeEmail(address), plainAddress(address)]);
  return findPeopleByAddress(tx, [...new Set(variants.filter((address) => address !== null))]);
}

/** Leads with one of these addresses to whom these senders had written before, the latest first. */
export async function findContactedByAddress(
  tx: TransactionContext,
  senders: Senders,
  addresses: readonly string[],
  at: Date,
): Promise<number[]> {
  return findContacted(tx, {
    organization_id: senders.organization_id,
    account_id: senders.account_id,
    prospect_ids: await listPeopleAt(tx, addresses),
    until: new Date(at.getTime() + SKEW_IN_MS),
  });
}

/** Whether one of us is writing: a colleague of the sender, another sender, or a user. */
export async function isOwnPerson(tx: TransactionContext, mailbox: { email: string }, from: string): Promise<boolean> {
  const address = plainAddress(from);
  if (address === null || isSameCompany(address, mailbox.email)) return true;
  return isOwnAddress(tx, address);
}

/**
 * Whether one of ours writes about a test mail, or it is the test itself: its headers name the thread of a lead who has nothing to do
 * with it. A lead who got it handed on and answers is heard as always.
 */
export async function isReplyToTestMail(
  tx: TransactionContext,
  mailbox: { email: string },
  mail: MailFacts,
): Promise<boolean> {
  const ids = [mail.message_id, mail.message_ref, ...idsOf(mail)].filter((id) => id !== null);
  const kinds = (await findOwnMails(tx, ids)).map(({ kind }) => kind);
  if (kinds.some(isSeedCopy)) return true;
  if (!kinds.some(isOwnEmail)) return false;
  return isOwnPerson(tx, mailbox, mail.from?.address ?? '');
}

/**
 * Our id of a mail that lies in the Sent folder; null for one that the product did not send. Providers replace the Message-ID, so the id in our
 * own header counts, and what they made of it is written down.
 */
export async function findOwnId(
  tx: TransactionContext,
  mailbox: Mailbox,
  mail: MailFacts,
  copy: SentCopy,
): Promise<string | null> {
  const ids = [mail.message_ref, mail.message_id].filter((id) => id !== null);
  const own = (await findOwnMails(tx, ids))[0] ?? (await recognizeOwn(tx, ids, copy));
  if (own !== undefined && mail.message_id !== null) await attachSentId(tx, mailbox, own.message_id, mail.message_id);
  return own?.message_id ?? null;
}

/** A database that was restored from a backup does not know what left later. The signed id names the lead and the step: neither may be repeated. */
async function recognizeOwn(
  tx: TransactionContext,
  message_ids: readonly string[],
  copy: SentCopy,
): Promise<OwnMail | undefined> {
  const settled = await confirmByEvidence(tx, { message_ids, settled_by: 'sent_folder', copy });
  return settled === 0 ? undefined : (await findOwnMails(tx, message_ids))[0];
}

async function attachSentId(
  tx: TransactionContext,
  { account_id }: Mailbox,
  message_id: string,
  sent_message_id: string,
) {
  const intent = await recordSentId(tx, { account_id, message_id, sent_message_id });
  if (intent !== null) await renameSentMail(tx, intent, sent_message_id);
}

/**
 * The lead a user wrote to in another program; null if the recipient has no conversation with us. Its author is known, so the conversation may
 * be that of another sender: the lead hears from one team.
 */
export async function findOwnCopyThread(
  tx: TransactionContext,
  mailbox: Mailbox,
  mail: MailFacts,
  at: Date,
): Promise<number | null> {
  const to = [...mail.to, ...mail.cc].map((address) => address.address);
  const known = await findKnown(tx, mailbox.account_id, idsOf(mail));
  const inThread = known.find((entry) =>
    entry.addresses.some((address) => to.some((other) => isSameAddress(address, other))),
  );
  if (inThread) return inThread.prospect_id;
  const { organization_id } = mailbox;
  return (await findContactedByAddress(tx, { organization_id, account_id: null }, to, at))[0] ?? null;
}
