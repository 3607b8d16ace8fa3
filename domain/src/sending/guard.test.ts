import { describe, expect, test } from 'vitest';
import { decideGuard } from './guard.ts';

const at = (sends: number, bounces: number, complaints = 0, is_young = false) =>
  decideGuard({ sends, bounces, complaints, is_young })?.state ?? null;

describe('bounces', () => {
  test.each([
    [0, 0, null],
    [19, 5, null],
    [20, 1, 'warned'],
    [51, 1, null],
    [50, 1, 'warned'],
    [49, 49, 'warned'],
    [50, 2, 'warned'],
    [50, 3, 'paused'],
    [60, 3, 'paused'],
    [61, 3, 'warned'],
    [1000, 20, 'warned'],
    [1000, 19, null],
    [1000, 50, 'paused'],
  ] as const)('%i messages, %i of them bounced: %s', (sends, bounces, state) => {
    expect(at(sends, bounces)).toBe(state);
  });

  test('a sender in its first month is paused at 3 %', () => {
    expect([at(100, 3, 0, true), at(101, 3, 0, true), at(100, 3)]).toEqual(['paused', 'warned', 'warned']);
  });
});

describe('complaints', () => {
  test.each([
    [1, 1, 'warned'],
    [299, 2, 'warned'],
    [300, 1, 'paused'],
    [400, 1, 'warned'],
    [667, 2, 'warned'],
    [10_000, 3, 'paused'],
  ] as const)('%i messages, %i complaints: %s', (sends, complaints, state) => {
    expect(at(sends, 0, complaints)).toBe(state);
  });
});

test('the reason names its figures', () => {
  expect(decideGuard({ sends: 60, bounces: 3, complaints: 0, is_young: false })?.reason).toBe(
    '3 bounces among 60 messages in 7 days',
  );
  expect(decideGuard({ sends: 1, bounces: 0, complaints: 1, is_young: false })?.reason).toBe(
    '1 complaint about 1 message in 7 days',
  );
});
