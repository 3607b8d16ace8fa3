import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { roll } from '../../web/company.ts';
import type { LinkedinSandbox } from '../linkedin-sandbox.ts';
import { isNameless } from '../network/member-behaviour.ts';
import { type Invitation, memberAt } from '../network/network.ts';
import type { Seat } from '../network/seats.ts';
import { authorOf, getMember, parsePostNumber } from '../network/targets.ts';
import { idFor } from '../network/world.ts';
import { missing, Problem } from '../problems.ts';
import { idParams, pageOf, pageQuery } from './seats.routes.ts';

const accountQuery = z.object({ account_id: z.string().optional() });
const inviteBody = z.object({ account_id: z.string(), provider_id: z.string(), message: z.string().optional() });
const reactionBody = z.object({ account_id: z.string(), post_id: z.string(), reaction_type: z.string() });

const LARGEST_RELATIONS = 1000;
/** Of connections from before the seat came here. */
const LONG_AGO = Date.UTC(2019, 0, 1);

export function registerOutreachRoutes(app: FastifyInstance, world: LinkedinSandbox): void {
  registerInvitations(app, world);
  app.get('/api/v1/users/:id/posts', async (request) => {
    const query = pageQuery.parse(request.query);
    const member = getMember(world, world.getReader(query.account_id), idParams.parse(request.params).id);
    // Every third member never wrote anything.
    const number = parsePostNumber(member);
    const posts =
      roll(`posts ${member.number}`, 3) === 0 ? [] : [{ id: number, social_id: `urn:li:activity:${number}` }];
    return { object: 'PostList', items: posts, cursor: null };
  });
  app.post('/api/v1/posts/reaction', async (request, reply) => {
    const { account_id, post_id } = reactionBody.parse(request.body);
    if (!post_id.startsWith('urn:li:')) throw missing('Use the social_id of the post.');
    const seat = world.getActiveSeat(account_id);
    const isNew = world.network.react(seat, post_id);
    if (isNew) world.record(request, seat, authorOf(post_id), 'like', { id: post_id });
    return reply.code(201).send({ object: 'ReactionAdded' });
  });
}

function registerInvitations(app: FastifyInstance, world: LinkedinSandbox): void {
  const { network } = world;
  app.post('/api/v1/users/invite', async (request, reply) => {
    const { account_id, provider_id, message } = inviteBody.parse(request.body);
    const seat = world.getActiveSeat(account_id);
    if ((message ?? '').length > (seat.tier === 'CLASSIC' ? 200 : 300)) {
      throw new Problem(400, 'too_many_characters', 'The note is too long.');
    }
    const member = getMember(world, seat, provider_id);
    const { invitation, usage } = network.invite(seat, member, message ?? null);
    world.record(request, seat, member, 'invite', { id: invitation.id, text: invitation.text });
    world.people.receiveInvitation(invitation);
    const body = { object: 'UserInvitationSent', invitation_id: invitation.id, ...(usage === null ? {} : { usage }) };
    return reply.code(201).send(body);
  });
  app.get('/api/v1/users/invite/sent', async (request) => {
    const query = pageQuery.parse(request.query);
    const seat = world.getReader(query.account_id);
    const listed = network.pendingOf(seat).filter((entry) => world.book.isListed(entry.at));
    const { items, cursor } = pageOf(listed, query, world.book.limits.largest_page);
    return { object: 'InvitationList', items: items.map((entry) => presentInvitation(seat, entry)), cursor };
  });
  app.delete('/api/v1/users/invite/sent/:id', async (request) => {
    const seat = world.getActiveSeat(accountQuery.parse(request.query).account_id);
    const invitation = network.findPending(idParams.parse(request.params).id);
    if (invitation?.seat_id !== seat.id)
      throw new Problem(400, 'invalid_invitation_id', 'There is no such invitation.');
    network.settle(invitation, 'withdrawn');
    world.record(request, seat, memberAt(invitation.member_number), 'withdraw', { id: invitation.id });
    return { object: 'InvitationCanceled' };
  });
  app.get('/api/v1/users/relations', async (request) => {
    const query = pageQuery.parse(request.query);
    const seat = world.getReader(query.account_id);
    const listed = network.relationsOf(seat).filter((entry) => world.book.isListed(entry.at));
    const { items, cursor } = pageOf(listed, query, LARGEST_RELATIONS);
    const relations = items.map(({ member, at }) => ({
      object: 'UserRelation',
      member_id: idFor(seat.id, member),
      first_name: member.first_name,
      last_name: member.last_name,
      headline: member.headline,
      public_identifier: member.public_identifier,
      public_profile_url: `https://www.linkedin.com/in/${member.public_identifier}`,
      member_urn: `urn:li:member:${member.number}`,
      connection_urn: `urn:li:fsd_connection:${idFor(seat.id, member)}`,
      created_at: at ?? LONG_AGO,
    }));
    return { object: 'UserRelationsList', items: relations, cursor };
  });
}

function presentInvitation(seat: Seat, invitation: Invitation) {
  const member = memberAt(invitation.member_number);
  return {
    object: 'InvitationSent',
    id: invitation.id,
    date: 'Sent today',
    parsed_datetime: new Date(invitation.at).toISOString(),
    invited_user: `${member.first_name} ${member.last_name}`,
    invited_user_id: isNameless(member) ? null : idFor(seat.id, member),
    invited_user_public_id: member.public_identifier,
    invited_user_description: member.headline,
    invitation_text: invitation.text,
  };
}
