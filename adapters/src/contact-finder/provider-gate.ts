import { setTimeout as sleep } from 'node:timers/promises';
import { cutText } from '@overture/domain/text/text-bounds';
import { ProviderError } from '../kit/errors.ts';
import { parseForeignJson } from '../kit/foreign-json.ts';
import type { GuardedHttp, GuardedRequest, GuardedResponse } from '../kit/guarded-http.ts';
import type { ContactProviderManifest } from './contact-finder.port.ts';

/** Default pause after a rate limit without Retry-After. */
const PAUSE_WITHOUT_HINT_IN_MS = 15_000;
const LONGEST_PAUSE_IN_MS = 3_600_000;

/** All questions to one provider go through its gate: no faster than it allows, and not at all while it asks for a pause. */
export type ProviderGate = {
  /**
   * Sends one request when its turn has come.
   * @throws ProviderError rate_limited during a pause, unavailable without an answer in time; the signal's reason
   */
  send(url: string, request: GuardedRequest): Promise<GuardedResponse>;
  /** The provider asked for a pause (by an answer just received); answers the error to throw. */
  pause(reason: string, until: Date | null, code?: string): ProviderError;
};

export function createProviderGate(http: GuardedHttp, manifest: ContactProviderManifest): ProviderGate {
  const { timeout_in_ms } = manifest.limits;
  const turns = new Turns(manifest.limits);
  let paused_until = 0;

  function requireOpen(): void {
    if (Date.now() >= paused_until) return;
    const reason = `${manifest.label} asked us to wait.`;
    throw new ProviderError('rate_limited', reason, { concerns: 'service', until: new Date(paused_until) });
  }

  return {
    async send(url, request) {
      requireOpen();
      await turns.takeSlot(request.signal);
      try {
        await turns.waitForGap(request.signal);
        requireOpen();
        // The key travels in a header: a redirect must not carry it elsewhere.
        return await http.request(url, { timeout_in_ms, max_redirects: 0, max_size_in_bytes: 1_000_000, ...request });
      } catch (error) {
        if (error instanceof ProviderError) throw error;
        request.signal?.throwIfAborted();
        const cause = { concerns: 'service', cause: error } as const;
        throw new ProviderError('unavailable', `${manifest.label} did not answer.`, cause);
      } finally {
        turns.releaseSlot();
      }
    },
    pause(reason, until, code) {
      const wanted = until?.getTime() ?? Date.now() + PAUSE_WITHOUT_HINT_IN_MS;
      paused_until = Math.max(paused_until, Math.min(wanted, Date.now() + LONGEST_PAUSE_IN_MS));
      const details = { concerns: 'service', until: new Date(paused_until), code: code ?? null } as const;
      return new ProviderError('rate_limited', reason, details);
    },
  };
}

/** A queue that limits concurrent requests and requests per second. */
class Turns {
  readonly #concurrency: number;
  readonly #gap_in_ms: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #next_at = 0;

  constructor({ concurrency, requests_per_second }: ContactProviderManifest['limits']) {
    this.#concurrency = concurrency;
    this.#gap_in_ms = 1000 / requests_per_second;
  }

  /** Waits for a free slot; leaves the queue when the signal aborts. */
  takeSlot(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#running < this.#concurrency) {
      this.#running += 1;
      return Promise.resolve();
    }
    const waiting = this.#waiting;
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(signal?.reason);
      };
      const enter = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      waiting.push(enter);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  async waitForGap(signal: AbortSignal | undefined): Promise<void> {
    const turn_at = Math.max(Date.now(), this.#next_at);
    this.#next_at = turn_at + this.#gap_in_ms;
    if (turn_at > Date.now()) await sleep(turn_at - Date.now(), undefined, signal ? { signal } : {});
  }

  releaseSlot(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
  }
}

/** When `Retry-After` (seconds or a date) or a reset header in seconds lets us come back; null where neither is there. */
export function parseRetryAfter(headers: Headers, ...reset_headers: string[]): Date | null {
  for (const name of ['retry-after', ...reset_headers]) {
    const value = headers.get(name)?.trim();
    if (!value) continue;
    if (/^\d{1,9}(?:\.\d+)?$/.test(value)) return new Date(Date.now() + Number(value) * 1000);
    const date = Date.parse(value);
    if (!Number.isNaN(date)) return new Date(date);
  }
  return null;
}

/** The body as JSON. @throws ProviderError unavailable for anything else (a proxy's page) */
export function parseJson(manifest: ContactProviderManifest, response: GuardedResponse): unknown {
  try {
    return parseForeignJson(response.body);
  } catch (cause) {
    throw unreadable(manifest, cause);
  }
}

/** The provider answered in an unknown shape. */
export function unreadable(manifest: ContactProviderManifest, cause: unknown): ProviderError {
  return new ProviderError('unavailable', `${manifest.label} gave an answer that could not be read.`, {
    concerns: 'service',
    cause,
  });
}

/** The key is not (or no longer) accepted. */
export function keyRefused(manifest: ContactProviderManifest): ProviderError {
  return new ProviderError(
    'auth_expired',
    `${manifest.label} does not accept the key in ${manifest.settings.api_key}.`,
    {
      concerns: 'service',
    },
  );
}

/** Any other status: 5xx is worth another try, the rest is final for this question. */
export function failedStatus(manifest: ContactProviderManifest, status: number, reason: string): ProviderError {
  const kind = status >= 500 || status === 408 ? 'unavailable' : 'rejected';
  const words = reason.trim() === '' ? `${manifest.label} answered ${status}.` : `${manifest.label}: ${reason.trim()}`;
  return new ProviderError(kind, cutText(words, 300), { concerns: 'service', code: String(status) });
}
