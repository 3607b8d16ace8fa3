import type { FlowNode } from '@overture/domain/flow/flow';
import { expect, test } from 'vitest';
import { countFlowFacts } from './flow-facts.ts';

const step = (id: number, parent_id: number | null, delay_in_hours: number, branch: 'yes' | 'no' | null = null) =>
  ({ id, kind: 'step', type: 'EMAIL', parent_id, branch, delay_in_hours }) as FlowNode;

test('the longest way through the branches counts, and steps in all of them', () => {
  const condition = { ...step(2, 1, 0), kind: 'condition', type: 'HAS_EMAIL' } as FlowNode;
  const flow = [step(1, null, 24), condition, step(3, 2, 24, 'yes'), step(4, 2, 72, 'no'), step(5, 4, 1)];
  expect(countFlowFacts(flow)).toEqual({ steps: 4, days: 5 });
  expect(countFlowFacts([])).toEqual({ steps: 0, days: 0 });
  expect(countFlowFacts([step(1, null, 0)])).toEqual({ steps: 1, days: 0 });
});
