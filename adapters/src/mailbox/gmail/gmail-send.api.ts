import { createHash } from 'node:crypto';
import type { gmail_v1 } from '@googleapis/gmail';
import { z } from 'zod';
import { isProviderError, ProviderError } from '../../kit/errors.ts';
import { exactly, readsOnly } from '../../kit/exactly.ts';
import type {
  ComposedMail,
  KnownOfSending,
  OauthConnection,
  OnDraft,
  SentEvidence,
  SentMail,
} from '../mailbox.port.ts';
import { checkMessageId, MESSAGE_REF, withBlindCopies } from '../message/compose-mail.transform.ts';
import { gmailManifest } from './gmail.manifest.ts';
import { requestBatch } from './gmail-batch.api.ts';
import {
  draftsQuery,
  type Gmail,
  idSchema,
  labelsSchema,
  listQuery,
  messageListSchema,
  messageQuery,
  withQuery,
} from './gmail-client.api.ts';

/**
 * A mail is sent in two steps, draft then send: before the second step it reached no one, and a draft that is found and
 * deleted proves that its mail will never leave. Gmail replaces the Message-ID of mails sent by its API. The evidence
 * is therefore the state of the draft, and the header with our id (`MESSAGE_REF`).
 */

const draftSchema = readsOnly<gmail_v1.Schema$Draft>()(z.object({ id: idSchema }));
const draftListSchema = readsOnly<gmail_v1.Schema$ListDraftsResponse>()(
  z.object({
    drafts: z
      .array(z.object({ id: idSchema, message: z.object({ id: idSchema }) }))
      .max(500)
      .default([]),
  }),
);
const sentSchema = readsOnly<gmail_v1.Schema$Message>()(z.object({ id: idSchema, labelIds: labelsSchema }));
const headersSchema = readsOnly<gmail_v1.Schema$Message>()(
  z.object({
    labelIds: labelsSchema,
    payload: z.object({ headers: z.array(z.object({ name: z.string(), value: z.string() })).max(2_000) }).optional(),
  }),
);
/** Of the chain a mail answers, so many are looked for: the nearest ones know the thread. */
const MOST_LOOKED_FOR = 3;
/** Of Sent and of the drafts, so many of the newest are looked through: an outcome is looked for seconds after it became unknown. */
const MOST_COPIES = 100;

const draftBody = exactly<gmail_v1.Schema$Draft>();

/** @throws ProviderError, see MailboxPort.sendMail */
export async function sendByDraft(
  gmail: Gmail,
  connection: OauthConnection,
  mail: ComposedMail,
  onDraft?: OnDraft,
): Promise<SentMail> {
  const thread_id = await findThread(gmail, connection, mail.answers);
  const draft_id = await createDraft(gmail, connection, mail, thread_id);
  try {
    await onDraft?.(draft_id);
    const { id } = await gmail.http.read(connection, sentSchema, {
      method: 'POST',
      url: gmail.at('/drafts/send'),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(draftBody({ id: draft_id })),
      effect: 'sends',
      timeout_in_ms: gmail.send_timeout_in_ms,
    });
    const message_id = await fetchMessageId(gmail, connection, id);
    return { outcome: 'confirmed', response: `Sent as ${id}.`, rejected_recipients: [], message_id };
  } catch (error) {
    if (isProviderError(error, 'unknown_outcome')) throw error;
    // The draft is missing: it was sent or deleted. Only the Sent folder shows which.
    if (isProviderError(error, 'not_found'))
      throw new ProviderError('unknown_outcome', 'The draft no longer exists.', { concerns: 'service' });
    await deleteDraft(gmail, connection, draft_id).catch(() => {});
    throw error;
  }
}

/** The id under which a mail left. It was sent, so a failure here is ignored: the copy in Sent has the id as well. */
async function fetchMessageId(gmail: Gmail, connection: OauthConnection, id: string): Promise<string | null> {
  const url = gmail.at(`/messages/${id}`, messageQuery({ format: 'metadata', metadataHeaders: ['Message-ID'] }));
  const call = { url, effect: 'repeatable', most_tries: 1 } as const;
  const sent = await gmail.http.read(connection, headersSchema, call).catch(() => null);
  return /^<([^<>\s]{1,900})>$/.exec(headerOf(sent, 'message-id') ?? '')?.[1] ?? null;
}

/**
 * An existing draft is deleted, and then the Sent folder is conclusive: the mail can no longer leave. A missing draft
 * was sent or deleted: by a user, or by an earlier check whose process died before it stored the result. Then only the
 * copy in Sent is proof. Without one the outcome stays open: `absent` would send a mail twice if a user deleted the
 * copy, `found` would lose one that never left.
 */
export async function findSent(
  gmail: Gmail,
  connection: OauthConnection,
  given: string,
  { draft_id }: KnownOfSending,
): Promise<SentEvidence> {
  const message_id = checkMessageId(given);
  if (draft_id === null) {
    // Sending never began: the caller stores the draft's id first. A draft whose id was lost is found by our header.
    await deleteDrafts(gmail, connection, message_id);
    return (await isInSent(gmail, connection, message_id)) ? 'found' : 'absent';
  }
  const wasThere = await deleteDraft(gmail, connection, draft_id);
  if (await isInSent(gmail, connection, message_id)) return 'found';
  return wasThere ? 'absent' : 'unclear';
}

