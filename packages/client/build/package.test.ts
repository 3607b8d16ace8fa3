import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { api } from '@overture/contract';
import { KEY_BUNDLES } from '@overture/domain/access/key-scopes';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useTestServer } from '../../../server/src/testing/harness.ts';
import { buildPackage } from './build-package.ts';

const server = useTestServer();
const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'overture-client-'));
const built = join(folder, 'node_modules/@overture/client');
const files = (): string[] => readdirSync(built).map((name) => join(built, name));

beforeAll(() => {
  mkdirSync(join(built, '..'), { recursive: true });
  buildPackage(built);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the package has code, types, license and no dependency', async () => {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', built], { cwd: folder });
  const packed = [Object.values(JSON.parse(stdout))].flat()[0] as { version: string; files: { path: string }[] };
  const modules = ['calls', 'errors', 'index', 'route', 'send', 'webhook'];
  expect(packed.files.map(({ path }) => path).toSorted()).toEqual(
    ['LICENSE', 'README.md', 'package.json', ...modules.flatMap((name) => [`${name}.d.ts`, `${name}.js`])].toSorted(),
  );
  const manifest = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({ name: '@overture/client', license: 'Apache-2.0', version: packed.version });
  expect(Object.keys(manifest)).not.toContain('dependencies');
  expect(Object.keys(manifest)).not.toContain('private');
  const imports = files()
    .filter((file) => /\.(js|d\.ts)$/.test(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/from '([^']+)'/g)]);
  const outside = imports.filter(([, target]) => !target?.startsWith('./'));
  expect(outside.map(([statement]) => statement)).toEqual([]);
});

test('the programs of the README run with the built package', async () => {
  const person = await server.signUp();
  const scopes = KEY_BUNDLES.write.scopes;
  const { data } = await person.call(api.createApiKey, { body: { name: 'README', scopes } });
  const { port } = server.program.app.server.address() as AddressInfo;
  const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
  const env = { ...process.env, OVERTURE_URL: `http://127.0.0.1:${port}`, OVERTURE_KEY: data.secret };
  const readme = readFileSync(join(built, 'README.md'), 'utf8');
  const programs = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  programs[programs.length - 1] += callReceiver(secret);
  const outputs = programs.map(async (code, index) => {
    const file = join(folder, `program-${index}.mjs`);
    writeFileSync(file, code);
    const { stdout } = await run(process.execPath, [file], {
      env: { ...env, OVERTURE_SECRET: secret },
      timeout: 20_000,
    });
    return stdout.trim();
  });
  expect(await Promise.all(outputs)).toEqual([
    'Autumn DRAFT',
    '0',
    '404 not_found',
    'true',
    '1',
    'grace@harbor.example 204',
  ]);
});

/** Sends a signed reply to the receiver of the README. */
function callReceiver(secret: string): string {
  const event = { id: 'msg_1', type: 'reply.received', data: { prospect: { email: 'grace@harbor.example' } } };
  const body = JSON.stringify(event);
  const now = new Date();
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', now, body),
  };
  const init = JSON.stringify({ method: 'POST', headers, body });
  return `process.stdout.write = ((write) => (text) => write(text.trim() + ' '))(process.stdout.write.bind(process.stdout));
console.log((await receive(new Request('http://receiver.example', ${init}))).status);`;
}

test('its types hold programs to the contract, without the contract', async () => {
  const program = `import { createClient, type Outputs, type WebhookEvent } from '@overture/client';
const client = createClient({ url: '', key: '' });
export const status: string = (await client.getCampaign({ id: 1 })).campaign.status;
export const rows: Outputs['listChats']['chats'] = [];
for await (const { email } of client.iterate('listSuppressions')) email?.trim();
export const read = (event: WebhookEvent): number | null =>
  event.type === 'credits.low' ? event.data.credits : null;
await client.importCsv({ id: 1, column_mapping: '{}', file: new Blob() });
// @ts-expect-error a misspelled field
await client.createCampaign({ nam: 'x' });
// @ts-expect-error a call that keys cannot make
await client.createApiKey({ name: 'x', scopes: [] });
// @ts-expect-error not a list
client.iterate('getCampaign', { id: 1 });
`;
  writeFileSync(join(folder, 'program.ts'), program);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'NodeNext',
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.AsyncIterable'],
    types: [],
  };
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [compiler, '-p', folder]).catch((error) => error);
  expect(stdout).toBe('');
});
