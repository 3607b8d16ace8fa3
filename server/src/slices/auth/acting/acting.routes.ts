import type { actingEndpoints } from '@overture/contract/acting';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SystemContext } from '../../../kernel/context.ts';
import { hostOf } from '../../../kernel/http/sessions.ts';
import type { RouteTable } from '../../../kernel/slice.ts';
import type { SignIn } from '../../sessions/index.ts';
import { type DescribeExtras, describeUser } from '../session.service.ts';
import {
  changeAgencyAccess,
  endActing,
  getAgencyAccess,
  openClientWorkspace,
  resumeOwnSession,
  startActing,
  startActingForClient,
} from './acting.service.ts';

interface SessionAnswers {
  setCookie(reply: FastifyReply, token: string | null): void;
  isByHeader(request: FastifyRequest): boolean;
  tokenOf(request: FastifyRequest): string;
}

interface Http {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The session of the browser is replaced, both ways; the one it had is not ended by it. */
export function createActingRoutes(
  { setCookie, isByHeader, tokenOf }: SessionAnswers,
  describeExtras: DescribeExtras,
): RouteTable<typeof actingEndpoints> {
  const answer = async (ctx: SystemContext, { request, reply }: Http, signIn: SignIn) => {
    setCookie(reply, signIn.token);
    const user = await describeUser(ctx, signIn.user_id, describeExtras);
    // A script in the page of a browser never reads the token of the session behind it; a program that sent its own does.
    return { data: { ...user, token: isByHeader(request) ? signIn.token : '' } };
  };
  return {
    impersonate: async (ctx, { params, body, request, reply }) =>
      answer(ctx.system, { request, reply }, await startActing(ctx, params.userId, body.reason || null)),
    impersonateClient: async (ctx, { params, body, request, reply }) =>
      answer(ctx.system, { request, reply }, await startActingForClient(ctx, params.userId, body.reason || null)),
    openClientWorkspace: async (ctx, { params, body, request, reply }) =>
      answer(ctx.system, { request, reply }, await openClientWorkspace(ctx, params.id, body.reason || null)),
    resumeOwnSession: async (ctx, { request, reply }) => {
      const token = tokenOf(request);
      const back = await resumeOwnSession(ctx, { token, ip: request.ip, host: hostOf(request) });
      return back ? answer(ctx, { request, reply }, back) : { data: null };
    },
    getAgencyAccess: async (ctx) => ({ is_open: await getAgencyAccess(ctx) }),
    changeAgencyAccess: async (ctx, { body }) => {
      await changeAgencyAccess(ctx, body.is_open);
      return { success: true };
    },
    endActing: async (ctx, { request, reply }) => {
      const back = await endActing(ctx);
      if (back) return answer(ctx.system, { request, reply }, back);
      setCookie(reply, null);
      return { data: null };
    },
  };
}
