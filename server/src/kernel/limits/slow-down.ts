import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** Timers of a few milliseconds cost more than they keep back. */
const SHORTEST_WAIT_IN_MS = 10;

/** Returns how long each chunk has to wait at a rate in bytes per second. */
function createPace(bytesPerSecond: () => number): (bytes: number) => number {
  let freeAt = 0;
  return (bytes) => {
    const now = performance.now();
    freeAt = Math.max(now, freeAt) + (1000 * bytes) / bytesPerSecond();
    return freeAt - now < SHORTEST_WAIT_IN_MS ? 0 : freeAt - now;
  };
}

/**
 * Limits a stream to a rate: faster input waits, and its sender with it. `bytesPerSecond` is read for every chunk; Infinity
 * means no limit.
 */
export function slowDown(bytesPerSecond: () => number): Transform {
  const waitFor = createPace(bytesPerSecond);
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      const wait = waitFor(piece.length);
      if (wait === 0) done(null, piece);
      else setTimeout(done, wait, null, piece);
    },
  });
}

/** The same for rows that are read. */
export async function* readSlowly(rows: AsyncIterable<Buffer>, bytesPerSecond: () => number): AsyncGenerator<Buffer> {
  const waitFor = createPace(bytesPerSecond);
  for await (const piece of rows) {
    const wait = waitFor(piece.length);
    if (wait > 0) await sleep(wait);
    yield piece;
  }
}
