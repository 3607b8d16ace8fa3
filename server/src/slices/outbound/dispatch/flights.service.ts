import { LEASE_IN_SECONDS } from '../intents/outbound.rules.ts';
import type { Dispatched } from './dispatch.service.ts';
import type { ClaimLimits } from './ready-intents.service.ts';

/** A moment by both clocks: the monotonic clock stops while the machine is suspended, the wall clock can be set back. */
export interface Moment {
  wall: number;
  monotonic: number;
}

export const thisMoment = (): Moment => ({ wall: Date.now(), monotonic: performance.now() });

/** A call begins this long before its lease ends, at the latest. */
const MARGIN_IN_MS = 5_000;

/** Whether a lease that was taken or renewed at `since` cannot have run out by now. */
function isLeaseHeld(since: Moment, now: Moment): boolean {
  const elapsed = Math.max(now.wall - since.wall, now.monotonic - since.monotonic);
  return elapsed < LEASE_IN_SECONDS * 1000 - MARGIN_IN_MS;
}

const LOST: Moment = { wall: -Infinity, monotonic: -Infinity };

/** One try of an action: the next one has another token. */
type FlightKey = Pick<Dispatched, 'id' | 'lease_token'>;

/** Actions this process has dispatched and not settled, and the start of each lease. */
export class Flights {
  readonly #flights = new Map<number, { dispatched: Dispatched; since: Moment }>();

  get size(): number {
    return this.#flights.size;
  }

  add(dispatched: Dispatched, since: Moment): void {
    this.#flights.set(dispatched.id, { dispatched, since });
  }

  /** Ends this one flight. The action may be in flight again under another token: that flight continues. */
  end({ id, lease_token }: FlightKey): void {
    if (this.#find({ id, lease_token })) this.#flights.delete(id);
  }

  leases(): FlightKey[] {
    return [...this.#flights.values()].map(({ dispatched: { id, lease_token } }) => ({ id, lease_token }));
  }

  /**
   * After a renewal: leases the database no longer found are lost.
   * @param since from before the renewal was requested
   */
  renew(asked: readonly FlightKey[], renewed: readonly number[], since: Moment): void {
    const found = new Set(renewed);
    for (const key of asked) {
      const flight = this.#find(key);
      if (flight) flight.since = found.has(key.id) ? since : LOST;
    }
  }

  /** False for a process that was stopped so long that another may have taken the action over. */
  isHeld(key: FlightKey): boolean {
    const flight = this.#find(key);
    return flight !== undefined && isLeaseHeld(flight.since, thisMoment());
  }

  #find({ id, lease_token }: FlightKey) {
    const flight = this.#flights.get(id);
    return flight?.dispatched.lease_token === lease_token ? flight : undefined;
  }

  countByOrganization(): { organization_id: number; count: number }[] {
    const counts = new Map<number, number>();
    for (const { dispatched } of this.#flights.values()) {
      counts.set(dispatched.organization_id, (counts.get(dispatched.organization_id) ?? 0) + 1);
    }
    return [...counts].map(([organization_id, count]) => ({ organization_id, count }));
  }
}

/** Longest time a mail should wait for a connection after it was dispatched: beyond it a stop would come too late. */
const QUEUE_IN_MS = 400;
const MOST_AHEAD = 24;

/** How much each account has under way, and how much it may be given. */
export class AccountLoad {
  readonly #connections: number;
  /** Actions in flight without a response, by account. */
  readonly #counts = new Map<number, number>();
  #averageInMs = 100;
  #perAccount: number;

  constructor(connections: number) {
    this.#connections = connections;
    this.#perAccount = connections;
  }

  begin(account: number): void {
    this.#change(account, 1);
  }

  end(account: number, tookInMs: number): void {
    this.#averageInMs = this.#averageInMs * 0.9 + tookInMs * 0.1;
    this.#change(account, -1);
  }

  isHungry(account: number): boolean {
    return (this.#counts.get(account) ?? 0) <= this.#perAccount / 2;
  }

  /** What each account may be given now. */
  planClaim(): Pick<ClaimLimits, 'per_account' | 'taken'> {
    const ahead = Math.floor((this.#connections * QUEUE_IN_MS) / Math.max(1, this.#averageInMs));
    this.#perAccount = Math.min(MOST_AHEAD, Math.max(this.#connections, ahead));
    const taken = [...this.#counts].map(([account_id, held]) => ({
      account_id,
      count: this.isHungry(account_id) ? held : this.#perAccount,
    }));
    return { per_account: this.#perAccount, taken };
  }

  #change(account: number, change: number): void {
    const next = (this.#counts.get(account) ?? 0) + change;
    if (next > 0) this.#counts.set(account, next);
    else this.#counts.delete(account);
  }
}

/**
 * Limits the parallel calls of one account. The others wait here and not in the adapter, so each checks its lease right before its call.
 */
export class CallLanes {
  readonly #connections: number;
  readonly #lanes = new Map<number, { running: number; waiting: (() => void)[] }>();

  constructor(connections: number) {
    this.#connections = connections;
  }

  async run<T>(account: number, call: () => Promise<T>): Promise<T> {
    const lane = this.#lanes.get(account) ?? { running: 0, waiting: [] };
    this.#lanes.set(account, lane);
    if (lane.running < this.#connections) lane.running += 1;
    else await new Promise<void>((resolve) => lane.waiting.push(resolve));
    try {
      return await call();
    } finally {
      const next = lane.waiting.shift();
      if (next) next();
      else lane.running -= 1;
      if (lane.running === 0) this.#lanes.delete(account);
    }
  }
}
