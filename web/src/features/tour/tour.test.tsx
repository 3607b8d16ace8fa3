// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { press, refusal, show } from '../../lib/testing/show.tsx';
import { setTour, useTour } from '../../lib/tour.ts';
import { Tour } from './tour.tsx';

function Mounted() {
  const progress = useTour();
  return progress ? <Tour progress={progress} /> : <p>No tour</p>;
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  setTour({ step: 0 });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a step that fails is logged and stops the tour; it can be tried again or ended with its examples', async () => {
  const refused = refusal(400, 'trial_search_limit', 'Your trial is limited to 500 lists.');
  const { sent } = await show(<Mounted />, {
    'POST /tour/create-first-list/': () => refused.clone(),
    'DELETE /tour/': { success: true },
  });
  expect(await screen.findByText('Your trial is limited to 500 lists.')).toBeTruthy();
  expect(console.error).toHaveBeenCalled();
  await press('Try again');
  expect(await screen.findByText("The tour can't continue")).toBeTruthy();
  expect(sent('POST /tour/create-first-list/')).toHaveLength(2);
  await press('End the tour');
  expect(await screen.findByText('No tour')).toBeTruthy();
  expect(sent('DELETE /tour/')).toHaveLength(1);
  expect(localStorage.getItem('tour')).toBeNull();
});

test('at the end the examples stay or go', async () => {
  setTour({ step: 11, search_id: 1, campaign_id: 2 });
  const { sent } = await show(<Mounted />, { 'DELETE /tour/': { success: true } });
  expect(await screen.findByText('You know your way around')).toBeTruthy();
  await press('Keep the examples');
  expect(await screen.findByText('No tour')).toBeTruthy();
  expect(sent('DELETE /tour/')).toHaveLength(0);
});
