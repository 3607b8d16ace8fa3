// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { show } from '../lib/testing/show.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('a part whose file is gone after an update offers a reload, and only then', async () => {
  let served = '<script type="module" src="/assets/index-old.js"></script>';
  document.head.insertAdjacentHTML('beforeend', served);
  onTestFinished(() => document.querySelector('script[type="module"]')?.remove());
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  const Later = lazyPart(async (): Promise<{ default: () => null }> => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  await show(
    <Suspense fallback={null}>
      <Later />
    </Suspense>,
    { 'GET /': () => new Response(served) },
  );
  const words = () => screen.queryByRole('alert')?.textContent;
  await expect.poll(words, { timeout: 5000 }).toContain('loading is retried');
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
  served = served.replace('old', 'new');
  window.dispatchEvent(new Event('online'));
  await expect.poll(words, { timeout: 5000 }).toContain('A new version is available.');
  fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
  expect(reload).toHaveBeenCalledOnce();
});
