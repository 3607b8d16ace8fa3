// @vitest-environment happy-dom
import { emptyLeadFinderFilters } from '@overture/domain/finder/lead-finder';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { show } from '../../lib/testing/show.tsx';
import { IndustryFilter } from './industry-filter.tsx';
import { LocationFilter } from './location-filter.tsx';

afterEach(cleanup);

function Filters() {
  const [filters, setFilters] = useState(emptyLeadFinderFilters());
  const set = (part: object) => setFilters({ ...filters, ...part });
  const { prospect_location, excluded_location, industry, excluded_industry } = filters;
  return (
    <>
      <LocationFilter filters={filters} onChange={set} />
      <IndustryFilter filters={filters} onChange={set} />
      <output>{JSON.stringify([prospect_location, excluded_location, industry, excluded_industry])}</output>
    </>
  );
}

const given = () => JSON.parse(document.querySelector('output')?.textContent ?? '');
async function choose(field: string, text: string, option: string) {
  const input = screen.getByRole('combobox', { name: field });
  fireEvent.change(input, { target: { value: text } });
  await screen.findByRole('option', { name: option });
  fireEvent.keyDown(input, { key: 'Enter' });
}

test('places and industries are left out as chips of their own, and nothing is included and excluded', async () => {
  await show(<Filters />, {
    'GET /filters/locations/': { items: [{ name: 'Germany' }, { name: 'Berlin, Germany' }] },
    'GET /filters/industries/': { Construction: ['Building Construction'] },
  });
  await choose('Location', 'ge', 'Germany');
  await choose('Not these places', 'ge', 'Berlin, Germany');
  expect(screen.queryByRole('option', { name: 'Germany' })).toBeNull();
  await choose('Industry', 'con', 'Construction');
  await choose('Not these industries', 'con', 'Building Construction (Construction)');
  expect(given()).toEqual([
    [{ name: 'Germany' }],
    [{ name: 'Berlin, Germany' }],
    [{ industry: 'Construction', sub_industry: null }],
    [{ industry: 'Construction', sub_industry: 'Building Construction' }],
  ]);
  const chips = within(screen.getByRole('list', { name: 'Not these places' }));
  fireEvent.click(chips.getByRole('button', { name: 'Remove Berlin, Germany' }));
  expect(given()[1]).toEqual([]);
  expect(screen.queryByRole('list', { name: 'Not these places' })).toBeNull();
});
