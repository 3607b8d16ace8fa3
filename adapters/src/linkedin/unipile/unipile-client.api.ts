import { trimTrailing } from '@overture/domain/text/text';
import type { z } from 'zod';
import { OutboundRefusedError, parseOutboundAllow } from '../../kit/address-guard.ts';
import { ProviderError } from '../../kit/errors.ts';
import { parseForeignJson } from '../../kit/foreign-json.ts';
import {
  createGuardedHttp,
  type GuardedHttp,
  type GuardedRequest,
  type GuardedResponse,
} from '../../kit/guarded-http.ts';
import { encodeForm, type FormPart } from './form-data.api.ts';
import { unipileManifest } from './unipile.manifest.ts';
import { toProviderError } from './unipile-error.transform.ts';

export type UnipileSettings = {
  /** The DSN, with or without `/api/v1`. */
  api_url: string;
  api_key: string;
  /** The text of OUTBOUND_ALLOW; the DSN itself is always allowed. */
  outbound_allow?: string;
  /** Milliseconds since the epoch; default Date.now. */
  now?: () => number;
  /** Default: that of the manifest for reading, twice that for the rest. */
  timeout_in_ms?: number;
};

export type Query = Record<string, string | number | boolean | null | undefined>;
type Body = { json: unknown } | { form: FormPart[] };

/** One call of the provider: an answer that has the shape, or ProviderError. */
export type UnipileClient = {
  dsn: string;
  read<Shape extends z.ZodType>(shape: Shape, path: string, query?: Query): Promise<z.output<Shape>>;
  /** Bytes of a file. @throws ProviderError also for one larger than `max_size_in_bytes` */
  readBytes(path: string, query: Query, max_size_in_bytes: number): Promise<Buffer>;
  /** A question that is asked by POST (search). */
  ask<Shape extends z.ZodType>(shape: Shape, path: string, query: Query, json: unknown): Promise<z.output<Shape>>;
  /** A call that changes something: a broken connection or an unreadable answer is `unknown_outcome`. */
  change<Shape extends z.ZodType>(
    shape: Shape,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    query?: Query,
    body?: Body,
  ): Promise<z.output<Shape>>;
  close(): Promise<void>;
};

type Call = { method: NonNullable<GuardedRequest['method']>; path: string; query: Query; body: Body | null };

/** The way to the provider. */
type Line = { dsn: string; http: GuardedHttp; settings: UnipileSettings; now: () => number };

const { limits } = unipileManifest;

/** @throws Error for an address that cannot be read */
export function createUnipileClient(settings: UnipileSettings): UnipileClient {
  const dsn = trimTrailing(settings.api_url, '/').replace(/\/api\/v1$/, '');
  const { hostname, port, protocol } = new URL(dsn);
  const exempt = `${hostname}:${port || (protocol === 'http:' ? 80 : 443)}`;
  const http = createGuardedHttp({ allow: parseOutboundAllow(`${settings.outbound_allow ?? ''} ${exempt}`) });
  const line: Line = { dsn, http, settings, now: settings.now ?? Date.now };
  return {
    dsn,
    readBytes: (path, query, max_size_in_bytes) => readBytes(line, path, query, max_size_in_bytes),
    read: (shape, path, query = {}) => run(line, shape, { method: 'GET', path, query, body: null }, false),
    ask: (shape, path, query, json) => run(line, shape, { method: 'POST', path, query, body: { json } }, false),
    change: (shape, method, path, query = {}, body) =>
      run(line, shape, { method, path, query, body: body ?? null }, true),
    close: () => http.close(),
  };
}

async function run<Shape extends z.ZodType>(
  { dsn, http, settings, now }: Line,
  shape: Shape,
  call: Call,
  isChange: boolean,
): Promise<z.output<Shape>> {
  const timeout = isChange ? limits.write_timeout_in_ms : limits.read_timeout_in_ms;
  const response = await http
    .request(addressOf(dsn, call), {
      method: call.method,
      ...encodeBody(call.body, settings.api_key),
      timeout_in_ms: settings.timeout_in_ms ?? timeout,
      max_size_in_bytes: limits.max_answer_in_bytes,
      max_redirects: 0,
    })
    .catch((error: unknown) => {
      throw classifyError(error, isChange);
    });
  const body = parseJson(response);
  if (response.status >= 300) {
    const retry_after = response.headers.get('retry-after');
    throw toProviderError({ status: response.status, body, retry_after }, isChange, now());
  }
  const parsed = shape.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new ProviderError(isChange ? 'unknown_outcome' : 'unavailable', 'LinkedIn gave an answer we cannot read.', {
    concerns: 'service',
    code: 'unexpected_answer',
    cause: parsed.error,
  });
}

async function readBytes(
  { dsn, http, settings, now }: Line,
  path: string,
  query: Query,
  max_size_in_bytes: number,
): Promise<Buffer> {
  const call: Call = { method: 'GET', path, query, body: null };
  const response = await http
    .request(addressOf(dsn, call), {
      headers: { 'x-api-key': settings.api_key },
      timeout_in_ms: settings.timeout_in_ms ?? limits.write_timeout_in_ms,
      max_size_in_bytes,
      max_redirects: 0,
    })
    .catch((error: unknown) => {
      // Nothing else is refused on the way to the provider itself.
      if (error instanceof OutboundRefusedError) throw tooLarge(error);
      throw classifyError(error, false);
    });
  if (response.status < 300) return response.body;
  const retry_after = response.headers.get('retry-after');
  throw toProviderError({ status: response.status, body: parseJson(response), retry_after }, false, now());
}

function addressOf(dsn: string, { path, query }: Call): string {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `${dsn}/api/v1${path}${text === '' ? '' : `?${text}`}`;
}

function encodeBody(body: Body | null, api_key: string): Pick<GuardedRequest, 'headers' | 'body'> {
  const headers = { 'x-api-key': api_key, accept: 'application/json' };
  if (body === null) return { headers };
  if ('json' in body) {
    return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body.json) };
  }
  const { boundary, bytes } = encodeForm(body.form);
  return { headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` }, body: bytes };
}

function parseJson(response: GuardedResponse): unknown {
  try {
    return parseForeignJson(response.body);
  } catch {
    return null;
  }
}

function tooLarge(cause: unknown): ProviderError {
  const code = 'attachments_too_large';
  return new ProviderError('rejected', 'The file is too large.', { concerns: 'message', code, cause });
}

/** Failures before anything left our machine. */
const NEVER_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

function classifyError(error: unknown, isChange: boolean): ProviderError {
  const code = (error as { code?: unknown }).code;
  const wasSent = !(error instanceof OutboundRefusedError) && !NEVER_SENT.includes(String(code));
  const isSlow = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
  return new ProviderError(
    isChange && wasSent ? 'unknown_outcome' : 'unavailable',
    isSlow ? 'LinkedIn did not answer in time.' : 'LinkedIn cannot be reached right now.',
    { concerns: 'service', code: typeof code === 'string' ? code : null, cause: error },
  );
}
