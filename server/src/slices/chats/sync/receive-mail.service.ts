import type { SyncCursor } from '@overture/adapters/mailbox/mailbox.port';
import { type Classification, isReadReceipt } from '@overture/domain/mail/mail-classify';
import { loadNow } from '../../../kernel/clock.ts';
import type { Context, SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { countSkipped, isErasedPerson } from '../../erased-people/index.ts';
import { recordLeft } from '../../lead-endings/index.ts';
import { holdForAbsence } from '../../lead-holds/index.ts';
import { findTargets } from '../../link-tracking/index.ts';
import { type MailboxLease, saveSyncCursor } from '../../mailbox-leases/index.ts';
import { confirmByEvidence } from '../../outbound/index.ts';
import { findProspects } from '../../prospects/index.ts';
import { rememberDkimSelector } from '../../sender-domains/index.ts';
import { requestModelClass } from '../class-reading/class-reading.service.ts';
import {
  classifyMessage,
  findAbsence,
  handWrittenAbsence,
  saysLeft,
  storeClass,
  wantsOut,
} from '../classes/classes.service.ts';
import type { IncomingClass } from '../classes/classes.store.ts';
import { insertReceivedFiles } from '../files/scan-files.service.ts';
import {
  discardFiles,
  type MailContent,
  type StoredFile,
  storeReceivedFiles,
  toReferenceChain,
} from '../mail/mail-parts.service.ts';
import { hasDigest, insertMessage, type MessageRow } from '../messages.store.ts';
import { lockForOwnMail, restateHold } from '../outgoing/campaign-choice.service.ts';
import { recordLeadReply } from '../outgoing/pause.service.ts';
import { listNamed } from '../outgoing/recipient.rules.ts';
import { storeUnmatchedReply } from '../unmatched/unmatched.service.ts';
import { requestWaitingDraft } from '../waiting-drafts/waiting-drafts.service.ts';
import { recordWish } from '../wishes/wishes.service.ts';
import { type Bounced, findBounced } from './bounced-mail.service.ts';
import { applyBounce, applyComplaint } from './bounces.service.ts';
import type { MailFacts } from './mail-reading.service.ts';
import { forgetTries } from './mail-tries.store.ts';
import { findLeadOfNewThread } from './new-thread.service.ts';
import { withoutOwnWords } from './own-words.service.ts';
import { storePastMail } from './past-mail.service.ts';
import { arrivalOf, type ReadMailbox, type ReceivedMail } from './read-mail.service.ts';
import type { ThreadDecision } from './thread.rules.ts';
import {
  findOwnCopyThread,
  findOwnId,
  findThread,
  isOwnPerson,
  isReplyToTestMail,
  type SentCopy,
} from './threads.service.ts';

/** Another worker syncs the mailbox now, or it was removed: nothing of this mail may be written. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** What a mail means for the organization; decided before anything is written. */
type Meaning =
  | { is: 'nothing' }
  | { is: 'evidence'; message_id: string; copy: SentCopy }
  | { is: 'past_mail' }
  | ({ is: 'bounce'; report: Classification } & Bounced)
  | ({ is: 'complaint' } & Bounced)
  | { is: 'message'; kind: MessageRow['kind']; prospect_id: number; is_colleague: boolean; wants_out: boolean }
  | { is: 'possible_answer'; prospect_id: number; from_email: string; wants_out: boolean };

/**
 * Stores one mail of a mailbox. All its effects (message, stop of the sequence, unread mark, evidence) and the sync cursor are
 * one transaction: once the reply is stored, no further step of the sequence can leave. A mail delivered twice changes nothing
 * the second time.
 */
export async function receiveMail(
  system: SystemContext,
  mailbox: ReadMailbox,
  given: ReceivedMail,
  cursor: SyncCursor,
): Promise<void> {
  const ctx = system.forOrganization(mailbox.lease.organization_id);
  const received = await withoutOwnWords(ctx, mailbox, await withoutTracking(ctx, given));
  const { meaning, at } = await ctx.transaction(async (tx) => {
    const arrived = arrivalOf(received, await loadNow(tx), tx.clock.offset_in_ms());
    return { meaning: await recordMeaning(tx, mailbox, received, { at: arrived, cursor }), at: arrived };
  });
  if (meaning.is !== 'message' && meaning.is !== 'possible_answer') return;
  const { content: shown, files } = await storeReceivedFiles(ctx, received.content);
  try {
    const isNew = await ctx.transaction(async (tx) => {
      const stored =
        meaning.is === 'message'
          ? await storeMessage(tx, mailbox, { received, meaning, shown, files, at })
          : await storeUnmatchedReply(tx, toUnmatchedReply(mailbox, { received, meaning, shown, files, at }));
      await saveCursor(tx, mailbox.lease, cursor, received.place);
      return stored;
    });
    if (!isNew) await discardFiles(ctx, files);
  } catch (error) {
    await discardFiles(ctx, files);
    throw error;
  }
}

/** Decides what a mail means, and stores what needs no files. */
async function recordMeaning(
  tx: TransactionContext,
  mailbox: ReadMailbox,
  received: ReceivedMail,
  { at, cursor }: { at: Date; cursor: SyncCursor },
): Promise<Meaning> {
  await rememberDkimSelector(tx, ownerOf(mailbox), received.mail.dkim_signatures);
  const found = await interpret(tx, mailbox, received, at);
  // Other leads that it was written to. Reading it again stores nothing more.
  if (found.is === 'message' && found.kind === 'OWN_CLIENT')
    await storePastMail(tx, mailbox, received, { at, besides: found.prospect_id });
  if (found.is === 'message' || found.is === 'possible_answer') return found;
  if (found.is === 'past_mail') await storePastMail(tx, mailbox, received, { at });
  if (found.is === 'evidence') {
    const { message_id, copy } = found;
    await confirmByEvidence(tx, { message_ids: [message_id], settled_by: 'sent_folder', copy });
  }
  if (found.is === 'bounce') await applyBounce(tx, mailbox.lease, { ...found, received, at });
  if (found.is === 'complaint') await applyComplaint(tx, mailbox.lease, { ...found, received, at });
  await saveCursor(tx, mailbox.lease, cursor, received.place);
  return found;
}

/** The mail with the addresses that tracked links in its quotes of ours lead to. */
async function withoutTracking(ctx: Context, received: ReceivedMail): Promise<ReceivedMail> {
  const { letter, content } = received;
  const all = [letter.text, content.message, content.quoted_text, content.html].filter((text) => text !== null);
  const restore = await findTargets(ctx, all);
  const inText = <Text extends string | null>(text: Text) => (text === null ? text : restore(text, 'text')) as Text;
  return {
    ...received,
    letter: { ...letter, text: inText(letter.text) },
    content: {
      ...content,
      message: inText(content.message),
      quoted_text: inText(content.quoted_text),
      html: content.html === null ? null : restore(content.html, 'html'),
    },
  };
}

/** Moves on without a mail: nothing recent in a folder, or a mail that cannot be taken in. */
export async function moveCursor(
  system: SystemContext,
  mailbox: ReadMailbox,
  cursor: SyncCursor,
  place?: string,
): Promise<void> {
  await system
    .forOrganization(mailbox.lease.organization_id)
    .transaction((tx) => saveCursor(tx, mailbox.lease, cursor, place));
}

/** @param place of the mail that is dealt with by it */
async function saveCursor(
  tx: TransactionContext,
  lease: MailboxLease,
  cursor: SyncCursor,
  place?: string,
): Promise<void> {
  if (place !== undefined) await forgetTries(tx, { account_id: lease.account_id, place });
  if (!(await saveSyncCursor(tx, lease, cursor))) throw new LeaseLostError('another worker syncs the mailbox now');
}

async function interpret(
  tx: TransactionContext,
  mailbox: ReadMailbox,
  received: ReceivedMail,
  at: Date,
): Promise<Meaning> {
  const { folder, report, traces } = received;
  if (folder === 'SENT') return interpretOwnCopy(tx, mailbox, received, at);
  switch (report.kind) {
    case 'own_copy':
    case 'read_receipt':
    case 'delivery_report':
      return { is: 'nothing' };
    case 'bounce_hard':
    case 'bounce_soft':
    case 'bounce_policy': {
      const bounced = await findBounced(tx, ownerOf(mailbox), { report, traces, at });
      return bounced ? { is: 'bounce', report, ...bounced } : { is: 'nothing' };
    }
    case 'complaint': {
      const about = await findBounced(tx, ownerOf(mailbox), { report, traces, at });
      return about?.is_proven ? { is: 'complaint', ...about } : { is: 'nothing' };
    }
    default:
      return interpretReply(tx, mailbox, received, report.kind, at);
  }
}

const ownerOf = ({ lease, email }: ReadMailbox) => ({ account_id: lease.account_id, email });

/** A copy in the Sent folder proves that a mail left; what a person of ours wrote elsewhere joins the conversation. */
async function interpretOwnCopy(
  tx: TransactionContext,
  mailbox: ReadMailbox,
  { mail, letter, content }: ReceivedMail,
  at: Date,
): Promise<Meaning> {
  if (isReadReceipt(letter)) return { is: 'nothing' };
  const { account_id } = mailbox.lease;
  const copy = { account_id, sent_at: at, subject: content.subject, text: content.message };
  const own = await findOwnId(tx, mailbox.lease, mail, copy);
  if (own !== null) return { is: 'evidence', message_id: own, copy };
  const prospect = await findOwnCopyThread(tx, mailbox.lease, mail, at);
  if (prospect === null) return { is: 'past_mail' };
  return { is: 'message', kind: 'OWN_CLIENT', prospect_id: prospect, is_colleague: false, wants_out: false };
}

async function interpretReply(
  tx: TransactionContext,
  mailbox: ReadMailbox,
  received: ReceivedMail,
  kind: 'reply' | 'auto_reply' | 'unsubscribe_request',
  at: Date,
): Promise<Meaning> {
  const { mail } = received;
  if (await isReplyToTestMail(tx, mailbox, mail)) return { is: 'nothing' };
  if (await isErasedPerson(tx, { email: mail.from?.address ?? null })) {
    await countSkipped(tx, 'reply', 1);
    return { is: 'nothing' };
  }
  const thread = await findThread(tx, mailbox.lease, mail, at);
  const wants_out = kind === 'unsubscribe_request';
  if (!thread.belongs) {
    const prospect_id = await findLeadOfNewThread(tx, mailbox, received, { thread, at });
    if (prospect_id !== null) return { is: 'message', kind: 'REPLY', prospect_id, is_colleague: false, wants_out };
    return interpretOther(tx, mailbox, mail, { kind, thread, wants_out });
  }
  return {
    is: 'message',
    kind: kind === 'auto_reply' ? 'AUTO_REPLY' : 'REPLY',
    prospect_id: thread.prospect_id,
    is_colleague: thread.is_colleague,
    wants_out,
  };
}

/** Mail outside of every thread of ours: correspondence with a lead, or a question to a user. */
async function interpretOther(
  tx: TransactionContext,
  mailbox: ReadMailbox,
  mail: MailFacts,
  given: { kind: string; thread: Exclude<ThreadDecision, { belongs: true }>; wants_out: boolean },
): Promise<Meaning> {
  const { kind, thread, wants_out } = given;
  const from_email = mail.from?.address ?? null;
  if (thread.because === 'unknown_sender' && kind === 'reply') return { is: 'past_mail' };
  if (thread.because !== 'third_party' || thread.prospect_id === null || from_email === null) return { is: 'nothing' };
  if (kind === 'auto_reply' || (await isOwnPerson(tx, mailbox, from_email))) return { is: 'nothing' };
  return { is: 'possible_answer', prospect_id: thread.prospect_id, from_email, wants_out };
}

interface Received<Is extends 'message' | 'possible_answer' = 'message'> {
  received: ReceivedMail;
  meaning: Extract<Meaning, { is: Is }>;
  /** What people read: it says so where its files are missing. Decisions read what the lead wrote. */
  shown: MailContent;
  files: StoredFile[];
  at: Date;
}

/** What a mail says and names, as messages and possible answers keep it. */
function wordsOf({ received: { mail, digest }, shown: content }: Pick<Received, 'received' | 'shown'>) {
  return {
    subject_line: content.subject,
    message: content.message,
    quoted_text: content.quoted_text,
    html: content.html,
    has_remote_content: content.has_remote_content,
    is_unreadable: content.is_unreadable,
    rfc_message_id: mail.message_id,
    reference_chain: toReferenceChain(mail),
    digest,
  };
}

function toUnmatchedReply(mailbox: ReadMailbox, given: Received<'possible_answer'>) {
  const { received, meaning, files, at } = given;
  const { mail, authentication } = received;
  return {
    prospect_id: meaning.prospect_id,
    account_id: mailbox.lease.account_id,
    from_name: mail.from?.name || null,
    from_email: meaning.from_email,
    ...wordsOf(given),
    wants_out: meaning.wants_out && authentication !== 'failed',
    files,
    sent_at: at,
  };
}

/** Stores a message and what follows from it; false when it was stored before. */
async function storeMessage(tx: TransactionContext, mailbox: ReadMailbox, given: Received): Promise<boolean> {
  const { at } = given;
  const { mail, digest } = given.received;
  const { account_id } = mailbox.lease;
  if (await hasDigest(tx, account_id, digest)) return false;
  const isOurs = given.meaning.kind === 'OWN_CLIENT';
  const found = isOurs ? null : await classOf(tx, mailbox, given);
  const { meaning, last_day } = weighAbsence(given, found);
  // Leads before conversations: the order of locks everywhere.
  if (meaning.kind === 'REPLY') await stopSequence(tx, mailbox, given, meaning.wants_out || wantsOut(found));
  if (saysLeft(found) && !meaning.is_colleague) await leave(tx, meaning.prospect_id);
  if (last_day !== null) await holdForAbsence(tx, { prospect_id: meaning.prospect_id, last_day });
  const held = await lockForOwnMail(tx, meaning, given.received.letter);
  const id = await insertMessage(tx, {
    prospect_id: meaning.prospect_id,
    account_id,
    kind: meaning.kind,
    campaign_choice: held.campaign_choice,
    sent_by_prospect: !isOurs,
    ...(meaning.is_colleague ? presentWriter(mail) : {}),
    ...listNamed(mail, mailbox.email),
    ...wordsOf(given),
    sent_at: at,
    read: meaning.kind !== 'REPLY',
  });
  if (id === null) return false;
  await restateHold(tx, meaning.prospect_id, held.leads);
  await insertReceivedFiles(tx, id, given.files);
  await storeClass(tx, { id, prospect_id: meaning.prospect_id }, found);
  // What a machine wrote has words that decide, or none worth a question.
  if (meaning.kind === 'REPLY' && !given.received.content.is_unreadable) {
    const reply = { id, prospect_id: meaning.prospect_id, is_forged: given.received.authentication === 'failed' };
    requestModelClass(tx, reply, found);
    await requestWaitingDraft(tx, reply, found);
  }
  tx.live.publish('chat_message', { prospect_id: meaning.prospect_id, message_id: id, sent_by_prospect: !isOurs });
  return true;
}

const presentWriter = ({ from }: Received['received']['mail']) => ({
  from_name: from?.name || null,
  from_email: from?.address ?? null,
});

/**
 * Until when the lead is away, if this says so for sure. What a person wrote by hand counts like an absence note where it says nothing else;
 * a colleague's absence is not the lead's.
 */
function weighAbsence(
  { meaning, received, at }: Received,
  found: IncomingClass | null,
): { meaning: Received['meaning']; last_day: string | null } {
  if (meaning.is_colleague || !['REPLY', 'AUTO_REPLY'].includes(meaning.kind)) return { meaning, last_day: null };
  if (meaning.kind === 'AUTO_REPLY') return { meaning, last_day: findAbsence(found, at) };
  const last_day = meaning.wants_out ? null : handWrittenAbsence(found, received.content.message);
  return { meaning: last_day === null ? meaning : { ...meaning, kind: 'AUTO_REPLY' }, last_day };
}

/** The lead's own address, for a mail from any of theirs. If a colleague left the company, that says nothing about the lead. */
async function leave(tx: TransactionContext, prospect_id: number): Promise<void> {
  const [lead] = await findProspects(tx, [prospect_id]);
  await recordLeft(tx, { prospect_id, email: lead?.email ?? null });
}

async function classOf(
  tx: TransactionContext,
  mailbox: ReadMailbox,
  { meaning, received }: Received,
): Promise<IncomingClass | null> {
  const { mail, content, authentication } = received;
  // The words of one that could not be read are ours.
  if (content.is_unreadable && !meaning.wants_out) return null;
  return classifyMessage(tx, {
    prospect_id: meaning.prospect_id,
    kind: meaning.wants_out ? 'unsubscribe_request' : meaning.kind === 'AUTO_REPLY' ? 'auto_reply' : 'reply',
    subject: content.subject,
    text: content.message,
    own: [mailbox.email, mail.from?.address ?? null],
    is_forged: authentication === 'failed',
  });
}

async function stopSequence(
  tx: TransactionContext,
  mailbox: ReadMailbox,
  { meaning, received, at }: Received,
  wantsNoMore: boolean,
): Promise<void> {
  const { prospect_id } = meaning;
  await recordLeadReply(tx, {
    prospect_id,
    account_id: mailbox.lease.account_id,
    received_at: at,
    refers_to: toReferenceChain(received.mail),
  });
  // Anyone can write another's address into From: a mail that the receiving server found forged unsubscribes no one.
  if (!wantsNoMore || received.authentication === 'failed') return;
  await recordWish(tx, { prospect_id, from: received.mail.from?.address ?? null });
}
