import { afterEach, expect, test, vi } from 'vitest';
import type { SystemContext } from '../../../kernel/context.ts';
import { createMailSync } from './mail-sync.service.ts';

afterEach(() => void vi.useRealTimers());

/** Rounds that a process begins in a minute, when each takes so long. */
async function countRounds(round_in_ms: number): Promise<number> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  let rounds = 0;
  const systemTransaction = async () => {
    rounds += 1;
    await new Promise((resolve) => setTimeout(resolve, round_in_ms));
    return [];
  };
  const stop = await createMailSync().start({ systemTransaction } as unknown as SystemContext);
  await vi.advanceTimersByTimeAsync(60_000);
  const stopping = stop();
  await vi.advanceTimersByTimeAsync(round_in_ms);
  await stopping;
  return rounds;
}

test('the time of a round counts: a busy process opens as many mailboxes in a minute as an idle one', async () => {
  expect(await countRounds(5)).toBeGreaterThanOrEqual(60);
  expect(await countRounds(600)).toBeGreaterThanOrEqual(60);
  // A database that is overloaded still gets a pause.
  expect(await countRounds(2800)).toBeLessThanOrEqual(21);
});
