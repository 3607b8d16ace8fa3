import { isIP } from 'node:net';
import { toStorableText } from '@overture/domain/text/storable-text';
import {
  isAddressAllowed,
  type OutboundAllowList,
  OutboundRefusedError,
  parseOutboundAllow,
} from '../kit/address-guard.ts';
import { createGuardedHttp, type GuardedHttp, type GuardedHttpOptions } from '../kit/guarded-http.ts';
import type { WebhookReceiversPort, WebhookRequest, WebhookTry } from './webhook-receivers.port.ts';

interface ReceiversOptions {
  outbound_allow: string;
  /** Only https, and port 443: production. */
  requires_https: boolean;
  lookup?: GuardedHttpOptions['lookup'];
}

/** Posts through the guarded client. @throws Error for an OUTBOUND_ALLOW that cannot be read */
export function createWebhookReceivers({
  outbound_allow,
  requires_https,
  lookup,
}: ReceiversOptions): WebhookReceiversPort {
  const allow = parseOutboundAllow(outbound_allow);
  const http = createGuardedHttp({
    allow,
    ...(requires_https ? { ports: [443] } : {}),
    ...(lookup === undefined ? {} : { lookup }),
  });
  const refuseUrl = (url: string): string | null => findFault(url, requires_https) ?? findPrivateAddress(url, allow);
  return {
    refuseUrl,
    async post(request) {
      const began = performance.now();
      const duration = (): number => Math.round(performance.now() - began);
      try {
        const fault = refuseUrl(request.url);
        if (fault !== null) throw new OutboundRefusedError(fault);
        return { ...(await postOnce(http, request)), duration_in_ms: duration() };
      } catch (error) {
        request.signal.throwIfAborted();
        const text = toStorableText(describeFailure(error, request), MAX_ERROR_CHARACTERS);
        return { ...NO_RESPONSE, error: text, duration_in_ms: duration() };
      }
    },
    close: () => http.close(),
  };
}

function findFault(text: string, requires_https: boolean): string | null {
  const url = URL.parse(text);
  if (url === null || !['https:', 'http:'].includes(url.protocol))
    return 'Please enter the whole address, like https://example.com/webhooks.';
  if (requires_https && url.protocol !== 'https:') return 'The address must begin with https://.';
  if (requires_https && url.port !== '') return 'The address must use port 443, which is the default of https.';
  if (url.username !== '' || url.password !== '') return 'The address must not contain a user name or password.';
  return null;
}

/** A written address is known before any request; what a name leads to is checked at each connection. */
function findPrivateAddress(text: string, allow: OutboundAllowList): string | null {
  const { hostname, port, protocol } = new URL(text);
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) === 0) return null;
  const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  return isAddressAllowed(address, number, address, allow)
    ? null
    : `${address} is on a private network. Addresses there must be listed in OUTBOUND_ALLOW.`;
}

/** A name can have 253 characters, and the log keeps 300 of an error. */
const MAX_ERROR_CHARACTERS = 300;

const NO_RESPONSE = { code: null, answer: null, retry_after_in_ms: null } as const;

async function postOnce(http: GuardedHttp, request: WebhookRequest): Promise<Omit<WebhookTry, 'duration_in_ms'>> {
  const { status, headers, body } = await http.request(request.url, {
    method: 'POST',
    headers: { ...request.headers, 'content-type': 'application/json', 'accept-encoding': 'identity' },
    body: request.body,
    timeout_in_ms: request.timeout_in_ms,
    max_size_in_bytes: request.answer_in_bytes,
    cuts_body: true,
    keeps_redirects: true,
    keeps_encoding: true,
    signal: request.signal,
  });
  return {
    code: status,
    answer: cutToBytes(toStorableText(body.toString('utf8'), request.answer_in_bytes), request.answer_in_bytes),
    error: describeStatus(status),
    retry_after_in_ms: parseRetryAfter(headers.get('retry-after'), Date.now()),
  };
}

/** Whole characters that take at most so many bytes. */
function cutToBytes(text: string, bytes: number): string {
  const encoded = new Uint8Array(bytes);
  const { read } = new TextEncoder().encodeInto(text, encoded);
  return toStorableText(text, read);
}

function describeStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return 'The receiver redirects, which is not followed. Enter its final address.';
  if (status === 410) return 'The receiver asked for no more messages (410).';
  return `The receiver answered with status ${status}.`;
}

/** Seconds or a date. */
function parseRetryAfter(text: string | null, now: number): number | null {
  if (text === null) return null;
  const asked = /^\d{1,10}$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(asked) && asked > 0 ? asked : null;
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';

const CERTIFICATE_FAULTS = /CERT|SIGNATURE|ALTNAME|SELF_SIGNED|UNABLE_TO|TLS|SSL/;

function describeFailure(error: unknown, { timeout_in_ms }: WebhookRequest): string {
  if (error instanceof OutboundRefusedError) return error.message;
  if (!(error instanceof Error)) return 'The receiver could not be reached.';
  if (isTimeout(error) || isTimeout(error.cause))
    return `The receiver did not answer within ${timeout_in_ms / 1000} seconds.`;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'No server was found under this name.';
  if (code === 'ECONNREFUSED') return 'The receiver refused the connection.';
  if (CERTIFICATE_FAULTS.test(code)) return `The receiver's certificate is not trusted (${code}).`;
  return `The receiver could not be reached${code ? ` (${code})` : ''}.`;
}
