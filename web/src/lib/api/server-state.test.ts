// @vitest-environment happy-dom
import { signaturesEndpoints } from '@overture/contract/signatures';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call, queryOptions, throughOutages } from './api-client.ts';
import { serverState } from './server-state.ts';

const { listSignatures, createSignature } = signaturesEndpoints;
const unavailable = () =>
  new Response('{"error":"This is not available right now.","code":"unavailable"}', { status: 503 });
let isUp: boolean;
let asked: string[];
const seen: boolean[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  isUp = true;
  asked = [];
  seen.length = 0;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    asked.push(`${init?.method ?? 'GET'} ${url}`);
    if (!isUp) return unavailable();
    return new Response(url === '/healthz' ? '{}' : '{"signatures":[]}', { status: 200 });
  });
});

afterEach(async () => {
  isUp = true;
  await vi.advanceTimersByTimeAsync(20_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const count = (what: string) => asked.filter((line) => line === what).length;

test('an unavailable server is reported once, and its return once', async () => {
  const stop = serverState.subscribe(() => seen.push(serverState.isAway()));
  const back = vi.fn();
  const stopBack = serverState.onBack(back);
  isUp = false;
  await Promise.allSettled(Array.from({ length: 10 }, () => call(listSignatures)));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(seen).toEqual([true]);
  expect(count('GET /healthz')).toBeGreaterThan(2);
  expect(count('GET /healthz')).toBeLessThan(12);
  expect(back).not.toHaveBeenCalled();
  isUp = true;
  await vi.advanceTimersByTimeAsync(6000);
  expect(seen).toEqual([true, false]);
  expect(back).toHaveBeenCalledTimes(1);
  const before = asked.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(before);
  stop();
  stopBack();
});

test('one call that is not available with a server that is well is that call’s own trouble', async () => {
  const stop = serverState.subscribe(() => seen.push(serverState.isAway()));
  serverState.noteFailure();
  await vi.advanceTimersByTimeAsync(1000);
  expect(seen).toEqual([]);
  expect(serverState.isDoubtful()).toBe(false);
  stop();
});

test('what is being fetched is fetched until it is there; a change is asked for once', async () => {
  const client = new QueryClient({ defaultOptions: { queries: throughOutages } });
  isUp = false;
  const fetched = vi.fn();
  void client.fetchQuery(queryOptions(listSignatures)).then(fetched, fetched);
  const changed = call(createSignature, { body: { name: 'Sales', signature: '' } }).catch(
    (error: Error) => error.message,
  );
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched).not.toHaveBeenCalled();
  expect(await changed).toContain('not available right now');
  isUp = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetched).toHaveBeenCalledWith({ signatures: [] });
  expect(asked.filter((line) => line.startsWith('POST'))).toHaveLength(1);
});
