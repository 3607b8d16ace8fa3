import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describeApp } from '@overture/domain/brand/app-manifest';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGate } from '../limits/gate.ts';
import { serveWebApp } from './web-app.ts';

const LOOK = {
  primary_color: '#6366F1',
  secondary_color: '#4F46E5',
  button_color: '#6366F1',
  company_display_name: 'Northlight',
  icon: null,
};
const options = { per_key: 1, in_all: 5, own_error: 'too_many_downloads', shared_error: 'downloads_busy' } as const;
const gate = createGate({ ...options, retry_after_in_seconds: 5 });
let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overture-web-'));
  const built = join(folder, 'dist');
  await mkdir(join(built, 'assets'), { recursive: true });
  await writeFile(join(folder, 'secret.txt'), 'not public');
  await writeFile(join(built, 'index.html'), '<html><!--branding--><title></title></html>');
  await writeFile(join(built, 'robots.txt'), 'User-agent: *');
  await writeFile(join(built, 'assets', 'page-abc.js'), 'plain');
  await writeFile(join(built, 'assets', 'page-abc.js.br'), brotliCompressSync('plain'));
  app = Fastify();
  await serveWebApp(app, built, async () => ({ look: LOOK as never }), gate);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });

test('built files are cached forever, compressed where the browser supports it, also by HEAD', async () => {
  const plain = await get('/assets/page-abc.js');
  expect([plain.statusCode, plain.body]).toEqual([200, 'plain']);
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const small = await get('/assets/page-abc.js', { 'accept-encoding': 'br' });
  expect([small.headers['content-encoding'], small.headers['cache-control']]).toEqual([
    'br',
    'public, max-age=31536000, immutable',
  ]);
  expect(small.headers['content-type']).toContain('javascript');
  expect((await app.inject({ method: 'HEAD', url: '/assets/page-abc.js' })).statusCode).toBe(200);
});

test('files beside them are revalidated, other paths are the page, and missing files are 404', async () => {
  const robots = await get('/robots.txt');
  expect([robots.body, robots.headers['cache-control']]).toEqual(['User-agent: *', 'no-cache']);
  for (const path of ['/', '/campaigns/7', '/no/such.page']) {
    const page = await get(path);
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(page.body).toContain('<title>Northlight</title>');
  }
  for (const path of ['/assets/', '/assets/page-gone.js', '/assets/toString', '/api/v1/nothing']) {
    const missing = await get(path);
    expect([path, missing.statusCode, missing.json().code]).toEqual([path, 404, 'not_found']);
  }
});

test.each([
  '/assets/../secret.txt',
  '/assets/../../secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/assets/%2e%2e/%2e%2e/secret.txt',
  '/assets/..%5c..%5csecret.txt',
  '/assets//../../secret.txt',
  '/assets/%00',
])('%s leads nowhere', async (path) => {
  const answer = await get(path);
  expect(answer.body).not.toContain('not public');
  expect([200, 400, 403, 404]).toContain(answer.statusCode);
});

test.each(['/assets/page-abc.js', '/robots.txt'])(
  '%s takes a place of its line while it is sent, and gives it back',
  async (url) => {
    const leave = gate.enter('127.0.0.1');
    let isAnswered = false;
    const waiting = get(url).then((answer) => {
      isAnswered = true;
      return answer;
    });
    // Another line, and pages, which are in memory, go past it.
    expect((await app.inject({ url, remoteAddress: '192.0.2.9' })).statusCode).toBe(200);
    expect((await get('/campaigns')).statusCode).toBe(200);
    expect(isAnswered).toBe(false);
    leave();
    expect((await waiting).statusCode).toBe(200);
    expect(gate.size()).toBe(0);
  },
);

test('the manifest of the installed application has the brand of the host', async () => {
  const { headers, body } = await get('/manifest.webmanifest');
  expect(headers['content-type']).toContain('application/manifest+json');
  expect(headers['cache-control']).toBe('no-cache');
  expect(JSON.parse(body)).toMatchObject({ name: 'Northlight', theme_color: '#6366F1', display: 'standalone' });
  const icon = '/brand/files/abc';
  expect(describeApp({ ...LOOK, icon, primary_color: 'red;}' } as never)).toMatchObject({
    theme_color: '#6366F1',
    icons: [{ src: icon, sizes: 'any' }],
  });
});
