import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { LinkedinSandbox } from '../linkedin-sandbox.ts';
import { isNameless } from '../network/member-behaviour.ts';
import { toChatName, toProviderId } from '../network/messaging.ts';
import { type Message, memberAt } from '../network/network.ts';
import { type Seat, typeOf } from '../network/seats.ts';
import { getMember } from '../network/targets.ts';
import type { Member } from '../network/world.ts';
import { invalid, missing, Problem } from '../problems.ts';
import { idParams, pageOf, pageQuery } from './seats.routes.ts';

const files = z
  .array(z.object({ filename: z.string(), content_type: z.string(), size_in_bytes: z.number() }))
  .default([]);
const chatBody = z.object({
  account_id: z.string(),
  attendees_ids: z.string(),
  text: z.string().min(1),
  subject: z.string().optional(),
  'linkedin[api]': z.enum(['classic', 'sales_navigator', 'recruiter']).default('classic'),
  'linkedin[inmail]': z.stringbool().default(false),
  attachments: files,
});
const replyBody = z.object({ account_id: z.string().optional(), text: z.string().min(1), attachments: files });
const accountQuery = z.object({ account_id: z.string().optional() });
const fileParams = z.object({ id: z.string(), attachment: z.string() });
const sinceQuery = pageQuery.extend({ after: z.iso.datetime().optional() });

const MAX_ATTACHMENTS_IN_BYTES = 15_000_000;
const PRODUCTS = { classic: 'PREMIUM', sales_navigator: 'SALES_NAVIGATOR', recruiter: 'RECRUITER' } as const;

export function registerMessageRoutes(app: FastifyInstance, world: LinkedinSandbox): void {
  registerSending(app, world);
  registerChats(app, world);
  app.get('/api/v1/messages', async (request) => {
    const { after, ...query } = sinceQuery.parse(request.query);
    const seat = world.getReader(query.account_id);
    const found = world.network.messagesSince(seat, after === undefined ? 0 : Date.parse(after));
    const listed = found.filter((message) => world.book.isListed(message.at));
    const { items, cursor } = pageOf(listed, query, world.book.limits.largest_page);
    return { object: 'MessageList', items: items.map((message) => presentMessage(world, seat, message)), cursor };
  });
  app.get('/api/v1/messages/:id/attachments/:attachment', async (request, reply) => {
    const seat = world.getReader(accountQuery.parse(request.query).account_id);
    const { id, attachment } = fileParams.parse(request.params);
    const message = world.network.messagesSince(seat, 0).find((one) => one.id === id);
    const file = message?.attachments.find((one) => one.id === attachment);
    if (file === undefined) throw missing('There is no such attachment.');
    return reply.type(file.content_type).send(Buffer.alloc(file.size_in_bytes, 'x'));
  });
  app.get('/api/v1/linkedin/inmail_balance', async (request) => {
    const seat = world.getReader(accountQuery.parse(request.query).account_id);
    const left = (tier: Seat['tier']): number | null => (seat.tier === tier ? world.network.inmailCredits(seat) : null);
    return {
      object: 'LinkedinInmailBalance',
      premium: left('PREMIUM'),
      sales_navigator: left('SALES_NAVIGATOR'),
      recruiter: left('RECRUITER'),
    };
  });
}

function registerSending(app: FastifyInstance, world: LinkedinSandbox): void {
  const { network } = world;
  const send = async (
    request: FastifyRequest,
    seat: Seat,
    member: Member,
    action: 'message' | 'inmail' | 'reply',
    given: { text: string; subject?: string | undefined; attachments: z.output<typeof files> },
  ): Promise<Message> => {
    if (given.attachments.reduce((sum, file) => sum + file.size_in_bytes, 0) > MAX_ATTACHMENTS_IN_BYTES) {
      throw invalid('The attachments are too large.');
    }
    if (action !== 'inmail') network.countMessage(seat);
    const attachments = given.attachments.map((file) => ({ ...file, id: `at_${crypto.randomUUID()}` }));
    const subject = given.subject ?? null;
    const message = { text: given.text, is_own: true, is_inmail: action === 'inmail', subject, attachments };
    // Recorded before it is announced.
    return world.people.send(seat, member, message, ({ id }) => {
      world.record(request, seat, member, action, { id, text: given.text, subject, attachments });
    });
  };
  app.post('/api/v1/chats', async (request, reply) => {
    const body = chatBody.parse(request.body);
    const seat = world.getActiveSeat(body.account_id);
    const member = getMember(world, seat, body.attendees_ids);
    const isInmail = body['linkedin[inmail]'];
    if (isInmail) requireInmail(world, seat, PRODUCTS[body['linkedin[api]']]);
    else if (!network.isConnected(seat, member)) {
      throw new Problem(422, 'no_connection_with_recipient', 'You are not connected with this member.');
    }
    const { id, chat_id } = await send(request, seat, member, isInmail ? 'inmail' : 'message', body);
    const ids = isNameless(member) ? { chat_id: null, message_id: null } : { chat_id, message_id: id };
    return reply.code(201).send({ object: 'ChatStarted', ...ids });
  });
  app.post('/api/v1/chats/:id/messages', async (request, reply) => {
    const body = replyBody.parse(request.body);
    const seat = world.getActiveSeat(body.account_id);
    const member = network.memberOfChat(seat, idParams.parse(request.params).id);
    if (member === undefined) throw missing('There is no such chat.');
    const { id } = await send(request, seat, member, 'reply', body);
    return reply.code(201).send({ object: 'MessageSent', message_id: isNameless(member) ? null : id });
  });
}

