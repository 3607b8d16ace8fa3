import net from 'node:net';
import { Agent, buildConnector, type Dispatcher, fetch } from 'undici';
import {
  type HostLookup,
  isAddressAllowed,
  lookupHost,
  type OutboundAllowList,
  OutboundRefusedError,
  resolveAllowedAddresses,
} from './address-guard.ts';

/** The answer is over the cap of its request. */
export class ResponseTooLargeError extends OutboundRefusedError {}

/** The one door for requests whose address a user, a lead or a page can influence. */
export type GuardedHttp = {
  /**
   * Fetches within the guard. A status of 400 or more is an answer, not an error.
   * @throws OutboundRefusedError for an address, port, scheme or redirect that is not allowed, or an answer over the caps
   */
  request(url: string, options?: GuardedRequest): Promise<GuardedResponse>;
  close(): Promise<void>;
};

export type GuardedRequest = {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  /** Of the decoded body. Default 2 MB. */
  max_size_in_bytes?: number;
  /** For everything together: name, redirects, body. Default 10,000. */
  timeout_in_ms?: number;
  /** Default and ceiling 3. */
  max_redirects?: number;
  /** A redirect is an answer like any other, and is not followed. */
  keeps_redirects?: boolean;
  /** A body over the cap is cut there instead of refused; the rest is not read. */
  cuts_body?: boolean;
  /** The body as it was sent, compressed or not: takes half of the processor time. */
  keeps_encoding?: boolean;
  /** Aborts the request immediately, with the signal's own reason. */
  signal?: AbortSignal;
};

export type GuardedResponse = { status: number; headers: Headers; body: Buffer; final_url: string };

export type GuardedHttpOptions = {
  allow: OutboundAllowList;
  lookup?: HostLookup;
  /** Ports that need no exemption. Default 80 and 443. */
  ports?: number[];
};

const MAX_REDIRECTS = 3;
const DEFAULT_PORTS = [80, 443];
const DEFAULT_MAX_SIZE_IN_BYTES = 2_000_000;
const DEFAULT_TIMEOUT_IN_MS = 10_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const CREDENTIAL_HEADERS = ['authorization', 'cookie', 'proxy-authorization', 'jwt', 'x-api-key'];

export function createGuardedHttp(options: GuardedHttpOptions): GuardedHttp {
  const agent = new Agent({
    connect: guardedConnector(options.allow, options.lookup ?? lookupHost),
    connections: 16,
    pipelining: 1,
    maxHeaderSize: 32_768,
  });
  return {
    request: (url, request = {}) => followRequest(agent, options, url, request),
    close: () => agent.destroy(),
  };
}

/** Resolves, checks and connects in one step: no second look-up in which the name could have moved. */
function guardedConnector(allow: OutboundAllowList, lookup: HostLookup): buildConnector.connector {
  return (target, callback) => {
    const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80);
    resolveAllowedAddresses(target.hostname, port, allow, lookup).then(
      (addresses) => {
        const connect = buildConnector({
          timeout: DEFAULT_TIMEOUT_IN_MS,
          allowH2: false,
          lookup: (_name, lookupOptions, done) => {
            const all = addresses.map((address) => ({ address, family: net.isIP(address) }));
            if (lookupOptions.all) done(null, all);
            else done(null, all[0]?.address ?? '', all[0]?.family ?? 4);
          },
        });
        connect(target, (error, socket) => {
          if (error !== null) return callback(error, null);
          if (isAddressAllowed(target.hostname, port, socket?.remoteAddress ?? '', allow))
            return callback(null, socket!);
          socket?.destroy();
          return callback(
            new OutboundRefusedError(`${target.hostname} answered from an address that is not allowed.`),
            null,
          );
        });
      },
      (error: Error) => callback(error, null),
    );
  };
}

