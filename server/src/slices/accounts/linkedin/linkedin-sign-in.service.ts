import { isProviderError, type ProviderError } from '@overture/adapters/kit/errors';
import type { LinkedinPort, SignInResult } from '@overture/adapters/linkedin/linkedin.port';
import type { LinkedinSignIn } from '@overture/contract/accounts';
import type { ErrorCode } from '@overture/contract/errors';
import { isHealthyStatus, LINKEDIN_CHECKPOINT_MINUTES } from '@overture/domain/accounts';
import type { Context, SystemContext } from '../../../kernel/context.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { runUnits } from '../../../kernel/rounds/rounds.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { presentAccount } from '../accounts.rules.ts';
import { requireFreeSlot } from '../slots.service.ts';
import { type OpenSignIn, parseCheckpoint, signOutTask, writeCheckpoint } from './linkedin-link.rules.ts';
import { recordRiskAccepted, requireProvider } from './linkedin-link.service.ts';
import { adoptSeat, connectSeat } from './linkedin-seats.service.ts';
import * as store from './linkedin-sign-ins.store.ts';

/** Wrong passwords and codes an organization may try: enough for a person, and LinkedIn locks accounts over more. */
const failuresPerHour = 10;
const failures = 'linkedin-sign-in';
/** Limit of checks whether the app was confirmed, per user; an open dialog checks twenty times a minute. */
const looksPerHour = 200;

/** The response with the account's id was lost, and the provider's list does not show who signed in: it can't be found later. */
const ANSWER_LOST = 'LinkedIn sign-in response lost, an unused account may remain at the provider';

const DAY_IN_MS = 86_400_000;

interface SignInInput {
  username: string;
  password: string;
  is_risk_accepted: boolean;
}

/**
 * Connects a LinkedIn account with its own password: it is passed to the provider in this call and never stored. If LinkedIn asks for a
 * further step, the response has a signed token and no sender.
 */
export async function signInToLinkedin(ctx: SessionContext, input: SignInInput): Promise<LinkedinSignIn> {
  if (!input.is_risk_accepted) throw new ApiError('linkedin_risk_not_accepted');
  await requireFreeSlot(ctx, 'linkedin');
  await requireProvider(ctx);
  await ctx.transaction(recordRiskAccepted);
  const { username, password } = input;
  const result = await ask(ctx, 'linkedin_password_refused', (seats) =>
    seats.signIn({ username, password }).catch((error: unknown) => {
      if (isProviderError(error, 'unknown_outcome')) ctx.log.warn({ code: error.code }, ANSWER_LOST);
      throw error;
    }),
  );
  const expires_at = new Date(ctx.clock.now().getTime() + LINKEDIN_CHECKPOINT_MINUTES * 60_000);
  await remember(ctx, result, expires_at);
  return goOn(ctx, result, expires_at);
}

/** Submits what LinkedIn asked for; without a code it checks whether the app was confirmed. */
export async function answerCheckpoint(
  ctx: SessionContext,
  input: { token: string; code?: string | null | undefined },
): Promise<LinkedinSignIn> {
  const person = { organization_id: ctx.organization.id, user_id: ctx.user.id };
  const open = parseCheckpoint(ctx.vault, input.token, person, ctx.clock.now());
  if (open === null) throw new ApiError('linkedin_checkpoint_expired');
  const { provider_account_id, expires_at } = open;
  if (!input.code) {
    await ctx.rate_limits.spend('linkedin-sign-in-look', String(ctx.user.id), looksPerHour, 3600);
    return goOn(ctx, await lookForApproval(ctx, open), expires_at);
  }
  await requireProvider(ctx);
  const code = input.code;
  const result = await ask(ctx, 'linkedin_code_refused', (seats) => seats.solveCheckpoint(provider_account_id, code));
  await remember(ctx, result, expires_at);
  return goOn(ctx, result, expires_at);
}

/** Recorded first: from here on the account is ours, even if the dialog is closed. */
async function remember(ctx: SessionContext, { account_id }: SignInResult, expires_at: Date): Promise<void> {
  const { id: user_id, role } = ctx.user;
  const open = { provider_account_id: account_id, user_id, role, expires_at };
  await ctx.transaction((tx) => store.rememberSignIn(tx, open));
}

/** The account exists now, or the same step is still open. */
async function lookForApproval(ctx: SessionContext, open: OpenSignIn): Promise<SignInResult> {
  const { provider_account_id: account_id, checkpoint } = open;
  try {
    return { account_id, checkpoint: (await isLetIn(ctx, account_id)) ? null : checkpoint };
  } catch (error) {
    // Before the confirmation there may be no account yet; the next check follows in seconds.
    if (isProviderError(error)) return { account_id, checkpoint };
    throw error;
  }
}

