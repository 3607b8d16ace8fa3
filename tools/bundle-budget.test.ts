import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const dist = join(import.meta.dirname, '..', 'web', 'dist');
const manifestPath = join(dist, '.vite', 'manifest.json');

interface Chunk {
  file: string;
  /** The pages that need it, joined by dots (`web/bundle/chunks-by-page.ts`). */
  name?: string;
  imports?: string[];
}

/** The scripts the browser needs for a page, bytes as they are served (the `.br` files of the build); every shared part counts once. */
function scriptsOf(pages: readonly string[]): { requests: number; bytes: number } {
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as Record<string, Chunk>;
  const isOf = ({ name, file }: Chunk) => file.endsWith('.js') && name?.split('.').some((page) => pages.includes(page));
  const parts = Object.keys(manifest).filter((key) => isOf(manifest[key] as Chunk));
  if (parts.length < pages.length) throw new Error(`${pages.join(', ')}: a page is not in the build`);
  const needed = new Set<string>();
  const waiting = ['index.html', ...parts];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`${key} is not in the build`);
    if (needed.has(key)) continue;
    needed.add(key);
    waiting.push(...(chunk.imports ?? []));
  }
  const files = new Set([...needed].map((key) => manifest[key]?.file ?? '').filter((file) => file.endsWith('.js')));
  return {
    requests: files.size,
    bytes: [...files].reduce((sum, file) => sum + statSync(join(dist, `${file}.br`)).size, 0),
  };
}

// Issue 2 section 9 and issue 13 section 4. `npm test` builds the application first.
test.skipIf(!existsSync(manifestPath)).each([
  ['sign-in', ['frame', 'entry'], 136],
  ['dashboard', ['frame', 'shell', 'dashboard'], 158],
  ['lists', ['frame', 'shell', 'lists'], 186],
  ['list', ['frame', 'shell', 'list'], 200],
  ['inbox', ['frame', 'shell', 'inbox'], 200],
  ['campaigns', ['frame', 'shell', 'campaigns'], 184],
  ['campaign', ['frame', 'shell', 'campaign'], 180],
  ['campaign with its canvas', ['frame', 'shell', 'campaign', 'canvas'], 196],
  ['started campaign', ['frame', 'shell', 'campaign', 'canvas', 'live'], 200],
])('the first %s page needs at most 30 scripts and its share of compressed JavaScript', (_, pages, kilobytes) => {
  const { requests, bytes } = scriptsOf(pages);
  expect(requests).toBeLessThanOrEqual(30);
  expect(bytes).toBeLessThanOrEqual(kilobytes * 1024);
});

test.skipIf(!existsSync(manifestPath))(
  'the licenses of all packages in the application come along, with their texts',
  () => {
    const licenses = readFileSync(join(dist, 'third-party-licenses.md'), 'utf8');
    const web = readFileSync(join(import.meta.dirname, '../web/package.json'), 'utf8');
    const { dependencies } = JSON.parse(web) as { dependencies: Record<string, string> };
    const packages = Object.entries(dependencies).filter(([name]) => !name.startsWith('@overture/'));
    expect(packages.length).toBeGreaterThan(20);
    expect(packages.filter(([name, version]) => !licenses.includes(`## ${name} - ${version} (`))).toEqual([]);
    expect(licenses).toContain('Permission is hereby granted');
    expect(licenses).toContain('SIL OPEN FONT LICENSE');
  },
);

test.skipIf(!existsSync(manifestPath))('no schema of the contract travels to a browser', () => {
  const scripts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'));
  expect(scripts.filter((name) => readFileSync(join(dist, 'assets', name), 'utf8').includes('ZodObject'))).toEqual([]);
});

test.skipIf(!existsSync(manifestPath))('no files of the build wait for each other', () => {
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as Record<string, Chunk>;
  const done = new Set<string>();
  const follow = (key: string, path: readonly string[]): string[] => {
    if (path.includes(key)) return [[...path.slice(path.indexOf(key)), key].join(' > ')];
    if (done.has(key)) return [];
    const circles = (manifest[key]?.imports ?? []).flatMap((next) => follow(next, [...path, key]));
    done.add(key);
    return circles;
  };
  expect(Object.keys(manifest).flatMap((key) => follow(key, []))).toEqual([]);
});
