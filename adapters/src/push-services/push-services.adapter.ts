import { OutboundRefusedError, parseOutboundAllow } from '../kit/address-guard.ts';
import { createGuardedHttp, type GuardedHttp, type GuardedHttpOptions } from '../kit/guarded-http.ts';
import { areDeviceKeys, encryptMessage } from './encrypted-message.transform.ts';
import type { PushMessage, PushServicesPort, PushTry } from './push-services.port.ts';
import { authorizeSender, makeSenderKey } from './sender-key.transform.ts';

interface PushOptions {
  outbound_allow: string;
  /** Only https, and port 443: production. */
  requires_https: boolean;
  lookup?: GuardedHttpOptions['lookup'];
}

const TIMEOUT_IN_MS = 10_000;
const ANSWER_IN_BYTES = 1000;
const UNSUBSCRIBED = new Set([404, 410]);
const AGAIN = new Set([408, 425, 429]);
const LONGEST_PAUSE_IN_S = 3600;

/** Posts through the guarded client. @throws Error for an OUTBOUND_ALLOW that cannot be read */
export function createPushServices({ outbound_allow, requires_https, lookup }: PushOptions): PushServicesPort {
  const http = createGuardedHttp({
    allow: parseOutboundAllow(outbound_allow),
    ...(requires_https ? { ports: [443] } : {}),
    ...(lookup === undefined ? {} : { lookup }),
  });
  const refuseDevice: PushServicesPort['refuseDevice'] = (device) =>
    findFault(device.endpoint, requires_https) ??
    (areDeviceKeys(device) ? null : 'The keys are not those of a browser.');
  return {
    makeSenderKey,
    refuseDevice,
    async push(message) {
      const fault = refuseDevice(message.device);
      if (fault !== null) return { outcome: 'refused', retry_after_in_ms: null, reason: fault };
      try {
        return await postOnce(http, message);
      } catch (error) {
        message.signal.throwIfAborted();
        const isRefused = error instanceof OutboundRefusedError;
        return {
          outcome: isRefused ? 'refused' : 'unavailable',
          retry_after_in_ms: null,
          reason: isRefused ? 'The address of the push service is not allowed.' : 'The push service did not answer.',
        };
      }
    },
    close: () => http.close(),
  };
}

function findFault(text: string, requires_https: boolean): string | null {
  const url = URL.parse(text);
  if (url === null || !['https:', 'http:'].includes(url.protocol)) return 'The push service needs an address of https.';
  if (requires_https && (url.protocol !== 'https:' || url.port !== ''))
    return 'The push service needs an address of https at port 443.';
  if (url.username !== '' || url.password !== '') return 'The address must not contain a user name or password.';
  // Browsers give it in this form. Any other would be one more device, and might not fit into the index.
  if (url.href !== text) return 'The address is not written as browsers write it.';
  return null;
}

async function postOnce(http: GuardedHttp, message: PushMessage): Promise<PushTry> {
  const { device, sender, text, lives_for_in_seconds, signal } = message;
  const { status, headers } = await http.request(device.endpoint, {
    method: 'POST',
    headers: {
      // By the clock of the world, which the push service reads.
      authorization: authorizeSender(sender, device.endpoint, new Date()),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(lives_for_in_seconds),
      urgency: 'normal',
    },
    body: encryptMessage(device, text),
    timeout_in_ms: TIMEOUT_IN_MS,
    max_size_in_bytes: ANSWER_IN_BYTES,
    cuts_body: true,
    keeps_redirects: true,
    keeps_encoding: true,
    signal,
  });
  if (status >= 200 && status < 300) return { outcome: 'accepted', retry_after_in_ms: null, reason: null };
  const reason = `The push service answered with status ${status}.`;
  if (UNSUBSCRIBED.has(status)) return { outcome: 'gone', retry_after_in_ms: null, reason };
  if (status < 500 && !AGAIN.has(status)) return { outcome: 'refused', retry_after_in_ms: null, reason };
  return { outcome: 'unavailable', retry_after_in_ms: parsePause(headers.get('retry-after')), reason };
}

/** Seconds; a date is left to our own pauses. */
function parsePause(text: string | null): number | null {
  if (text === null || !/^\d{1,9}$/.test(text.trim())) return null;
  return Math.min(Number(text), LONGEST_PAUSE_IN_S) * 1000;
}
