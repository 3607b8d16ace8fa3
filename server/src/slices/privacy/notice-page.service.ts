import { once } from 'node:events';
import { isProviderError } from '@overture/adapters/kit/errors';
import { normalizeEmail } from '@overture/domain/addresses/email-address';
import { escapeHtml } from '@overture/domain/message/html';
import {
  maskEmail,
  PRIVACY_LIMITS,
  PRIVACY_REQUEST_LABELS,
  type PrivacyRequestKind,
} from '@overture/domain/privacy/privacy-notice';
import type { InterfaceLanguage } from '@overture/domain/text/interface-languages';
import { cleanText } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SystemContext, TransactionContext } from '../../kernel/context.ts';
import { newDigitCode } from '../../kernel/crypto.ts';
import { ApiError } from '../../kernel/errors.ts';
import { getOrigin } from '../../kernel/security-log/request-origin.ts';
import {
  getBrandOfHost,
  getOrganizationBrand,
  sayInDocument,
  sendBrandedMail,
  sendBrandPage,
} from '../brands/index.ts';
import { recordUnsubscribe } from '../lead-endings/index.ts';
import { listSources } from '../lead-sources/index.ts';
import { insertManagerNotices } from '../notices/index.ts';
import { type Notice, renderNotice, NOTICE_TEXTS as TEXTS } from './notice-page.rules.ts';
import * as store from './privacy.store.ts';
import { parsePrivacyToken } from './privacy-link.service.ts';
import * as requests from './privacy-requests.store.ts';

type Shown = { said: string; asked?: PrivacyRequestKind };
/** A lead who reads their notice, and in which language. */
type Reader = store.NoticeLead & { language: InterfaceLanguage };
type NoticeRequest = FastifyRequest<{ Params: { token: string } }>;

const MAX_BODY_BYTES = 16_384;
const MAIL_WAIT_IN_MS = 8000;
const DAY_IN_SECONDS = 86_400;
/** Companies and mail scanners share addresses: pages are read far more often than requests are made. */
const PAGES = { name: 'privacy-pages', points: 600, per_seconds: 3600 };
const ACTS = { name: 'privacy-acts', points: 30, per_seconds: 3600 };

/** The privacy notice of a lead. GET only shows it, because mail scanners fetch every link; POST acts. */
export function serveNoticePage(app: FastifyInstance, ctx: SystemContext): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { bodyLimit: MAX_BODY_BYTES, parseAs: 'buffer' }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    );
    scope.get('/p/:token', (request: NoticeRequest, reply) => answer(ctx, request, reply, PAGES, async () => null));
    scope.post('/p/:token', (request: NoticeRequest, reply) =>
      answer(ctx, request, reply, ACTS, (lead, language) => {
        const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
        return act(ctx, { ...lead, language }, form);
      }),
    );
  });
}

async function answer(
  ctx: SystemContext,
  request: NoticeRequest,
  reply: FastifyReply,
  limit: typeof PAGES,
  work: (lead: store.NoticeLead, language: InterfaceLanguage) => Promise<Shown | null>,
): Promise<FastifyReply> {
  const brand = await getBrandOfHost(ctx, request.hostname);
  const language = getOrigin(request).language ?? 'en';
  const page = { title: sayInDocument(language, TEXTS.title), language };
  const say = (status: number, text: string) =>
    sendBrandPage(reply, brand, { ...page, status, main: `<p>${escapeHtml(sayInDocument(language, text))}</p>` });
  try {
    await ctx.rate_limits.spendFrom(limit, request.ip);
    const id = parsePrivacyToken(ctx, request.params.token);
    if (id === 'test') return say(200, TEXTS.test);
    const lead = id === null ? undefined : await findLead(ctx, id);
    // Erased and unknown look the same.
    if (!lead) return say(404, TEXTS.none);
    const { said = null, asked = null } = (await work(lead, language)) ?? {};
    const main = renderNotice(await loadNotice(ctx, lead), { said, asked, language });
    return sendBrandPage(reply, brand, { ...page, status: 200, main, is_document: true });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'rate_limited')
      return say(429, (error.retry_after_in_seconds ?? 0) > PAGES.per_seconds ? TEXTS.busy_today : TEXTS.busy);
    throw error;
  }
}

const findLead = (ctx: SystemContext, id: number) => ctx.systemRead((tx) => store.findNoticeLead(tx, id));

async function loadNotice(ctx: SystemContext, lead: store.NoticeLead): Promise<Notice> {
  return ctx.forOrganization(lead.organization_id).read(async (tx) => ({
    lead,
    profile: await store.getProfile(tx),
    sources: await listSources(tx, lead.id),
    basis: await store.getLeadBasis(tx, lead.id),
  }));
}

