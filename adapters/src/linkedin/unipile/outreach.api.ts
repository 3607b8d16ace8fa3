import type { PostInvitationInput, SendPostReactionInput } from 'unipile-node-sdk';
import type { z } from 'zod';
import { exactly } from '../../kit/exactly.ts';
import type { LinkedinOutreach, LinkedinRelation, SentInvitation } from '../linkedin.port.ts';
import { fetchList } from './lists.api.ts';
import { createMessages } from './messages.api.ts';
import { parseInstant } from './people.transform.ts';
import { unipileManifest } from './unipile.manifest.ts';
import type { UnipileClient } from './unipile-client.api.ts';
import {
  doneShape,
  invitationSentShape,
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
      const json = exactly<PostInvitationInput>()({
        account_id,
        provider_id,
        ...(note === null ? {} : { message: note }),
      });
      const sent = await client.change(invitationSentShape, 'POST', '/users/invite', {}, { json });
      return { invitation_id: sent.invitation_id, usage_percent: sent.usage ?? null };
    },
    async listSentInvitations(account_id, limit) {
      const page = limits.invitations_per_page;
      const list = { path: '/users/invite/sent', query: { account_id }, item: sentInvitationShape, page, cap: limit };
      return (await fetchList(client, list)).map(parseInvitation);
    },
    async withdrawInvitation(account_id, invitation_id) {
      await client.change(doneShape, 'DELETE', `/users/invite/sent/${part(invitation_id)}`, { account_id });
    },
    async listRelations(account_id, limit) {
      const page = limits.relations_per_page;
      const list = { path: '/users/relations', query: { account_id }, item: relationShape, page, cap: limit };
      return (await fetchList(client, list)).map(parseRelation);
    },
  };
}

function likeLastPost(client: UnipileClient): LinkedinOutreach['likeLastPost'] {
  return async (account_id, provider_id) => {
    const path = `/users/${part(provider_id)}/posts`;
    const [post] = await fetchList(client, { path, query: { account_id }, item: ownPostShape, page: 10, cap: 1 });
    if (!post) return null;
    const json = exactly<SendPostReactionInput>()({ account_id, post_id: post.social_id, reaction_type: 'like' });
    await client.change(doneShape, 'POST', '/posts/reaction', {}, { json });
    return { post_urn: post.social_id };
  };
}

function parseInvitation(given: z.output<typeof sentInvitationShape>): SentInvitation {
  return {
    invitation_id: given.id,
    provider_id: given.invited_user_id ?? null,
    public_identifier: given.invited_user_public_id ?? null,
    text: given.invitation_text ?? null,
    sent_at: parseInstant(given.parsed_datetime),
  };
}

function parseRelation(given: z.output<typeof relationShape>): LinkedinRelation {
  return {
    provider_id: given.member_id,
    public_identifier: given.public_identifier ?? null,
    full_name: [given.first_name, given.last_name].filter(Boolean).join(' '),
    connected_at: given.created_at == null ? null : new Date(given.created_at),
  };
}
