// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

const code = readFileSync(join(import.meta.dirname, '../public/theme-boot.js'), 'utf8');

/** What a browser reports at the element whose file it did not get. */
const fail = (name: string): void => {
  const element = document.createElement(name);
  // A script of another type is not loaded.
  element.setAttribute('type', 'text/plain');
  element.setAttribute('src', '/assets/index-old.js');
  document.head.append(element);
  element.dispatchEvent(new Event('error'));
};

/** What the server answers with when the page is asked for again. */
const serve = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', vi.fn(answer));
const shown = () =>
  [document.querySelector('[role=alert]'), document.querySelector('button')].map((e) => e?.textContent);

beforeAll(() => new Function(code)());
beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>';
  serve(() => Promise.reject(new TypeError('Failed to fetch')));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

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

test('a page whose scripts are gone after an update says so; the same page, and no page, blame the connection', async () => {
  const served = '<script type="module" src="/assets/index-old.js"></script>';
  serve(async () => new Response(served.replace('old', 'new')));
  fail('script');
  await expect.poll(shown).toEqual(['The application was just updated. Reload the page.', 'Reload']);
  for (const answer of [new Response(served), new Response('Bad gateway', { status: 502 })]) {
    document.body.innerHTML = '<div id="root"></div>';
    const asked = vi.fn(async () => answer);
    serve(asked);
    fail('script');
    await expect.poll(() => asked.mock.results.length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve));
    expect(shown()).toEqual(['The application was not loaded. Check your connection.', 'Try again']);
  }
});
