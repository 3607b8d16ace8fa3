import { AsyncLocalStorage } from 'node:async_hooks';
import type { KeyAccess, KeyKind, KeyScope } from '@overture/domain/access/key-scopes';
import { isInRange, parseRange } from '@overture/domain/addresses/ip-range';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import type { SessionIdentity } from '../http/sessions.ts';
import { toPlainIp } from '../security-log/request-origin.ts';
import { isApiKey, looksLikeApiKey } from './key-format.ts';

/** The key of a request: what it may do, and whether it still may. */
interface ApiKeyIdentity {
  id: number;
  name: string;
  kind: KeyKind;
  scopes: readonly KeyScope[];
  /** Ranges of addresses; empty for all. */
  ip_allow: readonly string[];
  ended: 'revoked' | 'expired' | 'suspended' | 'person_left' | null;
  /** The one address that the token of an app is for; null for keys. */
  resource: string | null;
}

/** A program that calls by a key acts as a manager of its organization, within the scopes of the key. */
export type KeyCaller = SessionIdentity & { api_key: ApiKeyIdentity };

/** PostgreSQL notifies every process on this channel when a key changes. */
export const keysChannel = 'overture_keys';

/** Finds the caller of a key; null for an unknown key. */
export type FindKey = (key: string) => Promise<KeyCaller | null>;

/**
 * The key in `Authorization: Bearer` or `X-API-Key`; null for a request without one. An address never holds a key: it would
 * end in logs. Other bearer tokens are none of ours.
 */
export function getApiKey({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const header = headers['x-api-key'];
  if (typeof header === 'string') return header.trim();
  const [scheme, bearer = '', ...rest] = (headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && rest.length === 0 && looksLikeApiKey(bearer) ? bearer : null;
}

/** True for a request by key to the API. Pages and webhooks of vendors know no keys. */
export const isKeyCall = (request: FastifyRequest): boolean =>
  // By the route, since an address can be written in several ways. It is looked up for each request that asks: the header first.
  getApiKey(request) !== null && KEYED_PATHS.test(request.routeOptions.url ?? request.url);

/** Calls of the API, and the MCP server. */
const KEYED_PATHS = /^\/(?:api\/v1\/|mcp$)/;

/** @throws api_key_malformed for what is no whole key, before any query */
export function requireWholeKey(key: string): void {
  if (!isApiKey(key)) throw new ApiError('api_key_malformed');
}

/** @throws ApiError why the key is refused: it ended, comes from an address that is not allowed, or lacks the scope */
export function requireKeyAccess({ api_key }: KeyCaller, access: KeyAccess, { ip }: Pick<FastifyRequest, 'ip'>): void {
  if (api_key.ended === 'suspended') throw new ApiError('organization_suspended');
  if (api_key.ended) throw new ApiError(ENDED[api_key.kind === 'app' ? 'app' : 'key'][api_key.ended]);
  const address = toPlainIp(ip);
  if (!isAllowed(address, api_key.ip_allow)) throw new ApiError('api_key_ip_refused', { ip: address });
  if (access === 'never') throw new ApiError('not_by_api_key');
  if (access !== 'public' && !api_key.scopes.includes(access)) {
    throw new ApiError('api_key_scope_missing', { scope: access });
  }
}

const ENDED = {
  key: { revoked: 'api_key_revoked', expired: 'api_key_expired', person_left: 'api_key_revoked' },
  app: { revoked: 'app_disconnected', expired: 'app_token_expired', person_left: 'app_person_left' },
} as const;

const assistantCalls = new AsyncLocalStorage<true>();

/** Runs a call of the API for the MCP server: keys of assistants and tokens of apps reach calls in no other way. */
export const runForAssistant = <Result>(call: () => Result): Result => assistantCalls.run(true, call);

/** @throws api_key_for_assistants for a call that did not come through the MCP server */
export function requireAssistantCall({ api_key }: KeyCaller): void {
  if (api_key.kind !== 'program' && !assistantCalls.getStore()) throw new ApiError('api_key_for_assistants');
}

/** Credits that a call agrees to need the scope `spend`. @throws api_key_scope_missing */
export function requireAgreedSpend(session: SessionIdentity | null, body: unknown): void {
  const scopes = session?.api_key?.scopes;
  if (scopes === undefined || scopes.includes('spend') || typeof body !== 'object' || body === null) return;
  const agreed: unknown = 'lookup_credits' in body ? body.lookup_credits : undefined;
  if (typeof agreed === 'number' && agreed > 0) throw new ApiError('api_key_scope_missing', { scope: 'spend' });
}

function isAllowed(address: string, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return true;
  return ranges.some((text) => {
    const range = parseRange(text);
    return range !== null && isInRange(address, range);
  });
}
