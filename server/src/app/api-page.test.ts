import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { api } from '@overture/contract';
import { KEY_BUNDLES } from '@overture/domain/access/key-scopes';
import { expect, test } from 'vitest';
import { useTestServer } from '../testing/harness.ts';

const server = useTestServer();
const run = promisify(execFile);
const page = readFileSync(new URL('../../../docs/api/keys.md', import.meta.url), 'utf8');
const programs = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = '']) => code);

test('the programs of docs/api/keys.md run against the product', async () => {
  const person = await server.signUp();
  await person.call(api.createCampaign, { body: { name: 'Spring' } });
  const { data } = await person.call(api.createApiKey, { body: { name: 'Docs', scopes: KEY_BUNDLES.write.scopes } });
  const { port } = server.program.app.server.address() as AddressInfo;
  const env = { ...process.env, OVERTURE_URL: `http://127.0.0.1:${port}`, OVERTURE_KEY: data.secret };
  const folder = await mkdtemp(join(tmpdir(), 'overture-docs-'));
  try {
    const outputs = programs.map(async (code, index) => {
      const file = join(folder, `program-${index}.mjs`);
      await writeFile(file, code);
      return (await run(process.execPath, [file], { env, timeout: 20_000 })).stdout.trim();
    });
    const [list, problem, repeated, read, limited] = await Promise.all(outputs);
    expect(list).toContain('Spring');
    const expected = ['404 not_found /api/errors/not_found', 'true true', '0', '200'];
    expect([problem, repeated, read, limited]).toEqual(expected);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** What the Apps Script of the recipes uses of Google; its fetch waits, as Google's does. The rows of the sheet are printed. */
const APPS_SCRIPT = `const { execFileSync } = require('node:child_process');
const PropertiesService = { getScriptProperties: () => ({ getProperty: (name) => process.env[name] }) };
const ask = 'fetch(process.argv[1], { headers: JSON.parse(process.argv[2]) }).then(async (r) => process.stdout.write(await r.text()))';
const UrlFetchApp = { fetch(url, { headers }) {
  const text = execFileSync(process.execPath, ['-e', ask, url, JSON.stringify(headers)]).toString();
  return { getContentText: () => text };
} };
const setValues = (rows) => console.log(JSON.stringify(rows));
const SpreadsheetApp = { getActiveSheet: () => ({ clearContents() {}, getRange: () => ({ setValues }) }) };
`;

test('the Apps Script of docs/api/recipes.md lists every kind of suppression, and no formula', async () => {
  const recipes = readFileSync(new URL('../../../docs/api/recipes.md', import.meta.url), 'utf8');
  const [, script = ''] = /```js\n(function loadSuppressions[\s\S]*?)```/.exec(recipes) ?? [];
  const person = await server.signUp();
  const entries = ['=sum@harbor.example', 'https://www.linkedin.com/in/grace-okafor', '+31612345678'];
  for (const entry of entries) await person.call(api.addSuppression, { body: { entry } });
  const { data } = await person.call(api.createApiKey, { body: { name: 'Sheet', scopes: KEY_BUNDLES.read.scopes } });
  const { port } = server.program.app.server.address() as AddressInfo;
  const env = { ...process.env, OVERTURE_URL: `http://127.0.0.1:${port}`, OVERTURE_KEY: data.secret };
  const { stdout } = await run(process.execPath, ['-e', `${APPS_SCRIPT}${script}\nloadSuppressions();`], { env });
  const [head, ...rows] = JSON.parse(stdout) as string[][];
  expect(head).toEqual(['Email, phone or profile', 'Reason', 'Since']);
  expect(rows.map(([entry]) => entry).toSorted()).toEqual(
    ["'=sum@harbor.example", 'https://www.linkedin.com/in/grace-okafor', "'+31612345678"].toSorted(),
  );
  expect(rows.every(([, reason]) => reason === 'manual')).toBe(true);
});
