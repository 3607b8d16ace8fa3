import { toNodeHandler } from '@modelcontextprotocol/node';
import { ASSISTANT_LIMITS } from '@overture/domain/assistants';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type FindKey, getApiKey, type KeyCaller, requireKeyAccess } from '../../kernel/api-keys/key-caller.ts';
import { rememberKeyOfRequest } from '../../kernel/api-keys/key-use.ts';
import type { SystemContext } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import { getSite } from '../../kernel/http/request-site.ts';
import { getOrigin } from '../../kernel/security-log/request-origin.ts';
import { createHandler, toAuthInfo } from './mcp-server.service.ts';

/** Answers assistants at `/mcp` (Model Context Protocol) that bring an API key. */
export function serveMcp(
  app: FastifyInstance,
  system: SystemContext,
  { findKey, version }: { findKey: FindKey; version: string },
): void {
  const logError = (error: Error): void => system.log.warn({ err: error }, 'MCP request failed');
  const handler = createHandler(version, logError);
  const answer = toNodeHandler(handler, { onerror: logError });
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (getSite(request, system.config.APP_URL) === 'foreign') throw new ApiError('foreign_origin');
    const key = getApiKey(request);
    const program = await identify(request, reply, key, findKey);
    const { ip, user_agent } = getOrigin(request);
    const scoped = system.forRequest({ origin: getOrigin(request), log: system.log });
    const auth = toAuthInfo({
      app,
      system: scoped,
      program,
      key: key as string,
      ip,
      user_agent: user_agent ?? undefined,
    });
    reply.hijack();
    await answer(Object.assign(request.raw, { auth }), reply.raw, request.body);
  };
  // GET and DELETE belong to sessions, which this server does without: they get 405.
  for (const method of ['POST', 'GET', 'DELETE']) {
    app.route({ method, url: '/mcp', bodyLimit: ASSISTANT_LIMITS.request_bytes, handler: handle });
  }
  app.addHook('onClose', () => handler.close());
}

async function identify(
  request: FastifyRequest,
  reply: FastifyReply,
  key: string | null,
  findKey: FindKey,
): Promise<KeyCaller> {
  try {
    if (key === null) throw new ApiError('unauthenticated');
    const program = await findKey(key);
    if (!program) throw new ApiError('api_key_unknown');
    rememberKeyOfRequest(request, { key_id: program.api_key.id, organization_id: program.organization_id });
    requireKeyAccess(program, 'public', request);
    return program;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) reply.header('www-authenticate', 'Bearer realm="mcp"');
    throw error;
  }
}
