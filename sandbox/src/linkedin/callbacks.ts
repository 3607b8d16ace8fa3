import type { Schedule } from '../schedule.ts';
import { type Seat, type SeatBook, typeOf } from './network/seats.ts';

/** Calls to the installation: what a hosted page led to, and webhooks. */
export type Callbacks = {
  /** Each event goes out this many times (a provider that repeats itself). */
  repeat: number;
  notify(url: string, body: object): Promise<void>;
  /** To every webhook of the source; resolves when each was delivered or given up. */
  announce(source: string, body: object): Promise<void>;
  announceStatus(seat: Seat, message: string): Promise<void>;
};

const TRIES = 5;
const ANSWER_WITHIN_IN_MS = 30_000;

export function createCallbacks(book: SeatBook, schedule: Schedule, now: () => number): Callbacks {
  async function post(url: string, headers: Record<string, string>, body: object): Promise<void> {
    const isTaken = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_WITHIN_IN_MS),
    }).then(
      async (response) => {
        await response.body?.cancel();
        return response.ok;
      },
      () => false,
    );
    if (!isTaken) throw new Error(`${new URL(url).pathname} did not take the call.`);
  }

  async function deliver(url: string, headers: Record<string, string>, body: object, tries = TRIES): Promise<void> {
    try {
      await post(url, headers, body);
    } catch {
      if (tries <= 1) return;
      schedule.at(now() + (TRIES - tries + 1) * 2000, () => deliver(url, headers, body, tries - 1));
    }
  }

  const callbacks: Callbacks = {
    repeat: 1,
    notify: (url, body) => deliver(url, {}, body),
    async announce(source, body) {
      for (const webhook of book.webhooks.filter((candidate) => candidate.source === source)) {
        const headers = Object.fromEntries(webhook.headers.map(({ key, value }) => [key.toLowerCase(), value]));
        for (let round = 0; round < callbacks.repeat; round += 1) {
          await deliver(webhook.request_url, headers, { webhook_name: webhook.name, ...body });
        }
      }
    },
    announceStatus: (seat, message) =>
      callbacks.announce('account_status', {
        AccountStatus: { account_id: seat.id, account_type: typeOf(seat), message },
      }),
  };
  return callbacks;
}