function requireInmail(world: LinkedinSandbox, seat: Seat, needed: Seat['tier']): void {
  if (seat.tier !== needed) throw new Problem(422, 'not_allowed_inmail', 'This account cannot send InMail.');
  if (world.network.inmailCredits(seat) === 0) {
    throw new Problem(422, 'insufficient_credits', 'There are no InMail credits left.');
  }
}

function registerChats(app: FastifyInstance, world: LinkedinSandbox): void {
  const { network } = world;
  app.get('/api/v1/chats', async (request) => {
    const query = pageQuery.parse(request.query);
    const seat = world.getReader(query.account_id);
    const newest = new Map<string, Message>();
    for (const message of network.messagesSince(seat, 0)) {
      if (!newest.has(message.chat_id)) newest.set(message.chat_id, message);
    }
    const { items, cursor } = pageOf([...newest.values()], query, world.book.limits.largest_page);
    return { object: 'ChatList', items: items.map((message) => presentChat(seat, message)), cursor };
  });
  app.get('/api/v1/chats/:id', async (request) => {
    const seat = world.getReader(accountQuery.parse(request.query).account_id);
    const newest = getChat(world, seat, request.params)[0] as Message;
    return { ...presentChat(seat, newest), lastMessage: presentMessage(world, seat, newest) };
  });
  app.get('/api/v1/chats/:id/messages', async (request) => {
    const query = pageQuery.parse(request.query);
    const seat = world.getReader(query.account_id);
    const { items, cursor } = pageOf(getChat(world, seat, request.params), query, world.book.limits.largest_page);
    return { object: 'MessageList', items: items.map((message) => presentMessage(world, seat, message)), cursor };
  });
}

/** Newest first; at least one. */
function getChat(world: LinkedinSandbox, seat: Seat, params: unknown): Message[] {
  const { id } = idParams.parse(params);
  const messages = world.network.messagesSince(seat, 0).filter((message) => message.chat_id === id);
  if (messages.length === 0) throw missing('There is no such chat.');
  return messages;
}

function presentChat(seat: Seat, newest: Message) {
  const member = memberAt(newest.member_number);
  return {
    object: 'Chat',
    id: newest.chat_id,
    account_id: seat.id,
    account_type: typeOf(seat),
    provider_id: newest.chat_id,
    attendee_provider_id: toProviderId(seat, member),
    ...toChatName(seat, member),
    type: 0,
    timestamp: new Date(newest.at).toISOString(),
    unread_count: 0,
    archived: 0,
    read_only: 0,
    muted_until: null,
    ...(newest.subject === null ? {} : { subject: newest.subject }),
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
    chat_provider_id: message.chat_id,
    sender_id: toProviderId(seat, sender),
    text: message.text,
    timestamp: new Date(message.at).toISOString(),
    is_sender: message.is_own ? 1 : 0,
    seen: 0,
    deleted: 0,
    edited: 0,
    is_event: 0,
    hidden: 0,
    delivered: 1,
    behavior: null,
    reactions: [],
    seen_by: {},
    original: '',
    sender_attendee_id: `at_${toProviderId(seat, sender)}`,
    attachments: message.attachments.map(({ id, content_type, filename, size_in_bytes }) => ({
      id,
      type: 'file',
      mimetype: content_type,
      file_name: filename,
      file_size: size_in_bytes,
      unavailable: false,
    })),
  };
}
