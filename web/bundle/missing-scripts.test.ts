// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

const code = readFileSync(join(import.meta.dirname, '../public/theme-boot.js'), 'utf8');

/** What a browser reports at the element whose file it did not get. */
const fail = (name: string): void => {
  document.head.append(document.createElement(name));
  document.head.lastElementChild?.dispatchEvent(new Event('error'));
};

beforeAll(() => new Function(code)());
beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>';
});
afterEach(() => vi.restoreAllMocks());

test('a page without its scripts says so and can be loaded again', () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  fail('script');
  expect(document.querySelector('[role=alert]')?.textContent).toBe(
    'The application was not loaded. Check your connection.',
  );
  document.querySelector('button')?.click();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a page that shows itself, and one without a picture or a style sheet, keeps what it shows', () => {
  fail('img');
  fail('link');
  expect(document.getElementById('root')?.innerHTML).toBe('');
  document.body.innerHTML = '<div id="root"><main>Inbox</main></div>';
  fail('script');
  expect(document.body.textContent).toBe('Inbox');
});
