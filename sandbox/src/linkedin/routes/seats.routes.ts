import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { LinkedinSandbox } from '../linkedin-sandbox.ts';
import { memberAt } from '../network/network.ts';
import { presentOwnProfile, presentSeat } from '../network/present.ts';
import {
  type HostedLink,
  newSeatId,
  SEAT_TIERS,
  SEAT_TYPES,
  type Seat,
  type SeatBook,
  type SeatTier,
  typeOf,
} from '../network/seats.ts';
import { invalid, missing, Problem } from '../problems.ts';
import { renderHostedPage, renderNotice } from './hosted-page.ts';

const address = z.url().max(4000).optional();
const linkBody = z.object({
  type: z.enum(['create', 'reconnect']),
  providers: z.union([z.string(), z.array(z.string())]).optional(),
  reconnect_account: z.string().optional(),
  api_url: z.url(),
  expiresOn: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'milliseconds and Z are required'),
  success_redirect_url: address,
  failure_redirect_url: address,
  notify_url: address,
  name: z.string().max(2000).optional(),
});
const webhookBody = z.object({
  source: z.enum(['messaging', 'email', 'email_tracking', 'users', 'account_status']),
  request_url: z.url(),
  name: z.string().default(''),
  format: z.string().optional(),
  headers: z.array(z.object({ key: z.string(), value: z.string() })).default([]),
});
export const idParams = z.object({ id: z.string().max(500) });
/**
 * SAME signs an account in again; OTHER does so as another person; FORMER is a person who was signed out; NEW an
 * account without a tier.
 */
export const CHOICES = [...SEAT_TIERS, 'NEW', 'SAME', 'OTHER', 'FORMER', 'FAIL'] as const;
export type LinkChoice = Exclude<(typeof CHOICES)[number], 'FAIL'>;
const choiceQuery = z.object({ as: z.enum(CHOICES), member: z.coerce.number().int().optional() });

const LARGEST_LIST = 250;
export const pageQuery = z.object({
  account_id: z.string().optional(),
  limit: z.coerce.number().int().min(1).default(100),
  cursor: z.string().optional(),
});

/** A page of a list; the cursor is the start of the next one. */
export function pageOf<T>(entries: readonly T[], query: z.output<typeof pageQuery>, largest: number) {
  if (query.limit > largest) throw invalid(`limit must be at most ${largest}.`);
  const offset = query.cursor === undefined ? '0' : Buffer.from(query.cursor, 'base64').toString();
  if (!/^\d{1,9}$/.test(offset)) throw invalid('The cursor cannot be read.');
  const from = Number(offset);
  const items = entries.slice(from, from + query.limit);
  const next = from + items.length;
  const cursor = next < entries.length ? Buffer.from(String(next)).toString('base64') : null;
  return { items, cursor, from };
}

export function registerSeatRoutes(app: FastifyInstance, world: LinkedinSandbox): void {
  const { book } = world;
  const getSeat = (id: string): Seat => {
    const seat = book.find(id);
    if (seat === undefined) throw missing('There is no such account.');
    return seat;
  };
  app.get('/api/v1/accounts', async (request) => {
    const { items, cursor } = pageOf(book.seats, pageQuery.parse(request.query), LARGEST_LIST);
    return { object: 'AccountList', items: items.map((seat) => presentSeat(seat, book.memberOf(seat))), cursor };
  });
  app.get('/api/v1/accounts/:id', async (request) => {
    const seat = getSeat(idParams.parse(request.params).id);
    return presentSeat(seat, book.memberOf(seat));
  });
  app.delete('/api/v1/accounts/:id', async (request) => {
    const seat = getSeat(idParams.parse(request.params).id);
    book.remove(seat);
    await world.callbacks.announceStatus(seat, 'DELETED');
    return { object: 'AccountDeleted' };
  });
  app.get('/api/v1/users/me', async (request) => {
    const seat = world.getActiveSeat(pageQuery.parse(request.query).account_id);
    return presentOwnProfile(seat, book.memberOf(seat));
  });
  app.get('/api/v1/webhooks', async (request) => {
    const { items, cursor } = pageOf(book.webhooks, pageQuery.parse(request.query), LARGEST_LIST);
    return { object: 'WebhookList', items, cursor };
  });
  app.post('/api/v1/webhooks', async (request, reply) => {
    const { id } = book.addWebhook(webhookBody.parse(request.body));
    return reply.code(201).send({ object: 'WebhookCreated', webhook_id: id });
  });
  app.delete('/api/v1/webhooks/:id', async (request) => {
    if (!book.removeWebhook(idParams.parse(request.params).id)) throw missing('There is no such webhook.');
    return { object: 'WebhookDeleted' };
  });
  app.post('/api/v1/hosted/accounts/link', async (request, reply) => {
    const body = linkBody.parse(request.body);
    const again = body.type === 'reconnect' ? getSeat(body.reconnect_account ?? '') : null;
    const named = SEAT_TYPES.find((type) => [body.providers].flat().includes(type));
    const link = book.openLink({
      type: body.type,
      seat_type: again ? typeOf(again) : (named ?? 'LINKEDIN'),
      account_id: body.reconnect_account ?? null,
      expires_at: Date.parse(body.expiresOn),
      success_redirect_url: body.success_redirect_url ?? null,
      failure_redirect_url: body.failure_redirect_url ?? null,
      notify_url: body.notify_url ?? null,
      name: body.name ?? null,
    });
    const origin = `http://${request.headers.host}`;
    return reply.code(201).send({ object: 'HostedAuthUrl', url: `${origin}${app.prefix}/hosted/${link.token}` });
  });
  registerHostedPage(app, world);
}