async function createDraft(
  gmail: Gmail,
  connection: OauthConnection,
  mail: ComposedMail,
  thread_id: string | null,
): Promise<string> {
  const boundary = `draft-${createHash('sha256').update(mail.message_id).digest('hex').slice(0, 32)}`;
  const message = thread_id === null ? {} : { threadId: thread_id };
  const head = `--${boundary}\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(draftBody({ message }))}\r\n--${boundary}\r\nContent-Type: message/rfc822\r\n\r\n`;
  try {
    const draft = await gmail.http.read(connection, draftSchema, {
      method: 'POST',
      url: gmail.upload_url,
      headers: { 'content-type': `multipart/related; boundary=${boundary}` },
      body: new Uint8Array(
        Buffer.concat([Buffer.from(head), withBlindCopies(mail), Buffer.from(`\r\n--${boundary}--\r\n`)]),
      ),
      effect: 'repeatable',
      most_tries: 1,
      timeout_in_ms: gmail.send_timeout_in_ms,
    });
    return draft.id;
  } catch (error) {
    // It may exist even if the response was lost; an unsent draft only confuses the mailbox's owner.
    if (isProviderError(error, 'unavailable')) await deleteDrafts(gmail, connection, mail.message_id).catch(() => {});
    throw error;
  }
}

/** Gmail threads a reply only by its own thread id. */
async function findThread(gmail: Gmail, connection: OauthConnection, answers: string[]): Promise<string | null> {
  for (const message_id of answers.slice(0, MOST_LOOKED_FOR)) {
    const [found] = await search(gmail, connection, message_id);
    if (found !== undefined) return found.threadId;
  }
  return null;
}

async function isInSent(gmail: Gmail, connection: OauthConnection, message_id: string): Promise<boolean> {
  const url = gmail.at('/messages', listQuery({ labelIds: ['SENT'], includeSpamTrash: true, maxResults: MOST_COPIES }));
  const { messages } = await gmail.http.read(connection, messageListSchema, { url, effect: 'repeatable' });
  const ids = messages.slice(0, MOST_COPIES).map(({ id }) => id);
  for await (const copy of readHeads(gmail, connection, ids)) if (isOurs(copy.head, message_id)) return true;
  return false;
}

/** Headers of messages, one batch request per piece. Messages that no longer exist are left out. */
async function* readHeads(gmail: Gmail, connection: OauthConnection, ids: readonly string[]) {
  const { calls_per_batch } = gmailManifest.limits;
  const query = messageQuery({ format: 'metadata', metadataHeaders: ['Message-ID', MESSAGE_REF] });
  for (let start = 0; start < ids.length; start += calls_per_batch) {
    const batch = ids.slice(start, start + calls_per_batch);
    const paths = batch.map((id) => withQuery(`/messages/${id}`, query));
    const bodies = await requestBatch(gmail, connection, paths, batch.length * 20_000);
    for (const [index, id] of batch.entries()) {
      const head = headersSchema.safeParse(bodies[index]).data;
      if (head !== undefined) yield { id, head };
    }
  }
}

type Head = z.output<typeof headersSchema>;

const headerOf = (head: Head | null, name: string): string | undefined =>
  head?.payload?.headers.find((header) => header.name.toLowerCase() === name)?.value.trim();

const isOurs = (head: Head, message_id: string): boolean =>
  ['message-id', MESSAGE_REF.toLowerCase()].some((name) => headerOf(head, name) === `<${message_id}>`);

async function search(gmail: Gmail, connection: OauthConnection, message_id: string) {
  // Ids of other people may hold what a search would take for its own words: those are not looked for.
  if (!/^[\w.+=$%&*/?^~#@!-]{1,900}$/.test(message_id)) return [];
  const url = gmail.at(
    '/messages',
    listQuery({ q: `rfc822msgid:${message_id}`, includeSpamTrash: true, maxResults: 1 }),
  );
  return (await gmail.http.read(connection, messageListSchema, { url, effect: 'repeatable' })).messages;
}

/** Of the newest drafts, those of this mail. */
async function deleteDrafts(gmail: Gmail, connection: OauthConnection, message_id: string): Promise<void> {
  const url = gmail.at('/drafts', draftsQuery({ maxResults: MOST_COPIES }));
  const { drafts } = await gmail.http.read(connection, draftListSchema, { url, effect: 'repeatable' });
  const draftOf = new Map(drafts.slice(0, MOST_COPIES).map((draft) => [draft.message.id, draft.id]));
  for await (const { id, head } of readHeads(gmail, connection, [...draftOf.keys()]))
    if (isOurs(head, message_id)) await deleteDraft(gmail, connection, draftOf.get(id)!);
}

/** @returns whether it was there */
async function deleteDraft(gmail: Gmail, connection: OauthConnection, id: string): Promise<boolean> {
  const call = { method: 'DELETE', url: gmail.at(`/drafts/${encodeURIComponent(id)}`), effect: 'repeatable' } as const;
  try {
    await gmail.http.request(connection, call);
    return true;
  } catch (error) {
    if (isProviderError(error, 'not_found')) return false;
    throw error;
  }
}
