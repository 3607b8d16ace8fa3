import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { Objects } from './objects.ts';
import { checkSignature, type KnownKey, S3Problem } from './signature.ts';

export interface S3Options {
  folder: string;
  bucket?: string;
  key?: KnownKey;
  smallest_part_in_bytes?: number;
  port?: number;
}

/** What goes wrong; a test changes it while the server runs. */
interface S3Faults {
  /** Rights that the key has lost. Without `list` a missing object is refused instead of not found. */
  denied: Set<'get' | 'put' | 'delete' | 'list'>;
  /** The next requests are answered with these instead. */
  answers: { status: number; code: string }[];
  /** The next bodies end after so many bytes. */
  cuts: number[];
  clock_offset_in_ms: number;
  has_bucket: boolean;
  /** The next answers are lost: the request is carried out, and the connection ends. */
  lost_answers: number;
  /** The next requests are never answered. */
  unanswered: number;
  /** Every answer is the whole object, as some proxies do it. */
  ignores_ranges: boolean;
}

export interface S3Server {
  url: string;
  port: number;
  store: Objects;
  faults: S3Faults;
  /** `PUT key?query`, the newest last. */
  calls: string[];
  /** Objects that are being sent right now. */
  countSending(): number;
  close(): Promise<void>;
}

export const S3_KEY: KnownKey = { id: 'AKSANDBOX', secret: 'a secret of the sandbox', region: 'us-east-1' };
const MOST_CALLS = 1000;

