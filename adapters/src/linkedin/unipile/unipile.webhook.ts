import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { ProviderError } from '../../kit/errors.ts';
import type { HostedLinkResult, LinkedinEvent, LinkedinMessage, LinkedinWebhooks } from '../linkedin.port.ts';
import { fetchList, filterReadable } from './lists.api.ts';
import { isGroupId, parseMessagingPerson } from './messaging.transform.ts';
import { parseSeatType, parseStatus } from './seats.transform.ts';
import { unipileManifest } from './unipile.manifest.ts';
import type { UnipileClient } from './unipile-client.api.ts';
import { attachmentShape, doneShape, webhookShape } from './unipile-shapes.api.ts';

const text = z.string().nullish();

const notificationSchema = z.object({
  status: z.enum(['CREATION_SUCCESS', 'RECONNECTED']),
  account_id: z.string().min(1).max(200),
  name: z.string().max(2000),
});

const statusSchema = z.object({
  AccountStatus: z.object({ account_id: z.string().max(200), account_type: text, message: z.string().max(100) }),
});

const relationSchema = z.object({
  event: z.literal('new_relation'),
  account_id: z.string().max(200),
  user_full_name: text,
  user_provider_id: z.string().max(300),
  user_public_identifier: text,
  user_profile_url: text,
});

const personShape = z.object({
  attendee_provider_id: z.string().max(300),
  attendee_name: text,
  attendee_public_identifier: text,
  attendee_profile_url: text,
  attendee_specifics: z.object({ phone_number: text }).nullish(),
});

const messageSchema = z.object({
  event: z.literal('message_received').nullish(),
  account_id: z.string().max(200),
  account_type: text,
  account_info: z.object({ user_id: text }).nullish(),
  /** Where it is said it counts: ids of one person differ within WhatsApp. */
  is_sender: z.union([z.boolean(), z.number()]).nullish(),
  is_group: z.union([z.boolean(), z.number()]).nullish(),
  /** Someone joined, a missed call: no message. One of the other side still counts as a sign of life. */
  is_event: z.union([z.boolean(), z.number()]).nullish(),
  provider_chat_id: text,
  chat_id: z.string().max(300),
  message_id: z.string().max(300),
  message: text,
  timestamp: z.string(),
  sender: personShape,
  attendees: z.array(z.unknown()).nullish(),
  attachments: z.array(z.unknown()).nullish(),
});

/**
 * @param secret what we set at registration and expect back with every call
 * @param former secrets that were set earlier and are still accepted
 */
export function createWebhooks(
  client: UnipileClient,
  secret: string,
  former: readonly string[] = [],
): LinkedinWebhooks {
  const expected = [secret, ...former].map(digest);
  return {
    registerWebhooks: (url) => registerAll(client, url, secret),
    isGenuine(headers) {
      const given = headers[unipileManifest.webhook_header.toLowerCase()];
      return typeof given === 'string' && expected.some((one) => timingSafeEqual(digest(given), one));
    },
    parseWebhook: parseEvent,
    parseNotification: parseNotification,
  };
}

const digest = (value: string): Buffer => createHash('sha256').update(value).digest();

async function registerAll(client: UnipileClient, request_url: string, secret: string): Promise<void> {
  const known = await fetchList(client, { path: '/webhooks', query: {}, item: webhookShape, page: 100, cap: 1000 });
  for (const source of unipileManifest.webhook_sources) {
    if (known.some((webhook) => webhook.source === source && webhook.request_url === request_url)) continue;
    const headers = [
      { key: 'Content-Type', value: 'application/json' },
      { key: unipileManifest.webhook_header, value: secret },
    ];
    const json = { source, request_url, name: `overture ${source}`, format: 'json', headers };
    await client.change(doneShape, 'POST', '/webhooks', {}, { json });
  }
}

function parseNotification(body: unknown): HostedLinkResult {
  const parsed = notificationSchema.safeParse(body);
  if (!parsed.success) throw unreadable(parsed.error);
  const { status, account_id, name } = parsed.data;
  return { status, account_id, reference: name };
}

/** Which of the three it is shows in the body alone; what we have no use for is null. */
function parseEvent(body: unknown): LinkedinEvent | null {
  if (typeof body !== 'object' || body === null) throw unreadable(null);
  if ('AccountStatus' in body) return parseOr(statusSchema, body, parseStatusEvent);
  const event = (body as { event?: unknown }).event;
  if (event === 'new_relation') return parseOr(relationSchema, body, parseRelationEvent);
  if ((event === undefined || event === 'message_received') && 'message_id' in body) {
    return parseOr(messageSchema, body, parseMessageEvent);
  }
  return null;
}

