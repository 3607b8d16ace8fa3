import { emptyLeadFinderFilters } from '@overture/domain/finder/lead-finder';
import { describe, expect, test } from 'vitest';
import { countValues, parseRemembered, usedFilters } from './filter-state.ts';

describe('filters of the finder dialog', () => {
  test('remembered filters are restored; unknown ones are dropped', () => {
    const filters = { ...emptyLeadFinderFilters(), seniority: ['C-Level' as const] };
    const remembered = (given: unknown, most: number | null = null) =>
      parseRemembered({ filters: given, prospects_per_company: most });
    expect(remembered(usedFilters(filters), 3)).toEqual({ filters, perCompany: 3, leavesOut: [] });
    for (const broken of [null, undefined, 'x', { seniority: ['King'] }, { unknown: 1 }]) {
      expect(remembered(broken)).toEqual({ filters: emptyLeadFinderFilters(), perCompany: undefined, leavesOut: [] });
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
