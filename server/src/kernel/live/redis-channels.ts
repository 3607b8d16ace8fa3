import { randomUUID } from 'node:crypto';
import { createClient } from '@redis/client';
import type { Log } from '../log.ts';
import { redisUp } from '../metrics.ts';
import {
  channelOf,
  formatHeads,
  type LiveChannels,
  type LiveHandlers,
  type LiveHead,
  parseHeads,
} from './live-channels.ts';

/** A healthy Redis needs a millisecond. Live messages wait for it, and then go through the database. */
const ANSWER_LIMIT_IN_MS = 1000;
/** A server that hangs is found by its silence: it is asked for a sign of life, and left when none comes. */
const PING_EVERY_IN_MS = 2000;
const SILENCE_LIMIT_IN_MS = 5000;
const CONNECT_LIMIT_IN_MS = 3000;
const FIRST_PAUSE_IN_MS = 100;
const LONGEST_PAUSE_IN_MS = 5000;
/** After a failure, messages go through the database this long before Redis is asked again. */
const REST_IN_MS = 5000;

type Part = 'publishing' | 'listening';

/** Two connections: one that listens may not publish in the older protocol, which every server speaks. */
export function connectRedis(url: string, log: Log): LiveChannels {
  const state = new RedisState(log);
  const subscriber = new Subscriber(url, state);
  // Only workers publish.
  let opened: Publisher | null = null;
  const publisher = (): Publisher => {
    opened ??= new Publisher(url, state);
    return opened;
  };
  return {
    canPublish: () => publisher().isUsable(),
    publish: (heads) => publisher().publish(heads),
    listen: (handlers) => subscriber.listen(handlers),
    follow: (organization_id) => subscriber.follow(organization_id),
    unfollow: (organization_id) => subscriber.unfollow(organization_id),
    async stop() {
      opened?.stop();
      subscriber.stop();
    },
  };
}

/** Publishes a word on a channel of its own and waits until it is heard. */
export async function checkRedis(url: string): Promise<{ is_replica: boolean }> {
  const name = `overture:check:${randomUUID()}`;
  const [publisher, subscriber] = [open(url, false), open(url, false)];
  try {
    for (const client of [publisher, subscriber]) {
      client.on('error', () => undefined); // `connect` throws it as well
      await client.connect();
    }
    const heard = Promise.withResolvers<void>();
    await inTime(subscriber.subscribe(name, () => heard.resolve()));
    await inTime(publisher.publish(name, 'heard'));
    await inTime(heard.promise);
    // A login may be limited to channels; then its place is not known.
    const role = await inTime(publisher.sendCommand(['ROLE'])).catch(() => null);
    return { is_replica: Array.isArray(role) && String(role[0]) === 'slave' };
  } finally {
    for (const client of [publisher, subscriber]) if (client.isOpen) client.destroy();
  }
}

