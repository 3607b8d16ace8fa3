import { escapeHtml } from '@overture/domain/message/html';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReadContext, SystemContext, SystemTransactionContext } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import { getBrandOfHost, sendBrandPage } from '../brands/index.ts';

type StopRequest = FastifyRequest<{ Params: { key: string } }>;

/** The page that stops a weekly email, and its words. */
export interface StopPage {
  /** Of its address; a key follows. */
  path: string;
  title: string;
  question: string;
  button: string;
  /** Also for a key that never was. */
  stopped: string;
  isKey(tx: Pick<ReadContext, 'db'>, key: string): Promise<boolean>;
  stop(tx: Pick<SystemTransactionContext, 'db'>, key: string): Promise<void>;
}

const LIMIT = { name: 'weekly-mail-pages', points: 600, per_seconds: 3600 };

/** The page behind the link in a weekly email. GET only shows it, because mail scanners fetch every link; POST stops the email. */
export function serveStopPage(app: FastifyInstance, ctx: SystemContext, page: StopPage): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { bodyLimit: 16_384, parseAs: 'buffer' }, (_request, _body, done) =>
      done(null, null),
    );
    scope.get(`${page.path}/:key`, (request: StopRequest, reply) => answer(ctx, page, request, reply, false));
    scope.post(`${page.path}/:key`, (request: StopRequest, reply) => answer(ctx, page, request, reply, true));
  });
}

async function answer(
  ctx: SystemContext,
  page: StopPage,
  request: StopRequest,
  reply: FastifyReply,
  isSent: boolean,
): Promise<FastifyReply> {
  const brand = await getBrandOfHost(ctx, request.hostname);
  const show = (status: number, text: string, more = '') =>
    sendBrandPage(reply, brand, { status, title: page.title, main: `<p>${escapeHtml(text)}</p>${more}` });
  try {
    await ctx.rate_limits.spendFrom(LIMIT, request.ip);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'rate_limited')
      return show(429, 'Too many requests. Try again later.');
    throw error;
  }
  const key = request.params.key.replaceAll('\0', '');
  if (isSent) await ctx.systemTransaction((tx) => page.stop(tx, key));
  // A stopped email looks the same as one that never was: the link says nothing about people.
  if (isSent || !(await ctx.systemRead((tx) => page.isKey(tx, key)))) return show(200, page.stopped);
  const button = `<form method="post"><button type="submit">${escapeHtml(page.button)}</button></form>`;
  return show(200, page.question, button);
}
