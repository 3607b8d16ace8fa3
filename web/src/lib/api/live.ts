import type { LiveEventData, LiveEventType } from '@overture/contract/live';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { inPageLanguage } from '../texts.ts';

/** Milliseconds before the next try after the connection closed. */
const reconnectDelay = 3000;
/** The server closes with this code when the session is over. */
const sessionEnded = 4401;
/** After a refusal because there are too many connections already, a page waits longer. */
const crowdedDelay = 60_000;
const tooMany = 4429;

/** What a page may have asked for before its first connection was open, at most: it loads within that time. */
const longestLoadInMs = 10_000;

export type LiveStatus = 'idle' | 'connecting' | 'open' | 'closed';
type Listener = (data: never) => void;

/**
 * The one live connection of the page. It asks for what came since the page began to load, reconnects 3 s after it closed and asks for
 * what came `after` the last message it saw; a hole in the sequence numbers or a `resync` tells `onMissed`, which fetches what is on screen again.
 */
class LiveConnection {
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #userId: number | undefined;
  #sequence: number | undefined;
  #wasOpen = false;
  #status: LiveStatus = 'idle';
  readonly #listeners = new Map<LiveEventType, Set<Listener>>();
  readonly #statusListeners = new Set<() => void>();
  #onMissed: () => void = () => {};
  #onEnded: () => void = () => {};

  /** Opens the connection of a user; with `undefined` (signed out) closes it. `onEnded`: the session is over. */
  connect(userId: number | undefined, onMissed: () => void, onEnded: () => void = () => {}): void {
    this.#onMissed = onMissed;
    this.#onEnded = onEnded;
    if (userId === this.#userId) return;
    this.#userId = userId;
    this.#sequence = undefined;
    this.#wasOpen = false;
    clearTimeout(this.#timer);
    const old = this.#socket;
    this.#socket = undefined;
    old?.close();
    if (userId === undefined) this.#setStatus('idle');
    else this.#open();
  }

  on<Type extends LiveEventType>(type: Type, listener: (data: LiveEventData<Type>) => void): () => void {
    const listeners = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, listeners);
    listeners.add(listener as Listener);
    return () => listeners.delete(listener as Listener);
  }

  readonly subscribeStatus = (listener: () => void): (() => void) => {
    this.#statusListeners.add(listener);
    return () => this.#statusListeners.delete(listener);
  };

  readonly status = (): LiveStatus => this.#status;

  #setStatus(status: LiveStatus) {
    this.#status = status;
    for (const listener of this.#statusListeners) listener();
  }

  #open() {
    this.#setStatus('connecting');
    const origin = window.location.origin.replace(/^http/, 'ws');
    const after = this.#sequence === undefined ? '' : `?after=${this.#sequence}`;
    const socket = new WebSocket(`${origin}/ws/${this.#userId}/${after || pastOfThePage()}`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#setStatus('open');
      if (this.#wasOpen && after === '') this.#onMissed();
      this.#wasOpen = true;
    };
    socket.onmessage = (event) => this.#receive(String(event.data));
    socket.onclose = ({ code }) => {
      if (socket !== this.#socket) return;
      this.#setStatus('closed');
      if (code === sessionEnded) this.#onEnded();
      this.#timer = setTimeout(() => this.#open(), code === tooMany ? crowdedDelay : reconnectDelay);
    };
  }

  #receive(text: string) {
    let message: { sequence?: number; type?: LiveEventType | 'hello'; data?: unknown };
    try {
      message = inPageLanguage(JSON.parse(text));
    } catch {
      return;
    }
    const { sequence, type, data } = message;
    if (typeof sequence === 'number' && !this.#follow(sequence, type)) return;
    if (type !== undefined && type !== 'hello')
      for (const listener of this.#listeners.get(type) ?? []) listener(data as never);
  }

  /** False for a message that was received before. */
  #follow(sequence: number, type: LiveEventType | 'hello' | undefined): boolean {
    const isReset = type === 'resync' || type === 'hello';
    const last = this.#sequence ?? sequence - 1;
    if (sequence <= last && !isReset) return false;
    if (sequence > last + 1 || type === 'resync') this.#onMissed();
    this.#sequence = sequence;
    return true;
  }
}

/** Events since the page began to load are replayed: a response fetched just before the connection opened lacks them. */
function pastOfThePage(): string {
  return `?past_in_ms=${Math.ceil(Math.min(performance.now(), longestLoadInMs))}`;
}

export const live = new LiveConnection();

/** Calls `handler` for every event of the type while the component is on screen. */
export function useLiveEvent<Type extends LiveEventType>(
  type: Type,
  handler: (data: LiveEventData<Type>) => void,
): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => live.on(type, (data) => latest.current(data)), [type]);
}

/** State of the live connection, for the hint that the page may be behind. */
export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(live.subscribeStatus, live.status);
}
