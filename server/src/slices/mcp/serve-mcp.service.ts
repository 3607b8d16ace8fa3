import { accessOf, findTool, mayUseTool } from '@overture/contract/mcp/mcp-tools';
import { DEFAULT_APP_SCOPES, findAppScope, type KeyScope, toAppScopes } from '@overture/domain/access/key-scopes';
import { ASSISTANT_LIMITS } from '@overture/domain/assistants';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type FindKey, getApiKey, type KeyCaller, requireKeyAccess } from '../../kernel/api-keys/key-caller.ts';
import { rememberKeyOfRequest } from '../../kernel/api-keys/key-use.ts';
import type { SystemContext } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import { getSite } from '../../kernel/http/request-site.ts';
import { setFixedHeaders } from '../../kernel/http/security-headers.ts';
import type { Log } from '../../kernel/log.ts';
import { getOrigin } from '../../kernel/security-log/request-origin.ts';
import { findIssuer, resourceOf } from '../api-keys/index.ts';

interface Answerer {
  toAuthInfo: typeof import('./mcp-server.service.ts')['toAuthInfo'];
  answer: ReturnType<typeof import('@modelcontextprotocol/node')['toNodeHandler']>;
  close(): unknown;
}

async function loadAnswerer(version: string, onError: (error: Error) => void): Promise<Answerer> {
  const [{ createHandler, toAuthInfo }, { toNodeHandler }] = await Promise.all([
    import('./mcp-server.service.ts'),
    import('@modelcontextprotocol/node'),
  ]);
  const handler = createHandler(version, onError);
  return { toAuthInfo, answer: toNodeHandler(handler, { onerror: onError }), close: () => handler.close() };
}

/** Answers assistants at `/mcp` (Model Context Protocol) that bring an API key, or the token of a connected app. */
export function serveMcp(
  app: FastifyInstance,
  system: SystemContext,
  { findKey, version }: { findKey: FindKey; version: string },
): void {
  const logError = (error: Error): void => system.log.warn({ err: error }, 'MCP request failed');
  // The protocol's libraries are loaded for the first assistant: most installations have none.
  let loading: Promise<Answerer> | null = null;
  const load = (): Promise<Answerer> => {
    loading ??= loadAnswerer(version, logError).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const scoped = system.forRequest({ origin: getOrigin(request), log: request.log as Log });
    const issuer = await findIssuer(scoped);
    requireOwnPage(request, system.config.APP_URL, issuer);
    const key = getApiKey(request);
    const program = await identify(request, key, findKey, resourceOf(issuer)).catch((error: unknown) => {
      throw challenge(reply, issuer, key, error);
    });
    requireToolScope(reply, issuer, program, request.body);
    const { toAuthInfo, answer } = await load();
    const { ip, user_agent } = getOrigin(request);
    const auth = toAuthInfo({
      app,
      system: scoped,
      program,
      key: key as string,
      ip,
      user_agent: user_agent ?? undefined,
    });
    reply.hijack();
    setFixedHeaders(reply.raw);
    await answer(Object.assign(request.raw, { auth }), reply.raw, request.body);
  };
  // GET and DELETE belong to sessions, which this server does without: they get 405.
  for (const method of ['POST', 'GET', 'DELETE']) {
    app.route({ method, url: '/mcp', bodyLimit: ASSISTANT_LIMITS.request_bytes, handler: handle });
  }
  app.addHook('onClose', async () => {
    await (await loading)?.close();
  });
}

/**
 * Refuses browsers on pages of other sites. The host of the request proves nothing here: in DNS rebinding a foreign page sends its own
 * host name. Only the address of the installation and those of brands are known.
 * @throws foreign_origin
 */
function requireOwnPage(request: FastifyRequest, appUrl: string, issuer: string): void {
  const { origin } = request.headers;
  const isKnown = origin === undefined || origin === issuer || origin === new URL(appUrl).origin;
  if (!isKnown || getSite(request, appUrl) === 'foreign') throw new ApiError('foreign_origin');
}

async function identify(
  request: FastifyRequest,
  key: string | null,
  findKey: FindKey,
  resource: string,
): Promise<KeyCaller> {
  if (key === null) throw new ApiError('unauthenticated');
  const program = await findKey(key);
  // A token for another address of this installation is unknown here (RFC 8707).
  if (!program || (program.api_key.resource !== null && program.api_key.resource !== resource))
    throw new ApiError('api_key_unknown');
  rememberKeyOfRequest(request, { key_id: program.api_key.id, organization_id: program.organization_id });
  requireKeyAccess(program, 'public', request);
  return program;
}

/** Says to a program without access where it gets some (RFC 9728, 5.1). @returns the error, to be thrown */
function challenge(reply: FastifyReply, issuer: string, key: string | null, error: unknown): unknown {
  if (error instanceof ApiError && error.status === 401)
    setChallenge(reply, issuer, DEFAULT_APP_SCOPES, key === null ? null : 'invalid_token');
  return error;
}

function setChallenge(reply: FastifyReply, issuer: string, scopes: readonly string[], error: string | null): void {
  const parts = [
    ...(error ? [`error="${error}"`] : []),
    `resource_metadata="${issuer}/.well-known/oauth-protected-resource/mcp"`,
    `scope="${scopes.join(' ')}"`,
  ];
  reply.header('www-authenticate', `Bearer ${parts.join(', ')}`);
}

/**
 * Refuses an app that calls a tool without its scope, and names the scopes it needs. The app can then ask the person for them.
 * A key gets the error of the tool.
 * @throws api_key_scope_missing
 */
function requireToolScope(reply: FastifyReply, issuer: string, { api_key }: KeyCaller, body: unknown): void {
  if (api_key.kind !== 'app') return;
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } };
  const name = method === 'tools/call' ? params?.name : undefined;
  const tool = typeof name === 'string' ? findTool(name) : undefined;
  if (!tool || mayUseTool(tool, api_key.scopes)) return;
  const access = accessOf(tool);
  const missing = findAppScope(access as KeyScope);
  const scopes = [...new Set([...toAppScopes(api_key.scopes), ...(missing ? [missing] : [])])];
  setChallenge(reply, issuer, scopes, 'insufficient_scope');
  throw new ApiError('api_key_scope_missing', { scope: access });
}
