import { escapeHtml } from '@overture/domain/message/html';
import { UNSUBSCRIBE_PAGE_TEXTS as TEXTS } from '@overture/domain/message/unsubscribe';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SystemContext } from '../../../kernel/context.ts';
import { recordUnsubscribe } from './run.service.ts';
import { findLeadPerson } from './stops/stops.store.ts';
import { isInertToken, parseUnsubscribeToken } from './stops/unsubscribe.service.ts';

/**
 * The page behind the unsubscribe address. GET only shows it, because mail scanners fetch every link; POST unsubscribes,
 * whether a person presses the button or a mail program does it (RFC 8058): no session, no redirect, no question.
 */
export function serveUnsubscribePage(app: FastifyInstance, ctx: SystemContext): void {
  app.register(async (scope) => {
    // One-click bodies are forms; what they say does not matter, the address says it all.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { bodyLimit: 16_384, parseAs: 'buffer' }, (_request, _body, done) =>
      done(null, null),
    );
    scope.get<{ Params: { token: string } }>('/u/:token', async (request, reply) => {
      const { token } = request.params;
      if (parseUnsubscribeToken(ctx, token) === null && !isInertToken(ctx, token)) return refuse(reply);
      return show(reply, 200, TEXTS.question, true);
    });
    scope.post<{ Params: { token: string } }>('/u/:token', async (request, reply) => {
      const lead = parseUnsubscribeToken(ctx, request.params.token);
      if (isInertToken(ctx, request.params.token)) return show(reply, 200, TEXTS.test, false);
      if (lead === null) return refuse(reply);
      await unsubscribe(ctx, lead);
      return show(reply, 200, TEXTS.done, false);
    });
  });
}

async function unsubscribe(ctx: SystemContext, campaignLeadId: number): Promise<void> {
  const person = await ctx.systemTransaction((tx) => findLeadPerson(tx, campaignLeadId));
  // Deleted with all their data: nothing can be sent to them any more.
  if (!person) return;
  await ctx
    .forOrganization(person.organization_id)
    .transaction((tx) =>
      recordUnsubscribe(tx, { prospect_id: person.prospect_id, email: person.email, detail: 'unsubscribe link' }),
    );
}

const refuse = (reply: FastifyReply): FastifyReply => show(reply, 404, 'This link is not valid.', false);

function show(reply: FastifyReply, status: number, text: string, hasButton: boolean): FastifyReply {
  const button = hasButton
    ? `<form method="post"><button type="submit">${escapeHtml(TEXTS.button)}</button></form>`
    : '';
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    )
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(TEXTS.button)}</title><style>
:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;display:grid;place-items:center;min-height:90vh;margin:0;padding:16px}
main{max-width:420px;text-align:center}button{font:inherit;padding:10px 24px;border:0;border-radius:8px;background:#4f46e5;color:#fff;cursor:pointer}
button:focus-visible{outline:3px solid #818cf8;outline-offset:2px}</style></head>
<body><main><p>${escapeHtml(text)}</p>${button}</main></body></html>`);
}
