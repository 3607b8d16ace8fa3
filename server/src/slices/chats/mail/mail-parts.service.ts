import { createHash } from 'node:crypto';
import { FilesUnavailableError } from '@overture/adapters/files/files.port';
import type { ParsedAttachment, ParsedMail } from '@overture/adapters/mailbox/mailbox.port';
import { trimReply } from '@overture/domain/mail/reply-trim';
import { toStorableText } from '@overture/domain/text/storable-text';
import { cutText, TEXT_BOUNDS } from '@overture/domain/text/text-bounds';
import type { BaseContext } from '../../../kernel/context.ts';
import { queueFileDeletions } from '../../../kernel/uploads/file-deletions.ts';
import { cleanMailHtml, embedPictures } from './mail-html.rules.ts';

const MAX_FILES = 20;
const MAX_FILE_BYTES = 25 * 1024 * 1024;
const MAX_PICTURE_BYTES = 256 * 1024;
const MAX_PICTURES_BYTES = 1024 * 1024;

/** What people read of a mail, cleaned and bounded. */
export interface MailContent {
  subject: string;
  message: string;
  quoted_text: string | null;
  html: string | null;
  has_remote_content: boolean;
  /** What came with it and is not shown inside it. */
  files: ParsedAttachment[];
  /** True when only its head could be read: `message` says so. */
  is_unreadable: boolean;
}

/** Shown in a conversation instead of a mail that could not be parsed. */
export const UNREADABLE = 'This message could not be read here. Open it in your mailbox to see what it says.';

/** Shown instead of an encrypted mail. */
export const ENCRYPTED =
  'This message is encrypted and could not be read here. Open it in your mailbox to see what it says.';

export interface StoredFile {
  name: string;
  type: string;
  size: number;
  file_key: string;
}

/** Text as PostgreSQL can hold it: no NUL, no half characters, not endless. */
export function cleanText(text: string, limit: number = TEXT_BOUNDS.mail_shown): string {
  return toStorableText(text, limit);
}

const cleanId = (id: string): string => cleanText(id, 998).trim();

/** Headers that are stored or looked up, as PostgreSQL can hold them. An id that nothing is left of is none. */
export function cleanHeaders(mail: ParsedMail): ParsedMail {
  const from = mail.from && {
    name: mail.from.name && cleanText(mail.from.name, 200),
    address: cleanText(mail.from.address, 320),
  };
  return {
    ...mail,
    from,
    subject: cleanText(mail.subject, 1000),
    message_id: (mail.message_id && cleanId(mail.message_id)) || null,
    message_ref: (mail.message_ref && cleanId(mail.message_ref)) || null,
    in_reply_to: (mail.in_reply_to && cleanId(mail.in_reply_to)) || null,
    references: mail.references.map(cleanId).filter((id) => id !== ''),
    returned_message_id: (mail.returned_message_id && cleanId(mail.returned_message_id)) || null,
  };
}

/** Parts a mail into what was newly written, what it quotes, its cleaned HTML and its files. */
export function extractContent(mail: ParsedMail): MailContent {
  const { reply, quoted } = trimReply(cleanText(mail.text));
  const cleaned = mail.html === null ? { html: null, has_remote_content: false } : cleanMailHtml(mail.html);
  const isEmpty = reply === '' && quoted === '' && cleaned.html === null;
  const unreadable = isEmpty ? describeUnreadable(mail) : null;
  const { shown, embedded } = findEmbedded(mail.attachments, cleaned.html);
  return {
    subject: mail.subject,
    is_unreadable: unreadable !== null,
    // A mail that only quotes is shown whole: nothing would be left of it otherwise.
    message: unreadable ?? (reply || quoted || describeAppointment(mail.calendar ?? null)),
    quoted_text: reply === '' || quoted === '' ? null : quoted,
    html: cleaned.html === null ? null : cleanText(embedPictures(cleaned.html, embedded), 4_000_000),
    has_remote_content: cleaned.has_remote_content,
    files: mail.attachments.filter((file) => !shown.has(file)).slice(0, MAX_FILES),
  };
}

function describeUnreadable({ is_encrypted, is_truncated }: ParsedMail): string | null {
  if (is_encrypted === true) return ENCRYPTED;
  return is_truncated ? UNREADABLE : null;
}

/** The pictures that the HTML of a mail shows, and their contents by content id. */
function findEmbedded(attachments: readonly ParsedAttachment[], html: string | null) {
  const pictures = findPictures(attachments);
  const shown = new Set<ParsedAttachment>();
  for (const [id, picture] of pictures) if (html?.includes(`data-cid="${id}"`)) shown.add(picture);
  const embedded = new Map(
    [...pictures]
      .filter(([, picture]) => shown.has(picture))
      .map(([id, picture]) => [
        id,
        { type: bitmapType(picture.content) ?? '', base64: picture.content.toString('base64') },
      ]),
  );
  return { shown, embedded };
}

const ANSWERS: Record<string, string> = {
  ACCEPTED: 'Accepted',
  DECLINED: 'Declined',
  TENTATIVE: 'Tentatively accepted',
};

/** 'Accepted: Demo, 12 March 10:00 UTC', where a calendar wrote no words of its own. */
function describeAppointment(calendar: ParsedMail['calendar'] | null): string {
  if (!calendar) return '';
  const { method, answer, summary, starts_at } = calendar;
  const asked = method === 'COUNTER' ? 'Proposed another time' : 'Invitation';
  const what = method === 'REPLY' ? (ANSWERS[answer ?? ''] ?? 'Answered') : asked;
  const when = starts_at === null ? '' : `, ${formatTime(starts_at)}`;
  return `${what}: ${cleanText(summary ?? 'Appointment', 300)}${when}`;
}

