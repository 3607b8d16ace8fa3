import type { Readable } from 'node:stream';
import { TENANT_LIMITS } from '@overture/domain/tenant-limits';

const WINDOW_IN_MS = 60_000;

/**
 * Cuts off who takes a file slower than the least rate: they hold a place that others need. What waits for the database is not
 * the reader's doing: only time in which something lay ready counts.
 */
export function endSlowReader(content: Readable, windowInMs = WINDOW_IN_MS): void {
  let taken = 0;
  let waited = 0;
  const step = windowInMs / 12;
  const push = content.push.bind(content);
  content.push = (chunk: Buffer | string | null, encoding?: BufferEncoding) => {
    taken += chunk?.length ?? 0;
    return push(chunk, encoding);
  };
  const timer = setInterval(() => {
    // The buffer is full: the source has stopped because the reader is slow.
    if (content.readableLength >= content.readableHighWaterMark) waited += step;
    if (waited < windowInMs) return;
    if (taken < (TENANT_LIMITS.min_download_bytes_per_second * windowInMs) / 1000) content.destroy();
    taken = 0;
    waited = 0;
  }, step);
  timer.unref();
  content.once('close', () => clearInterval(timer));
}