/** A bucket that is as strict as the published rules: signature, digest of the body, clock, ranges, and parts of at least 5 MiB. */
export async function startS3Server(options: S3Options): Promise<S3Server> {
  const faults: S3Faults = {
    denied: new Set(),
    answers: [],
    cuts: [],
    clock_offset_in_ms: 0,
    has_bucket: true,
    lost_answers: 0,
    unanswered: 0,
    ignores_ranges: false,
  };
  const store = new Objects(options.folder, options.smallest_part_in_bytes);
  const calls: string[] = [];
  const bucket = options.bucket ?? 'overture';
  const world: World = { store, faults, bucket, key: options.key ?? S3_KEY, sending: 0 };
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    if (calls.length > MOST_CALLS) calls.shift();
    answer(world, request, response).catch((error) => refuse(world, request, response, error));
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    store,
    faults,
    calls,
    countSending: () => world.sending,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface World {
  store: Objects;
  faults: S3Faults;
  bucket: string;
  key: KnownKey;
  sending: number;
}

interface Call {
  method: string;
  key: string;
  query: URLSearchParams;
  digest: string;
  request: IncomingMessage;
}

interface Reply {
  status: number;
  headers?: Record<string, string>;
  xml?: string;
  body?: { key: string; start: number; end: number };
}

const clockOf = ({ faults }: World): Date => new Date(Date.now() + faults.clock_offset_in_ms);

async function answer(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { faults } = world;
  if (faults.unanswered > 0) {
    faults.unanswered -= 1;
    return;
  }
  const planned = faults.answers.shift();
  if (planned) throw new S3Problem(planned.status, planned.code, 'As the test asked for.');
  const url = new URL(request.url!, 'http://localhost');
  const method = request.method!;
  const digest = checkSignature(
    { method, path: url.pathname, query: url.searchParams, headers: request.headers },
    world.key,
    clockOf(world),
  );
  const isVirtual = request.headers.host!.startsWith(`${world.bucket}.`);
  const [bucket, ...rest] = isVirtual ? [world.bucket, url.pathname.slice(1)] : url.pathname.slice(1).split('/');
  if (bucket !== world.bucket || !faults.has_bucket)
    throw new S3Problem(404, 'NoSuchBucket', 'The specified bucket does not exist');
  const call: Call = { method, key: decodeURIComponent(rest.join('/')), query: url.searchParams, digest, request };
  requireRight(world, call);
  const reply = await serve(world, call);
  if (faults.lost_answers > 0) {
    faults.lost_answers -= 1;
    request.socket.destroy();
    return;
  }
  await send(world, response, reply);
}

function requireRight({ store, faults: { denied } }: World, { method, key, query }: Call): void {
  const isRead = method === 'GET' || method === 'HEAD';
  const right = key === '' ? 'list' : isRead ? 'get' : method === 'DELETE' && !query.has('uploadId') ? 'delete' : 'put';
  const isHidden = isRead && key !== '' && denied.has('list') && !store.objects.has(key);
  if (denied.has(right) || isHidden) throw new S3Problem(403, 'AccessDenied', 'Access Denied');
}

async function serve(world: World, call: Call): Promise<Reply> {
  const { method, key, query } = call;
  if (key === '') return listObjects(world, query);
  switch (method) {
    case 'GET':
    case 'HEAD':
      return getObject(world, call);
    case 'PUT':
      return putObject(world, call);
    case 'POST':
      return query.has('uploads') ? beginUpload(world, key) : completeUpload(world, call);
    case 'DELETE':
      if (query.has('uploadId')) await world.store.abort(query.get('uploadId')!, key);
      else await world.store.delete(key);
      return { status: 204 };
    default:
      throw new S3Problem(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.');
  }
}

function listObjects({ store, bucket }: World, query: URLSearchParams): Reply {
  if (query.get('list-type') !== '2') throw new S3Problem(501, 'NotImplemented', 'Only ListObjectsV2 is here.');
  const limit = Math.min(1000, Number(query.get('max-keys') ?? 1000));
  const token = query.get('continuation-token');
  const after = token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64').toString();
  const { keys, is_truncated } = store.list(after, query.get('prefix') ?? '', limit);
  const next = Buffer.from(keys.at(-1) ?? '').toString('base64');
  const contents = keys.map(
    (key) => `<Contents><Key>${escapeXml(key)}</Key><Size>${store.get(key).size}</Size></Contents>`,
  );
  const xml = `<ListBucketResult><Name>${bucket}</Name><KeyCount>${keys.length}</KeyCount><IsTruncated>${is_truncated}</IsTruncated>${is_truncated ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''}${contents.join('')}</ListBucketResult>`;
  return { status: 200, xml };
}

function getObject({ store, faults }: World, { key, request }: Call): Reply {
  const { size, etag } = store.get(key);
  const headers = { etag, 'accept-ranges': 'bytes', 'content-type': 'application/octet-stream' };
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  if (from === undefined || faults.ignores_ranges)
    return {
      status: 200,
      headers: { ...headers, 'content-length': String(size) },
      body: { key, start: 0, end: size - 1 },
    };
  const start = Number(from);
  if (start >= size) throw new S3Problem(416, 'InvalidRange', 'The requested range is not satisfiable');
  const end = Math.min(size - 1, to ? Number(to) : size - 1);
  const range = { 'content-range': `bytes ${start}-${end}/${size}`, 'content-length': String(end - start + 1) };
  return { status: 206, headers: { ...headers, ...range }, body: { key, start, end } };
}

async function putObject({ store }: World, { key, query, request, digest }: Call): Promise<Reply> {
  if (request.headers['content-length'] === undefined)
    throw new S3Problem(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.');
  const id = query.get('uploadId');
  const number = Number(query.get('partNumber'));
  const { etag } =
    id === null ? await store.put(key, request, digest) : await store.putPart(id, key, number, request, digest);
  return { status: 200, headers: { etag } };
}

function beginUpload({ store, bucket }: World, key: string): Reply {
  const id = store.begin(key);
  const xml = `<InitiateMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${escapeXml(key)}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`;
  return { status: 200, xml };
}

async function completeUpload({ store }: World, { key, query, request }: Call): Promise<Reply> {
  let text = '';
  for await (const chunk of request) text += chunk;
  const parts = [...text.matchAll(/<Part><PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag><\/Part>/g)];
  const named = parts.map(([, number, etag]) => ({ number: Number(number), etag: etag!.replaceAll('&quot;', '"') }));
  if (named.length === 0) throw new S3Problem(400, 'MalformedXML', 'The XML you provided was not well-formed.');
  const { etag } = await store.complete(query.get('uploadId') ?? '', key, named);
  return {
    status: 200,
    xml: `<CompleteMultipartUploadResult><ETag>${escapeXml(etag)}</ETag></CompleteMultipartUploadResult>`,
  };
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

async function send(world: World, response: ServerResponse, { status, headers = {}, xml, body }: Reply): Promise<void> {
  const isHead = response.req.method === 'HEAD';
  const text = xml === undefined ? null : `<?xml version="1.0" encoding="UTF-8"?>\n${xml}`;
  const type =
    text === null ? {} : { 'content-type': 'application/xml', 'content-length': String(Buffer.byteLength(text)) };
  response.writeHead(status, { date: clockOf(world).toUTCString(), server: 'sandbox', ...headers, ...type });
  if (isHead || (text === null && (body === undefined || body.end < body.start))) return void response.end();
  if (text !== null) return void response.end(text);
  world.sending += 1;
  await sendObject(world, response, body!).finally(() => (world.sending -= 1));
}

async function sendObject(world: World, response: ServerResponse, object: NonNullable<Reply['body']>): Promise<void> {
  const { key, start, end } = object;
  const cut = world.faults.cuts.shift();
  const stream = world.store.read(key, start, cut === undefined ? end : Math.min(end, start + cut - 1));
  if (cut === undefined) return pipeline(stream, response);
  for await (const chunk of stream) await new Promise((resolve) => response.write(chunk, resolve));
  response.destroy();
}

function refuse(world: World, request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const problem = error instanceof S3Problem ? error : new S3Problem(500, 'InternalError', String(error));
  const more = Object.entries(problem.more).map(([name, value]) => `<${name}>${escapeXml(value)}</${name}>`);
  const xml = `<Error><Code>${problem.code}</Code><Message>${escapeXml(problem.message)}</Message>${more.join('')}</Error>`;
  // A body that was not read is read to its end: the client hears the answer.
  request.resume();
  send(world, response, { status: problem.status, xml }).catch(() => response.destroy());
}
