import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { roll } from '../web/company.ts';
import type { LinkedinSandbox } from './linkedin-sandbox.ts';
import { type Invitation, type Message, memberAt } from './network.ts';
import { missing, Problem } from './problems.ts';
import { idParams, pageOf, pageQuery } from './seats.routes.ts';
import type { Seat } from './seats.ts';
import { findMember, idFor, type Member, memberOfId } from './world.ts';

const accountQuery = z.object({ account_id: z.string().optional() });
const inviteBody = z.object({ account_id: z.string(), provider_id: z.string(), message: z.string().optional() });
const reactionBody = z.object({ account_id: z.string(), post_id: z.string(), reaction_type: z.string() });
const chatBody = z.object({
  account_id: z.string(),
  attendees_ids: z.string(),
  text: z.string().min(1),
  subject: z.string().optional(),
  'linkedin[api]': z.enum(['classic', 'sales_navigator', 'recruiter']).default('classic'),
  'linkedin[inmail]': z.stringbool().default(false),
});
const replyBody = z.object({ account_id: z.string().optional(), text: z.string().min(1) });
const sinceQuery = pageQuery.extend({ after: z.iso.datetime().optional() });

const LARGEST = { invitations: 250, relations: 1000, messages: 250 };

/** Invitations, relations, messages and reactions. */
export function registerOutreachRoutes(app: FastifyInstance, world: LinkedinSandbox): void {
  registerInvitations(app, world);
  registerMessages(app, world);
  app.get('/api/v1/users/:id/posts', async (request) => {
    const query = pageQuery.parse(request.query);
    const member = demandMember(world.demandReader(query.account_id), idParams.parse(request.params).id);
    // Every third member never wrote anything.
    const number = String(7_400_000_000_000 + member.number);
    const posts =
      roll(`posts ${member.number}`, 3) === 0 ? [] : [{ id: number, social_id: `urn:li:activity:${number}` }];
    return { object: 'PostList', items: posts, cursor: null };
  });
  app.post('/api/v1/posts/reaction', async (request, reply) => {
    const { account_id, post_id } = reactionBody.parse(request.body);
    if (!post_id.startsWith('urn:li:')) throw missing('Use the social_id of the post.');
    world.network.react(world.demandActiveSeat(account_id), post_id);
    return reply.code(201).send({ object: 'ReactionAdded' });
  });
}

function demandMember(seat: Seat, id: string): Member {
  const member = /^AC[ow]AA/.test(id) ? memberOfId(seat.id, id) : findMember(id);
  if (member === undefined) throw new Problem(422, 'invalid_recipient', 'There is no such member.');
  return member;
}

function registerInvitations(app: FastifyInstance, world: LinkedinSandbox): void {
  const { network } = world;
  app.post('/api/v1/users/invite', async (request, reply) => {
    const { account_id, provider_id, message } = inviteBody.parse(request.body);
    const seat = world.demandActiveSeat(account_id);
    if ((message ?? '').length > (seat.tier === 'CLASSIC' ? 200 : 300)) {
      throw new Problem(400, 'too_many_characters', 'The note is too long.');
    }
    const { invitation, usage } = network.invite(seat, demandMember(seat, provider_id), message ?? null);
    const body = { object: 'UserInvitationSent', invitation_id: invitation.id, ...(usage === null ? {} : { usage }) };
    return reply.code(201).send(body);
  });
  app.get('/api/v1/users/invite/sent', async (request) => {
    const query = pageQuery.parse(request.query);
    const seat = world.demandReader(query.account_id);
    const { items, cursor } = pageOf(network.pendingOf(seat), query, LARGEST.invitations);
    return { object: 'InvitationList', items: items.map((entry) => presentInvitation(seat, entry)), cursor };
  });
  app.delete('/api/v1/users/invite/sent/:id', async (request) => {
    const seat = world.demandActiveSeat(accountQuery.parse(request.query).account_id);
    const invitation = network.findPending(idParams.parse(request.params).id);
    if (invitation?.seat_id !== seat.id)
      throw new Problem(400, 'invalid_invitation_id', 'There is no such invitation.');
    network.settle(invitation, 'withdrawn');
    return { object: 'InvitationCanceled' };
  });
  app.get('/api/v1/users/relations', async (request) => {
    const query = pageQuery.parse(request.query);
    const seat = world.demandReader(query.account_id);
    const { items, cursor } = pageOf(network.relationsOf(seat), query, LARGEST.relations);
    const relations = items.map(({ member, at }) => ({
      object: 'UserRelation',
      member_id: idFor(seat.id, member),
      first_name: member.first_name,
      last_name: member.last_name,
      headline: member.headline,
      public_identifier: member.public_identifier,
      public_profile_url: `https://www.linkedin.com/in/${member.public_identifier}`,
      created_at: at,
    }));
    return { object: 'UserRelationsList', items: relations, cursor };
  });
}