function registerHostedPage(app: FastifyInstance, world: LinkedinSandbox): void {
  const findLink = (params: unknown): HostedLink | undefined => {
    const link = world.book.links.get(idParams.parse(params).id);
    return link !== undefined && link.expires_at > world.now() ? link : undefined;
  };
  const expired = renderNotice('This page has expired', 'Go back and ask for a new one.');
  app.get('/hosted/:id', async (request, reply) => {
    const link = findLink(request.params);
    return reply
      .code(link ? 200 : 410)
      .type('text/html')
      .send(
        link
          ? renderHostedPage(
              link,
              world.book.former.map(({ member_number }) => memberAt(member_number)),
            )
          : expired,
      );
  });
  app.post('/hosted/:id', async (request, reply) => {
    const link = findLink(request.params);
    if (link === undefined) return reply.code(410).type('text/html').send(expired);
    const { as, member } = choiceQuery.parse(request.query);
    const seat = await world.finishLink(link, as === 'FAIL' ? null : as, member);
    const url = seat ? link.success_redirect_url : link.failure_redirect_url;
    if (url !== null) return reply.redirect(url, 303);
    return reply.type('text/html').send(renderNotice(seat ? 'Connected' : 'Not connected', 'You can close this page.'));
  });
}

/** Ends a hosted page: a new seat, an old one that works again, or nothing. */
export async function finishHostedLink(
  world: LinkedinSandbox,
  link: HostedLink,
  choice: LinkChoice | null,
  member?: number,
): Promise<Seat | null> {
  const { book, callbacks } = world;
  if (choice === null) {
    book.links.delete(link.token);
    return null;
  }
  const known = link.account_id === null ? undefined : book.find(link.account_id);
  if (link.type === 'reconnect' && known === undefined) throw new Problem(404, 'resource_not_found', 'It is gone.');
  if (known === undefined && (choice === 'SAME' || choice === 'OTHER')) throw invalid('Choose what the account is.');
  const seat = known ?? addSeat(book, link, choice as SeatTier | 'FORMER' | 'NEW', member);
  if (known) book.change(known, { status: 'OK', ...changeOf(book, choice) });
  book.links.delete(link.token);
  const status = known ? 'RECONNECTED' : 'CREATION_SUCCESS';
  if (link.notify_url !== null) {
    await callbacks.notify(link.notify_url, { status, account_id: seat.id, name: link.name });
  }
  await callbacks.announceStatus(seat, status);
  world.schedule.at(world.now() + 2000, async () => {
    // Lost or deleted in the meantime: nothing was synced.
    if (book.find(seat.id)?.status === 'OK') await callbacks.announceStatus(seat, 'SYNC_SUCCESS');
  });
  return seat;
}

function addSeat(
  book: SeatBook,
  link: HostedLink,
  choice: SeatTier | 'FORMER' | 'NEW',
  member: number | undefined,
): Seat {
  if (link.seat_type !== 'LINKEDIN') return book.add('CLASSIC', book.nextMember(), newSeatId(), link.seat_type);
  if (choice === 'NEW') throw invalid('Choose what the account is.');
  if (choice !== 'FORMER') return book.add(choice);
  const former = member === undefined ? book.former[0] : book.former.find((one) => one.member_number === member);
  if (former === undefined) throw invalid('They were not signed out here.');
  return book.add(former.tier, former.member_number);
}

function changeOf(book: SeatBook, choice: LinkChoice): Partial<Seat> {
  if (choice === 'SAME' || choice === 'FORMER' || choice === 'NEW') return {};
  return choice === 'OTHER' ? { member_number: book.nextMember() } : { tier: choice };
}
