import type { z } from 'zod';
import { ProviderError } from '../../kit/errors.ts';
import type { LinkedinAttachment, LinkedinMessage, LinkedinOutreach } from '../linkedin.port.ts';
import type { FormPart } from './form-data.api.ts';
import { fetchList, filterReadable } from './lists.api.ts';
import { isGroupId, parseMessagingPerson } from './messaging.transform.ts';
import { parseInstant } from './people.transform.ts';
import { unipileManifest } from './unipile.manifest.ts';
import type { UnipileClient } from './unipile-client.api.ts';
import {
  attachmentShape,
  chatShape,
  chatStartedShape,
  inmailBalanceShape,
  messageSentShape,
  messageShape,
} from './unipile-shapes.api.ts';

const { limits } = unipileManifest;
const part = encodeURIComponent;
/** Own messages read as evidence: an account sends 150 on a busy day. */
const MOST_EVIDENCE = 1000;

type Messages = Omit<
  LinkedinOutreach,
  'invite' | 'listSentInvitations' | 'withdrawInvitation' | 'listRelations' | 'likeLastPost'
>;

type Conversations = Pick<Messages, 'listMessagesSince' | 'listChatMessages' | 'getChat'>;

function createConversations(client: UnipileClient): Conversations {
  return {
    async listMessagesSince(account_id, since, limit) {
      const query = { account_id, after: since.toISOString() };
      const page = limits.messages_per_page;
      const found = await fetchList(client, { path: '/messages', query, item: messageShape, page, cap: limit });
      return sortOldestFirst(found);
    },
    async listChatMessages(account_id, chat_id, limit) {
      const path = `/chats/${part(chat_id)}/messages`;
      const page = limits.messages_per_page;
      const found = await fetchList(client, { path, query: { account_id }, item: messageShape, page, cap: limit });
      return sortOldestFirst(found);
    },
    async getChat(account_id, chat_id) {
      const chat = await client.read(chatShape, `/chats/${part(chat_id)}`, { account_id });
      return {
        chat_id: chat.id,
        attendee_provider_id: chat.attendee_provider_id ?? null,
        is_read_only: Boolean(chat.read_only),
        is_group: (chat.type ?? 0) !== 0 || isGroupId(chat.attendee_provider_id),
        other_side: parseMessagingPerson({
          name: chat.name,
          public_identifier: chat.attendee_public_identifier,
          provider_id: chat.attendee_provider_id,
        }),
      };
    },
  };
}

export function createMessages(client: UnipileClient): Messages {
  const messages = createConversations(client);
  return {
    ...messages,
    sendMessage: sendMessage(client),
    reply: reply(client),
    readAttachment: (account_id, { message_id, attachment_id }) =>
      client.readBytes(
        `/messages/${part(message_id)}/attachments/${part(attachment_id)}`,
        { account_id },
        limits.max_attachments_in_bytes,
      ),
    findSentMessage: findSentMessage(messages),
    async getInmailBalance(account_id) {
      const balance = await client.read(inmailBalanceShape, '/linkedin/inmail_balance', { account_id });
      return {
        classic: balance.premium ?? null,
        sales_navigator: balance.sales_navigator ?? null,
        recruiter: balance.recruiter ?? null,
      };
    },
  };
}

function sendMessage(client: UnipileClient): LinkedinOutreach['sendMessage'] {
  return async (account_id, { provider_id, text, inmail, attachments = [] }) => {
    const form: FormPart[] = [
      ['account_id', account_id],
      ['attendees_ids', provider_id],
      ['text', text],
      ['linkedin[api]', inmail?.api ?? 'classic'],
      ...encodeAttachments(attachments),
    ];
    if (inmail) form.push(['linkedin[inmail]', 'true'], ['subject', inmail.subject]);
    const { chat_id, message_id } = await client.change(chatStartedShape, 'POST', '/chats', {}, { form });
    return { chat_id: chat_id ?? null, message_id: message_id ?? null };
  };
}

function reply(client: UnipileClient): LinkedinOutreach['reply'] {
  return async (account_id, { chat_id, text, attachments = [] }) => {
    const form: FormPart[] = [['account_id', account_id], ['text', text], ...encodeAttachments(attachments)];
    const path = `/chats/${part(chat_id)}/messages`;
    const { message_id } = await client.change(messageSentShape, 'POST', path, {}, { form });
    return { message_id: message_id ?? null };
  };
}

/** @throws ProviderError rejected before anything leaves */
function encodeAttachments(attachments: readonly LinkedinAttachment[]): FormPart[] {
  const size = attachments.reduce((sum, { content }) => sum + content.byteLength, 0);
  if (size > limits.max_attachments_in_bytes) {
    const code = 'attachments_too_large';
    throw new ProviderError('rejected', 'The attachments are larger than 15 MB.', { concerns: 'message', code });
  }
  return attachments.map((file) => ['attachments', file]);
}

/** The same text may have been sent to several people: the conversation decides. */
function findSentMessage(
  messages: Pick<Messages, 'listMessagesSince' | 'getChat'>,
): LinkedinOutreach['findSentMessage'] {
  return async (account_id, { provider_id, text, since }) => {
    const wanted = normalize(text);
    const found = await messages.listMessagesSince(account_id, since, MOST_EVIDENCE);
    for (const message of found.reverse()) {
      if (!message.is_own || normalize(message.text) !== wanted) continue;
      const { attendee_provider_id } = await messages.getChat(account_id, message.chat_id);
      if (attendee_provider_id === provider_id) return { ...message, attendee_provider_id };
    }
    return null;
  };
}

const normalize = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();

/** The provider lists the newest first: what it dates to the same moment keeps its order of sending. */
function sortOldestFirst(newest_first: readonly z.output<typeof messageShape>[]): LinkedinMessage[] {
  const messages = newest_first.flatMap(parseMessage).reverse();
  return messages.sort((a, b) => a.sent_at.getTime() - b.sent_at.getTime());
}

/** Empty for events that are not messages: someone joined, a missed call. */
function parseMessage(given: z.output<typeof messageShape>): LinkedinMessage[] {
  const sent_at = parseInstant(given.timestamp);
  if (sent_at === null || given.is_event) return [];
  return [
    {
      message_id: given.id,
      chat_id: given.chat_id,
      text: given.text ?? '',
      sent_at,
      is_own: Boolean(given.is_sender),
      attendee_provider_id: given.is_sender ? null : given.sender_id,
      sender_provider_id: given.sender_id,
      sender_name: null,
      sender_profile_url: null,
      attachments: filterReadable(attachmentShape, given.attachments ?? []).map(({ id, mimetype, file_name }) => ({
        id,
        content_type: mimetype ?? null,
        name: file_name ?? null,
      })),
      other_side: null,
    },
  ];
}
