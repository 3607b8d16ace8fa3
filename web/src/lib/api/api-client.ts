import type { Endpoint, EndpointInput, EndpointOutput } from '@overture/contract/endpoint';
import type { ErrorBody, ErrorCode } from '@overture/contract/errors';
import { queryOptions as plainQueryOptions, type QueryClient } from '@tanstack/react-query';
import { planGate } from '../plan-gate.ts';
import { findTranslation, inPageLanguage } from '../texts.ts';
import { recordServerTime } from './server-clock.ts';
import { isServerTrouble, serverState } from './server-state.ts';
import { t } from './texts.ts';
import { reportWrite } from './writes.ts';

const base = '/api/v1';
/** Browsers refuse more than 64 KB of what outlives its page; all that is under way counts together. */
const LARGEST_KEPT_ALIVE = 2000;

/** Codes of failures that never reached the server or came from something in between. */
export type ClientErrorCode = 'offline' | 'unreadable' | 'aborted';

/** A call that failed: HTTP status (0 without an answer), stable code, the text to show, and what is wrong by field. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | ClientErrorCode;
  /** What is wrong, by field name without the leading `body.` or `query.`. */
  readonly details: Record<string, string>;
  /** Current stored values in a conflict with a teammate's change. */
  readonly current: Record<string, unknown> | undefined;

  constructor(
    status: number,
    code: ErrorCode | ClientErrorCode,
    text: string,
    details: Record<string, string> = {},
    current?: Record<string, unknown>,
  ) {
    super(text);
    this.current = current;
    this.status = status;
    this.code = code;
    this.details = Object.fromEntries(
      Object.entries(details).map(([field, problem]) => [field.replace(/^(body|query|params)\./, ''), problem]),
    );
  }
}

/** The text to show for any thrown value; `fallback` where the server gave none, as a proxy in front of it does. */
export function errorMessage(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  return error.message || fallback || t('unreachable');
}

interface LooseInput {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
}