async function act(ctx: SystemContext, lead: Reader, form: URLSearchParams): Promise<Shown | null> {
  const action = form.get('action');
  if (action === 'object') return object(ctx, lead);
  if (action === 'correct') return correct(ctx, lead, form.get('note') ?? '');
  if (action === 'access' || action === 'erase') return requestCode(ctx, lead, action, form.get('email') ?? '');
  const kind = form.get('kind');
  if (action === 'confirm' && (kind === 'access' || kind === 'erase'))
    return confirm(ctx, lead, kind, form.get('code') ?? '');
  return null;
}

/** Stops all messages. Repeating it changes nothing. */
async function object(ctx: SystemContext, { id, organization_id }: store.NoticeLead): Promise<Shown> {
  await ctx.forOrganization(organization_id).transaction(async (tx) => {
    await recordUnsubscribe(tx, { prospect_id: id, detail: 'privacy notice' });
    if (!(await requests.hasObjected(tx, id)))
      await requests.openRequest(tx, { prospect_id: id, kind: 'object', state: 'done' });
  });
  return { said: TEXTS.objected };
}

async function correct(ctx: SystemContext, { id, organization_id }: store.NoticeLead, given: string): Promise<Shown> {
  const note = cutText(cleanText(given), PRIVACY_LIMITS.note_max);
  if (note === '') return { said: TEXTS.empty };
  const hasRoom = await ctx.forOrganization(organization_id).transaction(async (tx) => {
    const request = await requests.openRequest(tx, { prospect_id: id, kind: 'correct', state: 'open', note });
    if (request.is_new) await informManagers(tx, 'correct');
    return request.has_note;
  });
  return { said: hasRoom ? TEXTS.corrected : TEXTS.full };
}

/**
 * A forwarded message contains the link too: only a code at an address of the lead proves their identity. `given`: another address than the
 * one written to, or nothing.
 */
async function requestCode(ctx: SystemContext, lead: Reader, kind: 'access' | 'erase', given: string): Promise<Shown> {
  const { organization_id, email } = lead;
  if (ctx.ports.mailer.is_missing) return openUnverified(ctx, lead, kind);
  if (given.trim() !== '') return requestCodeAt(ctx, lead, kind, normalizeEmail(given) ?? '');
  if (email === null) return openUnverified(ctx, lead, kind);
  await spendOfLead(ctx, lead);
  await spendOfAddress(ctx, email);
  const code = await makeCode(ctx, lead, kind, email);
  if (code === null) return { said: TEXTS.received };
  const outcome = await mailCode(ctx, organization_id, describeCode(lead, email, kind, code));
  if (outcome === 'rejected') return openUnverified(ctx, lead, kind);
  if (outcome === 'failed') return { said: TEXTS.unsent };
  const minutes = PRIVACY_LIMITS.code_in_minutes;
  const said =
    outcome === 'late'
      ? `A code is on its way to ${maskEmail(email)}. It is valid for ${minutes} minutes.`
      : `A code was sent to ${maskEmail(email)}. It is valid for ${minutes} minutes.`;
  return { said, asked: kind };
}

/**
 * A reader of a forwarded message must not learn which addresses are known: for every address the page says the same, does the same work
 * and waits for no mail server. A code for an unknown address is not mailed, and takes nothing from what its owner may ask for.
 */
async function requestCodeAt(
  ctx: SystemContext,
  lead: Reader,
  kind: 'access' | 'erase',
  email: string,
): Promise<Shown> {
  const asked_from = lead.emails.find((one) => one.toLowerCase() === email) ?? null;
  await spendOfLead(ctx, lead);
  const mayMail = await spendOfAddress(ctx, asked_from === null ? `unknown of ${lead.id}` : email).then(
    () => asked_from !== null,
    (error: unknown) => {
      if (error instanceof ApiError && error.code === 'rate_limited') return false;
      throw error;
    },
  );
  const code = await makeCode(ctx, lead, kind, asked_from);
  if (code === null) return { said: TEXTS.received };
  if (mayMail && asked_from !== null)
    void mailCode(ctx, lead.organization_id, describeCode(lead, asked_from, kind, code)).catch((error: unknown) =>
      ctx.log.warn({ err: error, organization_id: lead.organization_id }, 'privacy code not sent'),
    );
  return { said: TEXTS.perhaps_sent, asked: kind };
}

