import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { Readable } from 'node:stream';
import { ClickHouseError, type createClient } from '@clickhouse/client';
import { type EngineAddress, type EngineFailure, type EngineRequest, TOKEN_HEADER } from './engine-wire.ts';

/** The official client's own type of what it speaks through. */
type Connection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>;

type QueryParams = { query: string; query_params?: Record<string, unknown>; abort_signal?: AbortSignal };

/** The engine is not there right now: not started yet, restarting, or gone in the middle of a statement. */
export class EngineStoppedError extends Error {
  override readonly name = 'EngineStoppedError';
}

/**
 * The official client's connection to the process of the embedded engine. Settings belong into the statement (`SETTINGS ...`): here they
 * would stay behind on a connection that others use next.
 * @param findEngine where the engine is right now, or null
 */
export function createEngineConnection(findEngine: () => EngineAddress | null): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const run = async (params: QueryParams, values: string | null) => {
    const output = await post(agent, findEngine(), params, values);
    return { stream: Readable.from([output]), query_id: randomUUID(), response_headers: {}, http_status_code: 200 };
  };
  return {
    query: (params) => run(params, null),
    command: (params) => run(params, null),
    exec: async (params) => run(params, params.values === undefined ? null : await readText(params.values)),
    insert: async (params) => run(params, await readText(params.values)),
    ping: async () => {
      const found = await run({ query: 'SELECT 1' }, null).then(
        () => null,
        (error: unknown) => error,
      );
      if (found === null) return { success: true };
      return { success: false, error: found instanceof Error ? found : new Error(String(found)) };
    },
    close: async () => agent.destroy(),
  };
}

function post(agent: Agent, engine: EngineAddress | null, params: QueryParams, values: string | null): Promise<Buffer> {
  if (engine === null) return Promise.reject(new EngineStoppedError('The lead database is not running.'));
  const body: EngineRequest = {
    sql: params.query,
    params: params.query_params ?? {},
    values,
  };
  const signal = params.abort_signal;
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: engine.port,
        method: 'POST',
        agent,
        headers: { [TOKEN_HEADER]: engine.token, 'content-type': 'application/json' },
        ...(signal === undefined ? {} : { signal }),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', (error) => reject(toStoppedError(error, signal)));
        response.on('end', () => {
          const output = Buffer.concat(chunks);
          if (response.statusCode === 200) resolve(output);
          else reject(classifyError(output.toString('utf8')));
        });
      },
    );
    sent.on('error', (error) => reject(toStoppedError(error, signal)));
    sent.end(JSON.stringify(body));
  });
}

function classifyError(text: string): Error {
  const { message, code, type } = JSON.parse(text) as EngineFailure;
  return new ClickHouseError({ message, code, type: type ?? undefined });
}

function toStoppedError(error: Error, signal: AbortSignal | undefined): unknown {
  return signal?.aborted ? signal.reason : new EngineStoppedError(error.message);
}

async function readText(values: string | Readable): Promise<string> {
  if (typeof values === 'string') return values;
  const parts: string[] = [];
  for await (const chunk of values) parts.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'));
  return parts.join('');
}
