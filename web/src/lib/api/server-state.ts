import { useSyncExternalStore } from 'react';

/** Milliseconds between two looks whether the server is back. */
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 4000;
const ANSWER_LIMIT = 5000;

/**
 * Whether the server can serve. A call that found it away starts a health check. While it is away, the user is informed
 * once, the screen keeps its content, and pending fetches are retried.
 */
class ServerState {
  #isAway = false;
  #isAsking = false;
  readonly #listeners = new Set<() => void>();
  readonly #backListeners = new Set<() => void>();

  /** A call was answered 502, 503 or 504, or not at all. */
  noteFailure(): void {
    if (this.#isAsking) return;
    this.#isAsking = true;
    void this.#ask(FIRST_PAUSE);
  }

  /** True while the server is away, or is being asked whether it is. */
  readonly isDoubtful = (): boolean => this.#isAway || this.#isAsking;

  readonly isAway = (): boolean => this.#isAway;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Called when it is back after having been away. */
  onBack(listener: () => void): () => void {
    this.#backListeners.add(listener);
    return () => this.#backListeners.delete(listener);
  }

  async #ask(pause: number): Promise<void> {
    if (!(await isServerHere())) {
      this.#set(true);
      // Many screens wait for one server: they do not ask in step.
      setTimeout(() => void this.#ask(Math.min(pause * 1.5, LONGEST_PAUSE)), pause * (0.75 + Math.random() / 2));
      return;
    }
    this.#isAsking = false;
    const wasAway = this.#isAway;
    this.#set(false);
    if (wasAway) for (const listener of this.#backListeners) listener();
  }

  #set(isAway: boolean): void {
    if (isAway === this.#isAway) return;
    this.#isAway = isAway;
    for (const listener of this.#listeners) listener();
  }
}

export const isServerHere = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_LIMIT) }).then(
    (answer) => answer.ok,
    () => false,
  );

export const serverState = new ServerState();

/** True while the server cannot serve. */
export function useServerAway(): boolean {
  return useSyncExternalStore(serverState.subscribe, serverState.isAway);
}

/** True for responses of a proxy or an unavailable server, which say nothing about the call itself. */
export function isServerTrouble(status: number, code: string): boolean {
  return (
    status === 0 || status === 502 || status === 504 || (status === 503 && ['unavailable', 'unreadable'].includes(code))
  );
}
