import { afterEach, expect, test } from 'vitest';
import { recordServerTime, serverNow, serverToday } from './server-clock.ts';

afterEach(() => recordServerTime(new Date().toUTCString()));

test('days follow the server, however wrong this machine is', () => {
  recordServerTime('Fri, 01 Jan 2100 00:00:30 GMT');
  expect(serverToday()).toBe('2100-01-01');
  recordServerTime('Thu, 31 Dec 2099 23:00:00 GMT');
  expect(serverToday()).toBe('2099-12-31');
});

test('an answer without a readable time changes nothing', () => {
  recordServerTime('Fri, 01 Jan 2100 12:00:00 GMT');
  recordServerTime(null);
  recordServerTime('yesterday');
  expect(serverNow().getUTCFullYear()).toBe(2100);
});
