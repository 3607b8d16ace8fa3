import { type ErrorBody, type ErrorCode, errorCatalogue } from '@overture/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from '../errors.ts';

/** Error of a program: the product's own members beside those of RFC 9457. */
interface Problem extends ErrorBody {
  type: string;
  title: string;
  status: number;
  instance: string;
  'violated-policies'?: string[];
}

const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';
/** The registered type for a limit that was reached. */
const QUOTA_EXCEEDED = 'https://iana.org/assignments/http-problem-types#quota-exceeded';

/** Where the code is explained to people who write programs (`app/api-docs/api-docs.ts`). */
const errorPage = (appUrl: string, code: ErrorCode): string => `${appUrl.replace(/\/$/, '')}/api/errors/${code}`;

/** Sentence of a code without the facts of one request. */
export function titleOf(code: ErrorCode): string {
  const text: string = errorCatalogue[code].text;
  const title = code.replaceAll('_', ' ');
  return text.includes('{') ? title.charAt(0).toUpperCase() + title.slice(1) : text;
}

/** Answers a program with `application/problem+json`. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  error: ApiError,
  appUrl: string,
): FastifyReply {
  const isQuota = error.code === 'too_many_requests';
  const problem: Problem = {
    type: isQuota ? QUOTA_EXCEEDED : errorPage(appUrl, error.code),
    title: titleOf(error.code),
    status: error.status,
    instance: `urn:overture:request:${request.id}`,
    ...(isQuota ? { 'violated-policies': findViolated(reply) } : {}),
    ...error.body,
  };
  return reply.status(error.status).type(PROBLEM_TYPE).send(problem);
}

/** Names of the policies of which nothing is left. */
const findViolated = (reply: FastifyReply): string[] =>
  [...String(reply.getHeader('ratelimit') ?? '').matchAll(/"(\w+)";r=0;/g)].map(([, name = '']) => name);
