import { emptyLeadFinderFilters } from '@overture/domain/finder/lead-finder';
import { describe, expect, test } from 'vitest';
import { countValues, readRemembered, usedFilters } from './filter-state.ts';

describe('filters of the finder dialog', () => {
  test('what a list remembers comes back; what nobody understands counts as none', () => {
    const filters = { ...emptyLeadFinderFilters(), seniority: ['C-Level' as const] };
    expect(readRemembered(usedFilters(filters))).toEqual(filters);
    for (const broken of [null, undefined, 'x', { seniority: ['King'] }, { unknown: 1 }]) {
      expect(readRemembered(broken)).toEqual(emptyLeadFinderFilters());
    }
  });

  test('only filters with values travel', () => {
    const job_title = { must: ['marketing'], can: [], doesnt: [] };
    expect(usedFilters({ ...emptyLeadFinderFilters(), job_title })).toEqual({ job_title });
    expect(usedFilters(emptyLeadFinderFilters())).toEqual({});
  });

  test('values are counted over all lists of a filter', () => {
    const filters = { ...emptyLeadFinderFilters(), keywords: { must: ['a'], can: ['b', 'c'], doesnt: ['d'] } };
    expect(countValues(filters, 'keywords')).toBe(4);
    expect(countValues(filters, 'revenue')).toBe(0);
  });
});
