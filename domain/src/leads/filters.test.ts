import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldCase } from '../text/text.ts';
import { matchesFilters } from './filters.oracle.ts';
import { isTyped, listColumnFilters, operationsOf, type PlainFilter, parseFilters, parseSort } from './filters.ts';
import {
  CAMPAIGN_SORT_FIELDS,
  CAMPAIGN_TABLE_COLUMNS,
  LIST_SORT_FIELDS,
  LIST_TABLE_COLUMNS,
  parsePromptId,
  withResearchColumns,
} from './lead-columns.ts';
import { comparisonsOf } from './typed-filters.ts';

const COLUMNS = withResearchColumns(CAMPAIGN_TABLE_COLUMNS, [
  { id: 1, output_type: 'BOOLEAN' },
  { id: 2, output_type: 'SCORE' },
  { id: 3, output_type: 'NUMBER' },
]);
const matches = (cell: unknown, filter: PlainFilter) =>
  matchesFilters({ [filter.column]: cell as string }, [filter], COLUMNS);

describe('meaning', () => {
  test.each([
    ['job_title', 'contains', 'ceo', 'Deputy CEO', true],
    ['job_title', 'contains', 'CEO ', 'ceo', false],
    ['job_title', 'contains', 'e%o', 'ceo', false],
    ['job_title', 'contains', '_', 'ceo', false],
    ['job_title', 'not_contains', 'cto', 'CEO', true],
    ['job_title', 'not_contains', 'cto', null, true],
    ['job_title', 'not_contains', 'ceo', 'CEO', false],
    ['job_title', 'is_empty', '', ' \t', true],
    ['job_title', 'is_empty', '', '\u00a0', false],
    ['job_title', 'is_empty', 'ignored', null, true],
    ['job_title', 'is_not_empty', '', 'x', true],
    ['location', 'contains', 'MÜNCHEN', 'münchen, Bayern', true],
    ['location', 'contains', 'munchen', 'München', false],
    ['location', 'contains', 'ΑΣ', 'Πατρασ', true],
    ['location', 'contains', 'istanbul', 'İSTANBUL', true],
    ['location', 'contains', '東京', '東京都', true],
    ['campaign_status', 'contains', 'ACTIVE,PAUSED', 'PAUSED', true],
    ['campaign_status', 'contains', 'ACTIVE', 'INACTIVE', false],
    ['campaign_status', 'not_contains', 'ACTIVE', 'PAUSED', true],
    ['labels', 'contains', 'hot, warm', ['Cold', 'Warm'], true],
    ['labels', 'contains', 'hot', [], false],
    ['prompt_1', 'contains', 'Yes', true, true],
    ['prompt_1', 'contains', 'No', true, false],
    ['prompt_1', 'contains', 'No', null, false],
    ['prompt_1', 'not_contains', 'No', null, true],
    ['prompt_1', 'is_empty', '', false, false],
    ['prompt_2', 'contains', '4,5', 5, true],
    ['prompt_2', 'contains', '4', 5, false],
    ['prompt_3', 'contains', '12', 4125, true],
    ['prompt_3', 'is_empty', '', 0, false],
  ] as const)('%s %s %j on %j is %s', (column, operation, value, cell, expected) => {
    expect(matches(cell, { column, operation, value })).toBe(expected);
  });

  test('all filters must hold', () => {
    const filters: PlainFilter[] = [
      { column: 'job_title', operation: 'contains', value: 'ceo' },
      { column: 'email', operation: 'is_not_empty', value: '' },
    ];
    expect(matchesFilters({ job_title: 'CEO', email: 'a@b.nl' }, filters, COLUMNS)).toBe(true);
    expect(matchesFilters({ job_title: 'CEO', email: null }, filters, COLUMNS)).toBe(false);
  });

  test('not_contains is the exact opposite of contains, for any cell and value', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.string()),
    );
    fc.assert(
      fc.property(cell, fc.string({ unit: 'binary' }), fc.constantFrom(...COLUMNS.keys()), (value, text, column) => {
        const yes = matches(value, { column, operation: 'contains', value: text });
        expect(matches(value, { column, operation: 'not_contains', value: text })).toBe(!yes);
      }),
    );
  });

  test('folding maps one code point to one code point', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => [...foldCase(text)].length === [...text].length));
  });
});

