import type { AppRequest } from '@overture/contract/connected-apps';
import {
  APP_LIMITS,
  APP_SCOPE_NAMES,
  type AppScope,
  DEFAULT_APP_SCOPES,
  toKeyScopes,
} from '@overture/domain/access/key-scopes';
import { makeApiKey } from '../../../kernel/api-keys/key-format.ts';
import type { SystemContext } from '../../../kernel/context.ts';
import { hashToken } from '../../../kernel/crypto.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { urlOfRequest } from '../../brand-hosts/index.ts';
import { insertNotice } from '../../notices/index.ts';
import * as store from './apps.store.ts';
import { describeReturn, isPublished } from './client-metadata.rules.ts';
import { loadClient, markClientApproved } from './oauth-clients.service.ts';
import type { OauthClient } from './oauth-clients.store.ts';

/** The installation as an issuer of tokens: the address at which the person is. */
export async function findIssuer(system: SystemContext): Promise<string> {
  return new URL(await urlOfRequest(system)).origin;
}

export const resourceOf = (issuer: string): string => `${issuer}/mcp`;

interface CheckedRequest {
  client: OauthClient;
  issuer: string;
  redirect_uri: string;
  state: string | null;
  scopes: AppScope[];
  challenge: string;
  problem: { error: string; text: string } | null;
}

/**
 * Identifies the client and its return address first: before both are known the person is sent nowhere. Every other fault is a problem
 * that the return address may learn.
 * @throws app_unknown, app_return_unknown, rate_limited
 */
async function checkRequest(ctx: SessionContext, given: AppRequest): Promise<CheckedRequest> {
  const client = await loadClient(ctx.system, given.client_id ?? '', ctx.user.id);
  const redirect_uri = given.redirect_uri ?? '';
  if (!isPublished(client.redirect_uris, redirect_uri))
    throw new ApiError('app_return_unknown', { address: describeAddress(redirect_uri) });
  const issuer = await findIssuer(ctx.system);
  return {
    client,
    issuer,
    redirect_uri,
    state: given.state ?? null,
    scopes: parseScopes(given.scope),
    challenge: given.code_challenge ?? '',
    problem: findProblem(given, resourceOf(issuer)),
  };
}

const describeAddress = (text: string): string => URL.parse(text)?.host || 'none';

/** S256: 32 bytes in base64url. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

function findProblem(given: AppRequest, resource: string): CheckedRequest['problem'] {
  if (given.response_type !== 'code')
    return { error: 'unsupported_response_type', text: 'The app asks for another answer than a code.' };
  if (given.code_challenge_method !== 'S256' || !CHALLENGE.test(given.code_challenge ?? ''))
    return { error: 'invalid_request', text: 'The app does not protect its request (PKCE with S256).' };
  if (given.resource !== undefined && given.resource !== null && given.resource !== resource)
    return { error: 'invalid_target', text: `The app asks for access to another address than ${resource}.` };
  return null;
}

/** Names that are not ours are left out, as OAuth allows: many apps ask for those of other servers too. */
function parseScopes(text: string | null | undefined): AppScope[] {
  const asked = (text ?? '').split(' ');
  const known = APP_SCOPE_NAMES.filter((name) => asked.includes(name));
  return known.length > 0 ? known : [...DEFAULT_APP_SCOPES];
}

function toReturnAddress({ redirect_uri, state, issuer }: CheckedRequest, outcome: Record<string, string>): string {
  const url = new URL(redirect_uri);
  for (const [name, value] of Object.entries(outcome)) url.searchParams.set(name, value);
  if (state !== null) url.searchParams.set('state', state);
  // The app compares it with the issuer it began with (RFC 9207).
  url.searchParams.set('iss', issuer);
  return url.href;
}

/** @throws app_unknown, app_return_unknown, rate_limited */
export async function getAppRequest(ctx: SessionContext, given: AppRequest) {
  const request = await checkRequest(ctx, given);
  const { client, scopes, redirect_uri, problem } = request;
  const { organization, person } = await ctx.read((read) => store.findNames(read, ctx.user.id));
  return {
    app: { name: client.name, host: hostOfClient(client) },
    returns_to: describeReturn(redirect_uri),
    scopes,
    organization,
    person,
    problem: problem && {
      text: problem.text,
      redirect_to: toReturnAddress(request, { error: problem.error, error_description: problem.text }),
    },
  };
}

export const hostOfClient = ({ client_id }: { client_id: string }): string | null => URL.parse(client_id)?.host || null;

/** Each decision leaves a row of the security log, and a code. */
const DECISIONS = { name: 'app-decisions', points: 60, per_seconds: 3600 };

/** @throws app_unknown, app_return_unknown, rate_limited */
async function checkDecision(ctx: SessionContext, given: AppRequest): Promise<CheckedRequest> {
  const request = await checkRequest(ctx, given);
  await ctx.system.rate_limits.spend(DECISIONS.name, String(ctx.user.id), DECISIONS.points, DECISIONS.per_seconds);
  return request;
}

/**
 * Writes a code for what the person allowed.
 * @throws app_unknown, app_return_unknown, connected_apps_full, bad_request, rate_limited
 */
export async function approveApp(
  ctx: SessionContext,
  given: AppRequest,
  allowed: readonly AppScope[],
): Promise<{ redirect_to: string }> {
  const request = await checkDecision(ctx, given);
  const { client, challenge, redirect_uri, issuer, problem } = request;
  if (problem) throw new ApiError('bad_request', { reason: problem.text });
  const scopes = request.scopes.filter((scope) => allowed.includes(scope));
  if (scopes.length === 0) throw new ApiError('bad_request', { reason: 'Choose what the app may do.' });
  const code = makeApiKey('code').secret;
  await ctx.transaction(async (tx) => {
    if ((await store.countLiveApps(tx)) >= APP_LIMITS.apps) throw new ApiError('connected_apps_full');
    await store.insertCode(tx, {
      sha256: hashToken(code),
      user_id: ctx.user.id,
      client_id: client.client_id,
      name: client.name,
      redirect_uri,
      challenge,
      scopes: toKeyScopes(scopes),
      resource: resourceOf(issuer),
    });
    await recordSecurityEvent(tx, { event: 'app_connected', subject: { kind: 'app', label: client.name } });
    await insertNotice(tx, { user_id: ctx.user.id, ...describeConnection(client, redirect_uri) });
  });
  await markClientApproved(ctx.system, client.client_id);
  return { redirect_to: toReturnAddress(request, { code }) };
}

/** For the case that it was an intruder: an app keeps its access when they are signed out. */
function describeConnection(client: OauthClient, redirectUri: string) {
  return {
    subject: `You connected ${client.name}`,
    paragraphs: [
      `The app "${client.name}" (${hostOfClient(client) ?? describeReturn(redirectUri) ?? 'on your computer'}) can now use your organization's data on your behalf.`,
      "If this wasn't you, disconnect it on the page below, reset your password, and contact the admin of your organization.",
    ],
    path: '/settings/api',
  };
}

/** @throws app_unknown, app_return_unknown, rate_limited */
export async function declineApp(ctx: SessionContext, given: AppRequest): Promise<{ redirect_to: string }> {
  const request = await checkDecision(ctx, given);
  await recordSecurityEvent(ctx, { event: 'app_declined', subject: { kind: 'app', label: request.client.name } });
  return { redirect_to: toReturnAddress(request, { error: 'access_denied' }) };
}