function registerMessages(app: FastifyInstance, world: LinkedinSandbox): void {
  const { network } = world;
  app.post('/api/v1/chats', async (request, reply) => {
    const body = chatBody.parse(request.body);
    const seat = world.demandActiveSeat(body.account_id);
    const member = demandMember(seat, body.attendees_ids);
    if (body['linkedin[inmail]']) {
      const product = { classic: 'PREMIUM', sales_navigator: 'SALES_NAVIGATOR', recruiter: 'RECRUITER' };
      if (seat.tier !== product[body['linkedin[api]']]) {
        throw new Problem(422, 'not_allowed_inmail', 'This account cannot send InMail.');
      }
    } else if (!network.isConnected(seat, member)) {
      throw new Problem(422, 'no_connection_with_recipient', 'You are not connected with this member.');
    }
    const given = { text: body.text, is_own: true, subject: body.subject ?? null };
    const { id, chat_id } = await world.send(seat, member, given);
    return reply.code(201).send({ object: 'ChatStarted', chat_id, message_id: id });
  });
  app.post('/api/v1/chats/:id/messages', async (request, reply) => {
    const { account_id, text } = replyBody.parse(request.body);
    const seat = world.demandActiveSeat(account_id);
    const member = network.memberOfChat(seat, idParams.parse(request.params).id);
    if (member === undefined) throw missing('There is no such chat.');
    const { id } = await world.send(seat, member, { text, is_own: true, subject: null });
    return reply.code(201).send({ object: 'MessageSent', message_id: id });
  });
  app.get('/api/v1/messages', async (request) => {
    const { after, ...query } = sinceQuery.parse(request.query);
    const seat = world.demandReader(query.account_id);
    const found = network.messagesSince(seat, after === undefined ? 0 : Date.parse(after));
    const { items, cursor } = pageOf(found, query, LARGEST.messages);
    return { object: 'MessageList', items: items.map((message) => presentMessage(world, seat, message)), cursor };
  });
}

function presentInvitation(seat: Seat, invitation: Invitation) {
  const member = memberAt(invitation.member_number);
  return {
    object: 'UserInvitation',
    id: invitation.id,
    date: 'Sent today',
    parsed_datetime: new Date(invitation.at).toISOString(),
    invited_user: `${member.first_name} ${member.last_name}`,
    invited_user_id: idFor(seat.id, member),
    invited_user_public_id: member.public_identifier,
    invitation_text: invitation.text,
  };
}

function presentMessage(world: LinkedinSandbox, seat: Seat, message: Message) {
  const sender = message.is_own ? world.book.memberOf(seat) : memberAt(message.member_number);
  return {
    object: 'Message',
    id: message.id,
    chat_id: message.chat_id,
    account_id: seat.id,
    provider_id: message.id,
    sender_id: idFor(seat.id, sender),
    text: message.text,
    timestamp: new Date(message.at).toISOString(),
    is_sender: message.is_own ? 1 : 0,
    seen: 0,
    deleted: 0,
    edited: 0,
    is_event: 0,
    attachments: [],
  };
}

/** Stores a message and tells it by webhook: own ones as well, as the provider does. */
export async function sendMessage(
  world: LinkedinSandbox,
  seat: Seat,
  member: Member,
  given: Pick<Message, 'text' | 'is_own' | 'subject'>,
): Promise<Message> {
  const message = world.network.addMessage(seat, member, given);
  const own = world.book.memberOf(seat);
  const sender = given.is_own ? own : member;
  await world.callbacks.announce('messaging', {
    event: 'message_received',
    account_id: seat.id,
    account_type: 'LINKEDIN',
    account_info: { user_id: idFor(seat.id, own), type: 'LINKEDIN', feature: 'classic' },
    chat_id: message.chat_id,
    message_id: message.id,
    message: message.text,
    timestamp: new Date(message.at).toISOString(),
    sender: {
      attendee_id: `a${sender.number}`,
      attendee_name: `${sender.first_name} ${sender.last_name}`,
      attendee_provider_id: idFor(seat.id, sender),
      attendee_profile_url: `https://www.linkedin.com/in/${sender.public_identifier}`,
    },
    attachments: [],
  });
  return message;
}

/** A member says yes: a relation, told by webhook (hours late, in life). */
export async function acceptInvitation(world: LinkedinSandbox, invitation: Invitation): Promise<void> {
  const seat = world.book.find(invitation.seat_id);
  if (seat === undefined) throw missing('The account is gone.');
  world.network.settle(invitation, 'accepted');
  const member = memberAt(invitation.member_number);
  await world.callbacks.announce('users', {
    event: 'new_relation',
    account_id: seat.id,
    account_type: 'LINKEDIN',
    user_full_name: `${member.first_name} ${member.last_name}`,
    user_provider_id: idFor(seat.id, member),
    user_public_identifier: member.public_identifier,
    user_profile_url: `https://www.linkedin.com/in/${member.public_identifier}`,
    user_picture_url: null,
  });
}
