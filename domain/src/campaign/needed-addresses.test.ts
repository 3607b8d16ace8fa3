import { expect, test } from 'vitest';
import type { FlowNode, StepNode } from '../flow/flow.ts';
import { addressNeeded } from './needed-addresses.ts';

const base = { delay_in_hours: 0 };
const flow: FlowNode[] = [
  { ...base, id: 1, parent_id: null, branch: null, kind: 'condition', type: 'HAS_EMAIL' },
  { ...base, id: 2, parent_id: 1, branch: 'yes', kind: 'step', type: 'EMAIL' },
  { ...base, id: 3, parent_id: 2, branch: null, kind: 'step', type: 'EMAIL' },
  { ...base, id: 4, parent_id: 1, branch: 'no', kind: 'step', type: 'LINKEDIN_INVITE' },
  { ...base, id: 5, parent_id: 4, branch: null, kind: 'step', type: 'EMAIL' },
  { ...base, id: 6, parent_id: 5, branch: null, kind: 'step', type: 'CALL_PROSPECT' },
] as FlowNode[];

test.each([
  [2, null],
  [3, null],
  [4, 'linkedin'],
  [5, 'email'],
  [6, null],
])('node %d needs %s', (id, expected) => {
  expect(addressNeeded(flow, flow.find((node) => node.id === id) as StepNode)).toBe(expected);
});
