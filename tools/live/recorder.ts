import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findPublished, findRefusal, type PublishedCall } from '../../sandbox/src/published-calls.ts';

/** One call of a live run: where it went and what shape came back. Names only, never values. */
type LiveCall = { method: string; path: string; status: number; keys: string[] };

export type Recorder = {
  url: string;
  calls: LiveCall[];
  /** Requests of ours that the stand-in's published calls do not list. */
  unpublished: string[];
  close(): Promise<void>;
};

const LARGEST_BODY_IN_BYTES = 40_000_000;
const ANSWER_WITHIN_IN_MS = 120_000;
/** Headers of one connection; the fetch makes its own. */
const OWN_HEADERS = ['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding', 'expect'];

/**
 * A proxy between an adapter and its vendor that records the calls.
 * @param published null where the vendor's own library makes them
 */
export async function startRecorder(base: string, published: readonly PublishedCall[] | null): Promise<Recorder> {
  const calls: LiveCall[] = [];
  const unpublished: string[] = [];
  const server = http.createServer((request, response) => {
    pass(base, published, { calls, unpublished }, request, response).catch((error: unknown) => {
      response.writeHead(502).end(JSON.stringify({ message: String(error) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    unpublished,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function pass(
  base: string,
  published: readonly PublishedCall[] | null,
  notes: Pick<Recorder, 'calls' | 'unpublished'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const [path = '/', query = ''] = url.split('?', 2);
  const body = await readBody(request);
  const name = published === null ? null : findPublished(published, method, path)?.path;
  const shown = name ?? (published === null ? maskIds(path) : 'a call that is not published');
  if (published !== null) {
    const given = { method, query: readQuery(query), body: readContent(request, body) };
    const refusal = findRefusal(published, given, path, null);
    if (refusal !== null) notes.unpublished.push(`${method} ${shown}: ${refusal.message}`);
  }
  const answer = await fetch(`${base}${url}`, {
    method,
    headers: headersOf(request),
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_WITHIN_IN_MS),
    ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  notes.calls.push({ method, path: shown, status: answer.status, keys: readKeys(bytes) });
  response.statusCode = answer.status;
  for (const [header, value] of answer.headers)
    if (!['content-encoding', 'content-length', 'transfer-encoding', 'connection'].includes(header))
      response.setHeader(header, value);
  // Links to further pages lead through here as well.
  response.end(isJson(answer) ? bytes.toString().replaceAll(base, `http://${request.headers.host}`) : bytes);
}

const isJson = ({ headers }: Response): boolean => (headers.get('content-type') ?? '').includes('json');

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > LARGEST_BODY_IN_BYTES) throw new Error('the request is too large');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && !OWN_HEADERS.includes(name)) headers.set(name, [value].flat().join(', '));
  return headers;
}

function readQuery(text: string): Record<string, string | string[]> {
  const query = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, values.length === 1 ? (values[0] as string) : values];
    }),
  );
}

/** The body as a stand-in sees it; undefined for none. */
function readContent(request: IncomingMessage, body: Buffer): unknown {
  if (body.length === 0) return undefined;
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('application/json')) return JSON.parse(body.toString());
  return type.startsWith('text/') ? body.toString() : body;
}

/** Names of the answer's keys, two levels deep; those of a list are those of its first entry. */
function readKeys(bytes: Buffer): string[] {
  try {
    return keysOf(JSON.parse(bytes.toString()), 2);
  } catch {
    return [];
  }
}

function keysOf(value: unknown, depth: number): string[] {
  if (Array.isArray(value)) return value.length === 0 ? [] : keysOf(value[0], depth).map((key) => `[].${key}`);
  if (value === null || typeof value !== 'object' || depth === 0) return [];
  return Object.entries(value)
    .slice(0, 100)
    .flatMap(([name, inner]) => [name, ...keysOf(inner, depth - 1).map((key) => `${name}.${key}`)])
    .slice(0, 200);
}

/** Ids of vendors are long or have digits. */
const maskIds = (path: string): string =>
  path.replaceAll(/\/[^/]*\d[^/]*(?=\/|$)/g, (part) => (/^\/v\d$/.test(part) ? part : '/{id}'));
