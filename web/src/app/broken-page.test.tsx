// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { show } from '../lib/testing/show.tsx';
import { BrokenPage, forgetMissingStyles } from './broken-page.tsx';
import { pageOf } from './page-of.ts';

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

test('a part that is missing reloads the page once a minute, for a second new version too', async () => {
  await show(<BrokenPage error={missing} onRetry={() => undefined} />, {});
  await expect.poll(() => reload.mock.calls.length).toBe(1);
  cleanup();
  await show(<BrokenPage error={missing} onRetry={() => undefined} />, {});
  await screen.findByText('A new version is available.');
  expect(reload).toHaveBeenCalledTimes(1);
  cleanup();
  sessionStorage.setItem('reloaded-for-new-version', String(Date.now() - 61_000));
  await show(<BrokenPage error={missing} onRetry={() => undefined} />, {});
  await expect.poll(() => reload.mock.calls.length).toBe(2);
});

test.each([
  [true, "The server can't be reached. This page opens when it is back."],
  [false, "You're offline. This page opens when you're back online."],
])('a part that could not be loaded is loaded once the server answers (online: %s)', async (isOnline, words) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  let isHere = false;
  const answer = () => (isHere ? new Response() : Promise.reject(new TypeError('Failed to fetch')));
  await show(<BrokenPage error={missingStyle} onRetry={() => undefined} />, { 'GET /healthz': answer });
  await screen.findByText(words);
  expect(reload).not.toHaveBeenCalled();
  isHere = true;
  await expect.poll(() => reload.mock.calls.length, { timeout: 5000 }).toBe(1);
});

test('a page whose file is missing is left to BrokenPage: the router would reload while the server is away', async () => {
  const Page = pageOf(() => Promise.reject<{ Page: () => null }>(missing), 'Page') as (() => void) & {
    preload?: () => Promise<void>;
  };
  await Page.preload?.();
  expect(() => Page()).toThrow(missing.message);
  expect(reload).not.toHaveBeenCalled();
});

test('a style sheet that failed is no element that is there', () => {
  forgetMissingStyles();
  const sheet = (href: string) => {
    const link = document.head.appendChild(document.createElement('link'));
    return Object.assign(link, { rel: 'preload', href });
  };
  const [failed, loaded] = [sheet('http://localhost/assets/clients.css'), sheet('http://localhost/assets/main.css')];
  const payload = new Error(`Unable to preload CSS for ${failed.href}`);
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
  expect([failed.isConnected, loaded.isConnected]).toEqual([false, true]);
});
