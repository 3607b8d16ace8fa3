import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compressedCopies } from './compressed-copies.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'overture-copies-'));
});
afterEach(() => rm(root, { recursive: true }));

async function buildScript(code: string): Promise<string[]> {
  await writeFile(join(root, 'index.html'), '<script type="module" src="/main.js"></script>');
  await writeFile(join(root, 'main.js'), code);
  const result = await build({ root, configFile: false, logLevel: 'silent', plugins: [compressedCopies()] });
  return 'output' in result ? result.output.map(({ fileName }) => fileName) : [];
}

test('a copy of each kind lies beside a script', async () => {
  const name = (await buildScript("document.title = 'Built';")).find((file) => file.endsWith('.js')) ?? '';
  const path = join(root, 'dist', name);
  const script = await readFile(path, 'utf8');
  expect(script).toContain('Built');
  expect(String(gunzipSync(await readFile(`${path}.gz`)))).toBe(script);
  expect(String(brotliDecompressSync(await readFile(`${path}.br`)))).toBe(script);
});

test.each([
  ['a file that is not there', "import './not-there.js';", /not-there/],
  ['code that cannot be read', 'const = ;', /main\.js/],
])('a build that fails by %s says why', async (_what, code, cause) => {
  await expect(buildScript(code)).rejects.toThrow(cause);
});