/** Address of a call. Objects inside the query (filters) are sent as JSON, lists as repeated parameters. */
export function addressOf(endpoint: Pick<Endpoint, 'path'>, input: LooseInput): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = input.params?.[name];
    if (value === undefined) throw new Error(`${endpoint.path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value === undefined || value === null || value === '') continue;
    if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) {
      for (const item of value) query.append(name, String(item));
    } else query.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  const text = query.toString();
  return `${base}${path}${text ? `?${text}` : ''}`;
}

async function parseAnswer<E extends Endpoint>(
  status: number,
  read: () => Promise<string>,
): Promise<EndpointOutput<E>> {
  let parsed: unknown;
  try {
    parsed = inPageLanguage(JSON.parse(await read()));
  } catch {
    throw refuseUnreadable(status);
  }
  if (status >= 200 && status < 300) return parsed as EndpointOutput<E>;
  if (!isErrorBody(parsed)) throw refuseUnreadable(status);
  const { code, error, details, current, values } = parsed;
  const text = findTranslation('lib/language/server/api-errors', code, error, values) ?? error;
  if (isServerTrouble(status, code)) serverState.noteFailure();
  if (code === 'subscription_required') planGate.noteRefusal();
  throw new ApiError(status, code, text, details ?? {}, current);
}

/** Our own JSON: a proxy may respond with its own, whose text is not for users. */
function isErrorBody(parsed: unknown): parsed is ErrorBody {
  const { code, error } = (parsed ?? {}) as Record<string, unknown>;
  return typeof code === 'string' && typeof error === 'string';
}

function refuseUnreadable(status: number): ApiError {
  if (isServerTrouble(status, 'unreadable')) serverState.noteFailure();
  return new ApiError(status, 'unreadable', '');
}

/** Loose view of the typed input; the types were checked where the call was written. */
function loose<E extends Endpoint>(input: EndpointInput<E> | undefined): LooseInput {
  return (input ?? {}) as LooseInput;
}

type InputArgument<E extends Endpoint> =
  Partial<EndpointInput<E>> extends EndpointInput<E> ? [input?: EndpointInput<E>] : [input: EndpointInput<E>];

async function send<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E> | undefined,
  signal?: AbortSignal,
): Promise<EndpointOutput<E>> {
  const { body } = loose(input);
  const init: RequestInit = {
    method: endpoint.method,
    credentials: 'same-origin',
    // A small write outlives the page that asked for it: the last word before leaving is said.
    keepalive: endpoint.method !== 'GET' && JSON.stringify(body ?? {}).length < LARGEST_KEPT_ALIVE,
    // The session stays in its cookie: no script needs the token (decision 0120).
    headers: { accept: 'application/json', 'x-session': 'cookie' },
  };
  if (signal) init.signal = signal;
  if (endpoint.method !== 'GET') {
    init.headers = { ...init.headers, 'content-type': 'application/json' };
    init.body = JSON.stringify(body ?? {});
  }
  let response: Response;
  try {
    response = await fetch(addressOf(endpoint, loose(input)), init);
  } catch (error) {
    if (signal?.aborted) throw error;
    serverState.noteFailure();
    throw new ApiError(0, 'offline', t('offline'));
  }
  recordServerTime(response.headers.get('date'));
  const answer = await parseAnswer<E>(response.status, () => response.text());
  reportWrite(endpoint);
  return answer;
}

/** Calls an endpoint of the contract. Throws `ApiError`. The session travels in its cookie. */
export function call<E extends Endpoint>(endpoint: E, ...[input]: InputArgument<E>): Promise<EndpointOutput<E>> {
  return send(endpoint, input);
}

/** The same, given up as soon as the signal says so; the reason of the signal is thrown then. */
export function callUntil<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  signal: AbortSignal,
): Promise<EndpointOutput<E>> {
  return send(endpoint, input, signal);
}

/** Key of an endpoint's answers in the cache; without input it covers all of them. */
export function queryKey<E extends Endpoint>(endpoint: E, input?: EndpointInput<E>): readonly unknown[] {
  const name = `${endpoint.method} ${endpoint.path}`;
  return input === undefined ? [name] : [name, input];
}

/** Options for `useQuery` and friends, typed from the contract: `useQuery(queryOptions(listSearches))`. */
export function queryOptions<E extends Endpoint>(endpoint: E, ...[input]: InputArgument<E>) {
  return plainQueryOptions({
    queryKey: queryKey(endpoint, (input ?? {}) as EndpointInput<E>),
    queryFn: ({ signal }): Promise<EndpointOutput<E>> => send(endpoint, input, signal),
  });
}

/** Options for `useMutation`, typed from the contract: `useMutation(mutationOptions(createSearch))`. */
export function mutationOptions<E extends Endpoint>(endpoint: E) {
  return {
    mutationKey: [`${endpoint.method} ${endpoint.path}`],
    mutationFn: (input: EndpointInput<E>): Promise<EndpointOutput<E>> => send(endpoint, input),
  };
}

/** Marks every cached answer of the endpoints as old; those on screen are fetched again. */
export async function refetch(client: QueryClient, ...endpoints: Endpoint[]): Promise<void> {
  await Promise.all(endpoints.map((endpoint) => client.invalidateQueries({ queryKey: queryKey(endpoint) })));
}

interface UploadOptions {
  /** Name of the file's field in the form. */
  field: string;
  file: Blob;
  filename: string;
  signal?: AbortSignal;
  /** Share of the file that has left this machine, 0 to 1. */
  onProgress?: (share: number) => void;
}

/** Sends a form with one file. Fields go first: the server needs them while the file is still streaming in. */
export function upload<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options: UploadOptions,
): Promise<EndpointOutput<E>> {
  const form = new FormData();
  for (const [name, value] of Object.entries((loose(input).body ?? {}) as Record<string, unknown>)) {
    if (value === undefined || value === null) continue;
    form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  form.append(options.field, options.file, options.filename);
  return new Promise((resolve, reject) => {
    // fetch reports no upload progress; a 500 MB file needs its bar.
    const request = new XMLHttpRequest();
    request.open(endpoint.method, addressOf(endpoint, loose(input)));
    request.setRequestHeader('accept', 'application/json');
    request.upload.onprogress = (event) => options.onProgress?.(event.total > 0 ? event.loaded / event.total : 0);
    request.onload = () =>
      resolve(
        parseAnswer<E>(request.status, async () => request.responseText).then((answer) => {
          reportWrite(endpoint);
          return answer;
        }),
      );
    request.onerror = () =>
      reject(new ApiError(0, 'offline', 'The upload was interrupted. Nothing was changed; please try again.'));
    request.onabort = () => reject(new ApiError(0, 'aborted', 'The upload was stopped.'));
    options.signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

const TRIES_WITHOUT_OUTAGE = 2;

/** True where a failed fetch is worth another one: twice at most, but for as long as the server is away. What the server refused it refuses again. */
export function isWorthAnother(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError) || !isServerTrouble(error.status, error.code)) return false;
  return failures < TRIES_WITHOUT_OUTAGE || serverState.isDoubtful();
}

/** Queries retry while the server is away. Mutations are never resent automatically. */
export const throughOutages = {
  retry: isWorthAnother,
  retryDelay: (failures: number): number => Math.min(1000 * 2 ** failures, 4000) * (0.75 + Math.random() / 4),
};