async function isLetIn(ctx: Pick<Context, 'ports'>, seatId: string): Promise<boolean> {
  const { status } = await ctx.ports.linkedin.seats.getAccount(seatId);
  return isHealthyStatus(status) && status !== 'CONNECTING';
}

async function goOn(ctx: SessionContext, result: SignInResult, expires_at: Date): Promise<LinkedinSignIn> {
  const { account_id: provider_account_id, checkpoint } = result;
  const person = { organization_id: ctx.organization.id, user_id: ctx.user.id };
  if (checkpoint !== null) {
    const token = writeCheckpoint(ctx.vault, { ...person, provider_account_id, checkpoint, expires_at });
    return { account: null, checkpoint: { type: checkpoint, token, expires_at: expires_at.toISOString() } };
  }
  const reference = { ...person, role: ctx.user.role, account_id: null, expires_at };
  const row = await adoptSeat(ctx, provider_account_id, reference).catch((error: unknown) => {
    if (!isProviderError(error)) throw error;
    throw new ApiError('unavailable');
  });
  return { account: row && presentAccount(row, undefined, ctx.clock.now()), checkpoint: null };
}

/**
 * Calls the provider and turns refusals into texts of the catalogue. Each try is counted before the call, because parallel tries must not
 * exceed the limit; tries that failed for another reason are refunded.
 */
async function ask(
  ctx: SessionContext,
  refusal: ErrorCode,
  call: (seats: LinkedinPort['seats']) => Promise<SignInResult>,
): Promise<SignInResult> {
  const key = String(ctx.organization.id);
  await ctx.rate_limits.spend(failures, key, failuresPerHour, 3600);
  let isWrong = false;
  try {
    return await call(ctx.ports.linkedin.seats);
  } catch (error) {
    if (!isProviderError(error)) throw error;
    const said = describeFailure(error, refusal);
    isWrong = said.code === refusal;
    ctx.log.info({ kind: error.kind, code: error.code }, 'a sign-in to LinkedIn did not succeed');
    throw said;
  } finally {
    if (!isWrong) await ctx.rate_limits.giveBack(failures, key, failuresPerHour, 3600);
  }
}

function describeFailure(error: ProviderError, refusal: ErrorCode): ApiError {
  if (error.concerns === 'service') return new ApiError('unavailable');
  if (error.kind === 'auth_expired') return new ApiError(refusal);
  if (error.kind === 'not_found') return new ApiError('linkedin_checkpoint_expired');
  return new ApiError('linkedin_sign_in_failed', { reason: error.reason });
}

/**
 * Follows up sign-ins whose dialog was closed or whose last response was lost: a confirmed one becomes a sender, an abandoned account is
 * signed out. The provider's events may be late or missing, so it is polled.
 */
export async function followSignIns(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  if (!ctx.ports.linkedin.is_configured) return;
  const due = await ctx.systemTransaction((tx) => store.claimSignIns(tx, 20));
  await runUnits(
    ctx,
    {
      loop: store.SIGN_INS_LOOP,
      units: due.map((open) => ({ ...open, key: open.provider_account_id })),
      share: 20,
      at_once: 4,
      time_box_in_ms: 60_000,
      run: (open) => followOrLater(ctx, open),
    },
    signal,
  );
}

/** A provider that does not respond is polled again with the next claim. */
async function followOrLater(ctx: SystemContext, open: store.OpenSeat & { is_over: boolean }): Promise<void> {
  try {
    await followSignIn(ctx.forOrganization(open.organization_id), open);
  } catch (error) {
    if (!isProviderError(error)) throw error;
    const { organization_id: organization } = open;
    ctx.log.info({ organization, reason: error.message }, 'LinkedIn sign-in check failed');
  }
}

async function followSignIn(ctx: Context, open: store.OpenSeat & { is_over: boolean }): Promise<void> {
  const { provider_account_id } = open;
  try {
    if (await isLetIn(ctx, provider_account_id)) {
      return await connectSeat(ctx, provider_account_id, { ...open, account_id: null });
    }
  } catch (error) {
    if (!isLasting(error, ctx.clock.now().getTime() - open.expires_at.getTime())) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    ctx.log.info({ organization: ctx.organization.id, reason }, 'an open sign-in to LinkedIn cannot be read');
  }
  if (!open.is_over) return;
  await ctx.transaction(async (tx) => {
    await store.forgetSignIn(tx, provider_account_id);
    tx.jobs.add(signOutTask, { provider_account_id });
  });
}

/** Whether a retry is pointless; after a day it always is. */
function isLasting(error: unknown, overForInMs: number): boolean {
  if (overForInMs > DAY_IN_MS) return true;
  // Before the confirmation there may be no account yet.
  if (isProviderError(error, 'not_found')) return true;
  const mayPass = ['rate_limited', 'unavailable', 'unknown_outcome'];
  return isProviderError(error) && error.concerns !== 'service' && !mayPass.includes(error.kind);
}
