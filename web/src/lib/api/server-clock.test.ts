import { afterEach, expect, test } from 'vitest';
import { noteServerTime, serverNow, serverToday } from './server-clock.ts';

afterEach(() => noteServerTime(new Date().toUTCString()));

test('days follow the server, however wrong this machine is', () => {
  noteServerTime('Fri, 01 Jan 2100 00:00:30 GMT');
  expect(serverToday()).toBe('2100-01-01');
  noteServerTime('Thu, 31 Dec 2099 23:00:00 GMT');
  expect(serverToday()).toBe('2099-12-31');
});

test('an answer without a readable time changes nothing', () => {
  noteServerTime('Fri, 01 Jan 2100 12:00:00 GMT');
  noteServerTime(null);
  noteServerTime('yesterday');
  expect(serverNow().getUTCFullYear()).toBe(2100);
});
