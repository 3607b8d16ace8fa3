import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test('the server in one file finds the files that its modules had beside them, and is ASCII', {
  timeout: 120_000,
}, () => {
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'tools/run/build-server.ts')]);
  const file = join(root, 'server/dist/main.mjs');
  const code = readFileSync(file, 'utf8');
  expect(code).not.toMatch(/[^\0-\x7f]/);
  const places = [...code.matchAll(/new URL\("([^"]+)", new URL\("([^"]+)", import\.meta\.url\)\.href\)/g)];
  const named = places.map(([, target = '', from]) =>
    fileURLToPath(new URL(target, new URL(from ?? '', pathToFileURL(file)))),
  );
  expect(named.length).toBeGreaterThan(15);
  // The engine of the lead database is fetched later.
  expect(named.filter((path) => !path.includes('.runtime') && !existsSync(path))).toEqual([]);
});
