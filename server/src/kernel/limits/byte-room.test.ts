import { setImmediate as breathe } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createByteRoom } from './byte-room.ts';

const open = new AbortController().signal;

/** Whether it has been let in by now. */
async function isIn(entering: Promise<unknown>): Promise<boolean> {
  let isInside = false;
  void entering.then(
    () => (isInside = true),
    () => undefined,
  );
  await breathe();
  return isInside;
}

describe('memory lent to organizations', () => {
  test('the first takes half, the next half of the rest, and a third one finds room', async () => {
    const room = createByteRoom(100);
    const countEntries = async (key: string): Promise<number> => {
      let count = 0;
      while (await isIn(room.enter(key, 10, open))) count += 1;
      return count;
    };
    expect([await countEntries('a'), await countEntries('b'), await countEntries('c')]).toEqual([5, 2, 1]);
    expect(room.held()).toBe(80);
    expect(await isIn(room.enter('d', 10, open))).toBe(true);
    expect(await isIn(room.enter('e', 20, open))).toBe(false);
  });

  test('of those that wait, the one that holds least is next, a small request does not pass a large one', async () => {
    const room = createByteRoom(100);
    const first = await room.enter('a', 90, open);
    const more = room.enter('a', 10, open);
    const large = room.enter('b', 60, open);
    const small = room.enter('c', 10, open);
    expect([await isIn(more), await isIn(large), await isIn(small)]).toEqual([false, false, false]);
    first(40);
    expect([await isIn(more), await isIn(large), await isIn(small)]).toEqual([false, false, false]);
    first();
    first();
    expect([await isIn(large), await isIn(small), await isIn(more)]).toEqual([true, true, true]);
    expect(room.held()).toBe(80);
  });

  test('more than there is waits until nothing else is held', async () => {
    const room = createByteRoom(100);
    const leave = await room.enter('a', 1, open);
    const huge = room.enter('b', 1000, open);
    expect(await isIn(huge)).toBe(false);
    leave();
    (await huge)();
    expect(room.held()).toBe(0);
  });

  test('a request that stops waiting leaves the line', async () => {
    const room = createByteRoom(100);
    const leave = await room.enter('a', 50, open);
    const closing = new AbortController();
    const large = room.enter('b', 80, closing.signal);
    const small = room.enter('c', 50, open);
    expect(await isIn(small)).toBe(false);
    closing.abort(new Error('closed'));
    await expect(large).rejects.toThrow('closed');
    (await small)();
    leave();
    expect(room.held()).toBe(0);
    await expect(room.enter('b', 1, closing.signal)).rejects.toThrow('closed');
  });

  test('in any order the bound holds, and everyone gets in', async () => {
    const room = createByteRoom(1000);
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    let most = 0;
    const work = Array.from({ length: 2000 }, async () => {
      const bytes = 1 + random(600);
      const leave = await room.enter(random(7), bytes, open);
      most = Math.max(most, room.held());
      for (let turns = random(5); turns > 0; turns -= 1) await breathe();
      leave(random(bytes));
      await breathe();
      leave();
    });
    await Promise.all(work);
    expect(room.held()).toBe(0);
    expect(most).toBeLessThanOrEqual(1000);
    expect(most).toBeGreaterThan(600);
  });
});
