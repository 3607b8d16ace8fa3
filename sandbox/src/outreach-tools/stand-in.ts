import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { findPublished, findRefusal, type PublishedCall } from '../published-calls.ts';
import type { ToolState } from './tool-state.ts';

interface ToolRequest {
  /** Segments of the path that the published path has in braces. */
  params: string[];
  query: Readonly<Record<string, unknown>>;
  /** The body of a POST, the query of others. */
  input: Readonly<Record<string, unknown>>;
}

interface Refused {
  status: number;
  error: string;
  message: string;
}

/** A published call, with what it answers: an answer of another form fails the request. */
export type ToolCall = PublishedCall & { answer: z.ZodType };

/** One tool that refuses what its vendor's published calls refuse. */
interface StandIn {
  prefix: string;
  calls: readonly ToolCall[];
  keyOf(request: FastifyRequest): string;
  /** Status of a request that is not published so. */
  invalid_status: number;
  /** Body of a refusal, in the vendor's form. */
  toRefusal(refused: Refused): object | string;
  /** By published path. Null where there is no such object. */
  handlers: Readonly<Record<string, (request: ToolRequest) => object | null>>;
}

export function registerStandIn(app: FastifyInstance, state: ToolState, standIn: StandIn): void {
  const { prefix, calls, keyOf, invalid_status, toRefusal, handlers } = standIn;
  const refuse = (reply: FastifyReply, refused: Refused) => reply.code(refused.status).send(toRefusal(refused));
  app.all(`${prefix}/*`, (request, reply) => {
    const path = request.url.slice(prefix.length).split('?')[0]!;
    const refused = state.judge(keyOf(request));
    if (refused?.retry_after) reply.header('retry-after', String(refused.retry_after));
    if (refused) return refuse(reply, refused);
    const refusal = findRefusal(calls, request, path, null);
    if (refusal) {
      const status = refusal.kind === 'unknown_call' ? 404 : invalid_status;
      return refuse(reply, { status, error: refusal.kind, message: refusal.message });
    }
    const call = findPublished(calls, request.method, path) as ToolCall;
    const segments = path.split('/');
    const params = call.path.split('/').flatMap((one, index) => (one.startsWith('{') ? [segments[index]!] : []));
    const query = request.query as ToolRequest['query'];
    const input = request.method === 'POST' ? ((request.body ?? {}) as ToolRequest['input']) : query;
    const answer = handlers[call.path]!({ params, query, input });
    return answer === null
      ? refuse(reply, { status: 404, error: 'Not Found', message: 'Resource not found' })
      : reply.send(call.answer.parse(answer) as object);
  });
}

/** A page by offset and limit. */
export function slicePage<Item>(
  all: readonly Item[],
  { offset, limit }: Readonly<Record<string, unknown>>,
  size: number,
): Item[] {
  const first = Number(offset ?? 0);
  return all.slice(first, first + Number(limit ?? size));
}
