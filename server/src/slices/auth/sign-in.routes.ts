import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SystemContext } from '../../kernel/context.ts';
import { getToken, type SessionCookies } from '../../kernel/http/sessions.ts';
import { endSession, SESSION_LIFETIME_IN_DAYS, type SignIn } from '../sessions/index.ts';
import type { WaitingSignIn } from './factors/sign-in.service.ts';
import { FLOW_LIFETIME_IN_MINUTES } from './identities/google-flow.service.ts';
import { rememberDevice, type Visitor } from './known-device.service.ts';
import { REGISTRATION_LIFETIME_IN_HOURS } from './registration/registration.service.ts';
import { type DescribeExtras, describeUser } from './session.service.ts';

interface Http {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Our own pages say so with this header: a script that reads answers then never sees the token (decision 0120). */
const COOKIE_ONLY = 'cookie';

export interface SessionHttp {
  answerSignIn: AnswerSignIn;
  setCookie(reply: FastifyReply, token: string | null): void;
  tokenOf(request: FastifyRequest): string;
  /** Whether the session came in the header `jwt`, which no browser adds automatically. */
  isByHeader(request: FastifyRequest): boolean;
  notes: ReturnType<typeof deviceCookies>;
}

/** Answers every way of signing in alike: a session in cookie and answer, or what is asked for next. */
export type AnswerSignIn = (
  ctx: SystemContext,
  http: Http,
  signIn: SignIn | WaitingSignIn,
  created?: boolean,
) => ReturnType<ReturnType<typeof createSignInAnswer>>;

const isCookieOnly = (request: FastifyRequest): boolean => request.headers['x-session'] === COOKIE_ONLY;
const cookieLifetimeInSeconds = SESSION_LIFETIME_IN_DAYS * 24 * 3600;

export function createSessionHttp(cookies: SessionCookies, describeExtras: DescribeExtras): SessionHttp {
  const setCookie = (reply: FastifyReply, token: string | null): void => {
    const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: cookies.is_secure } as const;
    if (token === null) reply.clearCookie(cookies.name, options);
    else reply.setCookie(cookies.name, token, { ...options, maxAge: cookieLifetimeInSeconds });
  };
  const tokenOf = (request: FastifyRequest): string => getToken(request, cookies)?.token ?? '';
  const notes = deviceCookies(cookies);
  return {
    setCookie,
    tokenOf,
    isByHeader: (request) => getToken(request, cookies)?.is_cookie === false && !isCookieOnly(request),
    notes,
    answerSignIn: createSignInAnswer({ setCookie, tokenOf, notes }, describeExtras),
  };
}

function createSignInAnswer(
  { setCookie, tokenOf, notes }: Pick<SessionHttp, 'setCookie' | 'tokenOf' | 'notes'>,
  describeExtras: DescribeExtras,
) {
  return async (ctx: SystemContext, { request, reply }: Http, signIn: SignIn | WaitingSignIn, created?: boolean) => {
    if ('ticket' in signIn) return { data: null, created: false, mfa: signIn };
    // The browser's former session ends when it gets another: no device stays signed in twice.
    await endSession(ctx, tokenOf(request));
    setCookie(reply, signIn.token);
    notes.keepDevice(reply, await rememberDevice(ctx, signIn.user_id, notes.read(request).device));
    const user = await describeUser(ctx, signIn.user_id, describeExtras);
    return {
      data: { ...user, token: isCookieOnly(request) ? '' : signIn.token },
      ...(created === undefined ? {} : { created }),
    };
  };
}

const DEVICE_LIFETIME_IN_DAYS = 400;

/** What a browser keeps besides its session: notes of who signed in on it, and the ticket of a registration. Neither signs in. */
function deviceCookies({ is_secure: secure }: SessionCookies) {
  const prefix = secure ? '__Host-' : 'overture_';
  const names = { device: `${prefix}device`, ticket: `${prefix}registration`, flow: `${prefix}flow` };
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  const read = (request: FastifyRequest) => ({
    device: request.cookies[names.device],
    ticket: request.cookies[names.ticket],
    flow: request.cookies[names.flow],
  });
  return {
    read,
    keepDevice: (reply: FastifyReply, note: string) =>
      void reply.setCookie(names.device, note, { ...options, maxAge: DEVICE_LIFETIME_IN_DAYS * 86_400 }),
    /** What binds the answer of another provider to this browser. */
    keepFlow: (reply: FastifyReply, note: string) =>
      void reply.setCookie(names.flow, note, { ...options, maxAge: FLOW_LIFETIME_IN_MINUTES * 60 }),
    dropFlow: (reply: FastifyReply) => void reply.clearCookie(names.flow, options),
    dropTicket: (reply: FastifyReply) => void reply.clearCookie(names.ticket, options),
    visitor: ({ request, reply }: { request: FastifyRequest; reply: FastifyReply }): Visitor => ({
      ip: request.ip,
      ...read(request),
      keepTicket: (ticket) =>
        void reply.setCookie(names.ticket, ticket, { ...options, maxAge: REGISTRATION_LIFETIME_IN_HOURS * 3600 }),
    }),
  };
}
