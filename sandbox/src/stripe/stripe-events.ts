import { createHmac } from 'node:crypto';
import type { Schedule } from '../schedule.ts';
import { MOST_KEPT, newId, type StripeEvent, type StripeState } from './stripe-world.ts';

/** How calls to the installation go wrong, until told otherwise. */
type DeliveryFaults = {
  /** Each event goes out this many times. */
  repeat: number;
  /** Events are kept back and sent by `release`. */
  is_held: boolean;
  /** Events are lost. */
  is_lost: boolean;
};

export type StripeEvents = {
  faults: DeliveryFaults;
  /** Puts an event on record and sends it to every endpoint that listens for it. */
  emit(type: string, object: unknown): Promise<void>;
  /** Sends what was kept back, in this order. */
  release(order: 'forward' | 'backward'): Promise<number>;
};

/** Every stand-in signs with the same secret: it is none. */
export const SANDBOX_WEBHOOK_SECRET = 'whsec_sandbox';

export const API_VERSION = '2026-10-28.endive';
const TRIES = 5;
const ANSWER_WITHIN_IN_MS = 20_000;

export function createStripeEvents(state: StripeState, schedule: Schedule, now: () => number): StripeEvents {
  const faults: DeliveryFaults = { repeat: 1, is_held: false, is_lost: false };
  let held: StripeEvent[] = [];

  async function deliver(url: string, event: StripeEvent, tries = TRIES): Promise<void> {
    const body = JSON.stringify(event);
    // Real time: receivers compare it with theirs.
    const at = Math.floor(Date.now() / 1000);
    const signed = createHmac('sha256', SANDBOX_WEBHOOK_SECRET).update(`${at}.${body}`).digest('hex');
    const isTaken = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': `t=${at},v1=${signed}` },
      body,
      signal: AbortSignal.timeout(ANSWER_WITHIN_IN_MS),
    }).then(
      async (response) => {
        await response.body?.cancel();
        return response.ok;
      },
      () => false,
    );
    if (!isTaken && tries > 1) schedule.at(now() + 2000, () => deliver(url, event, tries - 1));
  }

  async function send(event: StripeEvent): Promise<void> {
    const listening = state.endpoints.filter(({ enabled_events }) => enabled_events.includes(event.type));
    for (const { url } of listening) {
      for (let round = 0; round < faults.repeat; round += 1) await deliver(url, event);
    }
  }

  return {
    faults,
    async emit(type, object) {
      const data = { object: structuredClone(object) };
      const created = Math.floor(now() / 1000);
      const event: StripeEvent = { id: newId('evt'), object: 'event', api_version: API_VERSION, created, type, data };
      state.events = [...state.events, event].slice(-MOST_KEPT);
      if (faults.is_lost) return;
      if (faults.is_held) held.push(event);
      else await send(event);
    },
    async release(order) {
      const waiting = order === 'forward' ? held : held.toReversed();
      held = [];
      for (const event of waiting) await send(event);
      return waiting.length;
    },
  };
}
