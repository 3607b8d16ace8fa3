import type { Api } from '@overture/contract';
import type { Endpoint, EndpointOutput } from '@overture/contract/endpoint';
import { z } from 'zod';
import { ApiError } from '../errors.ts';
import { type HandlerInput, HandlerReply, type SessionContext } from '../slice.ts';

/** Calls that others run. Their handlers need no request and do their work in the transactions of the given context. */
type InnerCall =
  | 'activateCampaign'
  | 'sendChatMessage'
  | 'getCampaign'
  | 'getChat'
  | 'rehearseCampaign'
  | 'previewStep';

/** Runs a call of the contract inside another one, with the same validation both ways. Rights were checked by the outer call. */
export type RunCall = <Name extends InnerCall>(
  ctx: SessionContext,
  name: Name,
  given: { params: Record<string, unknown>; body?: Record<string, unknown> },
) => Promise<EndpointOutput<Api[Name]>>;

type AnyHandler = (ctx: SessionContext, input: HandlerInput<Endpoint>) => Promise<unknown>;

/** @param find the handler of a call, asked for at each run since tables are built one after the other */
export function createRunCall(endpoints: Record<string, Endpoint>, find: (name: string) => unknown): RunCall {
  return async (ctx, name, { params, body = {} }) => {
    const endpoint = endpoints[name] as Endpoint;
    const input = {
      params: parse(endpoint.params, params),
      query: {},
      body: parse(endpoint.body, body),
      file: null,
    } as unknown as HandlerInput<Endpoint>;
    const answer = await (find(name) as AnyHandler)(ctx, input);
    return z.parse(endpoint.ok, answer instanceof HandlerReply ? answer.payload : answer) as never;
  };
}

function parse(schema: z.core.$ZodType, value: unknown): unknown {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  throw new ApiError('bad_request', { reason: parsed.error.issues[0]?.message ?? 'The request is not valid.' });
}
