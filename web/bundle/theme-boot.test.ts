import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const code = readFileSync(join(import.meta.dirname, '../public/theme-boot.js'), 'utf8');

interface Page {
  search?: string;
  hostname?: string;
  local?: Record<string, string>;
  session?: Record<string, string>;
  isRefused?: boolean;
  languages?: string[];
}

/** The document after its first script ran. A browser that refuses storage throws where the storage is named. */
function boot({
  search = '',
  hostname = 'app.example',
  local = {},
  session = {},
  isRefused = false,
  languages = ['en-US', 'en'],
}: Page) {
  const page = { lang: 'en', dir: '', scheme: '', dataset: {} };
  const setAttribute = (_name: string, value: string) => {
    page.scheme = value;
  };
  const storage = (values: Record<string, string>) => ({
    get() {
      if (isRefused) throw new Error('SecurityError');
      const setItem = (key: string, value: string) => Object.assign(values, { [key]: value });
      return { getItem: (key: string) => values[key] ?? null, setItem };
    },
  });
  const window = Object.defineProperties(
    {
      document: { documentElement: Object.assign(page, { setAttribute }) },
      location: { search, hostname },
      navigator: { languages },
    },
    { localStorage: storage(local), sessionStorage: storage(session) },
  );
  const matchMedia = () => ({ matches: true });
  Object.assign(window, { window, matchMedia, URLSearchParams, addEventListener: () => undefined });
  runInNewContext(code, window);
  return { lang: page.lang, dir: page.dir, scheme: page.scheme };
}

test('a browser that refuses storage has its own scheme and the language of the address', () => {
  expect(boot({ isRefused: true })).toEqual({ lang: 'en', dir: 'ltr', scheme: 'dark' });
  expect(boot({ isRefused: true, search: '?language=de' })).toMatchObject({ lang: 'de', scheme: 'dark' });
});

test('the language of the tab goes before the one that was chosen', () => {
  const session = {};
  expect(boot({ search: '?language=de', session, local: { language: '"en"' } }).lang).toBe('de');
  expect(boot({ session, local: { language: '"en"' } }).lang).toBe('de');
  expect(boot({ local: { language: '"de"', 'mantine-color-scheme-value': 'light' } })).toMatchObject({
    lang: 'de',
    scheme: 'light',
  });
});

test.each([
  [['de-AT', 'en'], 'de'],
  [['fr', 'de-DE', 'en'], 'de'],
  [['en-GB', 'de'], 'en'],
  [['fr-FR', 'nl'], 'en'],
  [[], 'en'],
])('a person who chose nothing reads the first language of the browser that there is: %j', (languages, lang) => {
  expect(boot({ languages }).lang).toBe(lang);
  expect(boot({ languages, local: { language: '"en"' } }).lang).toBe('en');
  expect(boot({ languages, local: { language: '"fr"' } }).lang).toBe(lang);
  expect(boot({ languages, isRefused: true }).lang).toBe(lang);
});

test.each(['__proto__', 'constructor', 'DE', 'de"><script>', 'en-XA', 'ar-XB', 'x'.repeat(1_000_000)])(
  'a language that is not offered is English: %.20s',
  (language) => {
    expect(boot({ search: `?language=${encodeURIComponent(language)}` })).toMatchObject({ lang: 'en', dir: 'ltr' });
    expect(boot({ local: { language: JSON.stringify(language) } }).lang).toBe('en');
  },
);

test('the languages of tests are shown on one machine alone', () => {
  expect(boot({ search: '?language=ar-XB', hostname: 'localhost' })).toMatchObject({ lang: 'ar-XB', dir: 'rtl' });
});