function formatTime(at: Date): string {
  const day = at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return `${day} ${at.toISOString().slice(11, 16)} UTC`;
}

/** Small bitmaps by content id, as far as together they stay small. */
function findPictures(attachments: readonly ParsedAttachment[]): Map<string, ParsedAttachment> {
  const pictures = new Map<string, ParsedAttachment>();
  let total = 0;
  for (const file of attachments) {
    const id = file.content_id?.replace(/^<|>$/g, '');
    if (!id || file.content.length > MAX_PICTURE_BYTES || bitmapType(file.content) === null) continue;
    total += file.content.length;
    if (total <= MAX_PICTURES_BYTES) pictures.set(id, file);
  }
  return pictures;
}

/** The bitmap format detected from the bytes; null for anything else, regardless of the declared type. */
function bitmapType(content: Buffer): string | null {
  const head = content.subarray(0, 12).toString('latin1');
  if (head.startsWith('\x89PNG\r\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  return /^RIFF.{4}WEBP/s.test(head) ? 'image/webp' : null;
}

/** Stores the files of a mail; one that is too large is left out. */
export async function storeFiles(
  ctx: Pick<BaseContext, 'ports'>,
  files: readonly ParsedAttachment[],
): Promise<StoredFile[]> {
  const stored: StoredFile[] = [];
  for (const file of files) {
    if (file.content.length > MAX_FILE_BYTES) continue;
    const saved = await ctx.ports.files.saveFile('mail', file.content, MAX_FILE_BYTES);
    stored.push({
      name: fileName(file.filename),
      type: fileType(file.content_type),
      size: saved.size_in_bytes,
      file_key: saved.key,
    });
  }
  return stored;
}

/**
 * The files of a received mail, or none where their store is away: the words of a reply stop its sequence and must not wait, and the mailbox
 * still has the files.
 */
export async function storeReceivedFiles(
  ctx: Pick<BaseContext, 'ports' | 'log'>,
  content: MailContent,
): Promise<{ content: MailContent; files: StoredFile[] }> {
  const stored: StoredFile[] = [];
  try {
    for (const file of content.files) stored.push(...(await storeFiles(ctx, [file])));
    return { content, files: stored };
  } catch (error) {
    await discardFiles(ctx, stored);
    if (!(error instanceof FilesUnavailableError)) throw error;
    ctx.log.error({ err: error, files: content.files.length }, 'files of a received mail not stored');
    return { content: withNote(content), files: [] };
  }
}

function withNote(content: MailContent): MailContent {
  const amount = content.files.length;
  const note =
    amount === 1
      ? "A file that came with this message couldn't be saved here. Open the message in your mailbox to get it."
      : `${amount} files that came with this message couldn't be saved here. Open the message in your mailbox to get them.`;
  const message = `${content.message}\n\n[${note}]`.trim();
  return { ...content, message, html: content.html === null ? null : `${content.html}<p>[${note}]</p>` };
}

/** Deletes files whose rows this transaction deletes. */
export const queueStoredDeletions = (
  tx: Parameters<typeof queueFileDeletions>[0],
  files: readonly StoredFile[],
): Promise<void> =>
  queueFileDeletions(
    tx,
    files.map(({ file_key }) => file_key),
  );

/** Deletes files that no row names: they could not be stored with their message. */
export async function discardFiles(
  ctx: Pick<BaseContext, 'ports' | 'log'>,
  files: readonly StoredFile[],
): Promise<void> {
  for (const file of files) {
    await ctx.ports.files.deleteFile(file.file_key).catch((error) => ctx.log.warn({ err: error }, 'file not deleted'));
  }
}

/** A name without a path, control or direction characters; people see it, nothing opens it. */
function fileName(given: string | null): string {
  const name = cutText(
    cleanText(given ?? '', 1000)
      .replace(/^.*[\\/]/s, '')
      .replace(/[\p{Cc}\p{Cf}]/gu, '')
      .trim(),
    200,
  );
  return name === '' ? 'attachment' : name;
}

function fileType(given: string): string {
  const type = given.toLowerCase().split(';')[0]?.trim() ?? '';
  return /^[a-z0-9.+-]{1,60}\/[a-z0-9.+-]{1,80}$/.test(type) ? type : 'application/octet-stream';
}

/**
 * Identifies a mail by its content and its sender. Message-IDs are chosen by the other side, so an id alone never makes two
 * different mails the same; without one, the server's time of arrival is used.
 */
export function computeDigest(folder: string, mail: ParsedMail, receivedAt: Date | null): Buffer {
  const when = mail.message_id === null && mail.date === null ? receivedAt : mail.date;
  const said = [
    folder,
    mail.message_id,
    mail.from?.address ?? null,
    when?.toISOString() ?? null,
    mail.subject,
    mail.text,
    mail.html,
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest();
}

/** What a mail refers to, oldest first. */
export function toReferenceChain(mail: Pick<ParsedMail, 'references' | 'in_reply_to'>): string[] {
  const chain = [...mail.references, ...(mail.in_reply_to ? [mail.in_reply_to] : [])];
  return [...new Set(chain)].slice(-100);
}
