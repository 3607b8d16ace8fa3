// @vitest-environment happy-dom
import type { Prospect } from '@overture/contract/prospects';
import { searchesEndpoints } from '@overture/contract/searches';
import { useQuery } from '@tanstack/react-query';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { inOrder, show } from '../../../lib/testing/show.tsx';
import { pageInput } from '../use-list-table.ts';
import { listEditable } from './editable-cells.ts';
import { useCellChanges } from './use-cell-changes.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const lead = (job_title: string) => ({ id: 1, first_name: 'Ada', last_name: '', job_title }) as Prospect;
const columns = listEditable([]);

function List() {
  const { data, refetch } = useQuery(
    queryOptions(searchesEndpoints.listSearchProspects, pageInput(5, 1, { filters: [], sort: undefined })),
  );
  const { change, undo } = useCellChanges(columns);
  const shown = data?.prospects[0];
  return (
    <>
      <p role="status">{shown?.job_title}</p>
      <button type="button" onClick={() => shown && void change([{ lead: shown, column: 'job_title', value: 'Mine' }])}>
        Write
      </button>
      <button type="button" onClick={() => void refetch()}>
        Read
      </button>
      <button type="button" onClick={undo}>
        Take back
      </button>
    </>
  );
}

test('undo names what it takes back, also when the table shows the later change of a teammate', async () => {
  const page = (title: string) => ({ prospects: [lead(title)], totalProspects: 1 });
  const refused = { prospect_id: 1, column: 'job_title', code: 'changed', reason: 'Changed.', current: 'Theirs' };
  const { sent } = await show(<List />, {
    'GET /search/5/prospects/': inOrder(page('Before'), page('Theirs')),
    'PATCH /prospects/cells/': inOrder(
      { prospects: [lead('Mine')], refused: [] },
      { prospects: [], refused: [refused] },
    ),
  });
  await screen.findByText('Before');
  fireEvent.click(screen.getByText('Write'));
  await screen.findByText('Job title of Ada changed.');
  fireEvent.click(screen.getByText('Read'));
  await screen.findByText('Theirs');
  fireEvent.click(screen.getByText('Take back'));
  await screen.findByText('Job title of Ada: Changed.');
  expect(sent('PATCH /prospects/cells/')).toEqual([
    { cells: [{ prospect_id: 1, column: 'job_title', value: 'Mine', seen: 'Before' }] },
    { cells: [{ prospect_id: 1, column: 'job_title', value: 'Before', seen: 'Mine' }] },
  ]);
  expect(screen.getByText('Theirs')).toBeTruthy();
});
