import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Endpoint } from '@overture/contract/endpoint';
import { answerOnce, findReplay } from '../api-keys/idempotency.ts';
import { type HandlerInput, HandlerReply, type RunEffect, type SessionContext } from '../slice.ts';

type Input = Omit<HandlerInput<Endpoint>, 'once'>;
type AnyHandler = (ctx: SessionContext, input: HandlerInput<Endpoint>) => Promise<unknown>;

/** Parts of a call that runs once for all requests with the same `Idempotency-Key`. */
interface OnceCall {
  endpoint: Endpoint;
  handler: AnyHandler;
  /** Null without the header: the call runs each time. */
  key: string | null;
  checkAnswer: (result: unknown) => unknown;
}

/**
 * Runs the handler, once for all requests of a program with the same `Idempotency-Key`. All of it is in the transaction of its answer;
 * of an upload only its effect is, because preparing a file takes long.
 */
export async function runHandler(ctx: SessionContext, input: Input, call: OnceCall): Promise<unknown> {
  const { endpoint, handler, key } = call;
  const toStored = (result: unknown) =>
    result instanceof HandlerReply
      ? { status: result.status, body: result.payload }
      : { status: endpoint.status, body: call.checkAnswer(result) };
  if (key === null) {
    const once: RunEffect = async (work) => {
      const { status, body } = toStored(await work(ctx));
      return new HandlerReply(status, body);
    };
    return handler(ctx, { ...input, once });
  }
  const payload = endpoint.multipart ? [input.body, await hashFile(input.file?.path)] : input.request.body;
  const request = { method: input.request.method, url: input.request.url, payload };
  const runOnce: RunEffect = async (work) => {
    const answer = await answerOnce(ctx, key, request, async (joined) => toStored(await work(joined)));
    if (answer.is_replayed) input.reply.header('idempotent-replayed', 'true');
    return new HandlerReply(answer.status, answer.body);
  };
  if (!endpoint.multipart) return runOnce((joined) => handler(joined, { ...input, once: runOnce }));
  const replay = await findReplay(ctx, key, request);
  if (!replay) return handler(ctx, { ...input, once: runOnce });
  input.reply.header('idempotent-replayed', 'true');
  return new HandlerReply(replay.status, replay.body);
}

async function hashFile(path: string | undefined): Promise<string | null> {
  if (path === undefined) return null;
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('base64');
}