describe('parsing', () => {
  const parse = (input: unknown) => parseFilters(input, COLUMNS);
  test('JSON text, lists, aliases, list values', () => {
    expect(parse('[{"column":"company.name","operation":"contains","value":"Acme"}]')).toEqual({
      ok: true,
      filters: [{ column: 'company_name', operation: 'contains', value: 'Acme' }],
    });
    expect(parse([{ column: 'status', operation: 'contains', value: ['ACTIVE', 'PAUSED'] }])).toEqual({
      ok: true,
      filters: [{ column: 'campaign_status', operation: 'contains', value: 'ACTIVE,PAUSED' }],
    });
  });
  test.each([undefined, null, '', '[]', 'null', []])('%j means no filters', (input) => {
    expect(parse(input)).toEqual({ ok: true, filters: [] });
  });
  test('an empty filter is dropped', () => {
    expect(parse([{ column: 'email', operation: 'contains', value: ' ' }])).toEqual({ ok: true, filters: [] });
    expect(parse([{ column: 'labels', operation: 'contains', value: ' , ,' }])).toEqual({ ok: true, filters: [] });
  });
  test('is_empty needs no value and ignores one', () => {
    expect(parse([{ column: 'email', operation: 'is_empty', value: 'x' }])).toEqual({
      ok: true,
      filters: [{ column: 'email', operation: 'is_empty', value: '' }],
    });
  });
  test.each([
    'nonsense',
    '{}',
    42,
    [null],
    ['x'],
    [{}],
    [{ column: 'password_hash', operation: 'contains', value: 'x' }],
    [{ column: '__proto__', operation: 'contains', value: 'x' }],
    [{ column: 'constructor', operation: 'is_empty' }],
    [{ column: 'prompt_9', operation: 'is_empty' }],
    [{ column: 'email', operation: 'equals', value: 'x' }],
    [{ column: 'email', operation: 'contains', value: { $gt: '' } }],
    [{ column: 'campaign_status', operation: 'is_empty', value: '' }],
    [{ column: 'prompt_1', operation: 'contains', value: 'maybe' }],
    [{ column: 'email', operation: 'contains', value: 'x'.repeat(501) }],
    Array.from({ length: 51 }, () => ({ column: 'email', operation: 'is_empty' })),
  ])('refuses %j', (input) => {
    expect(parse(input).ok).toBe(false);
  });
  test('NUL and lone surrogates never reach the database', () => {
    const parsed = parse([{ column: 'email', operation: 'contains', value: 'a\0b\ud800' }]);
    expect(parsed).toMatchObject({ ok: true, filters: [{ value: 'ab\ufffd' }] });
  });
  test('any input gives allowed values and never throws', () => {
    const filter = fc.record(
      {
        column: fc.oneof(fc.constantFrom(...COLUMNS.keys()), fc.string()),
        operation: fc.anything(),
        value: fc.anything(),
        comparison: fc.oneof(fc.constantFrom('is', 'between', 'greater', 'in_last_days'), fc.anything()),
        values: fc.oneof(fc.array(fc.oneof(fc.string(), fc.integer())), fc.anything()),
        match: fc.oneof(fc.constant('any'), fc.anything()),
        filters: fc.anything(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.array(filter), fc.anything(), fc.json()), (input) => {
        const parsed = parse(input);
        if (!parsed.ok) return;
        for (const filter of listColumnFilters(parsed.filters)) {
          const kind = COLUMNS.get(filter.column)!;
          if (isTyped(filter)) expect(comparisonsOf(kind)).toContain(filter.comparison);
          else expect(operationsOf(kind)).toContain(filter.operation);
        }
      }),
    );
  });
  test('list tables have no campaign columns', () => {
    expect(
      parseFilters([{ column: 'campaign_status', operation: 'contains', value: 'A' }], LIST_TABLE_COLUMNS).ok,
    ).toBe(false);
  });
});

test('sorting', () => {
  const fallback = { sort_field: 'created_at', sort_direction: 'desc' } as const;
  expect(parseSort(undefined, undefined, LIST_SORT_FIELDS, fallback)).toEqual(fallback);
  expect(parseSort('company.name', 'DESC', LIST_SORT_FIELDS, fallback)).toEqual({
    sort_field: 'company_name',
    sort_direction: 'desc',
  });
  expect(parseSort('email', '', LIST_SORT_FIELDS, fallback)).toEqual({ sort_field: 'email', sort_direction: 'asc' });
  expect(parseSort('scheduled_for', 'asc', CAMPAIGN_SORT_FIELDS, fallback)?.sort_field).toBe('scheduled_for');
  for (const [field, direction] of [
    ['scheduled_for', 'asc'],
    ['id; drop table', 'asc'],
    ['email', 'sideways'],
    [['email'], 'asc'],
    ['toString', 'asc'],
  ]) {
    expect(parseSort(field, direction, LIST_SORT_FIELDS, fallback)).toBeNull();
  }
});

test('research columns', () => {
  expect(['prompt_7', 'prompt_07', 'prompt_', 'prompt_1x', 'email'].map(parsePromptId)).toEqual([
    7,
    null,
    null,
    null,
    null,
  ]);
});
