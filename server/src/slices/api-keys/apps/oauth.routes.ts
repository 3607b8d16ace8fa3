import { APP_SCOPE_NAMES } from '@overture/domain/access/key-scopes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SystemContext } from '../../../kernel/context.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Limit } from '../../../kernel/rate-limits.ts';
import { getOrigin } from '../../../kernel/security-log/request-origin.ts';
import { parseRegistration } from './client-metadata.rules.ts';
import { findIssuer, resourceOf } from './consent.service.ts';
import { registerClient } from './oauth-clients.service.ts';
import { exchangeToken, OauthError, type OauthForm, revokeToken } from './tokens.service.ts';

const FORM_IN_BYTES = 16 * 1024;
const REGISTRATION_IN_BYTES = 16 * 1024;
const EXCHANGES: Limit = { name: 'oauth-token', points: 1200, per_seconds: 900 };
const METADATA = '/.well-known/oauth-protected-resource';

type Handle = (ctx: SystemContext, request: FastifyRequest, reply: FastifyReply) => Promise<object>;

/** OAuth 2.1 for programs of others: who we are, tokens, their end, and registrations. The consent is a page of the application. */
export function serveOauth(app: FastifyInstance, system: SystemContext): void {
  const answer = (handle: Handle) => async (request: FastifyRequest, reply: FastifyReply) => {
    const ctx = system.forRequest({ origin: getOrigin(request), log: request.log as Log });
    reply.header('cache-control', 'no-store');
    try {
      return await handle(ctx, request, reply);
    } catch (error) {
      if (!(error instanceof OauthError)) throw error;
      return reply.status(400).send({ error: error.code, error_description: error.message });
    }
  };
  const describe = answer(async (ctx) => describeResource(await findIssuer(ctx)));
  for (const url of [METADATA, `${METADATA}/mcp`]) app.get(url, describe);
  app.get(
    '/.well-known/oauth-authorization-server',
    answer(async (ctx) => describeServer(await findIssuer(ctx))),
  );
  app.post(
    '/oauth/register',
    { bodyLimit: REGISTRATION_IN_BYTES },
    answer(async (ctx, request, reply) => {
      const parsed = parseRegistration(request.body);
      if ('reason' in parsed) throw new OauthError('invalid_client_metadata', parsed.reason);
      const client = await registerClient(ctx, parsed.value, request.ip);
      reply.status(201);
      return {
        ...REGISTERED,
        client_id: client.client_id,
        client_name: client.name,
        redirect_uris: client.redirect_uris,
      };
    }),
  );
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { bodyLimit: FORM_IN_BYTES, parseAs: 'string' },
      (_request, text, done) => done(null, new URLSearchParams(String(text))),
    );
    scope.post(
      '/oauth/token',
      answer(async (ctx, request) => {
        await ctx.rate_limits.spendFrom(EXCHANGES, request.ip);
        return exchangeToken(ctx, parseForm(request.body));
      }),
    );
    scope.post(
      '/oauth/revoke',
      answer(async (ctx, request) => {
        await ctx.rate_limits.spendFrom(EXCHANGES, request.ip);
        await revokeToken(ctx, parseForm(request.body));
        return {};
      }),
    );
  });
}

/** @throws OauthError for a field that was given twice */
function parseForm(body: unknown): OauthForm {
  const fields = body instanceof URLSearchParams ? [...body] : [];
  const form = Object.fromEntries(fields);
  if (Object.keys(form).length !== fields.length) throw new OauthError('invalid_request', 'A field was given twice.');
  return form;
}

const REGISTERED = {
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
};

/** RFC 9728. */
const describeResource = (issuer: string) => ({
  resource: resourceOf(issuer),
  authorization_servers: [issuer],
  scopes_supported: APP_SCOPE_NAMES,
  bearer_methods_supported: ['header'],
});

/** RFC 8414. */
const describeServer = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  revocation_endpoint: `${issuer}/oauth/revoke`,
  registration_endpoint: `${issuer}/oauth/register`,
  scopes_supported: APP_SCOPE_NAMES,
  response_types_supported: ['code'],
  grant_types_supported: REGISTERED.grant_types,
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  client_id_metadata_document_supported: true,
  authorization_response_iss_parameter_supported: true,
});
