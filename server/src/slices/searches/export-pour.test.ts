import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { pourRows } from './export-pour.service.ts';

const row = Buffer.alloc(1000, 'x');

/** Rows that count how many of them were taken. */
function countedRows(amount: number): { rows: Readable; taken: () => number } {
  let taken = 0;
  const rows = Readable.from(
    (function* () {
      for (; taken < amount; taken += 1) yield row;
    })(),
  );
  return { rows, taken: () => taken };
}

test('rows reach a reader however slow, and then the file ends', async () => {
  const target = new PassThrough({ highWaterMark: 4000 });
  const { rows } = countedRows(50);
  const poured = pourRows(rows, target, 10_000);
  let bytes = 0;
  for await (const piece of target) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    bytes += piece.length;
  }
  await poured;
  expect(bytes).toBe(50_000);
});

test('a reader that stalls is cut off, and the rows are read to their end', async () => {
  const target = new PassThrough({ highWaterMark: 4000 });
  const closed = once(target, 'close');
  const { rows, taken } = countedRows(500);
  await pourRows(rows, target, 30);
  await closed;
  expect(taken()).toBe(500);
  expect(target.writableFinished).toBe(false);
});

test('a reader that left before the end does not keep the rows', async () => {
  const target = new PassThrough({ highWaterMark: 4000 });
  const { rows, taken } = countedRows(500);
  const poured = pourRows(rows, target, 10_000);
  setTimeout(() => target.destroy(), 10);
  await poured;
  expect(taken()).toBe(500);
});
