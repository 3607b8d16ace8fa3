import { escapeHtml } from '@overture/domain/message/html';
import { UNSUBSCRIBE_PAGE_TEXTS as TEXTS } from '@overture/domain/message/unsubscribe';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SystemContext } from '../../../kernel/context.ts';
import { type DatabaseMark, requireNewestDatabase } from '../../../kernel/db/replica/known-database.ts';
import { type Brand, getBrandOfHost, sendBrandPage } from '../../brands/index.ts';
import { recordUnsubscribe } from '../../lead-endings/index.ts';
import { rememberOptOuts } from './stops/kept-opt-outs.service.ts';
import { findLeadPerson, isLeadKeptOut } from './stops/stops.store.ts';
import { isInertToken, parseUnsubscribeToken } from './stops/unsubscribe.service.ts';

/**
 * The page behind the unsubscribe address. GET only shows it, because mail scanners fetch every link; POST unsubscribes,
 * whether a person presses the button or a mail program does it (RFC 8058): no session, no redirect, no question.
 */
export function serveUnsubscribePage(app: FastifyInstance, ctx: SystemContext): void {
  const remembered = rememberOptOuts(ctx, (id) => unsubscribe(ctx, id, true));
  app.addHook('onClose', remembered.stop);
  app.register(async (scope) => {
    // One-click requests have a form body, which is ignored: the address has all that is needed.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { bodyLimit: 16_384, parseAs: 'buffer' }, (_request, _body, done) =>
      done(null, null),
    );
    scope.get<{ Params: { token: string } }>('/u/:token', async (request, reply) => {
      const { token } = request.params;
      const brand = await getBrandOfHost(ctx, request.hostname);
      if (parseUnsubscribeToken(ctx, token) === null && !isInertToken(ctx, token)) return refuse(reply, brand);
      return show(reply, brand, { status: 200, text: TEXTS.question, hasButton: true });
    });
    scope.post<{ Params: { token: string } }>('/u/:token', async (request, reply) => {
      const brand = await getBrandOfHost(ctx, request.hostname);
      const lead = parseUnsubscribeToken(ctx, request.params.token);
      if (isInertToken(ctx, request.params.token)) return show(reply, brand, { status: 200, text: TEXTS.test });
      if (lead === null) return refuse(reply, brand);
      remembered.add(lead, await unsubscribe(ctx, lead));
      return show(reply, brand, { status: 200, text: TEXTS.done });
    });
  });
}

/** @returns the database that stored it */
async function unsubscribe(ctx: SystemContext, campaignLeadId: number, isAgain = false): Promise<DatabaseMark> {
  const { person, mark } = await ctx.systemTransaction(async (tx) => {
    // A former primary may not know the lead.
    const newest = await requireNewestDatabase(tx);
    // It was not lost: nothing is announced twice.
    const isKnown = isAgain && (await isLeadKeptOut(tx, campaignLeadId));
    return { mark: newest, person: isKnown ? null : await findLeadPerson(tx, campaignLeadId) };
  });
  // Deleted with all their data: nothing can be sent to them.
  if (person)
    await ctx
      .forOrganization(person.organization_id)
      .transaction((tx) => recordUnsubscribe(tx, { prospect_id: person.prospect_id, detail: 'unsubscribe link' }));
  return mark;
}

interface Shown {
  status: number;
  text: string;
  hasButton?: boolean;
}

const refuse = (reply: FastifyReply, brand: Brand): FastifyReply =>
  show(reply, brand, { status: 404, text: 'This link is not valid.' });

function show(reply: FastifyReply, brand: Brand, { status, text, hasButton }: Shown): FastifyReply {
  const button = hasButton
    ? `<form method="post"><button type="submit">${escapeHtml(TEXTS.button)}</button></form>`
    : '';
  return sendBrandPage(reply, brand, { status, title: TEXTS.button, main: `<p>${escapeHtml(text)}</p>${button}` });
}
