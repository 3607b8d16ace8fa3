import { describe, expect, test } from 'vitest';
import { type ActionHold, decideLimitRest } from './sender-holds.ts';

const HOUR = 3_600_000;
const START = new Date('2026-11-02T09:00:00Z');
const after = (hours: number) => new Date(START.getTime() + hours * HOUR);

/** Limits that LinkedIn reports at these hours: for how long each lets the action rest. */
function restsAt(hours: readonly number[]): number[] {
  let hold: ActionHold | undefined;
  return hours.map((hour) => {
    const { until, signals } = decideLimitRest(hold, after(hour));
    hold = { until: until.toISOString(), reason: 'limit', signals };
    return (until.getTime() - after(hour).getTime()) / HOUR;
  });
}

describe('a limit that LinkedIn reports', () => {
  test.each([
    ['three in a week', [0, 6, 40], [5, 24, 168]],
    ['others during a rest belong to it', [0, 1, 4, 6, 7], [5, 4, 1, 24, 23]],
    ['a second one after a week is a first one', [0, 168], [5, 5]],
    ['only those of the last week count', [0, 100, 200], [5, 24, 24]],
    ['after a week of rest it begins again', [0, 6, 40, 210], [5, 24, 168, 5]],
  ])('%s', (_, hours, rests) => {
    expect(restsAt(hours)).toEqual(rests);
  });

  test('a pause for another reason is no signal', () => {
    const credits = { until: after(20).toISOString(), reason: 'There are no InMail credits left.' };
    expect(decideLimitRest(credits, START)).toEqual({ until: after(5), signals: [START.toISOString()] });
  });
});
