import { describe, expect, test } from 'vitest';
import { matchesFilters } from './filters.oracle.ts';
import { parseFilters, type TableFilter } from './filters.ts';
import { LIST_TABLE_COLUMNS, withResearchColumns } from './lead-columns.ts';

const COLUMNS = new Map([
  ...withResearchColumns(LIST_TABLE_COLUMNS, [
    { id: 2, output_type: 'SCORE' },
    { id: 3, output_type: 'NUMBER' },
  ]),
  ['custom.since', 'date'] as const,
]);

function parse(filters: unknown): TableFilter[] {
  const parsed = parseFilters(filters, COLUMNS);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.filters;
}

const problem = (filters: unknown) => {
  const parsed = parseFilters(filters, COLUMNS);
  return parsed.ok ? null : parsed.error;
};

describe('a comparison', () => {
  test.each([
    ['industry', 'is', ['software'], ' Software ', true],
    ['industry', 'is', ['soft'], 'Software', false],
    ['industry', 'is_not', ['software'], null, true],
    ['industry', 'is_any_of', ['Retail', 'SOFTWARE, cloud'], 'software, Cloud', true],
    ['industry', 'is_none_of', ['Retail'], 'retail', false],
    ['job_title', 'starts_with', ['head'], 'Head of Sales', true],
    ['prompt_3', 'greater', ['5'], 15, true],
    ['prompt_3', 'greater', ['15'], 15, false],
    ['prompt_3', 'is', ['5'], 15, false],
    ['prompt_3', 'less', ['100'], 15, true],
    ['prompt_3', 'less', ['100'], null, false],
    ['prompt_2', 'between', [5, 4], 4, true],
    ['amount_of_employees', 'greater', ['50'], '51 - 200', true],
    ['amount_of_employees', 'greater', ['1k'], '501 - 1K', false],
    ['amount_of_employees', 'between', ['500', '1K'], '501 - 1,000', true],
    ['amount_of_employees', 'is', ['51 - 200'], '51 - 200', true],
    ['revenue', 'greater', ['$10M'], '$50 - 100M', true],
    ['custom.since', 'before', ['2026-03-10'], '2026-03-09', true],
    ['custom.since', 'after', ['2026-03-09'], '2026-03-09', false],
    ['custom.since', 'between', ['2026-03-01', '2026-03-31'], '2026-03-31', true],
    ['custom.since', 'is', ['31.1.2026'], '2026-01-31', true],
  ] as const)('%s %s %j on %j is %s', (column, comparison, values, cell, expected) => {
    expect(matchesFilters({ [column]: cell }, parse([{ column, comparison, values }]), COLUMNS)).toBe(expected);
  });

  test.each([
    ['no number', { column: 'prompt_3', comparison: 'greater', values: ['many'] }, 'Enter a number.'],
    ['no date', { column: 'created_at', comparison: 'before', values: ['soon'] }, 'Enter a date as 2026-03-09.'],
    ['days', { column: 'created_at', comparison: 'in_last_days', values: ['0'] }, /number of days/],
    ['another kind', { column: 'industry', comparison: 'greater', values: ['5'] }, /cannot be compared/],
    ['two values', { column: 'industry', comparison: 'is', values: ['a', 'b'] }, /one value/],
    ['no list', { column: 'industry', comparison: 'is', values: 'a' }, /list of texts/],
    ['a deleted column', { column: 'custom.gone', comparison: 'is', values: ['a'] }, /no longer exists/],
    ['a deleted task', { column: 'prompt_9', operation: 'contains', value: 'a' }, /no longer exists/],
  ])('is refused with words: %s', (_, filter, words) => {
    expect(problem([filter])).toMatch(words);
  });

  test('without a value is none', () => {
    expect(parse([{ column: 'industry', comparison: 'is', values: ['', ' '] }])).toEqual([]);
  });
});

describe('a group', () => {
  const industry = { column: 'industry', comparison: 'is', values: ['Software'] };
  const berlin = { column: 'location', operation: 'contains', value: 'berlin' };
  const boss = { column: 'job_title', operation: 'contains', value: 'ceo' };

  test('passes what any or all of its filters pass, beside the filters around it', () => {
    const filters = parse([boss, { match: 'any', filters: [industry, { match: 'all', filters: [berlin, boss] }] }]);
    const passes = (row: Record<string, string>) => matchesFilters(row, filters, COLUMNS);
    expect(passes({ job_title: 'CEO', industry: 'software' })).toBe(true);
    expect(passes({ job_title: 'CEO', location: 'Berlin' })).toBe(true);
    expect(passes({ job_title: 'CEO', location: 'Paris', industry: 'Retail' })).toBe(false);
    expect(passes({ job_title: 'CTO', industry: 'software' })).toBe(false);
  });

  test('is bounded in depth and number, and an empty one is none', () => {
    const nest = (filters: unknown[]) => [{ match: 'any', filters }];
    expect(problem(nest(nest([boss])))).toBeNull();
    expect(problem(nest(nest(nest([boss]))))).toMatch(/cannot contain more groups/);
    expect(problem(nest(Array.from({ length: 51 }, () => boss)))).toMatch(/At most 50/);
    expect(
      problem([...nest(Array.from({ length: 26 }, () => boss)), ...Array.from({ length: 25 }, () => boss)]),
    ).toMatch(/At most 50/);
    expect(parse(nest([{ ...berlin, value: '' }]))).toEqual([]);
    expect(problem([{ match: 'some', filters: [boss] }])).toMatch(/all or any/);
    expect(problem([{ match: 'any' }])).toMatch(/list of filters/);
  });
});
