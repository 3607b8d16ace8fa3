import type { FlowNode } from '@overture/domain/flow/flow';
import { expect, test } from 'vitest';
import { reuseNodes } from './use-stable-flow.ts';

const node = (id: number, parent_id: number | null, message = 'Hi') =>
  ({ id, kind: 'step', type: 'EMAIL', parent_id, branch: null, delay_in_hours: 24, message }) as FlowNode;

test('unchanged nodes keep their identity, also when one is put between them; changed ones do not', () => {
  const before = [node(1, null), node(2, 1), node(3, 2)];
  const now = reuseNodes(before, [node(1, null), node(9, 1), node(2, 9), node(3, 2, 'Changed')]);
  expect(now.map(({ id }) => id)).toEqual([1, 9, 2, 3]);
  expect(now.map((shown) => before.includes(shown))).toEqual([true, false, false, false]);
  expect(reuseNodes(before, [node(2, 1), node(3, 2)])).toEqual([before[1], before[2]]);
  expect(reuseNodes(before, [node(3, 2)])[0]).toBe(before[2]);
});
