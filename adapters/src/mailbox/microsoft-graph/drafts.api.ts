import { setTimeout as sleep } from 'node:timers/promises';
import type { AttachmentItem, FileAttachment } from '@microsoft/microsoft-graph-types';
import { isProviderError, ProviderError } from '../../kit/errors.ts';
import { exactly } from '../../kit/exactly.ts';
import type {
  ComposedMail,
  KnownOfSending,
  OauthConnection,
  OnDraft,
  ParsedAttachment,
  SentEvidence,
  SentMail,
} from '../mailbox.port.ts';
import { checkMessageId, withBlindCopies } from '../message/compose-mail.transform.ts';
import type { GraphClient } from './graph-client.api.ts';
import { copyShape, draftShape, pageShape, uploadShape } from './graph-shapes.api.ts';
import { splitLargeMail } from './large-mail.transform.ts';
import { microsoftGraphManifest } from './microsoft-graph.manifest.ts';

/**
 * Sends in two steps: a draft with our own Message-ID, then one call that sends it. An existing draft was not sent; a
 * permanently deleted one can no longer be sent. A sent mail keeps the draft's immutable id, and may leave under a
 * Message-ID of the server's own. The evidence is therefore the state of the draft.
 */

type Draft = { id: string; message_id: string | null };

const { limits } = microsoftGraphManifest;
const MOST_TRIES = 3;
const PAUSE_IN_MS = 500;
/** Rounds of looking for drafts and deleting them. */
const MOST_ROUNDS = 5;

/** @throws ProviderError, see MailboxPort.sendMail */
export async function sendAsDraft(
  client: GraphClient,
  connection: OauthConnection,
  mail: ComposedMail,
  onDraft?: OnDraft,
): Promise<SentMail> {
  // Leftovers of an earlier try: a sent mail is not sent again, and an old draft never leaves next to the new one.
  if ((await settleCopies(client, connection, mail.message_id)) === 'found') {
    return { outcome: 'confirmed', response: 'Sent before.', rejected_recipients: [], message_id: null };
  }
  const draft = await makeDraft(client, connection, mail);
  try {
    await onDraft?.(draft.id);
  } catch (error) {
    await removeDraft(client, connection, draft.id).catch(() => {});
    throw error;
  }
  try {
    await client.request(connection, { method: 'POST', path: `${pathOf(draft.id)}/send`, effect: 'sends' });
  } catch (error) {
    // The draft is missing: it was deleted or sent in the meantime. Only evidence shows which.
    if (isProviderError(error, 'not_found')) {
      const { reason, code } = error;
      throw new ProviderError('unknown_outcome', reason, { concerns: 'service', code, cause: error });
    }
    // Permanently refused: the draft is removed, or a user could find it and send it by hand.
    if (isProviderError(error, 'rejected')) await removeDraft(client, connection, draft.id).catch(() => {});
    throw error;
  }
  const message_id = await fetchMessageId(client, connection, draft.id);
  return { outcome: 'confirmed', response: `202 ${draft.id}`, rejected_recipients: [], message_id };
}

/**
 * The id under which a mail left. It was sent, so a failure here is ignored: the copy in Sent Items has the id as well.
 */
async function fetchMessageId(client: GraphClient, connection: OauthConnection, id: string): Promise<string | null> {
  const sent = await findDraft(client, connection, id, 1).catch(() => null);
  // Still being sent, it may yet get another one.
  if (sent === null || sent.isDraft) return null;
  return /^<([^<>\s]{1,900})>$/.exec(sent.internetMessageId ?? '')?.[1] ?? null;
}

/** By its immutable id, wherever it lies; null when it is not there. */
async function findDraft(client: GraphClient, connection: OauthConnection, id: string, most_tries?: number) {
  const query = { $select: 'id,isDraft,internetMessageId' };
  const tries = most_tries === undefined ? {} : { most_tries };
  const call = { path: pathOf(id), query, effect: 'repeatable' as const, ...tries };
  return client.read(connection, copyShape, call).catch((error: unknown) => {
    if (isProviderError(error, 'not_found')) return null;
    throw error;
  });
}

