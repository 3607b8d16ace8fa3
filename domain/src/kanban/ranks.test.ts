import { expect, test } from 'vitest';
import { KANBAN } from '../limits.ts';
import { compareRanks, evenRanks, rankBetween } from './ranks.ts';

test('a rank sorts between its neighbors, at the ends too', () => {
  const first = rankBetween(null, null);
  const above = rankBetween(null, first);
  const below = rankBetween(first, null);
  const between = rankBetween(above, first);
  expect([below, first, between, above].toSorted()).toEqual([above, between, first, below]);
});

test('even ranks are in order and short', () => {
  const ranks = evenRanks(KANBAN.max_cards);
  expect(ranks.toSorted()).toEqual(ranks);
  expect(new Set(ranks).size).toBe(ranks.length);
  expect(Math.max(...ranks.map((rank) => rank.length))).toBeLessThan(8);
});

test('moving into the same gap a hundred times reaches the length at which a column is given even ranks again', () => {
  const [top, bottom] = [rankBetween(null, null), rankBetween(rankBetween(null, null), null)];
  let last = bottom;
  for (let move = 0; move < 200; move += 1) last = rankBetween(top, last);
  expect(last.length).toBeGreaterThan(KANBAN.rank_length);
  expect(last > top && last < bottom).toBe(true);
});

test('cards with equal ranks keep one order for everybody', () => {
  const cards = [
    { id: 3, rank: 'a1' },
    { id: 2, rank: 'a1' },
    { id: 1, rank: 'Zz' },
  ];
  expect(cards.toSorted(compareRanks).map(({ id }) => id)).toEqual([1, 2, 3]);
});
