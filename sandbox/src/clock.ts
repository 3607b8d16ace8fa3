/** The installation's clock as the sandbox sees it: real time plus the offset the server reports when it travels. */
export type SandboxClock = {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Sets how far the clock is ahead of real time. */
  setOffset(offset_in_seconds: number): void;
  /** Called after each change of the offset. */
  onChange(listener: () => void): void;
};

export function createClock(): SandboxClock {
  let offset_in_ms = 0;
  const listeners: (() => void)[] = [];
  return {
    now: () => Date.now() + offset_in_ms,
    setOffset(offset_in_seconds) {
      offset_in_ms = offset_in_seconds * 1000;
      for (const listener of listeners) listener();
    },
    onChange: (listener) => listeners.push(listener),
  };
}