async function followRequest(
  agent: Agent,
  guard: GuardedHttpOptions,
  start_url: string,
  request: GuardedRequest,
): Promise<GuardedResponse> {
  const signal = limitTime(request);
  const max_redirects = Math.min(request.max_redirects ?? MAX_REDIRECTS, MAX_REDIRECTS);
  let url = parseAllowedUrl(start_url, null, guard);
  let { method = 'GET', headers = {}, body } = request;
  for (let redirects = 0; ; redirects += 1) {
    const one = { method, headers, ...(body === undefined ? {} : { body }), signal };
    const response = await sendOnce(agent, url, one, request);
    const location = response.headers.get('location');
    if (location === null || isFinal(response.status, request)) {
      const bytes = await readCapped(response, request);
      return { status: response.status, headers: response.headers, body: bytes, final_url: url.href };
    }
    await response.discard();
    if (redirects === max_redirects)
      throw new OutboundRefusedError(`${start_url} redirects more than ${max_redirects} times.`);
    const next = parseAllowedUrl(location, url, guard);
    if (next.origin !== url.origin) headers = withoutCredentials(headers);
    if (becomesGet(response.status, method)) {
      method = method === 'HEAD' ? 'HEAD' : 'GET';
      body = undefined;
    }
    url = next;
  }
}

function limitTime({ timeout_in_ms, signal }: GuardedRequest): AbortSignal {
  const timeout = AbortSignal.timeout(timeout_in_ms ?? DEFAULT_TIMEOUT_IN_MS);
  return signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
}

/** A redirected POST is repeated without its body, as browsers do. */
const becomesGet = (status: number, method: string): boolean => status === 303 || (status < 303 && method === 'POST');

const isFinal = (status: number, { keeps_redirects }: GuardedRequest): boolean =>
  keeps_redirects === true || !REDIRECTS.has(status);

type OneRequest = {
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  signal: AbortSignal;
};

interface OpenResponse {
  status: number;
  headers: Headers;
  body: AsyncIterable<Uint8Array> | null;
  /** Ends it without reading the body. */
  discard(): Promise<void>;
}

/** Without what fetch adds: its headers, its streams and its decoding. */
async function sendPlain(agent: Agent, { origin, pathname, search }: URL, request: OneRequest): Promise<OpenResponse> {
  const { statusCode, headers, body } = await agent.request({
    ...request,
    method: request.method as Dispatcher.HttpMethod,
    origin,
    path: `${pathname}${search}`,
  });
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  return {
    status: statusCode,
    headers: new Headers(pairs),
    body,
    async discard() {
      body.on('error', () => undefined).destroy();
    },
  };
}

async function sendOnce(
  agent: Agent,
  url: URL,
  request: OneRequest,
  { keeps_encoding }: GuardedRequest,
): Promise<OpenResponse> {
  if (keeps_encoding) return sendPlain(agent, url, request);
  try {
    const response = await fetch(url, { ...request, redirect: 'manual', dispatcher: agent });
    return {
      status: response.status,
      headers: response.headers as unknown as Headers,
      body: response.body as unknown as AsyncIterable<Uint8Array> | null,
      discard: async () => response.body?.cancel(),
    };
  } catch (error) {
    // fetch wraps what the connector said; the caller needs the guard's own words.
    if (error instanceof TypeError && error.cause instanceof Error) throw error.cause;
    throw error;
  }
}

/** Scheme, port and credentials are decided on the text; the address is decided when connecting. */
function parseAllowedUrl(text: string, base: URL | null, guard: GuardedHttpOptions): URL {
  const url = URL.parse(text, base?.href);
  if (url === null) throw new OutboundRefusedError('The address is not a valid URL.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundRefusedError(`Only http and https addresses are fetched, not ${url.protocol}`);
  }
  if (url.username !== '' || url.password !== '')
    throw new OutboundRefusedError('The address must not carry credentials.');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  if (!(guard.ports ?? DEFAULT_PORTS).includes(port) && !guard.allow.allows(host, port, null)) {
    throw new OutboundRefusedError(`Port ${port} of ${host} is not allowed; only 80 and 443 are.`);
  }
  return url;
}

async function readCapped(
  { body }: OpenResponse,
  { max_size_in_bytes = DEFAULT_MAX_SIZE_IN_BYTES, cuts_body }: GuardedRequest,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (body === null) return Buffer.alloc(0);
  for await (const chunk of body) {
    size += chunk.byteLength;
    // Leaving the loop cancels the stream, and with it the connection.
    if (size > max_size_in_bytes && !cuts_body)
      throw new ResponseTooLargeError(`The answer is larger than ${max_size_in_bytes} bytes.`);
    chunks.push(chunk);
    if (size > max_size_in_bytes) return Buffer.concat(chunks).subarray(0, max_size_in_bytes);
  }
  return Buffer.concat(chunks);
}

function withoutCredentials(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !CREDENTIAL_HEADERS.includes(name.toLowerCase())),
  );
}
