import type { ChatMessage } from '@overture/contract/chats';
import type { ForwardedMail } from '@overture/contract/forwards';
import { isEmailAccount, senderName } from '@overture/domain/accounts';
import { CHARACTER_LIMITS } from '@overture/domain/limits';
import { findFreeName } from '@overture/domain/message/files/free-name';
import { quoteMessage, writeForwarded } from '@overture/domain/message/quote';
import { forwardSubject, replySubject, threadAfter } from '@overture/domain/message/threading';
import { toSingleLine } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import { loadNow } from '../../../kernel/clock.ts';
import type { ReadContext, TransactionContext } from '../../../kernel/context.ts';
import { orNotFound } from '../../../kernel/errors.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { type AccountRow, findAccount } from '../../accounts/index.ts';
import { planAction } from '../../outbound/index.ts';
import { isSameAddress } from '../addresses.rules.ts';
import { getProspect } from '../chats.service.ts';
import { holdChat } from '../chats.store.ts';
import { requestScans } from '../files/scan-files.service.ts';
import { copyFiles } from '../files/store-files.service.ts';
import { discardFiles, type StoredFile } from '../mail/mail-parts.service.ts';
import {
  findMessage,
  findRepeated,
  insertAttachments,
  insertMessage,
  type KeptFile,
  type MessageRow,
} from '../messages.store.ts';
import { loadChatMessage } from '../outgoing/load-message.service.ts';
import { requireImages, requireSendable } from '../outgoing/message-files.service.ts';
import { describeInfected, toForward } from '../outgoing/message-intent.rules.ts';
import { cleanFormatted, cleanMessage, cleanNote, resolveTimes } from '../outgoing/message-text.service.ts';
import { listCopies } from '../outgoing/recipient.rules.ts';
import { findSignature, getSender, refusal, requireWritable } from '../outgoing/senders.service.ts';
import { claimUploads, hasUploads } from '../outgoing/uploads.store.ts';
import { findAddresses } from '../sync/threads.store.ts';
import { deleteUserDraft } from '../user-drafts/user-drafts.store.ts';
import { listMessageFiles } from './forwards.store.ts';

/** The same forward by the same user within this time is one: a double click, a request sent again. */
const REPEAT_IN_SECONDS = 5;

interface Key {
  prospectId: number;
  messageId: number;
}

type Prospect = Awaited<ReturnType<typeof getProspect>>;

/**
 * Sends a mail of a conversation on to others, with its files and a note above it. It begins a thread of its own: what its recipients
 * reply to it is no reply of the lead. A reply to others (`as_reply`) stays in the thread, and so do their replies.
 */
export async function forwardMessage(ctx: SessionContext, key: Key, given: ForwardedMail): Promise<ChatMessage> {
  const source = await ctx.read((tx) => loadSource(tx, key, given));
  const copies = await copyFiles(ctx, source.files);
  // A copy is what its file is: one that waits for the scanner is scanned as well.
  const files = copies.map((copy, index) => ({ ...copy, scan: source.files[index]?.scan ?? null }));
  let isKept = false;
  try {
    return await ctx.transaction(async (tx) => {
      isKept = false;
      const prospect = await getProspect(tx, key.prospectId);
      await holdChat(tx, key.prospectId);
      const message = given.as_reply ? cleanMessage(given.message, 'IMAP') : cleanNote(given.message);
      const { idempotency_key = null } = given;
      const repeated = await findRepeated(tx, key.prospectId, {
        ...{ idempotency_key, message, user_id: ctx.user.id, within_seconds: REPEAT_IN_SECONDS, seen: null },
        brings_files: await hasUploads(tx, key.prospectId, ctx.user.id, given.upload_ids ?? []),
        forward: { ...listRecipients(given), forwards_message_id: source.message.id },
      });
      if (repeated) return loadChatMessage(tx, key.prospectId, repeated.id);
      const id = await queueForward(tx, { ...given, message, user_id: ctx.user.id, source: source.message, prospect });
      const formatted_text = cleanFormatted(given.formatted_text, 'IMAP');
      const attached = { key, id, user_id: ctx.user.id, files, formatted_text };
      await attach(tx, { ...attached, upload_ids: given.upload_ids ?? [] });
      await deleteUserDraft(tx, ctx.user.id, key.prospectId);
      isKept = true;
      return loadChatMessage(tx, key.prospectId, id);
    });
  } finally {
    if (!isKept) await discardFiles(ctx, files);
  }
}

