import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { type OutboundAllowList, OutboundRefusedError, parseOutboundAllow } from '../../kit/address-guard.ts';
import { isProviderError, ProviderError } from '../../kit/errors.ts';
import {
  createGuardedHttp,
  type GuardedHttp,
  type GuardedRequest,
  type GuardedResponse,
} from '../../kit/guarded-http.ts';
import type { TokenSource } from '../mailbox.port.ts';
import { parseJson } from './oauth-client.api.ts';

/** Calls of a mail API in the name of a mailbox: a token, one refresh after a 401, back-off, and failures of the closed set. */

export type MailCall = Pick<GuardedRequest, 'method' | 'headers' | 'body' | 'max_size_in_bytes' | 'timeout_in_ms'> & {
  url: string;
  /**
   * `repeatable`: a read or a preparation; a failure has no effect. `sends`: a mail may leave, so anything but a plain
   * refusal leaves the outcome open, and nothing is retried.
   */
  effect: 'repeatable' | 'sends';
  /** Of a repeatable call, when it fails. Default 4; 1 for one that leaves something behind each time. */
  most_tries?: number;
};

/** What an answer of 400 or more means, by the vendor. 401 is never given to it. */
export type ReadRefusal = (
  answer: { status: number; body: unknown; retry_after: string | null },
  now: number,
) => ProviderError;

export type MailHttpSettings = {
  label: string;
  allow: OutboundAllowList;
  readRefusal: ReadRefusal;
  /** Milliseconds since the epoch; default Date.now. */
  now?: () => number;
  /** Default 20,000. */
  timeout_in_ms?: number;
  /** First pause after a refused or failed call that may be repeated; doubles, with jitter. Default 500. */
  back_off_in_ms?: number;
};

/** In whose name a call is made. */
export type OauthCaller = {
  tokens: TokenSource;
  /** Hears every request that was answered, or broke; never its token. */
  observe?(exchange: { call: MailCall; status: number | null; body: string }): void;
};

export type MailHttp = {
  /** An answer below 400. @throws ProviderError */
  request(connection: OauthCaller, call: MailCall): Promise<GuardedResponse>;
  /** The same, its JSON in the shape asked for. */
  read<Shape extends z.ZodType>(connection: OauthCaller, shape: Shape, call: MailCall): Promise<z.output<Shape>>;
  close(): Promise<void>;
};

const DEFAULT_TIMEOUT_IN_MS = 20_000;
/** Tries of a repeatable call; waits of 0.5, 1 and 2 seconds lie between. */
const MOST_TRIES = 4;
/** Who is asked to wait longer than this leaves it to the caller. */
const LONGEST_WAIT_IN_MS = 5_000;
/** Failures before anything left our machine. */
const NEVER_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

/** The way to a vendor. */
type Line = { http: GuardedHttp; settings: MailHttpSettings; now: () => number };

export function createMailHttp(settings: MailHttpSettings): MailHttp {
  const http = createGuardedHttp({ allow: settings.allow });
  const line: Line = { http, settings, now: settings.now ?? Date.now };

  async function request(connection: OauthCaller, call: MailCall): Promise<GuardedResponse> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await sendSignedIn(line, connection, call);
      } catch (error) {
        const wait =
          tries < (call.most_tries ?? MOST_TRIES) && call.effect === 'repeatable'
            ? waitFor(error, settings, tries, line.now())
            : null;
        if (wait === null) throw error;
        await sleep(wait);
      }
    }
  }

  return {
    request,
    async read(connection, shape, call) {
      const parsed = shape.safeParse(parseJson(await request(connection, call)));
      if (parsed.success) return parsed.data;
      throw new ProviderError(call.effect === 'sends' ? 'unknown_outcome' : 'unavailable', unreadable(settings), {
        concerns: 'service',
        code: 'unexpected_answer',
        cause: parsed.error,
      });
    },
    close: () => http.close(),
  };
}

/** A configured address is exempt from the private-network guard: the operator chose it. */
export function allowOwnAddresses(outbound_allow: string | undefined, urls: readonly string[]): OutboundAllowList {
  const exempt = urls.map((url) => {
    const { hostname, port, protocol } = new URL(url);
    return `${hostname}:${port || (protocol === 'http:' ? 80 : 443)}`;
  });
  return parseOutboundAllow([outbound_allow ?? '', ...exempt].join(' '));
}

