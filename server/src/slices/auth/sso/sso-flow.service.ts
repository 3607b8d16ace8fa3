import { setTimeout as pause } from 'node:timers/promises';
import type { Identity, IdentityProof } from '@overture/adapters/identity/identity.port';
import { isProviderError } from '@overture/adapters/kit/errors';
import { normalizeDomain } from '@overture/domain/addresses/domain-name';
import { cutText } from '@overture/domain/text/text-bounds';
import { z } from 'zod';
import type { SystemContext } from '../../../kernel/context.ts';
import { isSameSecret, newPkce, newToken } from '../../../kernel/crypto.ts';
import { ApiError } from '../../../kernel/errors.ts';
import type { Limit } from '../../../kernel/rate-limits.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { FLOW_LIFETIME_IN_MINUTES } from '../identities/google-flow.service.ts';
import { openNote, sealNote } from '../identities/sealed-note.service.ts';
import type { Invited } from '../registration/invited.service.ts';
import * as store from './connection.store.ts';
import { listDomains } from './domains.store.ts';
import { type Joined, requireOwnAddress, signInBySso } from './join.service.ts';
import { leadOn, loginPage, openOutcome, toIdentity } from './outcome.service.ts';
import { callbackAddress, openClient } from './provider.service.ts';
import { requestSaml } from './saml.service.ts';

/**
 * The way to an organization's identity provider and back. As with Google, what binds the answer to the browser that asked
 * travels in its sealed cookie, which names the connection too: an answer of one provider is never taken for another's.
 */
const STARTS: Limit = { name: 'sso-start', points: 60, per_seconds: 900 };
const RETURNS: Limit = { name: 'sso-return', points: 120, per_seconds: 900 };
/** The time of the response reveals nothing: neither a known domain nor an unknown one. */
const ANSWERED_AFTER_IN_MS = 250;

const flowSchema = z.object({
  organization_id: z.number(),
  issuer: z.string(),
  is_test: z.boolean(),
  state: z.string(),
  nonce: z.string(),
  code_verifier: z.string(),
});
type Flow = z.output<typeof flowSchema>;

interface Started {
  url: string;
  cookie: string;
}

