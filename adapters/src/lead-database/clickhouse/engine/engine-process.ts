// The process of the embedded engine, separate from the server's: a query never blocks a request, and a crash of the engine never ends
// the server. Started by `engine-keeper.api.ts`.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type EngineFailure, type EngineOrder, type EngineRequest, TOKEN_HEADER } from './engine-wire.ts';

type Connection = {
  exec(params: {
    query: string;
    query_params: Record<string, unknown>;
    values?: string;
  }): Promise<{ stream: Readable }>;
  close(): Promise<void>;
};

/** Gives each statement a connection of its own: one connection runs one statement at a time. */
function createLanes(open: () => Connection, count: number) {
  const free = Array.from({ length: count }, open);
  const queue: ((connection: Connection) => void)[] = [];
  const serve = (connection: Connection): void => {
    const next = queue.shift();
    if (next === undefined) free.push(connection);
    else next(connection);
  };
  return {
    async take(signal: AbortSignal): Promise<Connection> {
      const connection = free.pop();
      if (connection !== undefined) return connection;
      return new Promise((resolve, reject) => {
        queue.push(resolve);
        signal.addEventListener('abort', () => {
          const place = queue.indexOf(resolve);
          if (place < 0) return;
          queue.splice(place, 1);
          reject(signal.reason);
        });
      });
    },
    /** @param isSound false when its statement failed or was ended: such a connection still holds output that the next would get */
    give(connection: Connection, isSound: boolean): void {
      if (!isSound) void connection.close().catch(() => undefined);
      serve(isSound ? connection : open());
    },
  };
}

async function run(order: EngineOrder): Promise<void> {
  const require = createRequire(join(order.package_directory, 'package.json'));
  const { createChdbConnection } = require('./dist/connection/index.js') as {
    createChdbConnection(options: { path: string }): Connection;
  };
  const open = (): Connection => createChdbConnection({ path: order.data_directory });
  const control = open();
  const lanes = createLanes(open, order.lanes);
  const server = createServer((request, response) => {
    if (request.headers[TOKEN_HEADER] !== order.token) return void response.writeHead(403).end();
    if (request.method === 'GET') return void response.end('ok');
    void answer(lanes, control, request, response);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(`${JSON.stringify({ port: typeof address === 'object' ? address?.port : 0 })}\n`);
  });
}

async function answer(
  lanes: ReturnType<typeof createLanes>,
  control: Connection,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const exited = new AbortController();
  response.once('close', () => exited.abort(new Error('the caller is gone')));
  try {
    const { sql, params, values } = await readRequest(request);
    const connection = await lanes.take(exited.signal);
    const mark = `/* ${randomUUID()} */`;
    const cancel = (): void => void cancelMarked(control, mark);
    exited.signal.addEventListener('abort', cancel);
    let isSound = false;
    try {
      const { stream } = await connection.exec({
        query: `${mark} ${sql}`,
        query_params: params,
        ...(values === null ? {} : { values }),
      });
      isSound = !exited.signal.aborted;
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      response.end(Buffer.concat(chunks));
    } finally {
      exited.signal.removeEventListener('abort', cancel);
      lanes.give(connection, isSound);
    }
  } catch (error) {
    if (!response.writableEnded && !response.destroyed) {
      response.writeHead(500).end(JSON.stringify(describeFailure(error)));
    }
  }
}

function describeFailure(error: unknown): EngineFailure {
  if (!(error instanceof Error)) return { message: String(error), code: '0', type: null };
  const { code, type } = error as Error & { code?: unknown; type?: unknown };
  return { message: error.message, code: String(code ?? 0), type: typeof type === 'string' ? type : null };
}

/** Until it is seen: a statement is asked to end before the engine lists it, or between two blocks. */
async function cancelMarked(control: Connection, mark: string): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt++) {
    await control
      .exec({ query: 'KILL QUERY WHERE startsWith(query, {mark:String}) ASYNC', query_params: { mark } })
      .catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function readRequest(request: IncomingMessage): Promise<EngineRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as EngineRequest;
}

const lines = createInterface({ input: process.stdin });
lines.once('line', (line) => {
  void run(JSON.parse(line) as EngineOrder).catch((error) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
});
// The engine writes what it has taken in before it answers, so a hard end loses nothing; a soft one takes seconds.
lines.once('close', () => process.kill(process.pid, 'SIGKILL'));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.kill(process.pid, 'SIGKILL'));
