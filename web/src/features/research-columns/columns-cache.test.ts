import type { EnrichmentAnswer, ResearchColumn } from '@overture/contract/enrichment';
import { expect, test } from 'vitest';
import { newerResult, patchColumns } from './columns-cache.ts';

const answer = (prospect: number, change: Partial<EnrichmentAnswer> = {}): EnrichmentAnswer => ({
  id: prospect,
  prospect,
  prompt: 7,
  answer: '{"output":"x"}',
  failed: false,
  state: 'done',
  error: null,
  tried_steps: [],
  prospect_name: '',
  company_name: null,
  sources: [],
  credits: 1,
  updated_at: '2026-11-21T12:00:05.000Z',
  version: null,
  empty_input: null,
  ...change,
});

const column = (results: EnrichmentAnswer[], loading_count: number): ResearchColumn => ({
  automatic: null,
  paused: null,
  prompt: {
    id: 7,
    name: 'Pain point',
    prompt: '',
    output_type: 'SHORT_TEXT',
    required_sources: [],
    organization_id: 1,
    key: null,
    is_data_enrichment: false,
    data_enrichment_type: null,
    icon: null,
    alias: null,
    searches: [1],
    cost_per_lead: 1,
    runs_with_empty: false,
    version: 1,
    question_version: 1,
  },
  alias: null,
  results,
  loading_count,
});

const waiting = { state: 'loading', answer: null, updated_at: '2026-11-21T12:00:00.000Z' } as const;
const shown = new Set([1, 2]);

test('a shown cell is replaced, one of another page only counts', () => {
  const before = [column([answer(1, waiting), answer(2, waiting)], 10)];
  const changes = [answer(1), answer(99)].map((changed) => ({ search_id: 1, answer: changed }));
  const [after] = patchColumns(before, changes, 1, shown);
  expect(after?.results.map(({ prospect, state }) => [prospect, state])).toEqual([
    [1, 'done'],
    [2, 'loading'],
  ]);
  expect(after?.loading_count).toBe(8);
});

test('a cell that had no row comes in', () => {
  const [after] = patchColumns([column([], 0)], [{ search_id: 1, answer: answer(2) }], 1, shown);
  expect(after?.results).toHaveLength(1);
  expect(after?.loading_count).toBe(0);
});

test('a run of another list changes the cell, not this list’s count', () => {
  const [after] = patchColumns([column([answer(1, waiting)], 3)], [{ search_id: 2, answer: answer(1) }], 1, shown);
  expect(after?.results[0]?.state).toBe('done');
  expect(after?.loading_count).toBe(3);
});

test('news that is older than what is shown changes nothing', () => {
  const known = answer(1, { updated_at: '2026-11-21T12:00:09.000Z' });
  const [after] = patchColumns([column([known], 0)], [{ search_id: 1, answer: answer(1) }], 1, shown);
  expect(after?.results[0]).toBe(known);
  expect(newerResult(undefined, undefined)).toBeUndefined();
});

test('columns without an event stay the same objects', () => {
  const before = column([], 0);
  expect(patchColumns([before], [{ search_id: 1, answer: answer(1, { prompt: 8 }) }], 1, shown)[0]).toBe(before);
});
