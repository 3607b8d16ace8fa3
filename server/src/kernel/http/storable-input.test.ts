import { api } from '@overture/contract';
import { expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';

const server = useTestServer();
const half = '😀'.charAt(0);
const written = `Ada\0 ${half} 😀`;
const stored = 'Ada \ufffd 😀';

test('texts of a body lose NUL and half characters where they enter', async () => {
  const person = await server.signUp();
  const made = await person.call(api.createSignature, { body: { name: written, signature: written } });
  expect(made.status).toBe(200);
  expect((await person.call(api.listSignatures)).data.signatures).toMatchObject([{ name: stored }]);
});

test('so do texts of a query', async () => {
  const person = await server.signUp();
  const found = await person.call(api.listExcludedDomains, { query: { search: written } });
  expect(found.status).toBe(200);
});
