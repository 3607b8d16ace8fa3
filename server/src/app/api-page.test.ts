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
