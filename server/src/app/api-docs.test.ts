import { expect, test } from 'vitest';
import { useTestServer } from '../testing/harness.ts';

const server = useTestServer();

test('the API describes itself, and its page opens', async () => {
  const get = (url: string) => server.program.app.inject({ method: 'GET', url });
  expect((await get('/api/openapi.json')).json()).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
  const page = await get('/api/docs/');
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.body).toContain('/api/openapi.json');
  const script = page.body.match(/src="([^"]+\.js)"/)?.[1] ?? '';
  const path = new URL(script, 'http://localhost/api/docs/').pathname;
  expect((await get(path)).headers['content-type']).toContain('javascript');
});
