import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createDatabaseHealth, type HealthEvent, type ProbeAnswer } from './health.ts';
import { DatabaseUnavailable } from './outage.ts';

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const full = Object.assign(new Error('No space left on device'), { code: '53100' });
const down: ProbeAnswer = { kind: 'unreachable', reason: 'refused', is_mute: true };
const late: ProbeAnswer = { kind: 'unreachable', reason: 'timeout expired', is_mute: true, is_slow: true };
const readOnly: ProbeAnswer = { kind: 'read_only', reason: 'it is read-only' };
const up: ProbeAnswer = { kind: 'up' };

/** A server that gives the answers of the test, then healthy ones. */
function watch(...answers: ProbeAnswer[]) {
  const lines: { level: number; msg: string }[] = [];
  const events: HealthEvent[] = [];
  const asked: boolean[] = [];
  const log = pino({ level: 'debug' }, { write: (line) => void lines.push(JSON.parse(line)) });
  const health = createDatabaseHealth('', log, async (checksRoom) => {
    asked.push(checksRoom);
    return answers.shift() ?? up;
  });
  health.onChange((event) => events.push(event));
  return { health, lines, events, asked };
}

test('an outage is logged at its start and its end, and closes older connections', async () => {
  const { health, lines, events } = watch(down, down, readOnly, up);
  const translated = health.translate(refused);
  expect(translated).toBeInstanceOf(DatabaseUnavailable);
  expect((translated as DatabaseUnavailable).cause).toBe(refused);
  await health.whenUp();
  expect(lines.map((line) => line.msg)).toEqual([
    'the database cannot be reached; waiting for it',
    'the database is back',
  ]);
  expect(events).toEqual(['gone', 'back']);
  expect([health.state(), health.generation()]).toEqual(['up', 1]);
});

test('one connection lost by a healthy server is no outage', async () => {
  const { health, lines, events } = watch(up);
  health.translate(refused);
  await health.whenUp();
  expect(lines).toEqual([]);
  expect(events).toEqual([]);
  expect(health.generation()).toBe(0);
});

test('one late answer is a busy machine; two are an outage', async () => {
  const once = watch(late, up);
  once.health.suspect();
  await once.health.whenUp();
  expect(once.events).toEqual([]);
  const twice = watch(late, late, up);
  twice.health.suspect();
  await twice.health.whenUp();
  expect(twice.events).toEqual(['gone', 'back']);
});

test('a server silent for a second has its open connections closed; a starting one has not', async () => {
  const mute = watch(...Array.from({ length: 7 }, () => down));
  mute.health.suspect();
  await mute.health.whenUp();
  expect(mute.events).toContain('silent');
  const starting = watch(...Array.from({ length: 7 }, (): ProbeAnswer => ({ ...down, is_mute: false })));
  starting.health.suspect();
  await starting.health.whenUp();
  expect(starting.events).not.toContain('silent');
});

test('after a full disk room is looked for, not only an answer', async () => {
  const { health, asked, lines } = watch({ kind: 'full', reason: 'no room' }, up);
  health.translate(full);
  await health.whenUp();
  expect(asked).toEqual([true, true]);
  expect(lines[0]?.msg).toContain('the disk of the database is full');
});

test('errors that are no outage pass unchanged, without a check', async () => {
  const { health, asked } = watch();
  const error = Object.assign(new Error('duplicate key'), { code: '23505' });
  expect(health.translate(error)).toBe(error);
  expect(asked).toEqual([]);
});

test('who waits can give up, and a stop ends the waiting', async () => {
  const { health } = watch(...Array.from({ length: 1000 }, () => down));
  health.suspect();
  const abort = new AbortController();
  const waiting = health.whenUp(abort.signal);
  abort.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  const other = health.whenUp();
  health.stop();
  await expect(other).rejects.toThrow('The program is ending.');
});
