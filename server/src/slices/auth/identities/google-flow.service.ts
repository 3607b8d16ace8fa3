import type { Identity, IdentityClient, IdentityProof } from '@overture/adapters/identity/identity.port';
import { isProviderError } from '@overture/adapters/kit/errors';
import { z } from 'zod';
import type { SystemContext } from '../../../kernel/context.ts';
import { isSameSecret, newPkce, newToken } from '../../../kernel/crypto.ts';
import { ApiError } from '../../../kernel/errors.ts';
import type { Limit } from '../../../kernel/rate-limits.ts';
import { openNote, sealNote } from './sealed-note.service.ts';

/**
 * The redirect to Google and back. The data that binds the answer to the browser (state, nonce, PKCE verifier) is sealed in a
 * cookie of ten minutes: no other code fits it, and Google accepts each code once.
 */
export const FLOW_LIFETIME_IN_MINUTES = 10;
export const GOOGLE = 'Google';
const STARTS: Limit = { name: 'identity-start', points: 60, per_seconds: 900 };
const RETURNS: Limit = { name: 'identity-return', points: 60, per_seconds: 900 };

const flowSchema = z.object({ state: z.string(), nonce: z.string(), code_verifier: z.string() });

/** Where Google sends people back to; registered with it. */
const returnPage = (ctx: Pick<SystemContext, 'config'>): string => `${ctx.config.APP_URL}/login`;

/** @returns the address of Google's page, and the cookie for the browser */
export async function startGoogle(ctx: SystemContext, ip: string): Promise<{ url: string; cookie: string }> {
  const client = requireClient(ctx);
  await ctx.rate_limits.spendFrom(STARTS, ip);
  const { code_verifier } = newPkce();
  const flow = { state: newToken(), nonce: newToken(), code_verifier };
  const proof: IdentityProof = { redirect_uri: returnPage(ctx), ...flow };
  const url = await ctx.ports.identity.createSignInUrl(client, proof).catch((error: unknown) => {
    throw describeFailure(ctx, error);
  });
  return { url, cookie: sealNote(ctx, 'identity-flow', flow, FLOW_LIFETIME_IN_MINUTES) };
}

/** Who came back. @throws ApiError sign_in_expired without the cookie of the browser that asked, identity_refused */
export async function finishGoogle(
  ctx: SystemContext,
  answer: { code: string; state?: string | null | undefined },
  browser: { cookie: string | undefined; ip: string },
): Promise<Identity> {
  const client = requireClient(ctx);
  await ctx.rate_limits.spendFrom(RETURNS, browser.ip);
  const flow = openNote(ctx, 'identity-flow', browser.cookie, flowSchema);
  if (!flow || (answer.state && !isSameSecret(answer.state, flow.state))) throw new ApiError('sign_in_expired');
  return ctx.ports.identity
    .exchangeCode(client, { redirect_uri: returnPage(ctx), ...flow }, { code: answer.code, state: flow.state })
    .catch((error: unknown) => {
      throw describeFailure(ctx, error);
    });
}

function requireClient(ctx: Pick<SystemContext, 'ports'>): IdentityClient {
  const { google_client } = ctx.ports;
  if (google_client) return google_client;
  const settings = 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET';
  throw new ApiError('not_configured', { vendor: `Signing in with ${GOOGLE}`, settings });
}

function describeFailure(ctx: Pick<SystemContext, 'log'>, error: unknown): unknown {
  if (!isProviderError(error)) return error;
  ctx.log.info({ reason: error.reason, code: error.code }, 'social sign-in failed');
  return new ApiError(error.kind === 'unavailable' ? 'identity_unavailable' : 'identity_refused', { provider: GOOGLE });
}
