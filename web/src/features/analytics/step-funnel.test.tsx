// @vitest-environment happy-dom
import type { StepMetrics } from '@overture/contract/analytics';
import { expect, test } from 'vitest';
import { durationInWords } from './campaign-analytics.tsx';
import { funnelRows } from './step-funnel.tsx';

const zero = { completed: 0, failed: 0, yes: 0, no: 0, replied: 0, interested: 0, bounced: 0, complained: 0 };
const node = (step_id: number, parent_id: number | null, is_yes_child: boolean | null = null): StepMetrics => ({
  ...zero,
  step_id,
  parent_id,
  is_yes_child,
  type: 'EMAIL',
  is_deleted: false,
});

test('steps are in reading order, Yes before No, branches indented', () => {
  const rows = funnelRows([node(5, 2, false), node(1, null), node(2, 1), node(3, 2, true), node(4, 3)]);
  expect(rows.map(({ step, depth }) => [step.step_id, depth])).toEqual([
    [1, 0],
    [2, 0],
    [3, 1],
    [4, 1],
    [5, 1],
  ]);
});

test('deleted steps come last, regardless of their old place', () => {
  const rows = funnelRows([node(1, null), node(2, 1), { ...node(3, 1), is_deleted: true }]);
  expect(rows.map(({ step, depth }) => [step.step_id, depth])).toEqual([
    [1, 0],
    [2, 0],
    [3, 0],
  ]);
});

test('a time to reply in words', () => {
  expect([null, 20, 5399, 7200, 200_000].map(durationInWords)).toEqual(['–', '1 min', '90 min', '2 h', '2 days']);
});
