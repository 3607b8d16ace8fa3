import type { authEndpoints } from '@overture/contract/auth';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SystemContext } from '../../kernel/context.ts';
import { readToken, type SessionCookies } from '../../kernel/http/sessions.ts';
import type { RouteTable } from '../../kernel/slice.ts';
import { changeEmail, changeName, changePassword } from './account.service.ts';
import {
  forgotPassword,
  login,
  register,
  resendCode,
  resetPassword,
  type SignIn,
  verifyEmail,
} from './auth.service.ts';
import { type DescribeExtras, describeUser, endSession } from './session.service.ts';

export interface AuthRouteOptions {
  cookies: SessionCookies;
  describeExtras: DescribeExtras;
}

const cookieLifetimeInSeconds = 30 * 24 * 3600;

export function createAuthRoutes({ cookies, describeExtras }: AuthRouteOptions): RouteTable<typeof authEndpoints> {
  const setCookie = (reply: FastifyReply, token: string | null): void => {
    const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: cookies.is_secure } as const;
    if (token === null) reply.clearCookie(cookies.name, options);
    else reply.setCookie(cookies.name, token, { ...options, maxAge: cookieLifetimeInSeconds });
  };
  const answerSignIn = async (ctx: SystemContext, reply: FastifyReply, signIn: SignIn, created?: boolean) => {
    setCookie(reply, signIn.token);
    const user = await describeUser(ctx, signIn.user_id, describeExtras);
    return { data: { ...user, token: signIn.token }, ...(created === undefined ? {} : { created }) };
  };
  const tokenOf = (request: FastifyRequest): string => readToken(request, cookies)?.token ?? '';

  return {
    getUser: async (ctx) => ({ user: await describeUser(ctx.system, ctx.user.id, describeExtras) }),
    login: async (ctx, { body, request, reply }) => answerSignIn(ctx, reply, await login(ctx, body, request.ip), false),
    register: async (ctx, { body, request }) => {
      await register(ctx, body, request.ip);
      return { success: true };
    },
    verifyEmail: async (ctx, { body, request, reply }) =>
      answerSignIn(ctx, reply, await verifyEmail(ctx, body, request.ip), true),
    resendCode: async (ctx, { body, request }) => {
      await resendCode(ctx, body.email, request.ip);
      return { success: true };
    },
    forgotPassword: async (ctx, { body, request }) => {
      await forgotPassword(ctx, body.email, request.ip);
      return { success: true };
    },
    resetPassword: async (ctx, { body, request, reply }) =>
      answerSignIn(ctx, reply, await resetPassword(ctx, body, request.ip)),
    logout: async (ctx, { request, reply }) => {
      await endSession(ctx, tokenOf(request));
      setCookie(reply, null);
      return { success: true };
    },
    changeEmail: async (ctx, { body }) => {
      await changeEmail(ctx, body.current_password, body.new_email);
      return { success: true };
    },
    changePassword: async (ctx, { body, request }) => {
      await changePassword(ctx, body.current_password, body.new_password, tokenOf(request));
      return { success: true };
    },
    changeName: async (ctx, { body }) => {
      await changeName(ctx, body.current_password, body.new_name);
      return { success: true };
    },
  };
}
