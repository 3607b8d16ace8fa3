import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ClickHouseError } from '@clickhouse/client';
import { createEngineConnection } from '../clickhouse/engine/engine-connection.api.ts';
import { provideEngine } from '../clickhouse/engine/engine-install.api.ts';
import { superviseEngine } from '../clickhouse/engine/engine-keeper.api.ts';
import { bindParams, parseStatement } from './clickhouse-statement.ts';

export interface StandInServer {
  /** With user, password and database. */
  url(change?: { user?: string; password?: string; database?: string }): string;
  /** What every statement is refused with, or null. */
  fail: { code: number; type: string; status: number } | null;
  /** The version it claims to be; the engine's own unless set. */
  version: string | null;
  /** Statements about a cluster so far. The engine has read them; it carries them out without these words, because it is one server without Keeper. */
  cluster_statements: string[];
  /** Settings of the requests so far. */
  asked_settings: Record<string, string>;
  /** Sends a statement to the engine as it is. */
  run(sql: string): Promise<string>;
  /** Ends the listener; `listen` starts it again on the same port. */
  pause(): Promise<void>;
  listen(): Promise<void>;
  close(): Promise<void>;
}

const USER = 'overture';
const PASSWORD = 'p@ss:word/1';
const DATABASE = 'leads';
/** As a server comes out of the box. */
const MAX_QUERY_SIZE = 262_144;
const MAX_URI_SIZE = 1_048_576;
const OWN_NAMES = new Set(['database', 'query', 'query_id', 'default_format']);
/** Settings it knows; any other is refused, as a server does. */
const KNOWN_SETTINGS = new Set([
  'cancel_http_readonly_queries_on_client_close',
  'output_format_json_quote_64bit_integers',
  'insert_quorum',
  'insert_quorum_parallel',
  'select_sequential_consistency',
  'distributed_ddl_output_mode',
  'distributed_ddl_task_timeout',
]);

/**
 * ClickHouse's own HTTP protocol in front of the real engine: the official client speaks to it as to a server. Sign-in, database,
 * limits and refusals are the protocol's; statements, their answers and their refusals are the engine's.
 */
export async function startClickhouseServer(directory: string): Promise<StandInServer> {
  const engine = await superviseEngine({
    package_directory: await provideEngine(),
    data_directory: directory,
    log: { info: () => undefined, warn: () => undefined },
    onRunning: () => undefined,
  });
  const connection = createEngineConnection(() => engine.address());
  let port = 0;
  let server: Server | null = null;
  const standIn: StandInServer = {
    fail: null,
    version: null,
    cluster_statements: [],
    asked_settings: {},
    run,
    url: ({ user = USER, password = PASSWORD, database = DATABASE } = {}) =>
      `http://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
    async listen() {
      const next = createServer((request, response) => {
        answer(request, response).catch((error: unknown) => refuse(response, error));
      });
      // As a real server's: five seconds, Node's own, are over while a busy machine makes a request wait.
      next.keepAliveTimeout = 60_000;
      await new Promise<void>((resolve) => next.listen(port, '127.0.0.1', resolve));
      port = (next.address() as AddressInfo).port;
      server = next;
    },
    async pause() {
      const last = server;
      server = null;
      if (last === null) return;
      const closed = new Promise((resolve) => last.close(resolve));
      last.closeAllConnections();
      await closed;
    },
    async close() {
      await standIn.pause();
      await connection.close();
      await engine.stop();
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const exited = new AbortController();
    response.once('close', () => exited.abort(new Error('the caller is gone')));
    const body = await readBody(request);
    const { searchParams } = new URL(request.url ?? '/', 'http://server');
    checkRequest(request, searchParams);
    for (const [name, value] of searchParams) if (KNOWN_SETTINGS.has(name)) standIn.asked_settings[name] = value;
    if (standIn.fail) throw problem(standIn.fail.code, standIn.fail.type, 'as told', standIn.fail.status);
    const { sql, values, given } = parseStatement(request.headers['content-type'], searchParams, body);
    if (sql.length > MAX_QUERY_SIZE) throw problem(62, 'SYNTAX_ERROR', 'Max query size exceeded');
    if (standIn.version !== null && sql.includes('version()')) {
      return void response.end(`${JSON.stringify({ version: standIn.version })}\n`);
    }
    const { stream } = await connection.exec({
      query: (await withoutCluster(sql)) ?? sql,
      query_params: bindParams(sql, given),
      abort_signal: exited.signal,
      ...(values === null ? {} : { values }),
    } as Parameters<typeof connection.exec>[0]);
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    response.end(Buffer.concat(chunks));
  }
  async function run(query: string): Promise<string> {
    const { stream } = await connection.exec({ query, query_params: {} } as Parameters<typeof connection.exec>[0]);
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString();
  }

  async function withoutCluster(sql: string): Promise<string | null> {
    if (!/ ON CLUSTER '| Replicated\w*MergeTree\('/.test(sql)) return null;
    await run(`EXPLAIN AST ${sql}`);
    standIn.cluster_statements.push(sql);
    return sql.replace(/ ON CLUSTER '[^']*'/, '').replace(/Replicated(\w*MergeTree)\([^)]*\)/, '$1');
  }
  await standIn.listen();
  return standIn;
}

function checkRequest(request: IncomingMessage, query: URLSearchParams): void {
  if ((request.url ?? '').length > MAX_URI_SIZE) throw problem(1000, 'POCO_EXCEPTION', 'URI is too long');
  const [, basic = ''] = (request.headers.authorization ?? '').split(' ');
  if (Buffer.from(basic, 'base64').toString('utf8') !== `${USER}:${PASSWORD}`) {
    throw problem(516, 'AUTHENTICATION_FAILED', 'Authentication failed: password is incorrect', 403);
  }
  const database = query.get('database');
  if (database !== DATABASE) throw problem(81, 'UNKNOWN_DATABASE', `Database ${database} does not exist`, 404);
  for (const name of query.keys()) {
    if (OWN_NAMES.has(name) || name.startsWith('param_') || KNOWN_SETTINGS.has(name)) continue;
    throw problem(115, 'UNKNOWN_SETTING', `Unknown setting '${name}'`, 404);
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const problem = (code: number, type: string, message: string, status = 400) =>
  Object.assign(new ClickHouseError({ message, code: String(code), type }), { status });

/** In the words in which a server refuses. */
function refuse(response: ServerResponse, error: unknown): void {
  if (response.destroyed) return;
  const { code = '0', type, status = 500 } = error as { code?: string; type?: string; status?: number };
  const text = error instanceof Error ? error.message : String(error);
  const kind = type === undefined ? '' : ` (${type})`;
  response.writeHead(status, { 'x-clickhouse-exception-code': code });
  response.end(`Code: ${code}. DB::Exception: ${text}${kind} (version 25.8.1.1 (official build))\n`);
}
