import type { actingEndpoints } from '@overture/contract/acting';
import type { authEndpoints } from '@overture/contract/auth';
import type { factorSignInEndpoints, factorsEndpoints } from '@overture/contract/factors';
import type { identitiesEndpoints, identitySignInEndpoints } from '@overture/contract/identities';
import type { ssoEndpoints, ssoSignInEndpoints } from '@overture/contract/sso';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SystemContext } from '../../kernel/context.ts';
import type { SessionCookies } from '../../kernel/http/sessions.ts';
import type { RouteTable } from '../../kernel/slice.ts';
import { endSession, type ProvenPerson } from '../sessions/index.ts';
import { changeLanguage, changeName, changePassword } from './account.service.ts';
import { createActingRoutes } from './acting/acting.routes.ts';
import { findActing } from './acting/acting.service.ts';
import { login } from './auth.service.ts';
import {
  cancelEmailChange,
  changeEmail,
  confirmEmail,
  resendEmailChange,
  undoEmailChange,
} from './email-change/email-change.service.ts';
import { completeSignIn } from './factors/sign-in.service.ts';
import { createFactorSignInRoutes, factorsRoutes } from './factors.routes.ts';
import { createIdentitiesRoutes } from './identities.routes.ts';
import { rememberDevice } from './known-device.service.ts';
import { forgotPassword } from './password-reset.service.ts';
import type { Invited } from './registration/invited.service.ts';
import { setPasswordByLink } from './registration/link.service.ts';
import { confirmRegistration, register, resendCode } from './registration/registration.service.ts';
import { type DescribeExtras, describeUser } from './session.service.ts';
import { createSessionHttp, type SessionHttp } from './sign-in.routes.ts';
import { createSsoRoutes } from './sso/sso.routes.ts';
import { undoFactor } from './undo/undo.service.ts';

type AuthEndpoints = typeof authEndpoints &
  typeof factorSignInEndpoints &
  typeof factorsEndpoints &
  typeof identitySignInEndpoints &
  typeof identitiesEndpoints &
  typeof ssoSignInEndpoints &
  typeof ssoEndpoints &
  typeof actingEndpoints;

export interface AuthRouteOptions {
  cookies: SessionCookies;
  describeExtras: DescribeExtras;
  invited: Invited;
}

const emailChangeRoutes: Pick<
  RouteTable<AuthEndpoints>,
  'changeEmail' | 'resendEmailChange' | 'cancelEmailChange' | 'confirmEmail' | 'undoEmailChange' | 'undoFactor'
> = {
  changeEmail: async (ctx, { body }) => {
    await changeEmail(ctx, body.current_password, body.new_email);
    return { success: true };
  },
  resendEmailChange: async (ctx) => {
    await resendEmailChange(ctx);
    return { success: true };
  },
  cancelEmailChange: async (ctx) => {
    await cancelEmailChange(ctx);
    return { success: true };
  },
  confirmEmail: async (ctx, { body, request }) => ({ email: await confirmEmail(ctx, body.code, request.ip) }),
  undoEmailChange: async (ctx, { body, request }) => ({ email: await undoEmailChange(ctx, body.code, request.ip) }),
  undoFactor: async (ctx, { body, request }) => ({ removed: await undoFactor(ctx, body.code, request.ip) }),
};

export function createAuthRoutes({ cookies, describeExtras, invited }: AuthRouteOptions): RouteTable<AuthEndpoints> {
  const http = createSessionHttp(cookies, describeExtras);
  const { answerSignIn, setCookie, tokenOf } = http;
  return {
    ...createFactorSignInRoutes(answerSignIn),
    ...createIdentitiesRoutes(http, invited),
    ...createSsoRoutes(http, invited),
    ...factorsRoutes,
    ...createActingRoutes(http, describeExtras),
    ...emailChangeRoutes,
    getUser: async (ctx) => ({
      user: { ...(await describeUser(ctx.system, ctx.user.id, describeExtras)), acting: await findActing(ctx) },
    }),
    ...createProofRoutes(http, invited),
    logout: async (ctx, { request, reply }) => {
      await endSession(ctx, tokenOf(request));
      setCookie(reply, null);
      reply.header('clear-site-data', '"cache", "storage"');
      return { success: true };
    },
    ...createAccountRoutes(http),
  };
}

/** Ways to prove who one is with a first factor: a password, the code or the link of a mail. */
function createProofRoutes(
  { answerSignIn, notes }: SessionHttp,
  invited: Invited,
): Pick<
  RouteTable<AuthEndpoints>,
  'login' | 'register' | 'verifyEmail' | 'resendCode' | 'forgotPassword' | 'resetPassword'
> {
  /** The first factor was right: a session, or the question for the second. */
  const answerProof = async (
    ctx: SystemContext,
    http: { request: FastifyRequest; reply: FastifyReply },
    person: ProvenPerson,
    created?: boolean,
  ) => answerSignIn(ctx, http, await completeSignIn(ctx, person), created);
  return {
    login: async (ctx, http) => answerProof(ctx, http, await login(ctx, http.body, notes.visitor(http)), false),
    register: async (ctx, http) => {
      const { isMailed } = await register(ctx, http.body, notes.visitor(http));
      return { success: true, mail_is_slow: !isMailed };
    },
    verifyEmail: async (ctx, http) => {
      const user_id = await confirmRegistration(ctx, http.body, notes.visitor(http), invited);
      notes.dropTicket(http.reply);
      return answerProof(ctx, http, { user_id, method: 'code' }, true);
    },
    resendCode: async (ctx, http) => {
      const { isMailed } = await resendCode(ctx, http.body.email, notes.visitor(http));
      return { success: true, mail_is_slow: !isMailed };
    },
    forgotPassword: async (ctx, { body, request }) => {
      await forgotPassword(ctx, body.email, request.ip);
      return { success: true };
    },
    resetPassword: async (ctx, http) => {
      const user_id = await setPasswordByLink(ctx, http.body, notes.visitor(http), invited);
      return answerProof(ctx, http, { user_id, method: 'link' });
    },
  };
}

function createAccountRoutes({
  notes,
}: SessionHttp): Pick<RouteTable<AuthEndpoints>, 'changePassword' | 'changeName' | 'changeLanguage'> {
  return {
    changePassword: async (ctx, { body, request, reply }) => {
      await changePassword(ctx, body.current_password, body.new_password);
      notes.keepDevice(reply, await rememberDevice(ctx.system, ctx.user.id, notes.read(request).device));
      return { success: true };
    },
    changeName: async (ctx, { body }) => {
      await changeName(ctx, body.current_password, body.new_name);
      return { success: true };
    },
    changeLanguage: async (ctx, { body }) => {
      await changeLanguage(ctx, body.language);
      return { success: true };
    },
  };
}
