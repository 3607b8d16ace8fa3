// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { show } from '../lib/testing/show.tsx';
import { BrokenPage } from './broken-page.tsx';

const missing = new Error('Failed to fetch dynamically imported module: /assets/clients.js');
/** In the words of Vite: a style sheet is fetched before its module. */
const missingStyle = new Error('Unable to preload CSS for /assets/clients.css');
const reload = vi.fn();

beforeEach(() => {
  reload.mockClear();
  sessionStorage.clear();
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test.each([
  [true, 1],
  [false, 0],
])('a part that is missing reloads the page once, but not while offline (online: %s)', async (isOnline, times) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  await show(<BrokenPage error={missing} onRetry={() => undefined} />, {});
  await screen.findByRole('alert');
  expect(reload).toHaveBeenCalledTimes(times);
});

test('a part that could not be loaded offline is loaded once the connection is back', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await show(<BrokenPage error={missingStyle} onRetry={() => undefined} />, {});
  await screen.findByText("You're offline. This page opens when you're back online.");
  window.dispatchEvent(new Event('online'));
  expect(reload).toHaveBeenCalledTimes(1);
});
