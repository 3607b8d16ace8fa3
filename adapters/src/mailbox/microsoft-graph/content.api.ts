import { OutboundRefusedError } from '../../kit/address-guard.ts';
import { isProviderError } from '../../kit/errors.ts';
import { ResponseTooLargeError } from '../../kit/guarded-http.ts';
import type { MailSource, OauthConnection } from '../mailbox.port.ts';
import { LARGEST_MAIL_IN_BYTES } from '../message/parse-mail.transform.ts';
import type { Memory } from '../polling-sync.ts';
import type { GraphClient } from './graph-client.api.ts';
import { folderShape, messageShape } from './graph-shapes.api.ts';
import { composeGraphMessage } from './message.transform.ts';
import { microsoftGraphManifest } from './microsoft-graph.manifest.ts';

/** `gone`: deleted before it was read. `unreadable`: this one mail, while others can be read. */
export type Content = MailSource | 'gone' | 'unreadable';

const SELECT = 'subject,sentDateTime,internetMessageId,from,toRecipients,ccRecipients,internetMessageHeaders,body';

/** What is fetched, and the memory that it holds until it is given back. */
export type HeldContent = { content: Content; giveBack(): void };

/** Graph does not say how large a mail is: memory for a small one is taken first. */
const SIZES_IN_BYTES = [1_000_000, LARGEST_MAIL_IN_BYTES] as const;

/** The bytes of a mail, or its fields. Memory is taken before. @throws ProviderError when it is not this mail's fault */
export async function fetchHeld(
  client: GraphClient,
  connection: OauthConnection,
  id: string,
  memory: Memory,
): Promise<HeldContent> {
  for (const size of SIZES_IN_BYTES) {
    const held = await fetchWithMemory(memory, size, () => fetchContent(client, connection, id, size));
    if (held !== null) return held;
  }
  return fetchHeldFields(client, connection, id, memory);
}

export const fetchHeldFields = (client: GraphClient, connection: OauthConnection, id: string, memory: Memory) =>
  fetchWithMemory(memory, microsoftGraphManifest.limits.max_answer_in_bytes, () => fetchFields(client, connection, id));

async function fetchWithMemory<Found extends Content | null>(
  { takeMemory, closing }: Memory,
  bytes: number,
  read: () => Promise<Found>,
): Promise<HeldContent | Extract<Found, null>> {
  const giveBack = await takeMemory(bytes, closing);
  let kept = 0;
  try {
    const content = await read();
    if (content === null) return content as Extract<Found, null>;
    if (typeof content !== 'string') kept = content.raw.length;
    return { content, giveBack };
  } finally {
    giveBack(Math.max(0, bytes - kept));
  }
}

/** Null for one that is larger. */
async function fetchContent(
  client: GraphClient,
  connection: OauthConnection,
  id: string,
  max_size_in_bytes: number,
): Promise<Content | null> {
  try {
    const { body } = await client.request(connection, {
      path: `${pathOf(id)}/$value`,
      effect: 'repeatable',
      max_size_in_bytes,
      timeout_in_ms: microsoftGraphManifest.limits.content_timeout_in_ms,
    });
    return { raw: body as Buffer<ArrayBuffer>, size_in_bytes: body.length, is_partial: false };
  } catch (error) {
    if (isProviderError(error, 'not_found')) return 'gone';
    if (!isProviderError(error, 'unavailable') && !isProviderError(error, 'rejected')) throw error;
    if (error.cause instanceof ResponseTooLargeError) return null;
    if (error.cause instanceof OutboundRefusedError) return fetchFields(client, connection, id);
    return (await isThere(client, connection, id)) ? 'unreadable' : 'gone';
  }
}

/** The fields that Graph has for a mail that is too large, or that it cannot convert to bytes. */
async function fetchFields(client: GraphClient, connection: OauthConnection, id: string): Promise<Content> {
  const read = (select: string) =>
    client.read(connection, messageShape, { path: pathOf(id), query: { $select: select }, effect: 'repeatable' });
  try {
    // A body beyond our limit is left out.
    return composeGraphMessage(await read(SELECT).catch(() => read(SELECT.replace(',body', ''))));
  } catch (error) {
    if (isProviderError(error, 'not_found')) return 'gone';
    if (!isProviderError(error, 'unavailable') && !isProviderError(error, 'rejected')) throw error;
    return (await isThere(client, connection, id)) ? 'unreadable' : 'gone';
  }
}

/** @throws ProviderError unavailable: the mailbox answers nothing at all now, so no mail is to blame */
async function isThere(client: GraphClient, connection: OauthConnection, id: string): Promise<boolean> {
  try {
    await client.read(connection, folderShape, { path: pathOf(id), query: { $select: 'id' }, effect: 'repeatable' });
    return true;
  } catch (error) {
    if (isProviderError(error, 'not_found')) return false;
    throw error;
  }
}

const pathOf = (id: string): string => `/me/messages/${encodeURIComponent(id)}`;
