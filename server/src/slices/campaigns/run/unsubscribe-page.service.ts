import { escapeHtml } from '@overture/domain/message/html';
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES, type Language } from '@overture/domain/message/languages';
import { UNSUBSCRIBE_PAGE_TEXTS } from '@overture/domain/message/unsubscribe';
import { findAccepted } from '@overture/domain/text/accepted-language';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SystemContext } from '../../../kernel/context.ts';
import { type DatabaseMark, requireNewestDatabase } from '../../../kernel/db/replica/known-database.ts';
import { getBrandOfHost, sendBrandPage } from '../../brands/index.ts';
import { recordUnsubscribe } from '../../lead-endings/index.ts';
import { rememberOptOuts } from './stops/kept-opt-outs.service.ts';
import { findCampaignLanguage, findLeadPerson, isLeadKeptOut } from './stops/stops.store.ts';
import { isInertToken, parseUnsubscribeToken } from './stops/unsubscribe.service.ts';

type PageRequest = FastifyRequest<{ Params: { token: string } }>;

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
    scope.get('/u/:token', async (request: PageRequest, reply) => {
      const { token } = request.params;
      const isValid = parseUnsubscribeToken(ctx, token) !== null || isInertToken(ctx, token);
      return show(ctx, request, reply, isValid ? 'question' : 'invalid');
    });
    scope.post('/u/:token', async (request: PageRequest, reply) => {
      const { token } = request.params;
      if (isInertToken(ctx, token)) return show(ctx, request, reply, 'test');
      const lead = parseUnsubscribeToken(ctx, token);
      if (lead === null) return show(ctx, request, reply, 'invalid');
      remembered.add(lead, await unsubscribe(ctx, lead));
      return show(ctx, request, reply, 'done');
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

async function show(
  ctx: SystemContext,
  request: PageRequest,
  reply: FastifyReply,
  shown: Exclude<keyof (typeof UNSUBSCRIBE_PAGE_TEXTS)[Language], 'button'>,
): Promise<FastifyReply> {
  const language = await findPageLanguage(ctx, request);
  const texts = UNSUBSCRIBE_PAGE_TEXTS[language];
  const button =
    shown === 'question' ? `<form method="post"><button type="submit">${escapeHtml(texts.button)}</button></form>` : '';
  return sendBrandPage(reply, await getBrandOfHost(ctx, request.hostname), {
    status: shown === 'invalid' ? 404 : 200,
    title: texts.button,
    language,
    main: `<p>${escapeHtml(texts[shown])}</p>${button}`,
  });
}

/** Of the campaign that the lead has read. English is also what a campaign has that chose none: there the browser decides. */
async function findPageLanguage(ctx: SystemContext, { params, headers }: PageRequest): Promise<Language> {
  const lead = parseUnsubscribeToken(ctx, params.token);
  // A page in another language is better than none: the lead is unsubscribed by now.
  const written =
    lead === null ? null : await ctx.systemRead((read) => findCampaignLanguage(read, lead)).catch(() => null);
  if (written !== null && written !== DEFAULT_LANGUAGE && isLanguage(written)) return written;
  return findAccepted(headers['accept-language'], LANGUAGES) ?? DEFAULT_LANGUAGE;
}
