// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sayAnswerBy } from '../language/answer-words.ts';
import { setAnswerLanguage } from '../texts.ts';
import { live } from './live.ts';

/** The far end of the connection, moved by hand. */
class FakeSocket {
  static all: FakeSocket[] = [];
  readonly url: string;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  isClosed = false;
  constructor(url: string) {
    this.url = url;
    FakeSocket.all.push(this);
  }
  close() {
    this.isClosed = true;
    this.onclose?.({ code: 1006 });
  }
  send(message: unknown) {
    this.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) });
  }
}

const newest = () => FakeSocket.all.at(-1) as FakeSocket;
const missed = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.all = [];
  missed.mockReset();
  live.connect(7, missed);
  newest().onopen?.();
  newest().send({ sequence: 10, type: 'hello', data: {} });
});

afterEach(() => {
  live.connect(undefined, () => {});
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('events reach those who listen, in order, once', () => {
  const seen: number[] = [];
  const stop = live.on('credits_added', ({ email_credits }) => seen.push(email_credits));
  newest().send({ sequence: 11, type: 'credits_added', data: { email_credits: 50 } });
  newest().send({ sequence: 11, type: 'credits_added', data: { email_credits: 50 } });
  newest().send({ sequence: 12, type: 'credits_added', data: { email_credits: 60 } });
  stop();
  newest().send({ sequence: 13, type: 'credits_added', data: { email_credits: 70 } });
  expect(seen).toEqual([50, 60]);
  expect(missed).not.toHaveBeenCalled();
});

test('what an event explains is in the language of the page', () => {
  setAnswerLanguage(
    sayAnswerBy((text) => (text === 'The uploaded file is gone.' ? 'Die Datei ist verschwunden.' : undefined)),
  );
  const seen: unknown[] = [];
  const stop = live.on('import_progress', (data) => seen.push(data));
  newest().send({
    sequence: 11,
    type: 'import_progress',
    data: { name: 'a.csv', error: 'The uploaded file is gone.' },
  });
  stop();
  setAnswerLanguage((answer) => answer);
  expect(seen).toEqual([{ name: 'a.csv', error: 'Die Datei ist verschwunden.' }]);
});

test('a hole in the numbers fetches everything again', () => {
  newest().send({ sequence: 12, type: 'credits_added', data: { email_credits: 50 } });
  expect(missed).toHaveBeenCalledTimes(1);
});

test('it connects again after 3 seconds and asks for what came after the last message', () => {
  newest().close();
  expect(live.status()).toBe('closed');
  vi.advanceTimersByTime(2999);
  expect(FakeSocket.all).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(FakeSocket.all).toHaveLength(2);
  expect(newest().url).toMatch(/\/ws\/7\/\?after=10$/);
  newest().onopen?.();
  expect(missed).not.toHaveBeenCalled();
  newest().send({ sequence: 400, type: 'resync', data: {} });
  expect(missed).toHaveBeenCalledTimes(1);
  newest().send({ sequence: 401, type: 'hello', data: {} });
  expect(missed).toHaveBeenCalledTimes(1);
});

test('another user gets a connection of their own; signing out ends it for good', () => {
  const first = newest();
  live.connect(8, missed);
  expect(first.isClosed).toBe(true);
  expect(newest().url).toMatch(/\/ws\/8\/\?past_in_ms=\d+$/);
  live.connect(undefined, missed);
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(2);
  expect(live.status()).toBe('idle');
});

test('a message that is not JSON is ignored', () => {
  expect(() => newest().send('not json')).not.toThrow();
  expect(missed).not.toHaveBeenCalled();
});
