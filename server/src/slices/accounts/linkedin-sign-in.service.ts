import { isProviderError, type ProviderError } from '@overture/adapters/kit/errors';
import type { LinkedinPort, SignInResult } from '@overture/adapters/linkedin/linkedin.port';
import type { LinkedinSignIn } from '@overture/contract/accounts';
import type { ErrorCode } from '@overture/contract/errors';
import { isHealthyStatus, LINKEDIN_CHECKPOINT_MINUTES } from '@overture/domain/accounts';
import { ApiError } from '../../kernel/errors.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { presentAccount } from './accounts.rules.ts';
import { type OpenSignIn, readCheckpoint, writeCheckpoint } from './linkedin-link.rules.ts';
import { demandProvider } from './linkedin-link.service.ts';
import { takeSeatIn } from './linkedin-seats.service.ts';
import { demandFreeSlot } from './slots.service.ts';

/** Wrong passwords and codes an organisation may try: enough for a person, and LinkedIn locks accounts over more. */
const failuresPerHour = 10;
const failures = 'linkedin-sign-in';

interface SignInInput {
  username: string;
  password: string;
  is_risk_accepted: boolean;
}

/**
 * Connects a LinkedIn account with its own password (campaigns 5): it goes to the provider in this call and is not kept. LinkedIn
 * may ask for something first; the answer then carries a signed token and no sender.
 */
export async function signInToLinkedin(ctx: SessionContext, input: SignInInput): Promise<LinkedinSignIn> {
  if (!input.is_risk_accepted) throw new ApiError('linkedin_risk_not_accepted');
  await demandFreeSlot(ctx, 'linkedin');
  await demandProvider(ctx);
  const { username, password } = input;
  const result = await ask(ctx, 'linkedin_password_refused', (seats) => seats.signIn({ username, password }));
  const expires_at = new Date(ctx.clock.now().getTime() + LINKEDIN_CHECKPOINT_MINUTES * 60_000);
  return goOn(ctx, result, expires_at);
}

/** The answer to what LinkedIn asked for; without a code it looks whether the app was confirmed meanwhile. */
export async function answerCheckpoint(
  ctx: SessionContext,
  input: { token: string; code?: string | null | undefined },
): Promise<LinkedinSignIn> {
  const person = { organization_id: ctx.organization.id, user_id: ctx.user.id };
  const open = readCheckpoint(ctx.vault, input.token, person, ctx.clock.now());
  if (open === null) throw new ApiError('linkedin_checkpoint_expired');
  const { provider_account_id, expires_at } = open;
  if (!input.code) return goOn(ctx, await lookForApproval(ctx, open), expires_at);
  await demandProvider(ctx);
  const code = input.code;
  const result = await ask(ctx, 'linkedin_code_refused', (seats) => seats.solveCheckpoint(provider_account_id, code));
  return goOn(ctx, result, expires_at);
}

/** Either the account is there now, or the same is asked for still. */
async function lookForApproval(ctx: SessionContext, open: OpenSignIn): Promise<SignInResult> {
  const { provider_account_id: account_id, checkpoint } = open;
  try {
    const { status } = await ctx.ports.linkedin.seats.getAccount(account_id);
    return { account_id, checkpoint: isHealthyStatus(status) && status !== 'CONNECTING' ? null : checkpoint };
  } catch (error) {
    // Before the confirmation there may be no account yet; and the next look is seconds away.
    if (isProviderError(error)) return { account_id, checkpoint };
    throw error;
  }
}

async function goOn(ctx: SessionContext, result: SignInResult, expires_at: Date): Promise<LinkedinSignIn> {
  const { account_id: provider_account_id, checkpoint } = result;
  const person = { organization_id: ctx.organization.id, user_id: ctx.user.id };
  if (checkpoint !== null) {
    const token = writeCheckpoint(ctx.vault, { ...person, provider_account_id, checkpoint, expires_at });
    return { account: null, checkpoint: { type: checkpoint, token, expires_at: expires_at.toISOString() } };
  }
  const reference = { ...person, role: ctx.user.role, account_id: null, expires_at };
  const row = await takeSeatIn(ctx, provider_account_id, reference).catch((error: unknown) => {
    if (!isProviderError(error)) throw error;
    throw new ApiError('unavailable');
  });
  return { account: row && presentAccount(row, undefined, ctx.clock.now()), checkpoint: null };
}

/** Asks the provider; refusals become the texts of the catalogue, and wrong answers are counted. */
async function ask(
  ctx: SessionContext,
  refusal: ErrorCode,
  call: (seats: LinkedinPort['seats']) => Promise<SignInResult>,
): Promise<SignInResult> {
  const key = String(ctx.organization.id);
  await ctx.rate_limits.check(failures, key, failuresPerHour, 3600);
  try {
    return await call(ctx.ports.linkedin.seats);
  } catch (error) {
    if (!isProviderError(error)) throw error;
    const said = describeFailure(error, refusal);
    if (said.code === refusal) await ctx.rate_limits.spend(failures, key, failuresPerHour, 3600);
    ctx.log.info({ kind: error.kind, code: error.code }, 'a sign-in to LinkedIn did not succeed');
    throw said;
  }
}

function describeFailure(error: ProviderError, refusal: ErrorCode): ApiError {
  if (error.concerns === 'service') return new ApiError('unavailable');
  if (error.kind === 'auth_expired') return new ApiError(refusal);
  if (error.kind === 'not_found') return new ApiError('linkedin_checkpoint_expired');
  return new ApiError('linkedin_sign_in_failed', { reason: error.reason });
}
