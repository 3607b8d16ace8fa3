import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '@overture/contract';
import { createServer } from 'vite';
import { expect, test } from 'vitest';
import { contractForBrowser, contractWithoutSchemas } from './contract-for-browser.ts';

const folder = join(import.meta.dirname, '../../contract/src');
const files = readdirSync(folder).filter((name) => /(?<!\.test)\.ts$/.test(name) && name !== 'endpoint.ts');
const texts = files.map((name) => contractForBrowser(name, readFileSync(join(folder, name), 'utf8')));

test('the browser is given the method and path of every call', () => {
  const given = texts.flatMap((text) =>
    [...text.matchAll(/\w+: \{"method":"(\w+)","path":"([^"]+)"\}/g)].map((match) => `${match[1]} ${match[2]}`),
  );
  const declared = Object.values(api).map((endpoint) => `${endpoint.method} ${endpoint.path}`);
  expect(declared.length).toBeGreaterThan(100);
  expect(given.sort()).toEqual(declared.sort());
});

test('constants stay as they are', () => {
  const text =
    "const KINDS = ['A'] as const;\nexport const schema = z.enum(KINDS);\nexport const list = Object.keys(KINDS);";
  expect(contractForBrowser('x.ts', text)).toBe(
    "const KINDS = ['A'] as const;\nexport const schema = 0;\nexport const list = Object.keys(KINDS);",
  );
});

test('every file runs as the browser is given it', async () => {
  const server = await createServer({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    appType: 'custom',
    plugins: [contractWithoutSchemas()],
    server: { middlewareMode: true, ws: false, watch: null },
    ssr: { noExternal: [/^@overture/] },
  });
  try {
    for (const name of files) await server.ssrLoadModule(join(folder, name));
  } finally {
    await server.close();
  }
});
