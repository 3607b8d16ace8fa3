import { describe, expect, test } from 'vitest';
import type { Branch, StepNode } from './flow.ts';
import { deleteNode, insertNode } from './flow.ts';
import { findFlowChanges, findFlowRefusals, hasMoved, planLeadRoutes, type RevisionNode } from './flow-changes.ts';

const mail = (id: number, parent_id: number | null, more: Partial<StepNode> & { attachment_ids?: number[] } = {}) =>
  ({
    id,
    parent_id,
    branch: null,
    delay_in_hours: 24,
    kind: 'step',
    type: 'EMAIL',
    message: 'Hi',
    ...more,
  }) as RevisionNode;
const ask = (id: number, parent_id: number | null, branch: Branch | null = null): RevisionNode => ({
  id,
  parent_id,
  branch,
  delay_in_hours: 0,
  kind: 'condition',
  type: 'HAS_EMAIL',
});
const words = (before: RevisionNode[], after: RevisionNode[]) =>
  findFlowChanges(before, after).map(({ kind, node_id }) => `${kind} ${node_id}`);
const routes = (before: RevisionNode[], after: RevisionNode[]) =>
  planLeadRoutes(before, after).map(
    ({ from_node_id, to_node_id, is_forced }) => `${from_node_id}>${to_node_id}${is_forced ? '' : ' delay'}`,
  );

const three = [mail(1, null), mail(2, 1), mail(3, 2)];
const change = (id: number, more: Partial<StepNode> & { attachment_ids?: number[] }) =>
  three.map((node) => (node.id === id ? ({ ...node, ...more } as RevisionNode) : node));
const forked = [mail(1, null), ask(2, 1), mail(3, 2, { branch: 'yes' }), mail(4, 2, { branch: 'no' }), mail(5, 3)];

const asking = (type: 'HAS_PHONE' | 'ACCEPTED_INVITE'): RevisionNode[] =>
  forked.map((node) => (node.id === 2 ? ({ ...node, type } as RevisionNode) : node));

describe('what a revision changes', () => {
  test.each<[string, RevisionNode[], RevisionNode[], string[]]>([
    ['nothing', three, three, []],
    ['a text', three, change(2, { message: 'Hello' }), ['text 2']],
    ['a null and a blank are the same', three, change(2, { subject_line: '' }), []],
    ['a delay', three, change(3, { delay_in_hours: 48 }), ['delay 3']],
    ['files', three, change(1, { attachment_ids: [7] }), ['attachments 1']],
    ['a second variant', three, change(2, { message_b: 'Hey' }), ['variant_added 2']],
    ['a stopped variant', change(2, { message_b: 'Hey' }), three, ['variant_stopped 2']],
    ['text and delay', three, change(2, { message: 'x', delay_in_hours: 1 }), ['text 2', 'delay 2']],
    ['a condition that asks something else', forked, asking('HAS_PHONE'), ['condition 2']],
    ['a step between', three, insertNode(three, mail(9, 1)), ['inserted 9']],
    ['a step at the end', three, insertNode(three, mail(9, 3)), ['added_at_end 9']],
    ['a deleted step', three, deleteNode(three, 2), ['deleted 2']],
    [
      'a condition with both branches',
      forked,
      deleteNode(forked, 2),
      ['deleted 2', 'deleted 3', 'deleted 5', 'deleted 4'],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(words(before, after)).toEqual(expected);
  });

  test('changes of type and order are distinguished from insertions and deletions', () => {
    const kinds = (before: RevisionNode[], after: RevisionNode[]) =>
      findFlowRefusals(before, after).map(({ kind, node_id }) => `${kind} ${node_id}`);
    expect(kinds(three, change(2, { type: 'LINKEDIN_MESSAGE' }))).toEqual(['retyped 2']);
    // A condition may change its question at any time; leads waiting at it are evaluated again.
    expect(kinds(forked, asking('HAS_PHONE'))).toEqual([]);
    expect(routes(forked, asking('ACCEPTED_INVITE'))).toEqual(['2>2']);
    expect(kinds(three, [mail(1, null), mail(3, 1), mail(2, 3)])).toEqual(['moved 3', 'moved 2']);
    expect(kinds(three, deleteNode(insertNode(three, mail(9, 1)), 2))).toEqual([]);
    expect(
      kinds(forked, [
        mail(1, null),
        ask(2, 1),
        mail(3, 2, { branch: 'no' }),
        mail(4, 2, { branch: 'yes' }),
        mail(5, 3),
      ]),
    ).toEqual(['moved 4', 'moved 3']);
    const joined = deleteNode(deleteNode(forked, 4), 2);
    expect(kinds(forked, joined)).toEqual([]);
  });
});

describe('where leads wait then', () => {
  test.each<[string, RevisionNode[], RevisionNode[], string[]]>([
    ['a text moves nobody', three, change(2, { message: 'Hello' }), []],
    ['a delay', three, change(2, { delay_in_hours: 48 }), ['2>2 delay']],
    ['a step between is before their next one', three, insertNode(three, mail(9, 1)), ['2>9']],
    ['two steps between: the first', three, insertNode(insertNode(three, mail(9, 1)), mail(8, 9)), ['2>9']],
    ['a step at the start', three, insertNode(three, mail(9, null)), ['1>9']],
    ['a step at the end moves nobody', three, insertNode(three, mail(9, 3)), []],
    ['a deleted step leads to the next', three, deleteNode(three, 2), ['2>3']],
    ['a deleted end ends', three, deleteNode(three, 3), ['3>null']],
    ['a deleted end with a new one in its place', three, insertNode(deleteNode(three, 3), mail(9, 2)), ['3>9']],
    ['two deleted in a row', three, deleteNode(deleteNode(three, 2), 1), ['1>3', '2>3']],
    [
      'a deleted step whose successor has one before it',
      three,
      insertNode(deleteNode(three, 2), mail(9, 1)),
      ['2>9', '3>9'],
    ],
    ['a deleted condition leads into its only branch', forked, deleteNode(deleteNode(forked, 4), 2), ['2>3', '4>null']],
    [
      'a deleted condition with both branches ends',
      forked,
      deleteNode(forked, 2),
      ['2>null', '3>null', '5>null', '4>null'],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(routes(before, after)).toEqual(expected);
  });
});

test('a count may move by five percent, or by one lead', () => {
  expect([hasMoved(100, 105), hasMoved(100, 106), hasMoved(3, 4), hasMoved(3, 5), hasMoved(0, 2)]).toEqual([
    false,
    true,
    false,
    true,
    true,
  ]);
});
