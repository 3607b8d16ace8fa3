import { cutText } from '@overture/domain/text/text-bounds';
import { TRACKING_LIMITS } from '@overture/domain/tracking/link-tracking';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SystemContext, SystemTransactionContext } from '../../kernel/context.ts';
import { maskSubnet } from '../../kernel/http/client-network.ts';
import { hostOf } from '../../kernel/http/sessions.ts';
import { rememberFor } from '../../kernel/limits/remember.ts';
import { createTokenBuckets } from '../../kernel/limits/token-buckets.ts';
import { getOrigin } from '../../kernel/security-log/request-origin.ts';
import { parseClickToken, parseOpenToken } from './click-token.service.ts';
import { findLinkUrl, insertClick } from './link-clicks.store.ts';
import { insertOpen } from './mail-opens.store.ts';
import { CHECK_PATH, checkPurpose } from './tracking-domains.service.ts';

const KEPT_IN_MS = 60_000;
const MAX_KEPT = 10_000;
/** Requests of one network that are stored, those for images apart; the others are only answered. */
const STORED_PER_SECOND = 1;
const STORED_AT_ONCE = 60;
const NONCE = /^[\w-]{22}$/;
/** One transparent pixel. */
const IMAGE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
/** Kept by no program, because each open is a request; shown in mails, which are pages of others. */
const IMAGE_HEADERS = {
  'content-type': 'image/gif',
  'cache-control': 'no-store, no-cache, must-revalidate, max-age=0',
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

/**
 * Rewritten links, and the images of mails. Links lead to stored addresses only, and work at hosts of their organization. Nothing sets a
 * cookie. A request is stored as it came, and judged later: nothing that a scanner can see depends on what it is.
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
    if (stored.take(maskSubnet(request.ip)) === 0)
      await store(ctx, request, (tx, by) => insertClick(tx, { ...token, ...by }));
    if (url === '') return reply.status(204).send();
    const target = URL.parse(url);
    if (target === null || !/^https?:$/.test(target.protocol)) return reply.status(404).send('This link is not valid.');
    return reply.redirect(target.href, 302);
  };
  app.route({ method: 'HEAD', url: '/c/:token', handler: serve });
  app.route({ method: 'GET', url: '/c/:token', exposeHeadRoute: false, handler: serve });
  serveImages(app, ctx);
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

/** The answer is always the image: a broken one would be seen in the mail. */
function serveImages(app: FastifyInstance, ctx: SystemContext): void {
  const stored = createTokenBuckets<string>(STORED_PER_SECOND, STORED_AT_ONCE);
  const serve = async (request: FastifyRequest<{ Params: { token: string } }>, reply: FastifyReply) => {
    const token = parseOpenToken(ctx, request.params.token);
    if (token !== null && stored.take(maskSubnet(request.ip)) === 0)
      await store(ctx, request, (tx, by) => insertOpen(tx, { ...token, ...by }));
    return reply.headers(IMAGE_HEADERS).send(IMAGE);
  };
  app.route({ method: 'HEAD', url: '/o/:token', handler: serve });
  app.route({ method: 'GET', url: '/o/:token', exposeHeadRoute: false, handler: serve });
}

/** The answer is the same without it: a failure is only logged. */
async function store(
  ctx: SystemContext,
  request: FastifyRequest,
  insert: (tx: SystemTransactionContext, by: { is_head: boolean; ip: string; agent: string | null }) => Promise<void>,
): Promise<void> {
  const { ip, user_agent } = getOrigin(request);
  const agent = user_agent === null ? null : cutText(user_agent.toWellFormed(), TRACKING_LIMITS.agent_max);
  try {
    await ctx.systemTransaction((tx) => insert(tx, { is_head: request.method === 'HEAD', ip: cutText(ip, 64), agent }));
  } catch (error) {
    ctx.log.warn({ err: error }, 'request of a tracked mail not stored');
  }
}
