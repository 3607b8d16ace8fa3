import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { SystemContext } from '../../../kernel/context.ts';
import { hashToken, newToken } from '../../../kernel/crypto.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import type { Limit } from '../../../kernel/rate-limits.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import { type ProvenPerson, type SignIn, startSession } from '../../sessions/index.ts';
import * as store from './factors.store.ts';
import { offerPasskeySignature, verifyPasskey } from './passkey.service.ts';
import { deleteExpiredChallenges } from './passkey.store.ts';
import { checkSecondFactor, type FactorMethod, type FactorProof, listFactorMethods } from './second-factor.service.ts';

const TICKET_LIFETIME_IN_MINUTES = 5;
/** Tries with a ticket or a passkey from one line: enough for an office, too few to look for anything. */
const FACTOR_TRIES: Limit = { name: 'second-factor-line', points: 60, per_seconds: 900 };

/** The first factor was right; the second is asked for with this ticket. */
export interface WaitingSignIn {
  ticket: string;
  methods: FactorMethod[];
}

/**
 * What follows a right password, code or link, however it came about: a session, or, where a second factor was set up,
 * a ticket to show it with. Nothing else starts sessions, so nothing goes around a factor.
 */
export async function completeSignIn(ctx: SystemContext, person: ProvenPerson): Promise<SignIn | WaitingSignIn> {
  const { method } = person;
  if (method === 'passkey') return startSession(ctx, { ...person, has_second_factor: true });
  const methods = await listFactorMethods(ctx, person.user_id);
  if (methods.length === 0) return startSession(ctx, { ...person, has_second_factor: false });
  const ticket = newToken();
  await ctx.systemTransaction(async (tx) => {
    const row = await store.lockPerson(tx, person.user_id);
    if (!row?.active) throw new ApiError('invalid_credentials');
    await store.insertTicket(tx, {
      ticket_hash: hashToken(ticket),
      organization_id: row.organization_id,
      user_id: row.id,
      method,
      lifetime_in_minutes: TICKET_LIFETIME_IN_MINUTES,
    });
  });
  return { ticket, methods };
}

/** The second half of a sign-in. A ticket has five tries and ends with the first right one. */
export async function finishSignIn(ctx: SystemContext, input: FactorProof & { ticket: string }): Promise<SignIn> {
  const ip = ctx.origin?.ip ?? '';
  await ctx.rate_limits.spendFrom(FACTOR_TRIES, ip);
  const hash = hashToken(input.ticket);
  const waiting = await ctx.systemTransaction((tx) => store.tryTicket(tx, hash));
  if (!waiting) throw new ApiError('sign_in_expired');
  const person = orNotFound(await ctx.systemTransaction((tx) => store.findPerson(tx, waiting.user_id)));
  await checkSecondFactor(ctx, person, input, 'second-factor');
  if (!(await ctx.systemTransaction((tx) => store.deleteTicket(tx, hash)))) throw new ApiError('sign_in_expired');
  await ctx.rate_limits.giveBackFrom(FACTOR_TRIES, ip);
  return startSession(ctx, { user_id: person.id, method: waiting.method, has_second_factor: true });
}

/** What the browser needs to answer a waiting sign-in with a passkey. */
export async function offerPasskeyForTicket(ctx: SystemContext, ticket: string, origin: string | undefined) {
  await ctx.rate_limits.spendFrom(FACTOR_TRIES, ctx.origin?.ip ?? '');
  const waiting = await ctx.systemTransaction((tx) => store.findTicket(tx, hashToken(ticket)));
  if (!waiting) throw new ApiError('sign_in_expired');
  return offerPasskeySignature(ctx, 'second-factor', waiting.user_id, origin);
}

/** What the browser needs to sign in a user with a passkey. */
export async function offerPasskeySignIn(ctx: SystemContext, origin: string | undefined) {
  await ctx.rate_limits.spendFrom(FACTOR_TRIES, ctx.origin?.ip ?? '');
  return offerPasskeySignature(ctx, 'sign-in', null, origin);
}

/** A passkey with user verification (finger or PIN) counts as both factors. */
export async function signInWithPasskey(ctx: SystemContext, response: AuthenticationResponseJSON): Promise<SignIn> {
  const ip = ctx.origin?.ip ?? '';
  await ctx.rate_limits.spendFrom(FACTOR_TRIES, ip);
  const userId = await verifyPasskey(ctx, response, 'sign-in', null);
  const person = userId === null ? undefined : await ctx.systemTransaction((tx) => store.findPerson(tx, userId));
  if (!person?.active || !person.verified_at) {
    await recordSecurityEvent(ctx, {
      event: 'passkey_failed',
      organization_id: person?.organization_id ?? null,
      user_id: person?.id ?? null,
    });
    throw new ApiError('passkey_refused');
  }
  await ctx.rate_limits.giveBackFrom(FACTOR_TRIES, ip);
  return startSession(ctx, { user_id: person.id, method: 'passkey', has_second_factor: true });
}

/** Deletes expired challenges and tickets. */
export async function pruneFactors(ctx: SystemContext): Promise<void> {
  await ctx.systemTransaction(deleteExpiredChallenges);
}
