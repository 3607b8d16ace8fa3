import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { faultBody } from '../faults.ts';
import type { LinkedinSandbox } from '../linkedin-sandbox.ts';
import type { Delay } from '../network/member-behaviour.ts';
import { type Invitation, type Message, memberAt } from '../network/network.ts';
import { DEFAULT_LIMITS, newSeatId, SEAT_TIERS, SEAT_TYPES } from '../network/seats.ts';
import { findMember, idFor, WORLD_SIZE } from '../network/world.ts';
import { missing } from '../problems.ts';
import { CHOICES } from './seats.routes.ts';
import { approveSignIn } from './sign-in.routes.ts';

const connectBody = z.strictObject({
  /** The page's address, or none for an unknown account. */
  url: z.string().max(4000).optional(),
  as: z.enum(CHOICES).default('CLASSIC'),
  /** Without a page: what it is an account of. */
  type: z.enum(SEAT_TYPES).default('LINKEDIN'),
  /** Who of the FORMER ones; else the last. */
  public_identifier: z.string().max(200).optional(),
});
const statusBody = z.strictObject({
  account_id: z.string(),
  status: z.enum(['OK', 'CREDENTIALS', 'STOPPED', 'ERROR', 'CONNECTING', 'PERMISSIONS']).optional(),
  tier: z.enum(SEAT_TIERS).optional(),
});
const limit = z.number().int().min(0).nullable().default(null);
const limitsBody = z.strictObject({
  reads_per_minute: z.number().int().min(1).default(DEFAULT_LIMITS.reads_per_minute),
  largest_page: z.number().int().min(1).default(DEFAULT_LIMITS.largest_page),
  visits_per_day: z.number().int().min(1).default(DEFAULT_LIMITS.visits_per_day),
  /** Null, as all that follow: as LinkedIn has it for the seat's tier. */
  invitations_per_day: limit,
  invitations_per_week: limit,
  messages_per_day: limit,
  inmail_credits: limit,
  lists_lag_in_seconds: z.number().min(0).default(0),
});
const delay = z.strictObject({ min: z.number().min(0), max: z.number().min(0) }).optional() satisfies z.ZodType<
  Delay | undefined
>;
const peopleBody = z.strictObject({
  accepts: z.number().min(0).max(100).optional(),
  declines: z.number().min(0).max(100).optional(),
  accept_delay_in_seconds: delay,
  relation_delay_in_seconds: delay,
  relation_times: z.number().int().min(0).max(5).optional(),
});
const postBody = z.strictObject({
  number: z.string().regex(/^\d{6,25}$/),
  reactions: z.number().int().min(0).max(5000),
  comments: z.number().int().min(0).max(5000),
});

/** By its id, or by who invited whom. */
const invitationBody = z.union([
  z.strictObject({ invitation_id: z.string() }),
  z.strictObject({ account_id: z.string(), public_identifier: z.string() }),
]);
const pairBody = z.strictObject({ account_id: z.string(), public_identifier: z.string() });
const messageBody = z.strictObject({
  account_id: z.string(),
  public_identifier: z.string(),
  text: z.string().min(1).max(10_000),
  attachments: z
    .array(z.strictObject({ filename: z.string(), content_type: z.string(), size_in_bytes: z.number().int().min(0) }))
    .max(10)
    .default([]),
});

const restoreBody = z.strictObject({
  seats: z.array(
    z.object({
      id: z.string(),
      tier: z.enum(SEAT_TIERS),
      member_number: z
        .number()
        .int()
        .min(0)
        .max(WORLD_SIZE - 1),
    }),
  ),
  invitations: z.array(z.custom<Invitation>(isEntry)),
  messages: z.array(z.custom<Message>(isEntry)),
  strangers: z.array(z.string().max(200)),
});

/** Who brings entries has them from a stand-in's own file. */
function isEntry(value: unknown): boolean {
  return z.object({ id: z.string(), seat_id: z.string(), member_number: z.number(), at: z.number() }).safeParse(value)
    .success;
}

