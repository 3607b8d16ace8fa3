import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import {
  BOOKING_PROVIDER_LABELS,
  type BookingOutcome,
  MEETING_LIMITS,
  type MeetingChange,
} from '@overture/domain/meetings';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { loadNow } from '../../kernel/clock.ts';
import type { SystemContext, TransactionContext } from '../../kernel/context.ts';
import { getOrigin } from '../../kernel/security-log/request-origin.ts';
import { recordSecurityEvent } from '../../kernel/security-log/security-log.ts';
import { findPeopleByAddress, recordBookings } from '../chats/index.ts';
import type { BookingFormat, BookingMessage } from './booking-message.rules.ts';
import { calComFormat } from './cal-com.rules.ts';
import { calendlyFormat } from './calendly.rules.ts';
import { decideMeeting, findMeeting } from './meetings.rules.ts';
import { BOOKING_HOOKS, bookingSecretPurpose } from './meetings.service.ts';
import * as store from './meetings.store.ts';

const FORMATS = { cal_com: calComFormat, calendly: calendlyFormat } satisfies Record<
  store.HookOwner['provider'],
  BookingFormat
>;
const DAY_IN_MS = 86_400_000;

/** Webhooks of booking pages. The signature is checked byte for byte before anything is parsed; the work is done before the answer. */
export function serveBookingWebhooks(app: FastifyInstance, ctx: SystemContext): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(`${BOOKING_HOOKS}/:key`, { bodyLimit: MEETING_LIMITS.message_bytes }, async (request, reply) => {
      const status = await receive(ctx, request);
      return reply.status(status).send({ received: status === 200 });
    });
  });
}

async function receive(ctx: SystemContext, request: FastifyRequest): Promise<200 | 400 | 401 | 404> {
  const { key } = request.params as { key: string };
  const owner = await ctx.systemRead((tx) => store.findHookOwner(tx, key.replaceAll('\0', '')));
  if (owner === undefined) return 404;
  const format = FORMATS[owner.provider];
  const secret = ctx.vault.open(bookingSecretPurpose, owner.sealed_secret);
  const { body } = request;
  if (!Buffer.isBuffer(body) || !isGenuine(body, format.findSignature(request.headers), secret)) {
    await refuse(ctx, owner, request);
    return 401;
  }
  await ctx.rate_limits.spend('booking-messages', String(owner.id), MEETING_LIMITS.messages_an_hour, 3600);
  const parsed = parseBody(format, body);
  if (parsed === 'unreadable') return 400;
  const isThere = await ctx
    .forOrganization(owner.organization_id)
    .transaction((tx) => record(tx, owner, { digest: digestOf(body, parsed), message: parsed }));
  return isThere ? 200 : 404;
}

/** Compares in constant time: the right signature can't be found out byte by byte. */
function isGenuine(body: Buffer, given: ReturnType<BookingFormat['findSignature']>, secret: string): boolean {
  if (given === null || !/^[0-9a-f]{64}$/i.test(given.signature)) return false;
  const right = createHmac('sha256', secret).update(given.prefix).update(body).digest();
  return timingSafeEqual(Buffer.from(given.signature, 'hex'), right);
}

async function refuse(ctx: SystemContext, owner: store.HookOwner, request: FastifyRequest): Promise<void> {
  await recordSecurityEvent(ctx, { event: 'webhook_refused', origin: getOrigin(request), reason: BOOKING_HOOKS });
  await ctx.forOrganization(owner.organization_id).transaction((tx) => store.markRefused(tx, owner.id));
}

function parseBody(format: BookingFormat, body: Buffer): BookingMessage | null | 'unreadable' {
  try {
    return format.parse(JSON.parse(body.toString('utf8')));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError || error instanceof RangeError) return 'unreadable';
    throw error;
  }
}

/** Booking, event and time identify a message: a retry with another body has the same digest. */
function digestOf(body: Buffer, message: BookingMessage | null): Buffer {
  const said =
    message === null ? body : Buffer.from(`${message.kind}\n${message.made_at.toISOString()}\n${message.uid}`);
  return hash('sha256', said, 'buffer');
}

interface Delivered {
  digest: Buffer;
  message: BookingMessage | null;
}

/** Locks the connection, which serializes concurrent copies of a message. False if the connection is gone. */
async function record(
  tx: TransactionContext,
  owner: store.HookOwner,
  { digest, message }: Delivered,
): Promise<boolean> {
  if (!(await store.lockConnection(tx, owner.id))) return false;
  if (await store.hasDelivery(tx, owner.id, digest)) return true;
  const outcome = message === null ? 'ignored' : await apply(tx, owner, message);
  await store.insertDelivery(tx, { id: owner.id, digest, outcome });
  return true;
}

async function apply(tx: TransactionContext, owner: store.HookOwner, given: BookingMessage): Promise<BookingOutcome> {
  const now = await loadNow(tx);
  if (now.getTime() - given.made_at.getTime() > MEETING_LIMITS.oldest_in_days * DAY_IN_MS) return 'too_old';
  // A clock that is ahead must not keep out the messages that follow.
  const message = { ...given, made_at: given.made_at > now ? now : given.made_at };
  const people = await findPeopleByAddress(tx, message.emails);
  if (people.length === 0) return 'unknown_person';
  const reachable = await store.listReachable(tx, people);
  if (reachable.length === 0) return 'suppressed';
  return changeMeetings(tx, owner, message, reachable);
}

async function changeMeetings(
  tx: TransactionContext,
  { id: connection_id, provider }: store.HookOwner,
  message: BookingMessage,
  people: readonly number[],
): Promise<BookingOutcome> {
  const uids = [message.uid, ...(message.previous_uid === null ? [] : [message.previous_uid])];
  const rows = await store.listKnownMeetings(tx, connection_id, uids);
  const ended: number[] = [];
  let outcome: BookingOutcome = 'unchanged';
  for (const prospect_id of people) {
    const known = findMeeting(rows, prospect_id, message);
    const decision = decideMeeting(known, message);
    if (decision === null) continue;
    const { status, change } = decision;
    const row =
      known === undefined
        ? await store.insertMeeting(tx, { connection_id, provider, prospect_id, status, message })
        : await store.updateMeeting(tx, { id: known.id, status, is_moved: change === 'rescheduled', message });
    if (decision.ends_campaigns) ended.push(prospect_id);
    if (change === null) continue;
    outcome = change;
    announce(tx, row, change);
  }
  if (ended.length > 0) await recordBookings(tx, ended);
  return outcome;
}

const TITLES: Readonly<Record<MeetingChange, string>> = {
  booked: 'Meeting booked',
  rescheduled: 'Meeting moved',
  cancelled: 'Meeting cancelled',
  no_show: "The lead didn't come to the meeting",
};

function announce(tx: TransactionContext, row: store.MeetingRow, change: MeetingChange): void {
  const { id, prospect_id, provider, title, starts_at, ends_at, changed_at } = row;
  const time = starts_at === null ? null : `${starts_at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const lines = [title, time, `Booked through ${BOOKING_PROVIDER_LABELS[provider]}.`];
  tx.events.emit({
    type: 'meeting_changed',
    change,
    prospect_id,
    meeting: {
      id,
      provider,
      title,
      starts_at: starts_at?.toISOString() ?? null,
      ends_at: ends_at?.toISOString() ?? null,
    },
    title: TITLES[change],
    text: lines.filter(Boolean).join('\n'),
    changed_at: changed_at.toISOString(),
  });
  tx.live.publish('meetings_changed', { prospect_id });
}
