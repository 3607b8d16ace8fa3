// @vitest-environment happy-dom
import { DEFAULT_FEATURE_FLAGS } from '@overture/domain/access/feature-flags';
import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../../lib/testing/show.tsx';
import type { ListTable } from '../use-list-table.ts';
import { useListResearch } from './use-list-research.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('filters and sort of a column that left the list leave with it, the others stay', async () => {
  const kept = { column: 'company_name', operation: 'contains', value: 'North' };
  const table = {
    rows: [],
    error: null,
    filters: [
      kept,
      { column: 'prompt_5', operation: 'contains', value: '1999' },
      { column: 'custom.gone', operation: 'contains', value: 'x' },
    ],
    sort: { field: 'prompt_5', direction: 'asc' },
    setFilters: vi.fn(),
    setSort: vi.fn(),
  };
  function Probe() {
    useListResearch(7, table as unknown as ListTable, []);
    return null;
  }
  await show(
    <Probe />,
    { 'GET /enrichment/prompts/7': [] },
    { organization: { branding_settings: DEFAULT_FEATURE_FLAGS } },
  );
  await waitFor(() => expect(table.setFilters).toHaveBeenCalledWith([kept]));
  expect(table.setSort).toHaveBeenCalledWith(undefined);
});
