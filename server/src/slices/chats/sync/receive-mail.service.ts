import type { ParsedMail, SyncCursor, SyncedMail } from '@overture/adapters/mailbox/mailbox.port';
import { type Classification, classifyMail } from '@overture/domain/mail-classify';
import type { Context, SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { type MailboxLease, rememberDkimSelector, saveSyncCursor } from '../../accounts/index.ts';
import { recordReply, recordUnsubscribe } from '../../campaigns/index.ts';
import { confirmByEvidence } from '../../outbound/index.ts';
import { hasDigest, insertAttachments, insertMessage, type MessageRow } from '../messages.store.ts';
import { applyBounce } from './bounces.service.ts';
import {
  chainOf,
  cleanHeaders,
  digestOf,
  discardFiles,
  type MailContent,
  readContent,
  type StoredFile,
  storeFiles,
} from './mail-parts.service.ts';
import { findBounced, findOwnCopyThread, findThread, isOwnMail } from './threads.service.ts';

/** A mailbox as its mails are received: whose it is, and the fence of who may commit. */
export interface ReadMailbox {
  lease: MailboxLease;
  email: string;
}

/** Somebody else reads the mailbox now, or it was removed: nothing of this mail may be written. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** What a mail means for the organisation; decided before anything is written. */
type Meaning =
  | { is: 'nothing' }
  | { is: 'evidence'; message_id: string }
  | { is: 'bounce'; report: Classification; prospect_id: number | null }
  | { is: 'message'; kind: MessageRow['kind']; prospect_id: number; is_colleague: boolean; wants_out: boolean };

/**
 * Takes one mail of a mailbox in. Whatever it causes (message, stop of the sequence, unread mark, evidence) and how far
 * the mailbox is read are one transaction: once the answer is stored, no further step of the sequence can leave. A mail
 * handed over twice changes nothing the second time.
 */
export async function receiveMail(
  system: SystemContext,
  mailbox: ReadMailbox,
  given: SyncedMail,
  cursor: SyncCursor,
): Promise<void> {
  const synced = { ...given, mail: cleanHeaders(given.mail) };
  const ctx = system.forOrganization(mailbox.lease.organization_id);
  const at = arrivalOf(ctx, synced);
  const meaning = await ctx.transaction(async (tx) => {
    const { account_id } = mailbox.lease;
    await rememberDkimSelector(
      tx,
      { account_id, email: mailbox.email },
      synced.mail.headers.get('dkim-signature') ?? [],
    );
    const found = await interpret(tx, mailbox, synced, at);
    if (found.is === 'message') return found;
    if (found.is === 'evidence') {
      await confirmByEvidence(tx, { message_ids: [found.message_id], settled_by: 'sent_folder' });
    }
    if (found.is === 'bounce') await applyBounce(tx, mailbox.lease, { ...found, synced, at });
    await saveCursor(tx, mailbox.lease, cursor);
    return found;
  });
  if (meaning.is !== 'message') return;
  const content = readContent(synced.mail);
  const files = await storeFiles(ctx, content.files);
  try {
    const isNew = await ctx.transaction(async (tx) => {
      const stored = await storeMessage(tx, mailbox, { synced, meaning, content, files, at });
      await saveCursor(tx, mailbox.lease, cursor);
      return stored;
    });
    if (!isNew) await discardFiles(ctx, files);
  } catch (error) {
    await discardFiles(ctx, files);
    throw error;
  }
}

/** Moves on without a mail: nothing recent in a folder, or a mail that cannot be taken in. */
export async function moveCursor(system: SystemContext, mailbox: ReadMailbox, cursor: SyncCursor): Promise<void> {
  await system
    .forOrganization(mailbox.lease.organization_id)
    .transaction((tx) => saveCursor(tx, mailbox.lease, cursor));
}

async function saveCursor(tx: TransactionContext, lease: MailboxLease, cursor: SyncCursor): Promise<void> {
  if (!(await saveSyncCursor(tx, lease, cursor))) throw new LeaseLostError('the mailbox is read by somebody else now');
}

const HOUR_IN_MS = 3_600_000;

/**
 * When a mail came, by the server that received it: its own Date header may say anything. Never later than now. Where
 * the installation's clock was moved, a mail that came just now came just now on that clock as well.
 */
function arrivalOf(ctx: Pick<Context, 'clock'>, { received_at, mail }: SyncedMail): Date {
  const now = ctx.clock.now();
  const at = received_at ?? mail.date ?? now;
  const realNow = now.getTime() - ctx.clock.offset_in_ms();
  const isFresh = Math.abs(realNow - at.getTime()) < HOUR_IN_MS;
  const moved = isFresh ? at.getTime() + ctx.clock.offset_in_ms() : at.getTime();
  // Servers keep whole seconds. The end of that second: an answer must not stand before the mail it answers.
  const inSecond = at.getMilliseconds() === 0 ? moved + 999 : moved;
  return new Date(Math.min(inSecond, now.getTime()));
}

async function interpret(tx: TransactionContext, mailbox: ReadMailbox, synced: SyncedMail, at: Date): Promise<Meaning> {
  const { mail, folder } = synced;
  if (folder === 'SENT') return interpretOwnCopy(tx, mailbox, mail, at);
  const report = classifyMail({
    from: mail.from?.address ?? null,
    own_addresses: [mailbox.email],
    subject: mail.subject,
    headers: mail.headers,
    text: mail.text,
    delivery_statuses: mail.delivery_statuses,
    returned_message_id: mail.returned_message_id,
  });
  switch (report.kind) {
    case 'own_copy':
    case 'read_receipt':
    case 'delivery_report':
      return { is: 'nothing' };
    case 'bounce_hard':
    case 'bounce_soft':
    case 'bounce_policy': {
      const bounced = await findBounced(tx, mailbox.lease.account_id, report);
      return bounced ? { is: 'bounce', report, prospect_id: bounced.prospect_id } : { is: 'nothing' };
    }
    default:
      return interpretAnswer(tx, mailbox, mail, report.kind, at);
  }
}

/** A copy in the Sent folder proves that a mail left; what a person of ours wrote elsewhere joins the conversation. */
async function interpretOwnCopy(
  tx: TransactionContext,
  mailbox: ReadMailbox,
  mail: ParsedMail,
  at: Date,
): Promise<Meaning> {
  if (mail.message_id !== null && (await isOwnMail(tx, mail.message_id)))
    return { is: 'evidence', message_id: mail.message_id };
  const prospect = await findOwnCopyThread(tx, mailbox.lease, mail, at);
  if (prospect === null) return { is: 'nothing' };
  return { is: 'message', kind: 'OWN_CLIENT', prospect_id: prospect, is_colleague: false, wants_out: false };
}

async function interpretAnswer(
  tx: TransactionContext,
  mailbox: ReadMailbox,
  mail: ParsedMail,
  kind: 'reply' | 'auto_reply' | 'unsubscribe_request',
  at: Date,
): Promise<Meaning> {
  const thread = await findThread(tx, mailbox.lease, mail, at);
  if (!thread.belongs) {
    if (thread.because === 'third_party') {
      tx.log.info(
        { account: mailbox.lease.account_id },
        'a mail that names our thread but comes from a stranger was left out',
      );
    }
    return { is: 'nothing' };
  }
  return {
    is: 'message',
    kind: kind === 'auto_reply' ? 'AUTO_REPLY' : 'REPLY',
    prospect_id: thread.prospect_id,
    is_colleague: thread.is_colleague,
    wants_out: kind === 'unsubscribe_request',
  };
}

interface Received {
  synced: SyncedMail;
  meaning: Extract<Meaning, { is: 'message' }>;
  content: MailContent;
  files: StoredFile[];
  at: Date;
}

/** Stores a message and what follows from it; false when it was stored before. */
async function storeMessage(tx: TransactionContext, mailbox: ReadMailbox, received: Received): Promise<boolean> {
  const { meaning, content, at } = received;
  const { mail, folder, received_at } = received.synced;
  const { account_id } = mailbox.lease;
  const digest = digestOf(folder, mail, received_at);
  if (await hasDigest(tx, account_id, digest)) return false;
  // Leads before conversations: the order of locks everywhere.
  if (meaning.kind === 'REPLY') await stopSequence(tx, mailbox, received);
  const isOurs = meaning.kind === 'OWN_CLIENT';
  const id = await insertMessage(tx, {
    prospect_id: meaning.prospect_id,
    account_id,
    kind: meaning.kind,
    sent_by_prospect: !isOurs,
    from_name: meaning.is_colleague ? mail.from?.name || null : null,
    from_email: meaning.is_colleague ? (mail.from?.address ?? null) : null,
    subject_line: content.subject,
    message: content.message,
    quoted_text: content.quoted_text,
    html: content.html,
    has_remote_content: content.has_remote_content,
    sent_at: at,
    read: meaning.kind !== 'REPLY',
    rfc_message_id: mail.message_id,
    reference_chain: chainOf(mail),
    digest,
  });
  if (id === null) return false;
  await insertAttachments(tx, id, received.files);
  tx.live.publish('chat_message', { prospect_id: meaning.prospect_id, message_id: id, sent_by_prospect: !isOurs });
  return true;
}

async function stopSequence(
  tx: TransactionContext,
  mailbox: ReadMailbox,
  { meaning, synced, at }: Received,
): Promise<void> {
  const { prospect_id } = meaning;
  await recordReply(tx, {
    prospect_id,
    account_id: mailbox.lease.account_id,
    received_at: at,
    refers_to: chainOf(synced.mail),
  });
  if (!meaning.wants_out) return;
  await recordUnsubscribe(tx, { prospect_id, email: synced.mail.from?.address ?? null, detail: 'Asked by reply.' });
}
