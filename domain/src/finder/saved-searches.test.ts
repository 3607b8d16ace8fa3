import { expect, test } from 'vitest';
import { newLeadsMail } from './saved-searches.ts';

const search = (name: string, new_count: number | null, problem: string | null = null) => ({
  name,
  new_count,
  problem,
});

test('names searches with new leads, most first, and those that could not be counted', () => {
  const searches = [
    search('Mills', 1),
    search('Ports', 0),
    search('Breweries', 1204),
    search('Old', null, 'It is gone.'),
  ];
  expect(newLeadsMail(searches)).toEqual({
    subject: '1,205 new leads in your saved searches',
    paragraphs: ['Breweries: 1,204 new leads', 'Mills: 1 new lead', 'Old: It is gone.'],
  });
});

test('says nothing where nothing is new, and names twenty at most', () => {
  expect(newLeadsMail([search('Mills', 0), search('Ports', null)])).toBeNull();
  expect(newLeadsMail([search('Old', null, 'It is gone.')])?.subject).toBe('A saved search could not be counted');
  const many = newLeadsMail(Array.from({ length: 23 }, (_, n) => search(`Search ${n}`, 1)));
  expect(many?.paragraphs).toHaveLength(21);
  expect(many?.paragraphs.at(-1)).toBe('And 3 more searches.');
});
