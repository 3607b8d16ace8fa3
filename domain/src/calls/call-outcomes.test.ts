import { describe, expect, test } from 'vitest';
import { startOfDay } from '../time/local-time.ts';
import { CALL_OUTCOMES, type CallRule, callableFrom, decideCallEffect } from './call-outcomes.ts';

const BERLIN = 'Europe/Berlin';
/** A Friday morning in Berlin. */
const FRIDAY = new Date('2026-11-27T09:30:00Z');
const decide = (given: Partial<Parameters<typeof decideCallEffect>[0]>) =>
  decideCallEffect({
    ...{ outcome: 'no_answer', rule: null, tries: 1, call_again_at: null, called_at: FRIDAY, zone: BERLIN },
    ...given,
  });
const at = (text: string) => ({ kind: 'again', at: new Date(text) });

describe('what follows from a call', () => {
  test('a lead who is not reached is called again on working days, at another part of the day, three times', () => {
    expect(decide({})).toEqual(at('2026-11-30T14:00:00Z'));
    expect(decide({ tries: 2 })).toEqual(at('2026-12-01T14:00:00Z'));
    expect(decide({ called_at: new Date('2026-11-27T14:00:00Z') })).toEqual(at('2026-11-30T09:00:00Z'));
    expect(decide({ tries: 3 })).toEqual({ kind: 'continue' });
  });

  test('an own outcome has its own rule', () => {
    const rule: CallRule = { again_in_hours: 4, again_in_days: null, max_tries: 2 };
    expect(decide({ rule })).toEqual(at('2026-11-27T13:30:00Z'));
    expect(decide({ rule, tries: 2 })).toEqual({ kind: 'continue' });
    expect(decide({ rule: { again_in_hours: null, again_in_days: 5, max_tries: 9 }, tries: 4 })).toEqual(
      at('2026-12-04T14:00:00Z'),
    );
  });

  test('every outcome has an effect', () => {
    const kinds = Object.fromEntries(CALL_OUTCOMES.map((outcome) => [outcome, decide({ outcome }).kind]));
    expect(kinds).toEqual({
      ...{ interested: 'end', not_interested: 'end', later: 'again', answered: 'continue' },
      ...{ no_answer: 'again', voicemail: 'again', busy: 'again', wrong_number: 'continue', do_not_call: 'continue' },
    });
  });

  test('the next try keeps its hour across a clock change', () => {
    // The clocks of Berlin go back on Sunday, 25 October 2026.
    const before = new Date('2026-10-23T07:00:00Z');
    expect(decide({ called_at: before })).toEqual(at('2026-10-26T14:00:00Z'));
  });
});

describe('when leads may be called', () => {
  test.each([
    ['in the hours of one zone', [BERLIN], '2026-11-27T09:00:00Z', null],
    ['too early', [BERLIN], '2026-11-27T05:00:00Z', '2026-11-27T07:00:00Z'],
    ['too late', [BERLIN], '2026-11-27T17:00:00Z', '2026-11-28T07:00:00Z'],
    ['both zones must be open', [BERLIN, 'America/New_York'], '2026-11-27T09:00:00Z', '2026-11-27T13:00:00Z'],
    ['without a zone', [], '2026-11-27T03:00:00Z', null],
    [
      'zones that never meet',
      ['Pacific/Auckland', 'America/Argentina/Buenos_Aires'],
      '2026-11-27T03:00:00Z',
      undefined,
    ],
  ])('%s', (_, zones, now, expected) => {
    const found = callableFrom(zones, new Date(now));
    if (expected === undefined) expect(found === null || found > new Date(now)).toBe(true);
    else expect(found).toEqual(expected === null ? null : new Date(expected));
  });
});

test('a day of 25 hours is one day, and one of 23 as well', () => {
  const hours = (day: string, next: string) =>
    (startOfDay(next, BERLIN).getTime() - startOfDay(day, BERLIN).getTime()) / 3_600_000;
  expect([hours('2026-10-25', '2026-10-26'), hours('2026-03-29', '2026-03-30')]).toEqual([25, 23]);
});