/**
 * Evidence by the state of the draft: an existing one is permanently deleted and can no longer be sent; an item that is
 * no draft was sent. A missing one was deleted by a user, or by an earlier check whose process died before it stored
 * the result. Without a copy with our Message-ID it stays open: `absent` might send a mail twice and `found` might lose
 * one.
 * @throws ProviderError unavailable | auth_expired | rate_limited
 */
export async function findSent(
  client: GraphClient,
  connection: OauthConnection,
  message_id: string,
  { draft_id }: KnownOfSending,
): Promise<SentEvidence> {
  // Sending never began: the caller stores the draft's id first.
  if (draft_id === null) return settleCopies(client, connection, message_id);
  const draft = await findDraft(client, connection, draft_id);
  if (draft !== null && !draft.isDraft) return 'found';
  if (draft !== null) await removeDraft(client, connection, draft_id);
  const copies = await settleCopies(client, connection, message_id);
  return copies === 'absent' && draft === null ? 'unclear' : copies;
}

/**
 * Searches the whole mailbox for our mail (it is in the Outbox for a moment, and users move mail): any copy that is no
 * draft was sent. Its drafts are permanently deleted: after `absent` the mail can no longer leave.
 * @throws ProviderError unavailable | auth_expired | rate_limited
 */
async function settleCopies(
  client: GraphClient,
  connection: OauthConnection,
  message_id: string,
): Promise<SentEvidence> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const copies = await listCopies(client, connection, message_id);
    if (copies.some((copy) => !copy.isDraft)) return 'found';
    if (copies.length === 0) return 'absent';
    for (const { id } of copies) await removeDraft(client, connection, id);
  }
  throw new ProviderError('unavailable', 'Drafts of this mail cannot be removed.', { concerns: 'service' });
}

async function listCopies(client: GraphClient, connection: OauthConnection, message_id: string) {
  const id = `<${checkMessageId(message_id)}>`.replaceAll("'", "''");
  const { value } = await client.read(connection, pageShape, {
    path: '/me/messages',
    query: { $filter: `internetMessageId eq '${id}'`, $select: 'id,isDraft', $top: limits.copies_per_lookup },
    effect: 'repeatable',
  });
  return value.flatMap((entry) => copyShape.safeParse(entry).data ?? []);
}

/** For good: in Deleted Items a draft could still be sent. One that is gone already is looked for again by the caller. */
async function removeDraft(client: GraphClient, connection: OauthConnection, id: string): Promise<void> {
  const call = { method: 'POST' as const, path: `${pathOf(id)}/permanentDelete`, effect: 'repeatable' as const };
  await client.request(connection, call).catch((error: unknown) => {
    if (!isProviderError(error, 'not_found')) throw error;
  });
}

/** A draft that is complete. Until it is sent nothing has happened, so every failure here is `unavailable` or a refusal. */
async function makeDraft(client: GraphClient, connection: OauthConnection, mail: ComposedMail): Promise<Draft> {
  const raw = withBlindCopies(mail);
  const isLarge = raw.length > limits.max_whole_mail_in_bytes;
  const split = isLarge ? await splitLargeMail(raw) : null;
  const base = split?.base ?? raw;
  if (base.length > limits.max_whole_mail_in_bytes) {
    throw new ProviderError('rejected', 'The mail is too large for Microsoft.', { concerns: 'message', code: '413' });
  }
  const draft = await createDraft(client, connection, base, mail.message_id);
  try {
    await storeMessageId(client, connection, draft, mail.message_id);
    for (const file of split?.attachments ?? []) await attach(client, connection, draft.id, file);
  } catch (error) {
    await removeDraft(client, connection, draft.id).catch(() => {});
    throw error;
  }
  return draft;
}

