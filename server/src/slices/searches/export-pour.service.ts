import type { PassThrough, Readable } from 'node:stream';

/** A reader that takes nothing for this long has left, whatever its connection says. */
const STALL_LIMIT_IN_MS = 60_000;

/**
 * Passes the rows on as fast as they are taken. When the reader has left or stalls, the rest is read for nobody: COPY must
 * end, and the database connection is needed by others.
 */
export async function pourRows(rows: Readable, target: PassThrough, stallLimitInMs = STALL_LIMIT_IN_MS): Promise<void> {
  for await (const piece of rows) {
    if (!target.destroyed && !target.write(piece)) await untilTaken(target, stallLimitInMs);
  }
  target.end();
}

function untilTaken(target: PassThrough, limitInMs: number): Promise<void> {
  return new Promise((done) => {
    const go = (): void => {
      clearTimeout(timer);
      target.off('drain', go).off('close', go);
      done();
    };
    const timer = setTimeout(() => target.destroy(), limitInMs);
    target.on('drain', go).on('close', go);
  });
}
