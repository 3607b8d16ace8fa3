import type { FlowNode } from '@overture/domain/flow/flow';
import { describe, expect, test } from 'vitest';
import { layoutFlow, linePath, type Placed } from './flow-layout.ts';

const step = (id: number, parent_id: number | null, branch: FlowNode['branch'] = null): FlowNode => ({
  id,
  parent_id,
  branch,
  kind: 'step',
  type: 'EMAIL',
  delay_in_hours: 24,
});
const condition = (id: number, parent_id: number | null, branch: FlowNode['branch'] = null): FlowNode => ({
  id,
  parent_id,
  branch,
  kind: 'condition',
  type: 'HAS_EMAIL',
  delay_in_hours: 0,
});

function findCard(placed: readonly Placed[], id: number): Placed {
  const found = placed.find((item) => item.kind === 'node' && item.node.id === id);
  if (found === undefined) throw new Error(`${id} is not there`);
  return found;
}

const middleOf = (box: Placed) => box.x + box.width / 2;

function overlaps(a: Placed, b: Placed): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

const nested = [
  step(1, null),
  condition(2, 1),
  step(3, 2, 'yes'),
  condition(4, 3),
  step(5, 4, 'yes'),
  step(6, 4, 'no'),
  step(7, 2, 'no'),
];

describe('the layout of a flow', () => {
  test('an empty draft is a start and one place to add at', () => {
    const { placed, lines } = layoutFlow([], true);
    expect(placed.map(({ kind }) => kind)).toEqual(['start', 'add']);
    expect(lines).toHaveLength(1);
    expect(layoutFlow([], false).placed.map(({ kind }) => kind)).toEqual(['start']);
  });

  test('a chain runs straight down, in the order of the steps', () => {
    const { placed } = layoutFlow([step(2, 1), step(1, null)], true);
    const [first, second] = [findCard(placed, 1), findCard(placed, 2)];
    expect(middleOf(first)).toBe(0);
    expect(middleOf(second)).toBe(0);
    expect(second.y).toBeGreaterThan(first.y + first.height);
  });

  test.each([true, false])('nothing lies over anything else, nested branches included (draft: %s)', (isEditable) => {
    const { placed } = layoutFlow(nested, isEditable);
    for (const [index, a] of placed.entries()) {
      for (const b of placed.slice(index + 1))
        expect([a.kind, b.kind, overlaps(a, b)]).toEqual([a.kind, b.kind, false]);
    }
  });

  test('yes is left of no, the condition in the middle', () => {
    const { placed } = layoutFlow(nested, true);
    const [yes, no, parent] = [findCard(placed, 3), findCard(placed, 7), findCard(placed, 2)];
    expect(middleOf(yes)).toBeLessThan(middleOf(no));
    expect((middleOf(yes) + middleOf(no)) / 2).toBeCloseTo(middleOf(parent));
  });

  test('plus buttons only in a draft: between neighbors and at every end', () => {
    const draft = layoutFlow(nested, true).placed;
    expect(draft.filter(({ kind }) => kind === 'plus')).toHaveLength(7);
    expect(draft.filter(({ kind }) => kind === 'add')).toHaveLength(3);
    const locked = layoutFlow(nested, false).placed;
    expect(locked.some(({ kind }) => kind === 'plus' || kind === 'add')).toBe(false);
  });

  test('a free branch of a running campaign says that it ends', () => {
    const { placed } = layoutFlow([condition(1, null), step(2, 1, 'yes')], false);
    expect(placed.filter(({ kind }) => kind === 'end')).toHaveLength(1);
  });

  test('every card has a line to it, and lines turn with round corners', () => {
    const { lines } = layoutFlow(nested, false);
    expect(lines).toHaveLength(7);
    expect(linePath({ id: 'a', fromX: 0, fromY: 0, toX: 0, toY: 50 })).toBe('M0,0 V50');
    expect(linePath({ id: 'a', fromX: 0, fromY: 0, toX: 80, toY: 90 })).toContain('Q80,20 80,32');
  });
});
