import type { FinderLead } from '@overture/contract/lead-finder';
import { expect, test } from 'vitest';
import { parsePreview } from './preview-answer.ts';

const people = [{ id: '1' } as FinderLead];

test('an answer is shown with its total', () => {
  const answer = { data: { prospects: people, total_prospects: 82, remaining_leads: 5 }, isPlaceholderData: false };
  expect(parsePreview(answer, 1)).toEqual({ prospects: people, total: 82, isCounted: true, remaining: 5 });
});

test('while other filters are asked the rows before stay, their total is not taken for the next', () => {
  const before = { data: { prospects: people, total_prospects: 82, remaining_leads: 5 }, isPlaceholderData: true };
  expect(parsePreview(before, 1)).toEqual({ prospects: people, total: 82, isCounted: false, remaining: 5 });
  expect(parsePreview(before, 2).isCounted).toBe(true);
});

test('an empty result says nothing about the next search', () => {
  const before = { data: { prospects: [], total_prospects: 0, remaining_leads: 5 }, isPlaceholderData: true };
  expect(parsePreview(before, 1)).toEqual({ prospects: undefined, total: 0, isCounted: false, remaining: 5 });
  const after = { data: { prospects: [], total_prospects: 0, remaining_leads: 5 }, isPlaceholderData: false };
  expect(parsePreview(after, 1)).toEqual({ prospects: [], total: 0, isCounted: true, remaining: 5 });
});

test('nothing has come yet', () => {
  const nothing = { data: undefined, isPlaceholderData: false };
  expect(parsePreview(nothing, 1)).toEqual({ prospects: undefined, total: 0, isCounted: false });
});
