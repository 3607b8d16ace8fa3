// @vitest-environment happy-dom
import type { Prospect } from '@overture/contract/prospects';
import { searchesEndpoints } from '@overture/contract/searches';
import { useQuery } from '@tanstack/react-query';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryOptions } from '../../lib/api/api-client.ts';
import { live } from '../../lib/api/live.ts';
import { show } from '../../lib/testing/show.tsx';
import { pageInput } from './use-list-table.ts';
import { useLiveRows } from './use-live-rows.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const view = { page: 1, filters: [], sort: undefined };
const lead = (id: number) => ({ id, first_name: `Lead ${id}` }) as Prospect;

function List() {
  const { data } = useQuery(queryOptions(searchesEndpoints.listSearchProspects, pageInput(5, 1, view)));
  const arrived = useLiveRows(5, view, false);
  return (
    <p role="status">
      {data?.prospects.map(({ id }) => `${id}${arrived.has(id) ? ' new' : ''}`).join(', ')} of {data?.totalProspects}
    </p>
  );
}

test('leads of a later batch keep the order of the server, with the new total', async () => {
  const listen = vi.spyOn(live, 'on');
  let stored = [lead(1), lead(2)];
  await show(<List />, {
    'GET /search/5/prospects/': () => ({ prospects: stored, totalProspects: stored.length }),
  });
  await screen.findByText('1, 2 of 2');
  const hear = listen.mock.calls.find(([type]) => type === 'prospect_list')?.[1] as (data: object) => void;
  stored = [...stored, lead(3)];
  act(() => hear({ search_id: 5, total_prospects: 3, prospects: [lead(3)] }));
  expect(await screen.findByText('1, 2, 3 new of 3')).toBeTruthy();
});
