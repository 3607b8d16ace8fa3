import { cutText } from '@overture/domain/text/text-bounds';
import { TRACKING_LIMITS } from '@overture/domain/tracking/link-tracking';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SystemContext } from '../../kernel/context.ts';
import { maskSubnet } from '../../kernel/http/client-network.ts';
import { hostOf } from '../../kernel/http/sessions.ts';
import { rememberFor } from '../../kernel/limits/remember.ts';
import { createTokenBuckets } from '../../kernel/limits/token-buckets.ts';
import { getOrigin } from '../../kernel/security-log/request-origin.ts';
import { parseClickToken } from './click-token.service.ts';
import { findLinkUrl, insertClick } from './link-clicks.store.ts';
import { CHECK_PATH, checkPurpose } from './tracking-domains.service.ts';

const KEPT_IN_MS = 60_000;
const MAX_KEPT = 10_000;
/** Requests of one network that are stored; the others are only redirected. */
const STORED_PER_SECOND = 1;
const STORED_AT_ONCE = 60;
const NONCE = /^[\w-]{22}$/;

/**
 * Rewritten links. They lead to stored addresses only, set no cookie, and work at hosts of their organization. A request is stored as it
 * came, and judged later: nothing that a scanner can see depends on what it is.
 */
export function serveClickPages(app: FastifyInstance, ctx: SystemContext): void {
  const findUrl = rememberFor(KEPT_IN_MS, MAX_KEPT, (key) => {
    const [id, host = ''] = key.split(' ');
    return ctx.systemRead((read) => findLinkUrl(read, { id: Number(id), host }));
  });
  const stored = createTokenBuckets<string>(STORED_PER_SECOND, STORED_AT_ONCE);
  const serve = async (request: FastifyRequest<{ Params: { token: string } }>, reply: FastifyReply) => {
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
    const token = parseClickToken(ctx, request.params.token);
    if (token === null) return reply.status(404).send('This link is not valid.');
    const url = token.link_id === 0 ? '' : await findUrl(`${token.link_id} ${hostOf(request) ?? ''}`);
    if (url === null) return reply.status(404).send('This link is not valid.');
    if (stored.take(maskSubnet(request.ip)) === 0) await store(ctx, request, token);
    if (url === '') return reply.status(204).send();
    const target = URL.parse(url);
    if (target === null || !/^https?:$/.test(target.protocol)) return reply.status(404).send('This link is not valid.');
    return reply.redirect(target.href, 302);
  };
  app.route({ method: 'HEAD', url: '/c/:token', handler: serve });
  app.route({ method: 'GET', url: '/c/:token', exposeHeadRoute: false, handler: serve });
  app.route<{ Body: { nonce?: unknown } | null }>({
    method: 'POST',
    url: CHECK_PATH,
    bodyLimit: 1024,
    async handler({ body }, reply) {
      const nonce = body?.nonce;
      if (typeof nonce !== 'string' || !NONCE.test(nonce)) return reply.status(404).send();
      return reply.send({ signature: ctx.vault.sign(checkPurpose, nonce) });
    },
  });
}

/** The redirect works without it: a failure is only logged. */
async function store(
  ctx: SystemContext,
  request: FastifyRequest,
  token: NonNullable<ReturnType<typeof parseClickToken>>,
): Promise<void> {
  const { ip, user_agent } = getOrigin(request);
  const agent = user_agent === null ? null : cutText(user_agent.toWellFormed(), TRACKING_LIMITS.agent_max);
  try {
    await ctx.systemTransaction((tx) =>
      insertClick(tx, { ...token, is_head: request.method === 'HEAD', ip: cutText(ip, 64), agent }),
    );
  } catch (error) {
    ctx.log.warn({ err: error }, 'click not stored');
  }
}