type ScannedFile = StoredFile & Pick<KeptFile, 'scan'>;

interface Source {
  message: MessageRow;
  files: ScannedFile[];
}

/** The mail that is sent on and those of its files that are wanted. @throws ApiError not_found, send_refused */
async function loadSource(tx: ReadContext, { prospectId, messageId }: Key, given: ForwardedMail): Promise<Source> {
  await getProspect(tx, prospectId);
  const message = orNotFound(await findMessage(tx, messageId));
  orNotFound(message.prospect_id === prospectId || undefined);
  if (message.rfc_message_id === null || !['SENT', 'UNCONFIRMED'].includes(message.delivery))
    throw refusal('Only emails that were sent or received can be forwarded.');
  const all = await listMessageFiles(tx, messageId);
  const ids = given.attachment_ids ?? (given.as_reply ? [] : null);
  const files = ids ? all.filter(({ id }) => ids.includes(id)) : all;
  if (ids && files.length !== new Set(ids).size) throw refusal('A file of this email is no longer there.');
  const infected = files.find(({ scan }) => scan === 'infected');
  if (infected) throw refusal(describeInfected(infected.name));
  requireSendable(files, 'IMAP');
  return { message, files };
}

type Queued = ForwardedMail & { user_id: number; source: MessageRow; prospect: Prospect };

/** @returns the id of the message */
async function queueForward(tx: TransactionContext, given: Queued): Promise<number> {
  const { source, prospect } = given;
  const sender = await getMailbox(tx, prospect.id, given.account_id ?? source.account_id);
  const now = await loadNow(tx);
  const { leaves_at, is_timed } = resolveTimes(given, now);
  const id = await insertMessage(tx, {
    ...(await addressForward(tx, given)),
    ...{ prospect_id: prospect.id, account_id: sender.id, kind: 'FORWARD', sent_by_prospect: false },
    delivery: leaves_at === null ? 'SENDING' : 'SCHEDULED',
    subject_line: chooseSubject(source, given),
    message: given.message,
    formatted_text: cleanFormatted(given.formatted_text, sender.account_type),
    quoted_text: given.as_reply ? quoteReplied(source, prospect) : await quoteSource(tx, source, prospect),
    signature_html: await findSignature(tx, given.signature_id),
    sent_at: leaves_at ?? now,
    is_timed,
    read: true,
    rfc_message_id: null,
    reference_chain: given.as_reply ? referencesAfter(source) : [],
    author_user_id: given.user_id,
    idempotency_key: given.idempotency_key ?? null,
    forwards_message_id: source.id,
  });
  const messageId = orNotFound(id);
  await planAction(tx, { ...toForward(sender.id, messageId), ...(leaves_at ? { due_at: leaves_at } : {}) });
  tx.live.publish('chat_message', { prospect_id: prospect.id, message_id: messageId, sent_by_prospect: false });
  return messageId;
}

/** The mailbox a user chose, else the one of the mail, else the one of the conversation. */
async function getMailbox(tx: TransactionContext, prospectId: number, wanted: number | null): Promise<AccountRow> {
  const isThere = wanted !== null && (await findAccount(tx, wanted)) !== null;
  const sender = await getSender(tx, prospectId, isThere ? wanted : null);
  if (!isEmailAccount(sender.account_type)) throw refusal('Choose a mailbox to forward this email from.');
  return sender;
}

/** Each address once, as the message keeps them. @throws ApiError send_refused */
function listRecipients({ to, cc, bcc }: Pick<ForwardedMail, 'to' | 'cc' | 'bcc'>) {
  const [first = '', ...rest] = [...new Map(to.map((email) => [email.toLowerCase(), email])).values()];
  const copies = listCopies({ cc, bcc }, [first, ...rest]);
  if (copies.problem !== null) throw refusal(copies.problem);
  return { to_email: first, other_to_emails: rest, cc_emails: copies.cc, bcc_emails: copies.bcc };
}

