import type { z } from 'zod';
import type { LinkedinMessage, LinkedinOutreach, LinkedinRelation, SentInvitation } from '../linkedin.port.ts';
import { keepReadable, readList } from './lists.api.ts';
import { unipileManifest } from './unipile.manifest.ts';
import type { UnipileClient } from './unipile-client.api.ts';
import {
  attachmentShape,
  chatStartedShape,
  doneShape,
  invitationSentShape,
  messageSentShape,
  messageShape,
  ownPostShape,
  relationShape,
  sentInvitationShape,
} from './unipile-shapes.api.ts';

const { limits } = unipileManifest;
const part = encodeURIComponent;

export function createOutreach(client: UnipileClient): LinkedinOutreach {
  return { ...createInvitations(client), ...createMessages(client), likeLastPost: likeLastPost(client) };
}

type Invitations = Pick<LinkedinOutreach, 'invite' | 'listSentInvitations' | 'withdrawInvitation' | 'listRelations'>;

function createInvitations(client: UnipileClient): Invitations {
  return {
    async invite(account_id, { provider_id, note }) {
      const json = { account_id, provider_id, ...(note === null ? {} : { message: note }) };
      const sent = await client.change(invitationSentShape, 'POST', '/users/invite', {}, { json });
      return { invitation_id: sent.invitation_id, usage_percent: sent.usage ?? null };
    },
    async listSentInvitations(account_id, limit) {
      const page = limits.invitations_per_page;
      const list = { path: '/users/invite/sent', query: { account_id }, item: sentInvitationShape, page, cap: limit };
      return (await readList(client, list)).map(readInvitation);
    },
    async withdrawInvitation(account_id, invitation_id) {
      await client.change(doneShape, 'DELETE', `/users/invite/sent/${part(invitation_id)}`, { account_id });
    },
    async listRelations(account_id, limit) {
      const page = limits.relations_per_page;
      const list = { path: '/users/relations', query: { account_id }, item: relationShape, page, cap: limit };
      return (await readList(client, list)).map(readRelation);
    },
  };
}

function createMessages(client: UnipileClient): Pick<LinkedinOutreach, 'sendMessage' | 'reply' | 'listMessagesSince'> {
  return {
    async sendMessage(account_id, { provider_id, text, inmail }) {
      const form: [string, string][] = [
        ['account_id', account_id],
        ['attendees_ids', provider_id],
        ['text', text],
        ['linkedin[api]', inmail?.api ?? 'classic'],
      ];
      if (inmail) form.push(['linkedin[inmail]', 'true'], ['subject', inmail.subject]);
      const { chat_id, message_id } = await client.change(chatStartedShape, 'POST', '/chats', {}, { form });
      return { chat_id, message_id };
    },
    async reply(account_id, { chat_id, text }) {
      const form: [string, string][] = [
        ['account_id', account_id],
        ['text', text],
      ];
      const path = `/chats/${part(chat_id)}/messages`;
      const { message_id } = await client.change(messageSentShape, 'POST', path, {}, { form });
      return { message_id };
    },
    async listMessagesSince(account_id, since, limit) {
      const query = { account_id, after: since.toISOString() };
      const page = limits.messages_per_page;
      const found = await readList(client, { path: '/messages', query, item: messageShape, page, cap: limit });
      return found.flatMap(readMessage).sort((a, b) => a.sent_at.getTime() - b.sent_at.getTime());
    },
  };
}

function likeLastPost(client: UnipileClient): LinkedinOutreach['likeLastPost'] {
  return async (account_id, provider_id) => {
    const path = `/users/${part(provider_id)}/posts`;
    const [post] = await readList(client, { path, query: { account_id }, item: ownPostShape, page: 10, cap: 1 });
    if (!post) return null;
    const json = { account_id, post_id: post.social_id, reaction_type: 'like' };
    await client.change(doneShape, 'POST', '/posts/reaction', {}, { json });
    return { post_urn: post.social_id };
  };
}

function readInvitation(given: z.output<typeof sentInvitationShape>): SentInvitation {
  return {
    invitation_id: given.id,
    provider_id: given.invited_user_id,
    public_identifier: given.invited_user_public_id ?? null,
    text: given.invitation_text ?? null,
    sent_at: readInstant(given.parsed_datetime),
  };
}

function readRelation(given: z.output<typeof relationShape>): LinkedinRelation {
  return {
    provider_id: given.member_id,
    public_identifier: given.public_identifier ?? null,
    full_name: [given.first_name, given.last_name].filter(Boolean).join(' '),
    connected_at: given.created_at == null ? null : new Date(given.created_at),
  };
}

/** None for what is no message: somebody joined, a call was missed. */
function readMessage(given: z.output<typeof messageShape>): LinkedinMessage[] {
  const sent_at = readInstant(given.timestamp);
  if (sent_at === null || given.is_event) return [];
  return [
    {
      message_id: given.id,
      chat_id: given.chat_id,
      text: given.text ?? '',
      sent_at,
      is_own: Boolean(given.is_sender),
      sender_provider_id: given.sender_id,
      sender_name: null,
      sender_profile_url: null,
      attachments: keepReadable(attachmentShape, given.attachments ?? []).map(({ id, mimetype }) => ({
        id,
        content_type: mimetype ?? null,
      })),
    },
  ];
}

function readInstant(text: string | null | undefined): Date | null {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : new Date(at);
}