function parseOr<Shape extends z.ZodType>(
  shape: Shape,
  body: unknown,
  read: (parsed: z.output<Shape>) => LinkedinEvent | null,
): LinkedinEvent | null {
  const parsed = shape.safeParse(body);
  if (!parsed.success) throw unreadable(parsed.error);
  return read(parsed.data);
}

function parseStatusEvent({ AccountStatus: given }: z.output<typeof statusSchema>): LinkedinEvent | null {
  if (parseSeatType(given.account_type || 'LINKEDIN') === null) return null;
  return { type: 'account_status', event_id: null, account_id: given.account_id, status: parseStatus(given.message) };
}

function parseRelationEvent(given: z.output<typeof relationSchema>): LinkedinEvent {
  return {
    type: 'new_relation',
    event_id: `relation:${given.account_id}:${given.user_provider_id}`,
    account_id: given.account_id,
    provider_id: given.user_provider_id,
    public_identifier: given.user_public_identifier ?? null,
    full_name: given.user_full_name ?? '',
    profile_url: given.user_profile_url ?? null,
  };
}

function parseMessageEvent(given: z.output<typeof messageSchema>): LinkedinEvent | null {
  const account_type = parseSeatType(given.account_type || 'LINKEDIN');
  if (account_type === null) return null;
  const is_messaging = account_type !== 'LINKEDIN';
  if (is_messaging && isOfGroup(given)) return null;
  const sent_at = new Date(given.timestamp);
  if (Number.isNaN(sent_at.getTime())) throw unreadable(null);
  const event = { event_id: `message:${given.account_id}:${given.message_id}`, account_id: given.account_id };
  const is_own = isOwn(given, is_messaging);
  if (is_own === null) return { type: 'message_of_unknown_side', ...event };
  if (is_own && given.is_event) return null;
  return { type: 'message_received', ...event, message: presentMessage(given, { sent_at, is_own, is_messaging }) };
}

function presentMessage(
  given: z.output<typeof messageSchema>,
  { sent_at, is_own, is_messaging }: { sent_at: Date; is_own: boolean; is_messaging: boolean },
): LinkedinMessage {
  const { attendee_provider_id: sender_id } = given.sender;
  const other = is_own ? parseOtherSide(given.attendees ?? [], sender_id) : given.sender;
  return {
    message_id: given.message_id,
    chat_id: given.chat_id,
    text: given.message ?? '',
    sent_at,
    is_own,
    attendee_provider_id: other?.attendee_provider_id ?? null,
    sender_provider_id: sender_id,
    sender_name: given.sender.attendee_name ?? null,
    sender_profile_url: given.sender.attendee_profile_url ?? null,
    attendee_profile_url: other?.attendee_profile_url ?? null,
    attachments: filterReadable(attachmentShape, given.attachments ?? []).map(({ id, mimetype, file_name }) => ({
      id,
      content_type: mimetype ?? null,
      name: file_name ?? null,
    })),
    other_side: is_messaging && other ? describePerson(other) : null,
  };
}

/** Null when unknown: our own message, mistaken for the lead's, would stop the lead. */
function isOwn(
  { is_sender, account_info, sender }: z.output<typeof messageSchema>,
  isMessaging: boolean,
): boolean | null {
  if (isMessaging && is_sender != null) return Boolean(is_sender);
  if (account_info?.user_id) return sender.attendee_provider_id === account_info.user_id;
  return is_sender == null ? null : Boolean(is_sender);
}

/** Group chats are private and not needed. */
function isOfGroup({ is_group, provider_chat_id, sender, attendees }: z.output<typeof messageSchema>): boolean {
  if (isGroupId(provider_chat_id)) return true;
  if (is_group !== undefined && is_group !== null) return Boolean(is_group);
  const ids = filterReadable(personShape, attendees ?? []).map((one) => one.attendee_provider_id);
  return new Set([...ids, sender.attendee_provider_id]).size > 2;
}

const describePerson = (person: z.output<typeof personShape>) =>
  parseMessagingPerson({
    name: person.attendee_name,
    public_identifier: person.attendee_public_identifier,
    phone_number: person.attendee_specifics?.phone_number,
    provider_id: person.attendee_provider_id,
  });

/** Of a conversation of two the other one. */
function parseOtherSide(attendees: unknown[], own_id: string): z.output<typeof personShape> | null {
  const others = filterReadable(personShape, attendees).filter((one) => one.attendee_provider_id !== own_id);
  return others.length === 1 ? (others[0] ?? null) : null;
}

function unreadable(cause: unknown): ProviderError {
  return new ProviderError('rejected', 'The call cannot be read.', { concerns: 'message', code: 'unreadable', cause });
}