/** One line when Redis goes and one when it is back, however often it is tried between. */
class RedisState {
  readonly #log: Log;
  readonly #down = new Set<Part>();
  constructor(log: Log) {
    this.#log = log;
  }
  setDown(part: Part, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (this.#down.size === 0)
      this.#log.warn({ part, reason }, 'Redis is not available, live messages go through the database');
    this.#down.add(part);
    redisUp.set({ part }, 0);
  }
  setUp(part: Part): void {
    redisUp.set({ part }, 1);
    if (this.#down.delete(part) && this.#down.size === 0) this.#log.info('Redis is available again');
  }
}

type Client = ReturnType<typeof open>;

function open(url: string, reconnects = true) {
  return createClient({
    url,
    RESP: 2,
    maintNotifications: 'disabled',
    disableClientInfo: true,
    disableOfflineQueue: true,
    pingInterval: PING_EVERY_IN_MS,
    commandsQueueMaxLength: 1000,
    socket: {
      connectTimeout: CONNECT_LIMIT_IN_MS,
      socketTimeout: SILENCE_LIMIT_IN_MS,
      reconnectStrategy: (tries) =>
        reconnects && Math.min(FIRST_PAUSE_IN_MS * 2 ** Math.min(tries, 10), LONGEST_PAUSE_IN_MS),
    },
  });
}

/** Connects, and again after every loss, until it is stopped. A server that takes connections and answers nothing is not up. */
function reconnectForever(client: Client, part: Part, state: RedisState, onUp?: () => void): void {
  client.on('error', (error) => state.setDown(part, error));
  client.on('ready', () => {
    inTime(client.ping()).then(
      () => {
        state.setUp(part);
        onUp?.();
      },
      (error) => state.setDown(part, error),
    );
  });
  client.connect().catch((error) => state.setDown(part, error));
}

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => limit.reject(new Error(`No answer within ${ANSWER_LIMIT_IN_MS} ms.`)),
    ANSWER_LIMIT_IN_MS,
  );
  try {
    return await Promise.race([work, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}

class Publisher {
  readonly #client: Client;
  readonly #state: RedisState;
  #rests_until = 0;
  #trial: NodeJS.Timeout | undefined;
  #isStopped = false;
  constructor(url: string, state: RedisState) {
    this.#client = open(url);
    this.#state = state;
    reconnectForever(this.#client, 'publishing', state);
  }
  isUsable(): boolean {
    return this.#client.isReady && performance.now() >= this.#rests_until;
  }
  async publish(heads: readonly LiveHead[]): Promise<boolean> {
    const batches = Map.groupBy(heads, ({ organization_id }) => channelOf(organization_id));
    try {
      await inTime(Promise.all([...batches].map(([name, batch]) => this.#client.publish(name, formatHeads(batch)))));
      this.#state.setUp('publishing');
      return true;
    } catch (error) {
      this.#rest(error);
      return false;
    }
  }
  /** Hours may pass until the next message. A publication without one tries whether it could leave. */
  #rest(error: unknown): void {
    this.#rests_until = performance.now() + REST_IN_MS;
    this.#state.setDown('publishing', error);
    clearTimeout(this.#trial);
    if (this.#isStopped) return;
    this.#trial = setTimeout(() => {
      inTime(this.#client.publish(channelOf(0), formatHeads([]))).then(
        () => this.#state.setUp('publishing'),
        (again) => this.#rest(again),
      );
    }, REST_IN_MS);
    this.#trial.unref();
  }
  stop(): void {
    clearTimeout(this.#trial);
    this.#isStopped = true;
    if (this.#client.isOpen) this.#client.destroy();
  }
}

class Subscriber {
  readonly #url: string;
  readonly #state: RedisState;
  /** How many organizations are followed by each channel. */
  readonly #followed = new Map<string, number>();
  #client: Client | null = null;
  #handlers: LiveHandlers | null = null;
  constructor(url: string, state: RedisState) {
    this.#url = url;
    this.#state = state;
  }
  listen(handlers: LiveHandlers): void {
    this.#handlers = handlers;
    this.#client = open(this.#url);
    reconnectForever(this.#client, 'listening', this.#state, () => this.#subscribe([...this.#followed.keys()]));
  }
  follow(organization_id: number): void {
    const name = channelOf(organization_id);
    const count = this.#followed.get(name) ?? 0;
    this.#followed.set(name, count + 1);
    if (count === 0 && this.#client?.isReady) this.#subscribe([name]);
  }
  unfollow(organization_id: number): void {
    const name = channelOf(organization_id);
    const count = (this.#followed.get(name) ?? 0) - 1;
    if (count > 0) return void this.#followed.set(name, count);
    this.#followed.delete(name);
    // One that stays subscribed costs a few bytes: its heads are of organizations that are not here.
    this.#client?.unsubscribe(name, this.#hear).catch(() => undefined);
  }
  stop(): void {
    if (this.#client?.isOpen) this.#client.destroy();
  }
  readonly #hear = (text: string): void => this.#handlers?.onHeads(parseHeads(text));
  /** What fails is subscribed with the next connection, and found by sequence until then. */
  #subscribe(names: string[]): void {
    if (names.length === 0 || !this.#client) return;
    const subscribed = this.#client.subscribe(names, this.#hear).then(() => {
      // Also late: a server that was slow for a moment is heard again, without a new connection.
      this.#state.setUp('listening');
      this.#handlers?.onSubscribed();
    });
    inTime(subscribed).catch((error) => this.#state.setDown('listening', error));
  }
}
