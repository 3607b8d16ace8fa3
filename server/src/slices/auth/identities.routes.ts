import type { identitiesEndpoints, identitySignInEndpoints } from '@overture/contract/identities';
import type { SystemContext } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import { HandlerReply, type RouteTable } from '../../kernel/slice.ts';
import { completeSignIn } from './factors/sign-in.service.ts';
import { finishGoogle, startGoogle } from './identities/google-flow.service.ts';
import {
  joinByIdentity,
  linkByPassword,
  listIdentities,
  signInByIdentity,
  unlinkIdentity,
} from './identities/identities.service.ts';
import type { Invited } from './registration/invited.service.ts';
import type { SessionHttp } from './sign-in.routes.ts';

type Endpoints = typeof identitySignInEndpoints & typeof identitiesEndpoints;

export function createIdentitiesRoutes(
  { answerSignIn, notes }: Pick<SessionHttp, 'answerSignIn' | 'notes'>,
  invited: Invited,
): RouteTable<Endpoints> {
  return {
    startGoogle: async (ctx, { request, reply }) => {
      const started = await startGoogle(ctx, request.ip).catch((error: unknown) => leadBack(ctx, error));
      if (typeof started !== 'string') notes.keepFlow(reply, started.cookie);
      reply.headers({ location: typeof started === 'string' ? started : started.url, 'cache-control': 'no-store' });
      return new HandlerReply(302, null);
    },
    signInWithGoogle: async (ctx, http) => {
      const browser = { cookie: notes.read(http.request).flow, ip: http.request.ip };
      notes.dropFlow(http.reply);
      const identity = await finishGoogle(ctx, http.body, browser);
      const referral_code = http.body.referral_code?.trim() || null;
      const time_zone = http.body.time_zone ?? null;
      const outcome = await signInByIdentity(ctx, identity, { invited, referral_code, time_zone });
      if ('choice' in outcome) return { data: null, created: false, choice: outcome.choice };
      if ('link' in outcome) return { data: null, created: false, link: outcome.link };
      return answerSignIn(ctx, http, await completeSignIn(ctx, outcome.person), outcome.is_new);
    },
    joinWithGoogle: async (ctx, http) => {
      const { ticket, invitation_id, time_zone = null } = http.body;
      const given = { ticket, invitation_id, time_zone, referral_code: http.body.referral_code?.trim() || null };
      const person = await joinByIdentity(ctx, given, { invited, ip: http.request.ip });
      return answerSignIn(ctx, http, await completeSignIn(ctx, person), true);
    },
    linkIdentity: async (ctx, http) => {
      const person = await linkByPassword(ctx, http.body, notes.visitor(http));
      return answerSignIn(ctx, http, await completeSignIn(ctx, person), false);
    },
    listIdentities,
    unlinkIdentity: async (ctx, { params }) => {
      await unlinkIdentity(ctx, params.id);
      return { success: true };
    },
  };
}

/** A browser that was led here shows a page, not an answer: the sign-in page says what is wrong. */
function leadBack(ctx: SystemContext, error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  return `${ctx.config.APP_URL}/login?error=${error.code}`;
}
