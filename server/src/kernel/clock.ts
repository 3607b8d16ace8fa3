import type { Log } from './log.ts';

/**
 * The one clock. Real time plus the installation's offset, which is zero unless TIME_TRAVEL=on moved it. SQL has the
 * same clock as `app_now()`. Rules never read it: they are given instants.
 */
export interface Clock {
  now(): Date;
  /** Offset in milliseconds, as this process last heard it. */
  offset_in_ms(): number;
  setOffset(offsetInMs: number): void;
  /** Called with the new offset after every jump. */
  onJump(listener: (offsetInMs: number) => void): void;
}

export function createClock(log: Log): Clock {
  let offset = 0;
  const listeners: ((offsetInMs: number) => void)[] = [];
  return {
    now: () => new Date(Date.now() + offset),
    offset_in_ms: () => offset,
    setOffset(offsetInMs) {
      if (offsetInMs === offset) return;
      offset = offsetInMs;
      log.info({ offset_in_seconds: Math.round(offset / 1000) }, 'clock moved');
      for (const listener of listeners) listener(offset);
    },
    onJump(listener) {
      listeners.push(listener);
    },
  };
}
