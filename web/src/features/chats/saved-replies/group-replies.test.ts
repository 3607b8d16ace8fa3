import { expect, test } from 'vitest';
import { groupReplies, ownName, parseGroup } from './group-replies.ts';

test.each([
  ['Pricing/Discount', 'Pricing', 'Discount'],
  ['Pricing / Trial / 14 days', 'Pricing', 'Trial / 14 days'],
  ['Thanks', null, 'Thanks'],
  ['/Thanks', null, '/Thanks'],
  ['Pricing/', null, 'Pricing/'],
  ['', null, ''],
])('%j is of group %j and called %j', (name, group, own) => {
  expect([parseGroup({ name }), ownName({ name })]).toEqual([group, own]);
});

test('a group is listed at its first reply; ungrouped replies come first', () => {
  const names = ['Pricing/Discount', 'Thanks', 'Meeting/Book', 'pricing/Trial', 'No'];
  expect(groupReplies(names.map((name) => ({ name }))).map(({ reply, heading }) => [reply.name, heading])).toEqual([
    ['Thanks', null],
    ['No', null],
    ['Pricing/Discount', 'Pricing'],
    ['pricing/Trial', null],
    ['Meeting/Book', 'Meeting'],
  ]);
});