const spendOfLead = ({ rate_limits }: SystemContext, { id }: store.NoticeLead): Promise<void> =>
  rate_limits.spend('privacy-codes', String(id), PRIVACY_LIMITS.codes_a_day, DAY_IN_SECONDS);

/** Several leads can have one address, in all organizations. */
const spendOfAddress = ({ rate_limits }: SystemContext, email: string): Promise<void> =>
  rate_limits.spend('privacy-code-addresses', email, PRIVACY_LIMITS.codes_a_day_to_address, DAY_IN_SECONDS);

/** The code of a request that waits for one; null if it waits for none. */
async function makeCode(
  ctx: SystemContext,
  { id, organization_id }: store.NoticeLead,
  kind: 'access' | 'erase',
  asked_from: string | null,
): Promise<string | null> {
  const code = newDigitCode();
  const isWaiting = await ctx.forOrganization(organization_id).transaction(async (tx) => {
    const request = await requests.openRequest(tx, { prospect_id: id, kind, state: 'unconfirmed' });
    if (request.state !== 'unconfirmed') return false;
    await requests.setCode(tx, request.id, { code_hash: hashCode(ctx, request.id, code), asked_from });
    return true;
  });
  return isWaiting ? code : null;
}

/** No code can reach the lead: the team finds out whether it is them. */
async function openUnverified(
  ctx: SystemContext,
  { id, organization_id }: store.NoticeLead,
  kind: 'access' | 'erase',
): Promise<Shown> {
  await ctx.forOrganization(organization_id).transaction(async (tx) => {
    const request = await requests.openRequest(tx, { prospect_id: id, kind, state: 'open' });
    if (request.is_new || (await requests.confirmRequest(tx, request.id, { is_verified: false })))
      await informManagers(tx, kind);
  });
  return { said: TEXTS.unverified };
}

/** Answers after a few seconds in any case: a slow mail server must not hold the page. The mail is still handed over then. */
async function mailCode(
  ctx: SystemContext,
  organizationId: number,
  mail: ReturnType<typeof describeCode>,
): Promise<'sent' | 'late' | 'rejected' | 'failed'> {
  const brand = await getOrganizationBrand(ctx, organizationId);
  const sending = sendBrandedMail(ctx, brand, mail).then(
    () => 'sent' as const,
    (error: unknown) => {
      ctx.log.warn({ err: error, organization_id: organizationId }, 'privacy code not sent');
      if (isProviderError(error, 'rejected')) return 'rejected' as const;
      // It may have left.
      return isProviderError(error, 'unknown_outcome') ? ('late' as const) : ('failed' as const);
    },
  );
  const late = once(AbortSignal.timeout(MAIL_WAIT_IN_MS), 'abort').then(() => 'late' as const);
  return Promise.race([sending, late]);
}

const hashCode = ({ vault }: SystemContext, id: number, code: string): string =>
  vault.sign('privacy-code', `${id}:${code}`);

const describeCode = ({ language }: Reader, to: string, kind: 'access' | 'erase', code: string) => ({
  to,
  language,
  subject: `Your code: ${code}`,
  paragraphs: [
    kind === 'erase' ? 'You asked to have your data erased.' : 'You asked for a copy of your data.',
    `Enter this code on the page: ${code}`,
    "If you didn't ask for this, ignore this message: nothing happens without the code.",
  ],
});

async function confirm(
  ctx: SystemContext,
  { id, organization_id }: store.NoticeLead,
  kind: 'access' | 'erase',
  given: string,
): Promise<Shown> {
  const code = cutText(given, 20).replaceAll(/\s/g, '');
  const isRight = await ctx.forOrganization(organization_id).transaction(async (tx) => {
    const waiting = await requests.tryCode(tx, id, kind);
    if (!waiting || !ctx.vault.verify('privacy-code', `${waiting.id}:${code}`, waiting.code_hash)) return false;
    await requests.confirmRequest(tx, waiting.id, { is_verified: true });
    // Until the team erases the data, nothing more is sent.
    if (kind === 'erase') await recordUnsubscribe(tx, { prospect_id: id, detail: 'erasure request' });
    await informManagers(tx, kind);
    return true;
  });
  if (!isRight) return { said: TEXTS.wrong_code, asked: kind };
  return { said: kind === 'erase' ? TEXTS.erasing : TEXTS.received };
}

const informManagers = (tx: TransactionContext, kind: PrivacyRequestKind): Promise<void> =>
  insertManagerNotices(tx, {
    subject: `Privacy request: ${PRIVACY_REQUEST_LABELS[kind].toLowerCase()}`,
    paragraphs: ['A lead made a request on the privacy notice. The law gives you one month to answer.'],
    path: '/settings/privacy',
  });
