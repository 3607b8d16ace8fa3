import { trimTrailing } from '@overture/domain/text/text';
import type { z } from 'zod';
import { isProviderError, ProviderError } from '../../kit/errors.ts';
import { createGuardedHttp, type GuardedResponse } from '../../kit/guarded-http.ts';
import type { MailboxConnection, OauthConnection } from '../mailbox.port.ts';
import { allowOwnAddresses, createMailHttp, type MailCall } from '../oauth/mail-http.api.ts';
import { toGraphError } from './graph-error.transform.ts';
import { microsoftGraphManifest } from './microsoft-graph.manifest.ts';

export type GraphSettings = {
  /** With or without `/v1.0`. Default: Microsoft's own. */
  api_url?: string | undefined;
  /** The text of OUTBOUND_ALLOW; the API's own address is always allowed. */
  outbound_allow?: string | undefined;
  /** Milliseconds since the epoch; default Date.now. */
  now?: () => number;
  timeout_in_ms?: number;
  /** First pause before a call is repeated; default that of MailHttp. */
  back_off_in_ms?: number;
};

/** `path` is below the version (`/me/messages`), or a link of the provider's own. */
type GraphCall = Omit<MailCall, 'url'> & { path: string; query?: Record<string, string | number> };

/** Calls of Graph: few at a time to a mailbox, none while it asked us to wait, ids that stay when a mail moves. */
export type GraphClient = {
  request(connection: OauthConnection, call: GraphCall): Promise<GuardedResponse>;
  read<Shape extends z.ZodType>(connection: OauthConnection, shape: Shape, call: GraphCall): Promise<z.output<Shape>>;
  /** Whether an address is one of this API; anything else in a stored cursor is not followed. */
  isOwnLink(link: string): boolean;
  /** One piece of a file to the address of an upload session, which takes no token. @throws ProviderError unavailable */
  upload(url: string, piece: Buffer, from: number, total: number): Promise<void>;
  now(): number;
  close(): Promise<void>;
};

const PREFER = `IdType="ImmutableId", odata.maxpagesize=${microsoftGraphManifest.limits.messages_per_page}`;

/** @throws Error for an address or an OUTBOUND_ALLOW that cannot be read */
export function createGraphClient(settings: GraphSettings): GraphClient {
  const { limits, label } = microsoftGraphManifest;
  const base = `${toGraphUrl(settings.api_url)}/v1.0`;
  const now = settings.now ?? Date.now;
  const timeout_in_ms = settings.timeout_in_ms ?? limits.call_timeout_in_ms;
  const allow = allowOwnAddresses(settings.outbound_allow, [base]);
  const http = createMailHttp({
    label,
    allow,
    readRefusal: toGraphError,
    now,
    timeout_in_ms,
    ...(settings.back_off_in_ms === undefined ? {} : { back_off_in_ms: settings.back_off_in_ms }),
  });
  // Upload addresses carry their own permission: a token would be refused, and must not be disclosed.
  const plain = createGuardedHttp({ allow });
  const run = createTurns(now);
  const callOf = ({ path, query = {}, headers, ...call }: GraphCall): MailCall => ({
    max_size_in_bytes: limits.max_answer_in_bytes,
    ...call,
    headers: { prefer: PREFER, ...headers },
    url: path.startsWith('/') ? addressOf(base, path, query) : path,
  });

  return {
    request: (connection, call) => run(connection, () => http.request(connection, callOf(call))),
    read: (connection, shape, call) => run(connection, () => http.read(connection, shape, callOf(call))),
    isOwnLink: (link) => link.startsWith(`${base}/`),
    async upload(url, piece, from, total) {
      const range = `bytes ${from}-${from + piece.length - 1}/${total}`;
      const headers = { 'content-type': 'application/octet-stream', 'content-range': range };
      const request = { method: 'PUT' as const, headers, body: new Uint8Array(piece), max_redirects: 0, timeout_in_ms };
      requireTaken(await plain.request(url, request).catch((error: unknown) => error));
    },
    now,
    async close() {
      await Promise.all([http.close(), plain.close()]);
    },
  };
}

/** @throws ProviderError unavailable for any answer but that a piece of a file was taken */
function requireTaken(answer: unknown): void {
  const { label } = microsoftGraphManifest;
  const status = answer instanceof Error ? null : (answer as GuardedResponse).status;
  if (status !== null && status < 300) return;
  const reason = status === null ? `${label} cannot be reached right now.` : `${label} refused a file: ${status}.`;
  throw new ProviderError('unavailable', reason, { concerns: 'service', code: String(status), cause: answer });
}

export function toGraphUrl(api_url: string | undefined): string {
  return trimTrailing(api_url ?? microsoftGraphManifest.api_url, '/').replace(/\/v1\.0$/, '');
}

export function requireGraph(connection: MailboxConnection): OauthConnection {
  if (connection.type === 'MICROSOFT') return connection;
  throw new Error(`a mailbox of type ${connection.type} is not reached through Graph`);
}

function addressOf(base: string, path: string, query: Record<string, string | number>): string {
  // Not URLSearchParams: OData wants %20, not a plus, and an unescaped `$`.
  const words = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return `${base}${path}${words.length === 0 ? '' : `?${words.join('&')}`}`;
}

/** Few calls at a time to a mailbox, and none while it asked us to wait. */
function createTurns(now: () => number) {
  const inTurn = createGate(microsoftGraphManifest.limits.calls_at_a_time);
  const paused = new Map<string, { until: Date; reason: string }>();
  return async <T>(connection: OauthConnection, work: () => Promise<T>): Promise<T> => {
    const key = connection.email.toLowerCase();
    return inTurn(key, async () => {
      const pause = paused.get(key);
      if (pause !== undefined && pause.until.getTime() > now()) {
        throw new ProviderError('rate_limited', pause.reason, { concerns: 'sender', code: '429', until: pause.until });
      }
      paused.delete(key);
      try {
        return await work();
      } catch (error) {
        const isPause = isProviderError(error, 'rate_limited') && error.until !== null;
        if (isPause && error.until) paused.set(key, { until: error.until, reason: error.reason });
        throw error;
      }
    });
  };
}

/** At most so many at a time for each key, in the order they came. */
function createGate(slots: number) {
  const waiting = new Map<string, { running: number; queue: (() => void)[] }>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const gate = waiting.get(key) ?? { running: 0, queue: [] };
    waiting.set(key, gate);
    if (gate.running >= slots) await new Promise<void>((resolve) => gate.queue.push(resolve));
    else gate.running += 1;
    try {
      return await work();
    } finally {
      const next = gate.queue.shift();
      // The slot is passed to the longest waiting call.
      if (next !== undefined) next();
      else gate.running -= 1;
      if (gate.running === 0) waiting.delete(key);
    }
  };
}
