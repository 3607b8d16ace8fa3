import { escapeHtml } from '@overture/domain/message/html';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SystemContext } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import { getBrandOfHost, sendBrandPage } from '../brands/index.ts';
import { STOP_PAGE } from './weekly-mails.service.ts';
import { isStopKey, stopByKey } from './weekly-mails.store.ts';

type StopRequest = FastifyRequest<{ Params: { key: string } }>;

const TITLE = 'Monday email';
const BUTTON = 'Stop the Monday email';
const LIMIT = { name: 'weekly-mail-pages', points: 600, per_seconds: 3600 };

/** The page behind the link in the Monday email. GET only shows it, because mail scanners fetch every link; POST stops the email. */
export function serveStopPage(app: FastifyInstance, ctx: SystemContext): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { bodyLimit: 16_384, parseAs: 'buffer' }, (_request, _body, done) =>
      done(null, null),
    );
    scope.get(`${STOP_PAGE}/:key`, (request: StopRequest, reply) => answer(ctx, request, reply, false));
    scope.post(`${STOP_PAGE}/:key`, (request: StopRequest, reply) => answer(ctx, request, reply, true));
  });
}

async function answer(
  ctx: SystemContext,
  request: StopRequest,
  reply: FastifyReply,
  isSent: boolean,
): Promise<FastifyReply> {
  const brand = await getBrandOfHost(ctx, request.hostname);
  const show = (status: number, text: string, more = '') =>
    sendBrandPage(reply, brand, { status, title: TITLE, main: `<p>${escapeHtml(text)}</p>${more}` });
  try {
    await ctx.rate_limits.spendFrom(LIMIT, request.ip);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'rate_limited')
      return show(429, 'Too many requests. Try again later.');
    throw error;
  }
  const key = request.params.key.replaceAll('\0', '');
  if (isSent) await ctx.systemTransaction((tx) => stopByKey(tx, key));
  // A stopped email looks the same as one that never was: the link says nothing about people.
  if (isSent || !(await ctx.systemRead((tx) => isStopKey(tx, key))))
    return show(200, 'You no longer get the Monday email. You can turn it on again on the page Goals.');
  const button = `<form method="post"><button type="submit">${escapeHtml(BUTTON)}</button></form>`;
  return show(200, 'Stop the email with the figures of your week?', button);
}
