// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal, show } from '../../lib/testing/show.tsx';
import { LanguageTab } from './language-tab.tsx';

const call = 'PUT /user/language/';

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  vi.restoreAllMocks();
});

async function choose(option: string, answers: Parameters<typeof show>[1], language: string | null = null) {
  const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined);
  const shown = await show(<LanguageTab />, answers, { language });
  fireEvent.click(screen.getByRole('combobox', { name: 'Language' }));
  fireEvent.click(await screen.findByRole('option', { name: option }));
  return { ...shown, replace };
}

test('the language is kept with the person, before what an address chose for the tab, and the page loads again', async () => {
  sessionStorage.setItem('language', 'en');
  const { sent, replace } = await choose('Deutsch', { [call]: { success: true } });
  await expect.poll(() => replace.mock.calls.length).toBe(1);
  expect(sent(call)).toEqual([{ language: 'de' }]);
  expect([localStorage.getItem('language'), sessionStorage.getItem('language')]).toEqual(['"de"', null]);
});

test('the language of the browser is a choice of its own', async () => {
  localStorage.setItem('language', '"de"');
  const { sent, replace } = await choose('Language of the browser (English)', { [call]: { success: true } }, 'de');
  await expect.poll(() => replace.mock.calls.length).toBe(1);
  expect(sent(call)).toEqual([{ language: null }]);
  expect(localStorage.getItem('language')).toBe(null);
});

test('what could not be kept changes nothing', async () => {
  const { replace } = await choose('Deutsch', { [call]: refusal(500, 'internal', 'Something failed.') });
  await screen.findByText('Something failed.');
  expect([replace.mock.calls.length, localStorage.getItem('language')]).toEqual([0, null]);
});