/** With one refresh of the token after a 401. */
async function sendSignedIn(line: Line, connection: OauthCaller, call: MailCall): Promise<GuardedResponse> {
  let token = await connection.tokens.getAccessToken();
  for (let isRefreshed = false; ; isRefreshed = true) {
    const response = await sendObserved(line, connection, call, token);
    if (response.status < 400) return response;
    if (response.status === 401 && !isRefreshed) {
      // Refused before anything was done: also a sending may be asked again.
      token = await connection.tokens.getAccessToken(token);
      continue;
    }
    throw classifyError(line.settings, call, response, line.now());
  }
}

async function sendObserved(
  line: Line,
  connection: OauthCaller,
  call: MailCall,
  token: string,
): Promise<GuardedResponse> {
  const response = await send(line, call, token).catch((error: unknown) => {
    connection.observe?.({ call, status: null, body: error instanceof Error ? error.message : '' });
    throw error;
  });
  connection.observe?.({ call, status: response.status, body: response.body.toString('utf8') });
  return response;
}

async function send({ http, settings }: Line, call: MailCall, token: string): Promise<GuardedResponse> {
  const { url, effect, most_tries: _tries, headers, ...request } = call;
  return http
    .request(url, {
      ...request,
      headers: { accept: 'application/json', ...headers, authorization: `Bearer ${token}` },
      timeout_in_ms: call.timeout_in_ms ?? settings.timeout_in_ms ?? DEFAULT_TIMEOUT_IN_MS,
      max_redirects: 0,
    })
    .catch((error: unknown) => {
      throw toConnectionError(settings, effect, error);
    });
}

function toConnectionError(settings: MailHttpSettings, effect: MailCall['effect'], error: unknown): ProviderError {
  const code = (error as { code?: unknown }).code;
  const isTooLarge = error instanceof OutboundRefusedError && /larger than/.test(error.message);
  const wasSent = isTooLarge || !(error instanceof OutboundRefusedError || NEVER_SENT.includes(String(code)));
  const isSlow = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
  const reason =
    error instanceof OutboundRefusedError
      ? error.message
      : isSlow
        ? `${settings.label} did not answer in time.`
        : `${settings.label} cannot be reached right now.`;
  const details = { concerns: 'service' as const, code: typeof code === 'string' ? code : null, cause: error };
  return new ProviderError(effect === 'sends' && wasSent ? 'unknown_outcome' : 'unavailable', reason, details);
}

function classifyError(
  settings: MailHttpSettings,
  call: MailCall,
  response: GuardedResponse,
  now: number,
): ProviderError {
  const { status, headers } = response;
  if (status === 401) {
    const reason = `${settings.label} no longer accepts the sign-in.`;
    return new ProviderError('auth_expired', reason, { concerns: 'sender', code: '401' });
  }
  const refusal = settings.readRefusal(
    { status, body: parseJson(response), retry_after: headers.get('retry-after') },
    now,
  );
  const isOpen = call.effect === 'sends' && (status >= 500 || status === 408);
  if (!isOpen) return refusal;
  return new ProviderError('unknown_outcome', refusal.reason, { concerns: 'service', code: refusal.code });
}

/** Pause before a repeatable call is retried; null where a retry is useless. */
function waitFor(error: unknown, settings: MailHttpSettings, tries: number, now: number): number | null {
  if (!isProviderError(error, 'rate_limited') && !isProviderError(error, 'unavailable')) return null;
  if (error.code === 'unexpected_answer' || error.cause instanceof OutboundRefusedError) return null;
  const own = (settings.back_off_in_ms ?? 500) * 2 ** (tries - 1) * (0.75 + Math.random() / 2);
  const wait = Math.max(own, (error.until?.getTime() ?? now) - now);
  return wait > LONGEST_WAIT_IN_MS ? null : wait;
}

function unreadable(settings: MailHttpSettings): string {
  return `${settings.label} gave an answer we cannot read.`;
}

/** When to come back, by a Retry-After header of seconds or a date; null without one. Never more than a week ahead. */
export function parseRetryAfter(header: string | null, now: number): Date | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  const at = Number.isFinite(seconds) ? now + seconds * 1000 : Date.parse(header);
  return Number.isFinite(at) ? new Date(Math.min(Math.max(at, now), now + 7 * 86_400_000)) : null;
}
