import { expect, test } from 'vitest';
import { useTestServer } from '../testing/harness.ts';

const server = useTestServer();

test('the API describes itself, and its page starts without an inline script', async () => {
  const get = (url: string) => server.program.app.inject({ method: 'GET', url });
  expect((await get('/api/openapi.json')).json()).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
  const page = await get('/api/docs/');
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'; script-src 'self';");
  const scripts = [...page.body.matchAll(/<script\b([^>]*)>([^<]*)<\/script>/g)];
  expect(scripts.map(([, , inline]) => inline)).toEqual(['', '']);
  const addresses = scripts.map(([, attributes]) => attributes?.match(/src="([^"]+)"/)?.[1] ?? '');
  for (const address of addresses) {
    const script = await get(address);
    expect([script.statusCode, script.headers['content-type']]).toEqual([200, 'application/javascript; charset=utf-8']);
  }
  expect((await get(addresses[1] ?? '')).body).toContain('/api/openapi.json');
});
