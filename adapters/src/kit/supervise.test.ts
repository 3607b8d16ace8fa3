import { expect, test } from 'vitest';
import { pauseBeforeStart, type SupervisorTime, supervise } from './supervise.ts';

/** A clock that only advances during a sleep, and a part that dies on command. */
function makeWorld({ failures = [] as string[] } = {}) {
  let now = 0;
  const pauses: number[] = [];
  const lines: string[] = [];
  const announced: string[] = [];
  const stopped: number[] = [];
  let starts = 0;
  let end: (reason: string) => void = () => undefined;
  let isSleepHeld = false;
  const time: SupervisorTime = {
    now: () => now,
    random: () => 0,
    sleep(milliseconds, signal) {
      pauses.push(milliseconds);
      now += milliseconds;
      if (!isSleepHeld) return Promise.resolve();
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
  };
  const start = () =>
    supervise<number>({
      name: 'The part',
      async start(onEnd) {
        const failure = starts > 0 ? failures.shift() : undefined;
        if (failure) throw new Error(failure);
        starts += 1;
        end = onEnd;
        return starts;
      },
      async stop(part) {
        stopped.push(part);
      },
      advise: (reason) => `Look at the disk (${reason}).`,
      log: { info: (line) => lines.push(line), warn: (line) => lines.push(line) },
      announce: (text) => announced.push(text),
      time,
    });
  return {
    start,
    pauses,
    lines,
    announced,
    stopped,
    starts: () => starts,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    holdSleep: () => {
      isSleepHeld = true;
    },
    die: async (reason = 'killed') => {
      end(reason);
      for (let n = 0; n < 20; n += 1) await Promise.resolve();
    },
  };
}

test('pauses double from 0.2 s to 30 s, and chance makes them shorter, never longer', () => {
  expect([1, 2, 3, 4, 8, 9, 50].map((attempt) => pauseBeforeStart(attempt, 0))).toEqual([
    200, 400, 800, 1600, 25_600, 30_000, 30_000,
  ]);
  expect(pauseBeforeStart(1, 0.999)).toBe(150);
  expect(pauseBeforeStart(9, 0.999)).toBe(22_508);
});

test('a part that ends is started again; one that lived a minute begins with the shortest pause', async () => {
  const world = makeWorld();
  const supervisor = await world.start();
  expect(supervisor.current()).toBe(1);
  await world.die();
  await world.die();
  world.pass(60_000);
  await world.die();
  expect(world.pauses).toEqual([200, 400, 200]);
  expect(supervisor.current()).toBe(4);
});

test('a start that fails is tried again, and counts', async () => {
  const world = makeWorld({ failures: ['no room', 'no room'] });
  const supervisor = await world.start();
  await world.die();
  expect(world.pauses).toEqual([200, 400, 800]);
  expect(supervisor.current()).toBe(2);
  expect(world.announced).toHaveLength(1);
  expect(world.announced[0]).toContain('ended 3 times within ten minutes');
  expect(world.announced[0]).toContain('Look at the disk (no room).');
});

test('the advice appears at the third death within ten minutes, once, and the part is still restarted', async () => {
  const world = makeWorld();
  await world.start();
  await world.die();
  await world.die();
  expect(world.announced).toEqual([]);
  for (let n = 0; n < 5; n += 1) await world.die();
  expect(world.announced).toHaveLength(1);
  expect(world.starts()).toBe(8);
});

test('deaths far apart give no advice', async () => {
  const world = makeWorld();
  await world.start();
  for (let n = 0; n < 6; n += 1) {
    world.pass(6 * 60_000);
    await world.die();
  }
  expect(world.announced).toEqual([]);
  expect(world.pauses).toEqual([200, 200, 200, 200, 200, 200]);
});

test('the end of a part is heard once', async () => {
  const world = makeWorld();
  await world.start();
  world.holdSleep();
  await world.die();
  await world.die();
  expect(world.pauses).toEqual([200]);
});

test('a stop ends the part, and also the pause before the next start', async () => {
  const running = makeWorld();
  const first = await running.start();
  await first.stop();
  await first.stop();
  expect(running.stopped).toEqual([1]);
  await running.die();
  expect(running.starts()).toBe(1);

  const dead = makeWorld();
  const second = await dead.start();
  dead.holdSleep();
  await dead.die();
  await second.stop();
  expect(dead.starts()).toBe(1);
  expect(dead.stopped).toEqual([]);
});

test('a first start that fails is the caller’s', async () => {
  await expect(
    supervise({
      name: 'The part',
      start: () => Promise.reject(new Error('in use')),
      stop: async () => undefined,
      advise: () => '',
      log: { info: () => undefined, warn: () => undefined },
    }),
  ).rejects.toThrow('in use');
});
