import { OutboundRefusedError } from '../../kit/address-guard.ts';
import { isProviderError } from '../../kit/errors.ts';
import type { MailSource, OauthConnection } from '../mailbox.port.ts';
import { LARGEST_MAIL_IN_BYTES } from '../message/parse-mail.transform.ts';
import type { GraphClient } from './graph-client.api.ts';
import { folderShape, messageShape } from './graph-shapes.api.ts';
import { composeGraphMessage } from './message.transform.ts';
import { microsoftGraphManifest } from './microsoft-graph.manifest.ts';

/** `gone`: deleted before it was read. `unreadable`: this one mail, while others can be read. */
export type Content = MailSource | 'gone' | 'unreadable';

const SELECT = 'subject,sentDateTime,internetMessageId,from,toRecipients,ccRecipients,internetMessageHeaders,body';

/** The bytes of a mail, read. @throws ProviderError when it is not this mail's fault */
export async function fetchContent(client: GraphClient, connection: OauthConnection, id: string): Promise<Content> {
  try {
    const { body } = await client.request(connection, {
      path: `${pathOf(id)}/$value`,
      effect: 'repeatable',
      max_size_in_bytes: LARGEST_MAIL_IN_BYTES,
      timeout_in_ms: microsoftGraphManifest.limits.content_timeout_in_ms,
    });
    return { raw: body as Buffer<ArrayBuffer>, size_in_bytes: body.length, is_partial: false };
  } catch (error) {
    if (isProviderError(error, 'not_found')) return 'gone';
    if (!isProviderError(error, 'unavailable') && !isProviderError(error, 'rejected')) throw error;
    if (error.cause instanceof OutboundRefusedError) return fetchFields(client, connection, id);
    return (await isThere(client, connection, id)) ? 'unreadable' : 'gone';
  }
}

/** The fields that Graph has for a mail that is too large, or that it cannot convert to bytes. */
export async function fetchFields(client: GraphClient, connection: OauthConnection, id: string): Promise<Content> {
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
