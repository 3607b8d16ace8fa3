import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** Timers of a few milliseconds cost more than they keep back. */
const SHORTEST_WAIT_IN_MS = 10;

/** Answers how long each piece has to wait, so that no more than so many bytes a second pass. */
function createPace(bytesPerSecond: () => number): (bytes: number) => number {
  let freeAt = 0;
  return (bytes) => {
    const now = performance.now();
    freeAt = Math.max(now, freeAt) + (1000 * bytes) / bytesPerSecond();
    return freeAt - now < SHORTEST_WAIT_IN_MS ? 0 : freeAt - now;
  };
}

/**
 * Hands bytes on no faster than so many a second: what comes faster waits, and its sender with it. `bytesPerSecond` is asked anew
 * for every piece, Infinity for as fast as they come.
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
