import { expect, test } from 'vitest';
import { type ConditionOperator, pauseAfterTry } from './automations.ts';
import { meets, meetsAll, valueAt } from './conditions.ts';
import { listVariables, renderMessage } from './message-text.ts';

const data = {
  prospect: { first_name: 'Grace', email: null, job_title: 'Head of Ops' },
  credits: 98,
  is_hard: true,
  text: '<b>Yes & no</b>',
};

test.each<[string, ConditionOperator, string[], boolean]>([
  ['prospect.first_name', 'is', [' GRACE '], true],
  ['prospect.first_name', 'is_not', ['grace'], false],
  ['prospect.job_title', 'contains', ['ops'], true],
  ['prospect.job_title', 'not_contains', ['ops'], false],
  ['prospect.job_title', 'any_of', ['CEO', 'head of ops'], true],
  ['prospect.email', 'is_empty', [], true],
  ['prospect.first_name', 'is_not_empty', [], true],
  ['credits', 'greater', ['97'], true],
  ['credits', 'less', ['97'], false],
  ['credits', 'is', ['98'], true],
  ['is_hard', 'is', ['true'], true],
  // A missing field is empty and not a number.
  ['campaign.name', 'is_empty', [], true],
  ['campaign.id', 'less', ['5'], false],
  ['__proto__.constructor', 'is_empty', [], true],
])('%s %s %j is %s', (field, operator, values, expected) => {
  expect(meets(data, { field, operator, values })).toBe(expected);
});

test('all or any of the conditions; without conditions every event matches', () => {
  const yes = { field: 'credits', operator: 'is' as const, values: ['98'] };
  const no = { ...yes, values: ['1'] };
  expect(meetsAll(data, { match: 'all', items: [yes, no] })).toBe(false);
  expect(meetsAll(data, { match: 'any', items: [yes, no] })).toBe(true);
  expect(meetsAll(data, { match: 'any', items: [] })).toBe(true);
  expect(valueAt(data, 'prospect')).toBe(data.prospect);
});

test('variables are filled in once, and only values are escaped', () => {
  const toPlain = (text: string): string => text.replaceAll('<', '&lt;');
  expect(listVariables('{{text}} {{ text }} {{prospect.first_name}}')).toEqual(['text', 'prospect.first_name']);
  expect(renderMessage('<!here> {{text}} {{nothing}} {{prospect}}', { ...data, text: '<{{credits}}' }, toPlain)).toBe(
    '<!here> &lt;{{credits}}  ',
  );
});

test('pauses grow to an hour', () => {
  expect([1, 2, 3, 9].map(pauseAfterTry)).toEqual([15_000, 60_000, 240_000, 3_600_000]);
});
