import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const dist = join(import.meta.dirname, '..', 'web', 'dist');
const manifestPath = join(dist, '.vite', 'manifest.json');

interface Chunk {
  file: string;
  imports?: string[];
}

/** Bytes of JavaScript the browser needs for the entries, as they are served (the `.br` files of the build); every shared part counts once. */
function compressedBytes(entries: readonly string[]): number {
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as Record<string, Chunk>;
  const needed = new Set<string>();
  const waiting = [...entries];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`${key} is not in the build`);
    if (needed.has(key)) continue;
    needed.add(key);
    waiting.push(...(chunk.imports ?? []));
  }
  const files = new Set([...needed].map((key) => manifest[key]?.file ?? '').filter((file) => file.endsWith('.js')));
  return [...files].reduce((sum, file) => sum + statSync(join(dist, `${file}.br`)).size, 0);
}

const shell = ['index.html', 'src/app/shell/shell.tsx'];

// Issue 2 section 9: initial JavaScript at most 200 KB compressed. `npm test` builds the application first.
test.skipIf(!existsSync(manifestPath)).each([
  ['sign-in', ['index.html', 'src/features/auth/auth-layout.tsx', 'src/screens/login.tsx']],
  ['dashboard', [...shell, 'src/screens/dashboard.tsx']],
])('the first %s page needs at most 200 KB of compressed JavaScript', (_, entries) => {
  expect(compressedBytes(entries)).toBeLessThanOrEqual(200 * 1024);
});