/** @throws ApiError sso_failed for a domain that is unverified or without a provider */
export async function startSso(ctx: SystemContext, given: string, ip: string): Promise<Started> {
  await ctx.rate_limits.spendFrom(STARTS, ip);
  const [outcome] = await Promise.allSettled([startForDomain(ctx, given), pause(ANSWERED_AFTER_IN_MS)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

async function startForDomain(ctx: SystemContext, given: string): Promise<Started> {
  const domain = normalizeDomain(given);
  const row = domain === null ? undefined : await ctx.systemRead((tx) => store.findConnectionOfDomain(tx, domain));
  if (!row) throw new ApiError('sso_failed');
  return startFlow(ctx, row, false);
}

/** For who sets it up: the same way, of which nothing comes but the answer on the screen. */
export async function startSsoTest(ctx: SessionContext): Promise<Started> {
  await ctx.rate_limits.spend(STARTS.name, `organization-${ctx.organization.id}`, STARTS.points, STARTS.per_seconds);
  const [row, domains] = await ctx.transaction(async (tx) => [
    await store.findConnection(tx, ctx.organization.id),
    await listDomains(tx, ctx.organization.id),
  ]);
  if (!row || !domains.some((domain) => domain.verified_at)) throw new ApiError('sso_not_set_up');
  return startFlow(ctx.system, row, true);
}

async function startFlow(ctx: SystemContext, row: store.ConnectionRow, is_test: boolean): Promise<Started> {
  const { organization_id, issuer } = row;
  const flow: Flow = {
    organization_id,
    issuer,
    is_test,
    state: newToken(),
    nonce: newToken(),
    code_verifier: newPkce().code_verifier,
  };
  const { url, state } = await ask(ctx, row, flow).catch((error) => {
    if (!isProviderError(error)) throw error;
    ctx.log.info({ organization_id, reason: error.reason }, 'identity provider not reachable');
    if (error.kind !== 'unavailable') throw new ApiError('sso_failed');
    throw new ApiError('identity_unavailable', { provider: URL.parse(issuer)?.hostname ?? issuer });
  });
  return { url, cookie: sealNote(ctx, 'sso-flow', { ...flow, state }, FLOW_LIFETIME_IN_MINUTES) };
}

async function ask(ctx: SystemContext, row: store.ConnectionRow, flow: Flow): Promise<{ url: string; state: string }> {
  if (row.kind === 'saml') return requestSaml(ctx, row, flow.is_test);
  return { url: await ctx.ports.identity.createSignInUrl(openClient(ctx, row), proofOf(ctx, flow)), state: flow.state };
}

const proofOf = (ctx: Pick<SystemContext, 'config'>, { state, nonce, code_verifier }: Flow): IdentityProof => ({
  redirect_uri: callbackAddress(ctx),
  state,
  nonce,
  code_verifier,
});

export interface OidcAnswer {
  code?: string | undefined;
  state?: string | undefined;
  iss?: string | undefined;
  error?: string | undefined;
}

/** @returns our page to lead the browser to */
export async function returnFromOidc(
  ctx: SystemContext,
  answer: OidcAnswer,
  browser: { cookie: string | undefined; ip: string },
): Promise<string> {
  await ctx.rate_limits.spendFrom(RETURNS, browser.ip);
  const flow = openNote(ctx, 'sso-flow', browser.cookie, flowSchema);
  if (!flow || !answer.state || !isSameSecret(answer.state, flow.state))
    return loginPage(ctx, { error: 'sign_in_expired' });
  try {
    return leadOn(ctx, flow, await exchange(ctx, flow, answer), null);
  } catch (error) {
    if (!isProviderError(error)) throw error;
    const { organization_id } = flow;
    ctx.log.info({ organization_id, reason: error.reason, code: error.code }, 'single sign-on failed');
    await recordSecurityEvent(ctx, {
      event: 'sso_failed',
      organization_id,
      reason: cutText(error.code ?? error.kind, 60),
    });
    return flow.is_test ? leadOn(ctx, flow, null, error.reason) : loginPage(ctx, { error: 'sso_failed' });
  }
}

async function exchange(ctx: SystemContext, flow: Flow, { error, ...answer }: OidcAnswer): Promise<Identity> {
  const row = await ctx.systemRead((tx) => store.findConnection(tx, flow.organization_id));
  // Another provider was configured during the sign-in.
  if (row?.issuer !== flow.issuer) throw new ApiError('sign_in_expired');
  const given = Object.entries({ ...answer, error }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return ctx.ports.identity.exchangeCode(openClient(ctx, row), proofOf(ctx, flow), Object.fromEntries(given));
}

/** Who came back. @throws ApiError sign_in_expired without the cookie of the browser that asked */
export async function finishSso(
  ctx: SystemContext,
  ticket: string,
  browser: { cookie: string | undefined; ip: string },
  joinInvited: Invited['joinInvited'],
): Promise<Joined> {
  await ctx.rate_limits.spendFrom(RETURNS, browser.ip);
  const flow = openNote(ctx, 'sso-flow', browser.cookie, flowSchema);
  const outcome = openOutcome(ctx, ticket);
  if (!flow || !outcome || outcome.is_test || !isSameSecret(outcome.state, flow.state))
    throw new ApiError('sign_in_expired');
  return signInBySso(ctx, toIdentity(outcome), joinInvited);
}

/** The organization's own try came back: whom its provider named, and whether we could accept it. */
export async function finishSsoTest(
  ctx: SessionContext,
  ticket: string,
): Promise<{ email: string; name: string | null }> {
  const outcome = openOutcome(ctx, ticket);
  if (!outcome?.is_test || outcome.organization_id !== ctx.organization.id) throw new ApiError('sign_in_expired');
  if (outcome.problem !== null) throw new ApiError('sso_test_failed', { reason: outcome.problem });
  const identity = toIdentity(outcome);
  const { email } = await ctx.transaction(async (tx) => {
    const found = await requireOwnAddress(tx, identity);
    await store.markTested(tx, ctx.organization.id);
    return found;
  });
  return { email, name: identity.name };
}
