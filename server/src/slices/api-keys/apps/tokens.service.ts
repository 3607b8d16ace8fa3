import { createHash } from 'node:crypto';
import {
  APP_LIMITS,
  APP_SCOPE_NAMES,
  type AppScope,
  type KeyScope,
  toAppScopes,
  toKeyScopes,
} from '@overture/domain/access/key-scopes';
import { makeApiKey } from '../../../kernel/api-keys/key-format.ts';
import type { SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { hashToken, isSameSecret } from '../../../kernel/crypto.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import * as store from './apps.store.ts';
import { findIssuer, resourceOf } from './consent.service.ts';

type OauthErrorCode =
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type';

/** A refusal in the words of OAuth (RFC 6749, 5.2). */
export class OauthError extends Error {
  readonly code: OauthErrorCode;
  constructor(code: OauthErrorCode, description: string) {
    super(description);
    this.code = code;
  }
}

/** Fields of a form; each was given once. */
export type OauthForm = Readonly<Record<string, string>>;

interface TokenAnswer {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: string;
}

/** Exchanges a code or a refresh token. @throws OauthError */
export async function exchangeToken(ctx: SystemContext, form: OauthForm): Promise<TokenAnswer> {
  const resource = resourceOf(await findIssuer(ctx));
  if (form.resource !== undefined && form.resource !== resource)
    throw new OauthError('invalid_target', `Tokens of this server are for ${resource}.`);
  if (form.grant_type === 'authorization_code') return redeemCode(ctx, form, resource);
  if (form.grant_type === 'refresh_token') return refresh(ctx, form, resource);
  throw new OauthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
}

const invalidCode = () => new OauthError('invalid_grant', 'The code is unknown, used, expired, or of another request.');

async function redeemCode(ctx: SystemContext, form: OauthForm, resource: string): Promise<TokenAnswer> {
  const sha256 = hashToken(requireField(form, 'code'));
  const verifier = requireField(form, 'code_verifier');
  const owner = await ctx.systemRead((read) => store.findOwner(read, sha256));
  if (owner === undefined) throw invalidCode();
  const answer = await ctx.forOrganization(owner).transaction(async (tx) => {
    const code = await store.lockCode(tx, sha256);
    if (!code) return null;
    if (code.api_key_id !== null) return endAfterReuse(tx, code.api_key_id, code.name);
    const isBound =
      code.client_id === form.client_id &&
      code.redirect_uri === form.redirect_uri &&
      code.resource === resource &&
      isSameSecret(toChallenge(verifier), code.challenge);
    if (!isBound || code.is_expired || !code.is_entitled) return null;
    if ((await store.countLiveApps(tx)) >= APP_LIMITS.apps) return null;
    return issueTokens(tx, await store.insertApp(tx, sha256, code), code.scopes, code.scopes);
  });
  if (answer === null) throw invalidCode();
  return answer;
}

const toChallenge = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

const invalidToken = () =>
  new OauthError('invalid_grant', 'The refresh token is unknown, used or expired, or the app was disconnected.');

async function refresh(ctx: SystemContext, form: OauthForm, resource: string): Promise<TokenAnswer> {
  const sha256 = hashToken(requireField(form, 'refresh_token'));
  const owner = await ctx.systemRead((read) => store.findOwner(read, sha256));
  if (owner === undefined) throw invalidToken();
  const answer = await ctx.forOrganization(owner).transaction(async (tx) => {
    const token = await store.lockToken(tx, sha256);
    if (token?.use !== 'refresh' || token.client_id !== form.client_id || token.resource !== resource) return null;
    if (token.is_used) return endAfterReuse(tx, token.api_key_id, token.name);
    if (token.is_ended) return null;
    const scopes = narrow(token.scopes, form.scope);
    await store.markTokenUsed(tx, sha256);
    return issueTokens(tx, token.api_key_id, scopes, token.scopes);
  });
  if (answer === null) throw invalidToken();
  return answer;
}

/** An app may ask for less than it has, never for more. @throws OauthError */
function narrow(granted: readonly KeyScope[], asked: string | undefined): readonly KeyScope[] {
  if (asked === undefined) return granted;
  const names = asked.split(' ') as AppScope[];
  const scopes = toKeyScopes(APP_SCOPE_NAMES.filter((name) => names.includes(name)));
  if (scopes.length === 0 || !scopes.every((scope) => granted.includes(scope)))
    throw new OauthError('invalid_scope', `This app was given ${toAppScopes(granted).join(' ')}.`);
  return scopes;
}

/** Used twice means that two hold it, and one of them stole it: the connection ends. */
async function endAfterReuse(tx: TransactionContext, id: number, name: string): Promise<null> {
  // Its holder can present an old token without end. Only the first time is an event.
  if (await store.markDisconnected(tx, id))
    await recordSecurityEvent(tx, { event: 'app_token_reused', subject: { kind: 'app', id, label: name } });
  return null;
}

async function issueTokens(
  tx: TransactionContext,
  id: number,
  scopes: readonly KeyScope[],
  granted: readonly KeyScope[],
): Promise<TokenAnswer> {
  const access = makeApiKey('app').secret;
  const refreshToken = makeApiKey('refresh').secret;
  await store.insertTokens(tx, id, [
    { sha256: hashToken(access), use: 'access', scopes, seconds: APP_LIMITS.access_in_seconds },
    {
      sha256: hashToken(refreshToken),
      use: 'refresh',
      scopes: granted,
      seconds: APP_LIMITS.refresh_in_days * 24 * 3600,
    },
  ]);
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: APP_LIMITS.access_in_seconds,
    refresh_token: refreshToken,
    scope: toAppScopes(scopes).join(' '),
  };
}

/** Ends the connection of a token (RFC 7009). An unknown token is no error. */
export async function revokeToken(ctx: SystemContext, form: OauthForm): Promise<void> {
  const sha256 = hashToken(requireField(form, 'token'));
  const owner = await ctx.systemRead((read) => store.findOwner(read, sha256));
  if (owner === undefined) return;
  await ctx.forOrganization(owner).transaction(async (tx) => {
    const token = await store.lockToken(tx, sha256);
    if (!token || (form.client_id !== undefined && form.client_id !== token.client_id)) return;
    if (!(await store.markDisconnected(tx, token.api_key_id))) return;
    const subject = { kind: 'app', id: token.api_key_id, label: token.name } as const;
    await recordSecurityEvent(tx, { event: 'app_disconnected', subject });
  });
}

function requireField(form: OauthForm, name: string): string {
  const value = form[name];
  if (!value) throw new OauthError('invalid_request', `${name} is missing.`);
  return value;
}
