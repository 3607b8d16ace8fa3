// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../lib/testing/show.tsx';
import { LanguageTab } from './account-page.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  vi.restoreAllMocks();
});

test('the language is remembered for this browser, before what an address chose for the tab, and the page loads again', async () => {
  sessionStorage.setItem('language', 'en');
  const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined);
  await show(<LanguageTab />, {});
  fireEvent.click(screen.getByRole('combobox', { name: 'Language of this browser' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Deutsch' }));
  expect([localStorage.getItem('language'), sessionStorage.getItem('language')]).toEqual(['"de"', null]);
  expect(replace).toHaveBeenCalledOnce();
});
