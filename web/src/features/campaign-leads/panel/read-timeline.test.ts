import { describe, expect, test } from 'vitest';
import { buildTimeline } from './read-timeline.ts';

const step = (id: number, parent_id: number | null, is_yes_child: boolean | null = null, more: object = {}) => ({
  step: { id, step_type: 'EMAIL' as const },
  condition: null,
  parent_id,
  is_yes_child,
  scheduled_for: null as string | null,
  completed_at: null as string | null,
  error: null as string | null,
  is_yes: null as boolean | null,
  is_deleted: false,
  ...more,
});
const condition = (id: number, parent_id: number | null) => ({
  ...step(id, parent_id),
  step: null,
  condition: { id, condition_type: 'HAS_EMAIL' as const },
});
const idsOf = (entries: ReturnType<typeof buildTimeline<ReturnType<typeof step> | ReturnType<typeof condition>>>) =>
  entries.map((entry) => entry.step?.id ?? entry.condition?.id);

describe('the way of a lead through the flow', () => {
  test('follows the children in any order of input', () => {
    expect(idsOf(buildTimeline([step(3, 2), step(1, null), step(2, 1)]))).toEqual([1, 2, 3]);
    expect(buildTimeline([])).toEqual([]);
  });

  test("a step deleted since keeps its place in the lead's timeline", () => {
    const done = (day: number) => ({ completed_at: `2026-11-0${day}T08:00:00Z` });
    const deleted = step(9, 1, null, { is_deleted: true, ...done(2) });
    expect(idsOf(buildTimeline([step(1, null, null, done(1)), step(2, 1, null, done(3)), deleted]))).toEqual([1, 9, 2]);
    expect(idsOf(buildTimeline([step(1, null, null, done(1)), deleted]))).toEqual([1, 9]);
    expect(idsOf(buildTimeline([step(1, null, null, done(1)), step(2, 1), deleted]))).toEqual([1, 9, 2]);
  });

  test('takes the yes branch when its step is scheduled, otherwise the no branch', () => {
    const start = [step(1, null), condition(2, 1)];
    const planned = { scheduled_for: '2026-11-21T08:00:00Z' };
    expect(idsOf(buildTimeline([...start, step(3, 2, true, planned), step(4, 2, false)]))).toEqual([1, 2, 3]);
    expect(idsOf(buildTimeline([...start, step(3, 2, true), step(4, 2, false, planned)]))).toEqual([1, 2, 4]);
    expect(idsOf(buildTimeline([...start, step(3, 2, true), step(4, 2, false)]))).toEqual([1, 2, 4]);
    expect(idsOf(buildTimeline([...start, step(3, 2, true)]))).toEqual([1, 2]);
  });

  test('an answered condition leads into the branch of its answer, also into an empty one', () => {
    const answered = (is_yes: boolean) => [step(1, null), { ...condition(2, 1), is_yes }];
    const branches = [step(3, 2, true), step(4, 2, false)];
    expect(idsOf(buildTimeline([...answered(true), ...branches]))).toEqual([1, 2, 3]);
    expect(idsOf(buildTimeline([...answered(false), ...branches]))).toEqual([1, 2, 4]);
    expect(idsOf(buildTimeline([...answered(true), step(4, 2, false)]))).toEqual([1, 2]);
  });

  test('stops after a step with an error', () => {
    expect(idsOf(buildTimeline([step(1, null, null, { error: 'refused' }), step(2, 1)]))).toEqual([1]);
  });

  test('a loop in broken data ends', () => {
    expect(idsOf(buildTimeline([step(1, null), step(2, 1), { ...step(1, 2) }, step(5, 5)]))).toEqual([1, 2, 1]);
  });
});
