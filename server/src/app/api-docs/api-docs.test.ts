import { api } from '@overture/contract';
import { referencePath } from '@overture/contract/api-reference';
import { expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';

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
  // Readable before the viewer has started, and without scripts.
  expect(page.body).toMatch(/<main id="overview">\s*<h1>[^<]+ API<\/h1>/);
  const listed = [...page.body.matchAll(/<li><code>([A-Z]+) \/api\/v1([^<]+)<\/code>/g)].map(
    ([, method, path]) => `${method} ${path}`,
  );
  expect(listed.toSorted()).toEqual(
    Object.values(api)
      .map(({ method, path }) => `${method} ${referencePath(path)}`)
      .toSorted(),
  );
});

test('each error code has a page, which errors of programs link to', async () => {
  const get = (url: string) => server.program.app.inject({ method: 'GET', url });
  const page = await get('/api/errors/api_key_expired');
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.body).toContain('This API key expired.');
  for (const unknown of ['nothing_here', 'constructor', '__proto__', '%3Cscript%3E'])
    expect((await get(`/api/errors/${unknown}`)).statusCode).toBe(404);
});

test('a call with an ambiguous path has a second address, which the reference names', async () => {
  const { paths } = (await server.program.app.inject({ url: '/api/openapi.json' })).json();
  expect(Object.keys(paths)).toContain('/api/v1/campaign-templates/{id}');
  expect(Object.keys(paths)).not.toContain('/api/v1/campaigns/templates/{id}');
  const person = await server.signUp();
  const answer = await server.program.app.inject({
    url: '/api/v1/campaign-prospects/999999999',
    headers: { jwt: person.token ?? '' },
  });
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
});
