import { OvertureError, parseError } from './errors.ts';
import type { Route } from './route.ts';

export interface ClientOptions {
  /** Address of the installation: `https://overture.example.com`. */
  url: string;
  /** An API key of *Settings, API*. */
  key: string;
  /** How often a call is tried again; 3 by default. */
  retries?: number;
  /** The longest wait before a retry. A longer `Retry-After` ends the call. 60 by default. */
  max_wait_in_seconds?: number;
  /** How long one try may take; 60 by default. */
  timeout_in_seconds?: number;
  /** Instead of the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

export interface CallOptions {
  /** Names an action that happens once, however often it is asked for. By default each call is a new action. */
  idempotency_key?: string;
  /** Ends the call. */
  signal?: AbortSignal;
}

type Input = Readonly<Record<string, unknown>>;

/** Sends a call until it has an answer, or until trying again is no use. @throws OvertureError */
export async function send(
  client: ClientOptions,
  route: Route,
  input: Input,
  { idempotency_key, signal }: CallOptions,
): Promise<unknown> {
  const { path, query, body } = splitInput(route, input);
  const url = client.url.replace(/\/+$/, '').concat('/api/v1', path, query);
  const key = idempotency_key ?? (route.idempotent ? makeKey() : undefined);
  const headers = {
    authorization: `Bearer ${client.key}`,
    accept: 'application/json',
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
  };
  const init: RequestInit = {
    method: route.method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  };
  const isRepeatable = route.method === 'GET' || (key !== undefined && route.idempotent === true);
  for (let retry = 0; ; retry++) {
    const outcome = await attempt(client, url, init, signal);
    if (!(outcome instanceof OvertureError)) return parseResponse(outcome, route);
    const wait = waitBefore(retry, outcome, isRepeatable);
    if (wait === null || retry >= (client.retries ?? 3) || wait > (client.max_wait_in_seconds ?? 60)) throw outcome;
    await pause(wait * 1000, signal);
  }
}

async function attempt(
  client: ClientOptions,
  url: string,
  init: RequestInit,
  signal: AbortSignal | undefined,
): Promise<Response | OvertureError> {
  const limit = AbortSignal.timeout((client.timeout_in_seconds ?? 60) * 1000);
  try {
    const response = await (client.fetch ?? fetch)(url, {
      ...init,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    return response.ok ? response : await parseError(response);
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    const error = limit.aborted ? 'The server did not answer in time.' : 'The server could not be reached.';
    return new OvertureError({ status: 0, code: 'unreachable', error }, null, { cause });
  }
}

async function parseResponse(response: Response, route: Route): Promise<unknown> {
  if (route.download) return response.blob();
  try {
    return await response.json();
  } catch (cause) {
    const { status } = response;
    throw new OvertureError({ status, code: 'unreadable', error: 'The answer is not JSON.' }, null, { cause });
  }
}

/** Seconds until the next try; null where it would not help, or might do something twice. */
function waitBefore(retry: number, error: OvertureError, isRepeatable: boolean): number | null {
  const wait = error.retry_after_in_seconds ?? 0.5 * 2 ** retry * (0.75 + Math.random() / 2);
  // These two were refused before anything happened.
  if (error.status === 429 || error.code === 'idempotency_running') return wait;
  if (isRepeatable && (error.status === 0 || error.status >= 500)) return wait;
  return null;
}

function splitInput(route: Route, input: Input): { path: string; query: string; body: string | FormData | undefined } {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    if (value === undefined || value === null || value === '') throw new TypeError(`${name} is missing.`);
    return encodeURIComponent(String(value));
  });
  const isQuery = (name: string): boolean => route.method === 'GET' || route.query?.includes(name) === true;
  const query = new URLSearchParams();
  for (const [name, value] of [...rest].filter(([one]) => isQuery(one))) {
    rest.delete(name);
    if (value !== null) for (const one of toFields(value)) query.append(name, one);
  }
  const text = query.size === 0 ? '' : `?${query}`;
  if (route.method === 'GET') return { path, query: text, body: undefined };
  return { path, query: text, body: route.upload ? toForm(rest) : JSON.stringify(Object.fromEntries(rest)) };
}

/** Lists of plain values are repeated, everything else with parts is JSON. */
function toFields(value: unknown): string[] {
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.map(String);
  return [typeof value === 'object' ? JSON.stringify(value) : String(value)];
}

/** The file comes last: fields after it would not be read before it is. */
function toForm(fields: ReadonlyMap<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of fields)
    if (name !== 'file' && value !== null) for (const one of toFields(value)) form.append(name, one);
  const file = fields.get('file') as Blob & { name?: string };
  form.append('file_content', file, file.name ?? 'file');
  return form;
}

/** Works on pages without TLS, too, where `crypto.randomUUID` is missing. */
const makeKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}
