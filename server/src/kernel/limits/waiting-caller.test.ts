import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { signalOfCaller } from './waiting-caller.ts';

const connection = (given: object) => ({
  raw: Object.assign(new EventEmitter(), { closed: false, ...given }) as never,
});

test('who leaves before the work begins, or while it is done, ends it; who got the answer does not', () => {
  expect(signalOfCaller(connection({ closed: true, writableFinished: false })).aborted).toBe(true);
  for (const writableFinished of [true, false]) {
    const reply: { raw: EventEmitter } = connection({ writableFinished });
    const signal = signalOfCaller(reply as never, new Error('gone'));
    expect(signal.aborted).toBe(false);
    reply.raw.emit('close');
    expect(signal.aborted).toBe(!writableFinished);
  }
});
