import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isProviderError, ProviderError } from '../../kit/errors.ts';
import type { ComposedMail, OauthConnection, SentEvidence, SentMail } from '../mailbox.port.ts';
import { checkMessageId } from '../message/compose-mail.transform.ts';
import { type Gmail, idSchema, labelsSchema, messageListSchema } from './gmail-client.api.ts';

/**
 * A mail leaves in two steps, draft then send: until the second nothing reached anybody, and a draft that is found and
 * deleted proves that its mail will never leave.
 */

const draftSchema = z.object({ id: idSchema });
const draftListSchema = z.object({ drafts: z.array(draftSchema).max(500).default([]) });
const sentSchema = z.object({ id: idSchema, labelIds: labelsSchema });
const headersSchema = z.object({
  labelIds: labelsSchema,
  payload: z.object({ headers: z.array(z.object({ name: z.string(), value: z.string() })).max(2_000) }).optional(),
});
/** Of the chain a mail answers, so many are looked for: the nearest ones know the thread. */
const MOST_LOOKED_FOR = 3;
const MOST_COPIES = 20;

/** @throws ProviderError, see MailboxPort.sendMail */
export async function sendByDraft(gmail: Gmail, connection: OauthConnection, mail: ComposedMail): Promise<SentMail> {
  const thread_id = await findThread(gmail, connection, mail.answers);
  const draft_id = await createDraft(gmail, connection, mail, thread_id);
  try {
    const sent = await gmail.http.read(connection, sentSchema, {
      method: 'POST',
      url: gmail.at('/drafts/send'),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: draft_id }),
      effect: 'sends',
      timeout_in_ms: gmail.send_timeout_in_ms,
    });
    return { outcome: 'confirmed', response: `Sent as ${sent.id}.`, rejected_recipients: [] };
  } catch (error) {
    if (!isProviderError(error) || error.kind === 'unknown_outcome') throw error;
    // The draft is gone: somebody sent it or deleted it. Which of the two, only the Sent folder knows.
    if (error.kind === 'not_found')
      throw new ProviderError('unknown_outcome', 'The draft is not there any more.', { concerns: 'service' });
    await deleteDraft(gmail, connection, draft_id).catch(() => {});
    throw error;
  }
}

/** Looks in Sent; a draft left behind is deleted, and what Sent says after that is the truth. */
export async function findSent(gmail: Gmail, connection: OauthConnection, given: string): Promise<SentEvidence> {
  const message_id = checkMessageId(given);
  if (await isInSent(gmail, connection, message_id)) return 'found';
  const hadDraft = await deleteDrafts(gmail, connection, message_id);
  return hadDraft && (await isInSent(gmail, connection, message_id)) ? 'found' : 'absent';
}

async function createDraft(
  gmail: Gmail,
  connection: OauthConnection,
  mail: ComposedMail,
  thread_id: string | null,
): Promise<string> {
  const boundary = `draft-${createHash('sha256').update(mail.message_id).digest('hex').slice(0, 32)}`;
  const message = thread_id === null ? {} : { threadId: thread_id };
  const head = `--${boundary}\r\nContent-Type: application/json\r\n\r\n${JSON.stringify({ message })}\r\n--${boundary}\r\nContent-Type: message/rfc822\r\n\r\n`;
  try {
    const draft = await gmail.http.read(connection, draftSchema, {
      method: 'POST',
      url: gmail.upload_url,
      headers: { 'content-type': `multipart/related; boundary=${boundary}` },
      body: new Uint8Array(Buffer.concat([Buffer.from(head), mail.raw, Buffer.from(`\r\n--${boundary}--\r\n`)])),
      effect: 'repeatable',
      most_tries: 1,
      timeout_in_ms: gmail.send_timeout_in_ms,
    });
    return draft.id;
  } catch (error) {
    // It may be there although nobody told us; a draft that nobody sends only confuses its owner.
    if (isProviderError(error, 'unavailable')) await deleteDrafts(gmail, connection, mail.message_id).catch(() => {});
    throw error;
  }
}

/** Gmail keeps an answer in its thread only when it is told which one it is. */
async function findThread(gmail: Gmail, connection: OauthConnection, answers: string[]): Promise<string | null> {
  for (const message_id of answers.slice(0, MOST_LOOKED_FOR)) {
    const [found] = await search(gmail, connection, message_id);
    if (found !== undefined) return found.threadId;
  }
  return null;
}

async function isInSent(gmail: Gmail, connection: OauthConnection, message_id: string): Promise<boolean> {
  for (const { id } of await search(gmail, connection, message_id)) {
    const query = { format: 'metadata', metadataHeaders: 'Message-ID' };
    const found = await gmail.http
      .read(connection, headersSchema, { url: gmail.at(`/messages/${id}`, query), effect: 'repeatable' })
      .catch((error: unknown) => {
        if (isProviderError(error, 'not_found')) return null;
        throw error;
      });
    const headers = found?.payload?.headers ?? [];
    const isOurs = headers.some(
      ({ name, value }) => name.toLowerCase() === 'message-id' && value.trim() === `<${message_id}>`,
    );
    if (isOurs && found?.labelIds.includes('SENT')) return true;
  }
  return false;
}

async function search(gmail: Gmail, connection: OauthConnection, message_id: string) {
  const q = questionFor(message_id);
  if (q === null) return [];
  const url = gmail.at('/messages', { q, includeSpamTrash: true, maxResults: MOST_COPIES });
  return (await gmail.http.read(connection, messageListSchema, { url, effect: 'repeatable' })).messages;
}

async function deleteDrafts(gmail: Gmail, connection: OauthConnection, message_id: string): Promise<boolean> {
  const q = questionFor(message_id);
  if (q === null) return false;
  const url = gmail.at('/drafts', { q, maxResults: MOST_COPIES });
  const { drafts } = await gmail.http.read(connection, draftListSchema, { url, effect: 'repeatable' });
  for (const { id } of drafts) await deleteDraft(gmail, connection, id);
  return drafts.length > 0;
}

async function deleteDraft(gmail: Gmail, connection: OauthConnection, id: string): Promise<void> {
  const call = { method: 'DELETE', url: gmail.at(`/drafts/${id}`), effect: 'repeatable' } as const;
  await gmail.http.request(connection, call).catch((error: unknown) => {
    if (!isProviderError(error, 'not_found')) throw error;
  });
}

/** Ids of other people may hold what a search would take for its own words: those are not looked for. */
function questionFor(message_id: string): string | null {
  return /^[\w.+=$%&*/?^~#@!-]{1,900}$/.test(message_id) ? `rfc822msgid:${message_id}` : null;
}
