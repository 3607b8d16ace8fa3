// @vitest-environment happy-dom
import type { TagFilter } from '@overture/domain/finder/lead-finder';
import { cleanup, fireEvent, screen } from '@testing-library/react';
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
const fields = () => screen.getAllByRole('combobox') as HTMLInputElement[];
const TITLES = { 'GET /filters/job-titles/': { items: [{ name: 'Buyer' }, { name: 'Chief Buyer' }] } };

test('titles are offered and chosen by keyboard, and what is typed stays a title of its own', async () => {
  await show(<Titles offersTitles />, TITLES);
  const [can, must] = fields() as [HTMLInputElement, HTMLInputElement];
  fireEvent.change(can, { target: { value: 'bu' } });
  await screen.findByRole('option', { name: 'Chief Buyer' });
  fireEvent.keyDown(can, { key: 'ArrowDown' });
  fireEvent.keyDown(can, { key: 'ArrowDown' });
  fireEvent.keyDown(can, { key: 'Enter' });
  expect(given().can).toEqual(['Chief Buyer']);
  fireEvent.change(must, { target: { value: 'bu' } });
  await screen.findByRole('option', { name: 'Buyer' });
  expect(screen.queryByRole('option', { name: 'Chief Buyer' })).toBeNull();
  fireEvent.keyDown(must, { key: 'Enter' });
  expect(given().must).toEqual(['bu']);
});

test('other words are typed without a list', async () => {
  const { sent } = await show(<Titles offersTitles={false} />, TITLES);
  fireEvent.change(fields()[0]!, { target: { value: 'solar' } });
  fireEvent.keyDown(fields()[0]!, { key: 'Enter' });
  expect(given().can).toEqual(['solar']);
  expect(sent('GET /filters/job-titles/')).toEqual([]);
});
