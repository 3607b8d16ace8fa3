import { idSchema } from '@overture/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { SystemContext } from '../../../kernel/context.ts';
import { ApiError } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Limit } from '../../../kernel/rate-limits.ts';
import { getOrigin } from '../../../kernel/security-log/request-origin.ts';
import { ownSaml, returnFromSaml } from './saml.service.ts';

/** A response of 64 KB, the most that is read, as base64 in a form. */
const LARGEST_RESPONSE_IN_BYTES = 128 * 1024;
const RESPONSES: Limit = { name: 'saml-response', points: 120, per_seconds: 900 };
const params = z.object({ id: idSchema });
const body = z.object({ SAMLResponse: z.string().min(1) });

/** Where identity providers read who we are, and post their answers to: forms from another site, no calls of ours. */
export function serveSaml(app: FastifyInstance, ctx: SystemContext): void {
  const base = '/api/v1/auth/saml/:id';
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { bodyLimit: LARGEST_RESPONSE_IN_BYTES, parseAs: 'string' },
      (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
    );
    scope.get(`${base}/metadata/`, async (request, reply) => {
      const xml = await ctx.ports.saml.describeOwn(ownSaml(ctx, parseId(request.params)));
      return reply.type('application/samlmetadata+xml').send(xml);
    });
    scope.post(`${base}/acs/`, { bodyLimit: LARGEST_RESPONSE_IN_BYTES }, async (request, reply) => {
      await ctx.rate_limits.spendFrom(RESPONSES, request.ip);
      const given = body.safeParse(request.body);
      if (!given.success) throw new ApiError('bad_request', { reason: 'A SAMLResponse is needed.' });
      const system = ctx.forRequest({ origin: getOrigin(request), log: request.log as Log });
      const location = await returnFromSaml(system, parseId(request.params), given.data.SAMLResponse);
      return reply.header('cache-control', 'no-store').redirect(location, 303);
    });
  });
}

function parseId(given: unknown): number {
  const read = params.safeParse(given);
  if (!read.success) throw new ApiError('not_found');
  return read.data.id;
}