/** One draft, however often its making has to be tried: an answer that got lost is looked for before another one is made. */
async function createDraft(
  client: GraphClient,
  connection: OauthConnection,
  raw: Buffer,
  message_id: string,
): Promise<Draft> {
  const body = raw.toString('base64');
  const headers = { 'content-type': 'text/plain' };
  for (let tries = 1; ; tries += 1) {
    try {
      const call = { method: 'POST' as const, path: '/me/messages', headers, body, effect: 'sends' as const };
      const { id, internetMessageId } = await client.read(connection, draftShape, call);
      return { id, message_id: internetMessageId ?? null };
    } catch (error) {
      if (!isProviderError(error, 'unknown_outcome')) throw error;
      const [made] = await listCopies(client, connection, message_id);
      if (made !== undefined) return { id: made.id, message_id: `<${message_id}>` };
      const { reason, code } = error;
      if (tries === MOST_TRIES) {
        throw new ProviderError('unavailable', reason, { concerns: 'service', code, cause: error });
      }
      await sleep(PAUSE_IN_MS * tries);
    }
  }
}

/** Without our Message-ID there would be no evidence later, and the mail is not sent. */
async function storeMessageId(
  client: GraphClient,
  connection: OauthConnection,
  draft: Draft,
  message_id: string,
): Promise<void> {
  const wanted = `<${message_id}>`;
  if (draft.message_id === wanted) return;
  const changed = await client.read(connection, draftShape, {
    method: 'PATCH',
    path: pathOf(draft.id),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ internetMessageId: wanted }),
    effect: 'repeatable',
  });
  if (changed.internetMessageId === wanted) return;
  const reason = 'Microsoft does not keep our Message-ID, without which a sent mail could not be proven.';
  throw new ProviderError('rejected', reason, { concerns: 'sender', code: 'message_id_replaced' });
}

/** The bytes travel in base64; the vendor's type calls them a number. */
type FileBody = Omit<FileAttachment, 'contentBytes'> & { contentBytes: string };

type File = Pick<ParsedAttachment, 'filename' | 'content_type' | 'content' | 'content_id' | 'is_inline'>;

async function attach(client: GraphClient, connection: OauthConnection, draft_id: string, file: File): Promise<void> {
  const { content, content_type: contentType } = file;
  const name = file.filename ?? 'attachment';
  const path = `${pathOf(draft_id)}/attachments`;
  const json = (path: string, body: object) => ({
    method: 'POST' as const,
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (content.length < limits.max_simple_attachment_in_bytes) {
    const contentBytes = content.toString('base64');
    const attachment = exactly<FileBody>()({ name, contentType, contentBytes });
    const body = { '@odata.type': '#microsoft.graph.fileAttachment', ...attachment, ...placeOf(file) };
    // Asked once: a file attached twice would be the reader's surprise.
    await client.request(connection, { ...json(path, body), effect: 'sends' }).catch(asUnavailable);
    return;
  }
  const item = exactly<AttachmentItem>()({ attachmentType: 'file', name, size: content.length, contentType });
  const body = { AttachmentItem: { ...item, ...placeOf(file) } };
  const call = { ...json(`${path}/createUploadSession`, body), effect: 'repeatable' as const };
  const { uploadUrl } = await client.read(connection, uploadShape, call);
  for (let from = 0; from < content.length; from += limits.upload_piece_in_bytes) {
    await client.upload(uploadUrl, content.subarray(from, from + limits.upload_piece_in_bytes), from, content.length);
  }
}

/** The text finds an image that it shows by its Content-ID. */
function placeOf({ is_inline, content_id }: File) {
  return is_inline && content_id !== null
    ? exactly<FileAttachment & AttachmentItem>()({ isInline: true, contentId: content_id })
    : {};
}

/** What was not sent may have become a draft with or without its file: it is thrown away, and nothing was sent. */
function asUnavailable(error: unknown): never {
  if (!isProviderError(error, 'unknown_outcome')) throw error;
  const { reason, code } = error;
  throw new ProviderError('unavailable', reason, { concerns: 'service', code, cause: error });
}

const pathOf = (id: string): string => `/me/messages/${encodeURIComponent(id)}`;
