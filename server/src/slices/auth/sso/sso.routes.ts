import type { ssoEndpoints, ssoSignInEndpoints } from '@overture/contract/sso';
import { HandlerReply, type RouteTable } from '../../../kernel/slice.ts';
import { completeSignIn } from '../factors/sign-in.service.ts';
import type { Invited } from '../registration/invited.service.ts';
import type { SessionHttp } from '../sign-in.routes.ts';
import { deleteSso, getSso, requireSso, saveConnection } from './connection.service.ts';
import { addDomain, checkDomain, deleteDomain } from './domains.service.ts';
import { finishSso, finishSsoTest, returnFromOidc, startSso, startSsoTest } from './sso-flow.service.ts';

const settingsRoutes: Omit<RouteTable<typeof ssoEndpoints>, 'startSsoTest'> = {
  getSso,
  saveSso: async (ctx, { body }) => {
    await saveConnection(ctx, body);
    return { success: true };
  },
  requireSso: async (ctx, { body }) => {
    await requireSso(ctx, body.is_required);
    return { success: true };
  },
  deleteSso: async (ctx) => {
    await deleteSso(ctx);
    return { success: true };
  },
  addSsoDomain: (ctx, { body }) => addDomain(ctx, body.domain),
  checkSsoDomain: async (ctx, { params }) => ({ verified: await checkDomain(ctx, params.id) }),
  deleteSsoDomain: async (ctx, { params }) => {
    await deleteDomain(ctx, params.id);
    return { success: true };
  },
  finishSsoTest: (ctx, { body }) => finishSsoTest(ctx, body.ticket),
};

export function createSsoRoutes(
  { answerSignIn, notes }: Pick<SessionHttp, 'answerSignIn' | 'notes'>,
  { joinInvited }: Invited,
): RouteTable<typeof ssoSignInEndpoints & typeof ssoEndpoints> {
  return {
    ...settingsRoutes,
    startSso: async (ctx, { body, request, reply }) => {
      const { url, cookie } = await startSso(ctx, body.organization_domain, request.ip);
      notes.keepFlow(reply, cookie);
      return { data: { redirect_url: url } };
    },
    returnFromSso: async (ctx, { query, request, reply }) => {
      const browser = { cookie: notes.read(request).flow, ip: request.ip };
      reply.headers({ location: await returnFromOidc(ctx, query, browser), 'cache-control': 'no-store' });
      return new HandlerReply(302, null);
    },
    finishSso: async (ctx, http) => {
      const browser = { cookie: notes.read(http.request).flow, ip: http.request.ip };
      notes.dropFlow(http.reply);
      const { user_id, is_new } = await finishSso(ctx, http.body.ticket, browser, joinInvited);
      return answerSignIn(ctx, http, await completeSignIn(ctx, { user_id, method: 'sso' }), is_new);
    },
    startSsoTest: async (ctx, { reply }) => {
      const { url, cookie } = await startSsoTest(ctx);
      notes.keepFlow(reply, cookie);
      return { redirect_url: url };
    },
  };
}