/** What people on the other side do. */
function registerPeopleControl(app: FastifyInstance, world: LinkedinSandbox): void {
  const getPair = (given: z.output<typeof pairBody>) => {
    const [seat, member] = [world.book.find(given.account_id), findMember(given.public_identifier)];
    if (seat === undefined || member === undefined) throw missing('There is no such account or member.');
    return { seat, member: world.network.meet(member) };
  };
  const getPending = (given: unknown) => {
    const body = invitationBody.parse(given);
    const find = () => {
      if ('invitation_id' in body) return world.network.findPending(body.invitation_id);
      const { seat, member } = getPair(body);
      return world.network.pendingOf(seat).find((pending) => pending.member_number === member.number);
    };
    const invitation = find();
    if (invitation === undefined) throw missing('There is no such invitation.');
    return invitation;
  };
  app.post('/__control/accept', async (request) => {
    await world.people.accept(getPending(request.body));
    await world.schedule.runDue();
    return {};
  });
  app.post('/__control/decline', async (request) => {
    world.network.settle(getPending(request.body), 'declined');
    return {};
  });
  app.post('/__control/relation', async (request) => {
    const { seat, member } = getPair(pairBody.parse(request.body));
    if (!world.network.isConnected(seat, member)) world.network.markReported(world.network.connect(seat, member));
    return { provider_id: idFor(seat.id, member) };
  });
  app.post('/__control/message', async (request) => {
    const { text, attachments: given, ...pair } = messageBody.parse(request.body);
    const { seat, member } = getPair(pair);
    const attachments = given.map((file) => ({ ...file, id: `at_${crypto.randomUUID()}` }));
    return { message: await world.people.send(seat, member, { text, is_own: false, attachments }) };
  });
  app.post('/__control/people', async (request) => {
    const given = Object.entries(peopleBody.parse(request.body)).filter(([, value]) => value !== undefined);
    Object.assign(world.people.options, Object.fromEntries(given));
    return world.people.options;
  });
}

/** Calls that make something happen in the LinkedIn world; those that are no call of the provider. */
export function registerLinkedinControl(app: FastifyInstance, world: LinkedinSandbox): void {
  const { book } = world;
  registerPeopleControl(app, world);
  app.post('/__control/connect', async (request) => {
    const { url, as, type, public_identifier } = connectBody.parse(request.body);
    const tier = SEAT_TIERS.find((one) => one === as) ?? 'CLASSIC';
    if (url === undefined) return { account_id: book.add(tier, book.nextMember(), newSeatId(), type).id };
    const link = book.links.get(new URL(url).pathname.replace(/^.*\//, ''));
    if (link === undefined) throw missing('There is no such page.');
    const member = public_identifier === undefined ? undefined : findMember(public_identifier)?.number;
    const seat = await world.finishLink(link, as === 'FAIL' ? null : as, member);
    return { account_id: seat?.id ?? null };
  });
  app.post('/__control/restore', async (request) => {
    const { seats, ...remembered } = restoreBody.parse(request.body);
    book.restore(seats);
    for (const invitation of world.network.restore(remembered))
      if (invitation.state === 'pending') world.people.receiveInvitation(invitation);
    return {};
  });
  app.post('/__control/approve', async (request) => {
    await approveSignIn(world, z.strictObject({ account_id: z.string() }).parse(request.body).account_id);
    return {};
  });
  app.post('/__control/account', async (request) => {
    const { account_id, ...change } = statusBody.parse(request.body);
    const seat = book.find(account_id);
    if (seat === undefined) throw missing('There is no such account.');
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    book.change(seat, given);
    if (change.status !== undefined) await world.callbacks.announceStatus(seat, change.status);
    return { account: seat };
  });
  app.post('/__control/limits', async (request) => {
    book.limits = limitsBody.parse(request.body);
    return book.limits;
  });
  app.post('/__control/posts', async (request) => {
    const { number, ...size } = postBody.parse(request.body);
    world.sizes.set(number, size);
    return size;
  });
  app.post('/__control/faults', async (request) => {
    world.faults.add(faultBody.parse(request.body));
    return {};
  });
  app.post('/__control/webhooks', async (request) => {
    world.callbacks.repeat = z.strictObject({ repeat: z.number().int().min(1).max(5) }).parse(request.body).repeat;
    return {};
  });
  app.post('/__control/clear', async () => {
    book.clear();
    world.network.clear();
    world.sizes.clear();
    world.faults.clear();
    world.people.clear();
    world.ledger.clear();
    world.callbacks.repeat = 1;
    world.calls.length = 0;
    world.visits.length = 0;
    return {};
  });
  app.get('/__control/state', async () => ({
    accounts: book.seats,
    webhooks: book.webhooks,
    visits: world.visits,
    reactions: world.network.reactions,
    invitations: world.network.invitations.map(({ member_number, ...invitation }) => ({
      ...invitation,
      public_identifier: memberAt(member_number).public_identifier,
    })),
    people: world.people.options,
    limits: book.limits,
    /** The newest calls of the provider's API, oldest first. */
    calls: world.calls,
  }));
}
