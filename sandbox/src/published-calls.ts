import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Grant } from './oauth/grants.ts';

/** One request as the vendor publishes it. A stand-in refuses what is not published: that is where a wrong adapter must fail. */
export type PublishedCall = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the vendor's prefix. A segment in braces takes any value. */
  path: string;
  /** Names of the query, all optional; a schema where some are required or take only certain values. None: no query. */
  query?: readonly string[] | z.ZodType;
  /** Strict: unknown and missing fields and values outside an enum are refused. None: the call takes no body. */
  body?: z.ZodType;
  /** One of these is enough. None: any grant will do. */
  scopes?: readonly string[];
};

/** Why a request is refused: by the vendor's own rule, in words that name it. */
export type Refusal = { kind: 'unknown_call' | 'missing_scope' | 'invalid'; message: string };

export const findPublished = (
  calls: readonly PublishedCall[],
  method: string,
  path: string,
): PublishedCall | undefined => calls.find((one) => one.method === method && matches(one.path, path));

export function findRefusal(
  calls: readonly PublishedCall[],
  request: Pick<FastifyRequest, 'method' | 'body' | 'query'>,
  path: string,
  grant: Pick<Grant, 'scope'> | null,
): Refusal | null {
  const call = findPublished(calls, request.method, path);
  if (call === undefined)
    return { kind: 'unknown_call', message: `${request.method} ${path} is not a published call.` };
  if (call.scopes !== undefined && grant !== null) {
    const granted = new Set(grant.scope.split(' '));
    if (!call.scopes.some((scope) => granted.has(scope)))
      return { kind: 'missing_scope', message: `This call needs one of the scopes ${call.scopes.join(', ')}.` };
  }
  const problem = toQuerySchema(call).safeParse(request.query ?? {}).error ?? findBodyProblem(call, request.body);
  return problem ? { kind: 'invalid', message: z.prettifyError(problem) } : null;
}

const anyText = z.union([z.string(), z.array(z.string())]).optional();

function toQuerySchema({ query = [] }: PublishedCall): z.ZodType {
  return query instanceof z.ZodType ? query : z.strictObject(Object.fromEntries(query.map((name) => [name, anyText])));
}

const noBody = z.undefined({ error: 'This call takes no body.' });

function findBodyProblem({ body }: PublishedCall, given: unknown): z.ZodError | undefined {
  return body === undefined ? noBody.safeParse(given ?? undefined).error : body.safeParse(given ?? {}).error;
}

function matches(published: string, path: string): boolean {
  const [wanted, given] = [published.split('/'), path.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => (segment.startsWith('{') ? given[index] !== '' : segment === given[index]))
  );
}
