import { expect, test } from 'vitest';
import { listFormerFirstSteps, newDelayInHours } from './delays.ts';
import type { Flow } from './flow.ts';

const start = { parent_id: null, branch: null };

test('the first step of a path has no delay, later ones wait a day', () => {
  const flow: Flow = [
    { id: 1, kind: 'condition', type: 'HAS_EMAIL', ...start, delay_in_hours: 0 },
    { id: 2, kind: 'step', type: 'EMAIL', parent_id: 1, branch: 'yes', delay_in_hours: 0 },
  ];
  expect(newDelayInHours([], 'EMAIL', start)).toBe(0);
  expect(newDelayInHours([], 'HAS_PHONE', start)).toBe(0);
  expect(newDelayInHours(flow, 'CALL_PROSPECT', { parent_id: 1, branch: 'no' })).toBe(0);
  expect(newDelayInHours(flow, 'CALL_PROSPECT', { parent_id: 2, branch: null })).toBe(24);
});

test('the former first step waits a day, unless it has a delay already', () => {
  const flow: Flow = [
    { id: 1, kind: 'condition', type: 'HAS_EMAIL', ...start, delay_in_hours: 0 },
    { id: 2, kind: 'step', type: 'EMAIL', parent_id: 1, branch: 'yes', delay_in_hours: 0 },
    { id: 3, kind: 'step', type: 'EMAIL', parent_id: 2, branch: null, delay_in_hours: 0 },
    { id: 4, kind: 'step', type: 'LINKEDIN_INVITE', parent_id: 1, branch: 'no', delay_in_hours: 48 },
  ];
  const ids = (...given: Parameters<typeof listFormerFirstSteps>) => listFormerFirstSteps(...given).map(({ id }) => id);
  expect(ids(flow, 'EMAIL', start)).toEqual([2]);
  expect(ids(flow, 'HAS_PHONE', start)).toEqual([]);
  // A person removed the delay of the third step.
  expect(ids(flow, 'EMAIL', { parent_id: 2, branch: null })).toEqual([]);
});