async function addressForward(tx: TransactionContext, { prospect, ...given }: Queued) {
  const recipients = listRecipients(given);
  const { to_email, other_to_emails, cc_emails, bcc_emails } = recipients;
  const all = [to_email, ...other_to_emails, ...cc_emails, ...bcc_emails];
  await requireWritable(tx, all);
  const own = (await findAddresses(tx, [prospect.id])).get(prospect.id) ?? [];
  const lead = all.find((email) => own.some((address) => isSameAddress(address, email)));
  if (lead !== undefined) throw refusal(`${lead} is this lead's own address. Reply to the lead instead.`);
  if (given.as_reply) requireNamed(given.source, [to_email, ...other_to_emails]);
  return { ...recipients, to_name: null };
}

/** The words of a conversation go to people who are in it; others get a forward, which says that it is one. */
function requireNamed({ from_email, other_to_emails, cc_emails }: MessageRow, to: readonly string[]): void {
  const named = [...other_to_emails, ...cc_emails, ...(from_email === null ? [] : [from_email])];
  const other = to.find((email) => !named.some((address) => isSameAddress(address, email)));
  if (other !== undefined) throw refusal(`This email doesn't name ${other}. Forward it instead.`);
}

const referencesAfter = ({ rfc_message_id, reference_chain }: MessageRow): string[] =>
  threadAfter(rfc_message_id === null ? null : { message_id: rfc_message_id, references: reference_chain ?? [] })
    .references;

function quoteReplied({ sent_by_prospect, from_name, from_email, ...source }: MessageRow, lead: Prospect): string {
  const name = from_name ?? from_email ?? `${lead.first_name} ${lead.last_name}`.trim();
  const author = sent_by_prospect ? name : 'we';
  return quoteMessage({ author, at: source.sent_at, text: source.message, quoted_text: source.quoted_text });
}

function chooseSubject(source: MessageRow, { as_reply, subject_line: written }: ForwardedMail): string {
  if (as_reply) return replySubject(source.subject_line ?? '');
  const subject = toSingleLine(written ?? '');
  return subject === '' ? cutText(forwardSubject(source.subject_line ?? ''), CHARACTER_LIMITS.subject) : subject;
}

async function quoteSource(tx: TransactionContext, source: MessageRow, prospect: Prospect): Promise<string> {
  const account = source.account_id === null ? null : await findAccount(tx, source.account_id);
  const us = account ? formatAddress(senderName(account), account.email) : null;
  const lead = formatAddress(`${prospect.first_name} ${prospect.last_name}`, prospect.email);
  const writer = source.from_email ? formatAddress(source.from_name ?? '', source.from_email) : lead;
  const others = source.kind === 'FORWARD' ? [] : source.other_to_emails;
  const addressee = source.sent_by_prospect ? us : (source.to_email ?? lead);
  return writeForwarded({
    from: source.sent_by_prospect ? writer : (us ?? ''),
    at: source.sent_at,
    subject: source.subject_line ?? '',
    to: [...(addressee ? [addressee] : []), ...others].join(', '),
    cc: source.cc_emails.join(', '),
    text: source.message,
    quoted_text: source.quoted_text,
  });
}

function formatAddress(name: string, email: string | null): string {
  const plain = name.trim();
  if (email === null || plain === email) return plain;
  return plain === '' ? email : `${plain} <${email}>`;
}

interface Attached {
  key: Key;
  id: number;
  user_id: number;
  files: readonly ScannedFile[];
  upload_ids: readonly number[];
  formatted_text: string | null;
}

async function attach(
  tx: TransactionContext,
  { key, id, user_id, files, upload_ids, formatted_text }: Attached,
): Promise<void> {
  const uploads = upload_ids.length === 0 ? [] : await claimUploads(tx, key.prospectId, user_id, upload_ids);
  if (uploads.length !== new Set(upload_ids).size)
    throw refusal('A file of this message is no longer there. Add it again.');
  // An image of the note is found by its name, also when its words are changed later.
  const taken = uploads.map(({ name }) => name);
  const all = [...uploads, ...files.map((file) => ({ ...file, name: findFreeName(file.name, taken) }))];
  requireSendable(all, 'IMAP');
  requireImages(formatted_text, uploads);
  await insertAttachments(tx, id, all);
  await requestScans(tx, id);
}
