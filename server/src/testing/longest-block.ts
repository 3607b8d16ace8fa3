import { readFileSync } from 'node:fs';

const LOOK_EVERY_IN_MS = 10;

/** How long this process's first thread was ready and waited for a processor, by Linux; nothing elsewhere. In milliseconds. */
export function loadWaitTime(): number {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

/**
 * The longest time that the main thread was blocked, working or waiting synchronously. Waiting for a processor on a busy
 * machine does not count.
 * @returns a function that stops it and returns milliseconds
 */
export function watchLongestBlock(): () => number {
  let longest = 0;
  let before = { at: performance.now(), waited: loadWaitTime() };
  const look = (): void => {
    const now = { at: performance.now(), waited: loadWaitTime() };
    longest = Math.max(longest, now.at - before.at - (now.waited - before.waited));
    before = now;
  };
  const timer = setInterval(look, LOOK_EVERY_IN_MS);
  return () => {
    clearInterval(timer);
    look();
    return longest;
  };
}
