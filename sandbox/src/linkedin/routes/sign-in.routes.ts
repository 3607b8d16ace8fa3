import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { roll } from '../../web/company.ts';
import type { LinkedinSandbox } from '../linkedin-sandbox.ts';
import { newSeatId, type OpenSignIn, type SeatTier } from '../network/seats.ts';
import { WORLD_SIZE } from '../network/world.ts';
import { Problem } from '../problems.ts';

const signInBody = z.object({
  provider: z.literal('LINKEDIN'),
  username: z.string().min(1).max(500),
  password: z.string().min(1).max(2000),
});
const checkpointBody = z.object({
  provider: z.literal('LINKEDIN'),
  account_id: z.string().min(1).max(500),
  code: z.string().min(1).max(200),
});

/** This password counts as mistyped. */
const WRONG_PASSWORD = 'wrong';
/** What every app and every message says. */
const RIGHT_CODE = '123456';
/** The provider gives up after this. */
const WAITS_FOR_IN_MS = 5 * 60_000;
/** How long a person takes to confirm in the app. */
const APPROVED_AFTER_IN_MS = 6000;

/** Words in the address one signs in with: what kind of seat it is, and what LinkedIn asks for. */
const TIERS: Record<string, SeatTier> = { premium: 'PREMIUM', navigator: 'SALES_NAVIGATOR', recruiter: 'RECRUITER' };
const CHECKPOINTS: Record<string, string> = {
  '2fa': '2FA',
  otp: 'OTP',
  app: 'IN_APP_VALIDATION',
  captcha: 'CAPTCHA',
  phone: 'PHONE_REGISTER',
};

/** Signing in with a password, and what LinkedIn may ask for before it lets one in. */
export function registerSignInRoutes(app: FastifyInstance, world: LinkedinSandbox): void {
  const { book } = world;
  app.post('/api/v1/accounts', async (request, reply) => {
    const { username, password } = signInBody.parse(request.body);
    if (password === WRONG_PASSWORD) throw refused('invalid_credentials', 'The provided credentials are invalid.');
    const words = username.toLowerCase().split(/[^a-z0-9]+/);
    const account_id = newSeatId();
    const open: OpenSignIn = {
      tier: pick(words, TIERS) ?? 'CLASSIC',
      // The same address is the same person, and none of those who come by hosted pages.
      member_number: WORLD_SIZE - 201 - roll(`sign-in ${username.toLowerCase()}`, 200),
      checkpoint: pick(words, CHECKPOINTS) ?? '',
      expires_at: world.now() + WAITS_FOR_IN_MS,
    };
    if (open.checkpoint === '') return signIn(world, account_id, open, reply);
    book.signIns.set(account_id, open);
    if (open.checkpoint === 'IN_APP_VALIDATION') {
      world.schedule.at(world.now() + APPROVED_AFTER_IN_MS, () => approveSignIn(world, account_id));
    }
    return requestCheckpoint(account_id, open, reply);
  });
  app.post('/api/v1/accounts/checkpoint', async (request, reply) => {
    const { account_id, code } = checkpointBody.parse(request.body);
    const open = book.signIns.get(account_id);
    if (open === undefined) throw new Problem(404, 'resource_not_found', 'There is no such sign-in.');
    if (open.expires_at <= world.now()) {
      book.signIns.delete(account_id);
      throw new Problem(408, 'request_timeout', 'The sign-in was given up.');
    }
    if (open.checkpoint === 'PHONE_REGISTER') {
      if (!/^\(\+\d{1,4}\)\d{4,14}$/.test(code)) throw refused('checkpoint_error', 'This is no phone number.');
      open.checkpoint = 'OTP';
      return requestCheckpoint(account_id, open, reply);
    }
    if (code !== RIGHT_CODE || !['2FA', 'OTP'].includes(open.checkpoint)) {
      throw refused('checkpoint_error', 'The checkpoint resolution did not pass successfully. Please retry.');
    }
    return signIn(world, account_id, open, reply);
  });
}

/** The person confirms in LinkedIn's app. */
export async function approveSignIn(world: LinkedinSandbox, account_id: string): Promise<void> {
  const open = world.book.signIns.get(account_id);
  if (open === undefined || open.expires_at <= world.now()) return;
  world.book.signIns.delete(account_id);
  const seat = world.book.add(open.tier, open.member_number, account_id);
  await world.callbacks.announceStatus(seat, 'CREATION_SUCCESS');
}

async function signIn(world: LinkedinSandbox, account_id: string, open: OpenSignIn, reply: FastifyReply) {
  world.book.signIns.set(account_id, open);
  await approveSignIn(world, account_id);
  return reply.code(201).send({ object: 'AccountCreated', account_id });
}

const requestCheckpoint = (account_id: string, { checkpoint }: OpenSignIn, reply: FastifyReply) =>
  reply.code(202).send({ object: 'Checkpoint', account_id, checkpoint: { type: checkpoint } });

const refused = (type: string, detail: string): Problem => new Problem(401, type, detail);

const pick = <Value>(words: readonly string[], of: Record<string, Value>): Value | undefined =>
  words.flatMap((word) => (Object.hasOwn(of, word) ? [of[word] as Value] : []))[0];
