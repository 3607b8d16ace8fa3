// @vitest-environment happy-dom
import type { TagFilter } from '@overture/domain/finder/lead-finder';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { show } from '../../lib/testing/show.tsx';
import { TagFilterField } from './tag-filter.tsx';

afterEach(cleanup);

function Titles({ offersTitles }: { offersTitles: boolean }) {
  const [tags, setTags] = useState<TagFilter>({ can: [], must: [], doesnt: [] });
  return (
    <>
      <TagFilterField label="Job title" tags={tags} offersTitles={offersTitles} onChange={setTags} />
      <output>{JSON.stringify(tags)}</output>
    </>
  );
}

const given = () => JSON.parse(document.querySelector('output')?.textContent ?? '') as TagFilter;
const fields = () => screen.getAllByLabelText(/Job title/) as HTMLInputElement[];
/** A change without the focus counts as one of the browser. */
function type(field: HTMLInputElement, value: string) {
  act(() => field.focus());
  fireEvent.change(field, { target: { value } });
}
const TITLES = { 'GET /filters/job-titles/': { items: [{ name: 'Buyer' }, { name: 'Chief Buyer' }] } };

test('titles are offered but for those chosen, and what is typed stays a title of its own', async () => {
  await show(<Titles offersTitles />, TITLES);
  const [can, must] = fields() as [HTMLInputElement, HTMLInputElement];
  type(can, 'bu');
  fireEvent.click(await screen.findByRole('option', { name: 'Chief Buyer' }));
  expect(given().can).toEqual(['Chief Buyer']);
  type(must, 'bu');
  await screen.findByRole('option', { name: 'Buyer' });
  expect(screen.queryByRole('option', { name: 'Chief Buyer' })).toBeNull();
  fireEvent.keyDown(must, { key: 'Enter' });
  expect(given().must).toEqual(['bu']);
});

test('other words are typed without a list', async () => {
  const { sent } = await show(<Titles offersTitles={false} />, TITLES);
  type(fields()[0]!, 'solar');
  fireEvent.keyDown(fields()[0]!, { key: 'Enter' });
  expect(given().can).toEqual(['solar']);
  expect(sent('GET /filters/job-titles/')).toEqual([]);
});
