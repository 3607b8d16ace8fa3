import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { api } from '@overture/contract';
import { beforeAll, expect, test } from 'vitest';
import { apiBase } from '../../kernel/http/bind.ts';
import { type TestServer, useTestServer } from '../../testing/harness.ts';
import { createList } from '../searches/lists.factory.ts';

/** A key or a session that ends while a request of it is under way. */
const server = useTestServer({ is_alone: true });
let person: Awaited<ReturnType<TestServer['signUp']>>;
beforeAll(async () => {
  person = await server.signUp();
});

const BOUNDARY = 'two-halves';
const part = (name: string, text: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
const HEAD = [
  part('file_name', 'leads.csv'),
  part('column_mapping', JSON.stringify({ email: 'Email' })),
  part('stop_columns', JSON.stringify(['Unsubscribed'])),
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file_content"; filename="leads.csv"\r\ncontent-type: text/csv\r\n\r\n`,
].join('');
const HALVES = [
  `${HEAD}Email,Unsubscribed\na@acme.example,no\n`,
  `b@acme.example,yes\n\r\n--${BOUNDARY}--\r\n`,
] as const;

const uploadsUnderWay = () => readdir(join(server.config.DATA_DIR, 'uploads')).catch(() => []);
const countOf = async (table: 'imports' | 'prospects' | 'suppressions' | 'idempotency_keys') =>
  (await server.owner.query(`select from ${table} where organization_id = $1`, [person.organization_id])).rowCount;

/** Sends the first half of a file, then `between` happens, then the other half. */
async function upload(list: number, headers: Record<string, string>, between: () => Promise<unknown>) {
  const payload = new PassThrough();
  const answer = server.program.app.inject({
    method: 'POST',
    url: `${apiBase}/searches/${list}/import-csv/`,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
    payload,
  });
  payload.write(HALVES[0]);
  await expect.poll(uploadsUnderWay).toHaveLength(1);
  await between();
  payload.end(HALVES[1]);
  const { statusCode, body } = await answer;
  return { status: statusCode, data: JSON.parse(body) };
}

async function makeKey() {
  const scopes = ['leads:write', 'export'] as const;
  const { data } = await person.call(api.createApiKey, { body: { name: 'Zapier', scopes: [...scopes] } });
  return {
    headers: { authorization: `Bearer ${data.secret}`, 'idempotency-key': 'file-of-monday' },
    revoke: () => person.call(api.revokeApiKey, { params: { id: data.key.id } }),
  };
}

test('a key revoked during an upload: it is refused in words, nothing of the file stays, and another key sends it again', async () => {
  const list = await createList(person, 'Leads');
  const [old, next] = [await makeKey(), await makeKey()];
  const refused = await upload(list, old.headers, old.revoke);
  expect([refused.status, refused.data.code]).toEqual([401, 'api_key_revoked']);
  expect(await uploadsUnderWay()).toEqual([]);
  for (const table of ['imports', 'prospects', 'suppressions', 'idempotency_keys'] as const)
    expect([table, await countOf(table)]).toEqual([table, 0]);
  const sent = await upload(list, next.headers, async () => undefined);
  expect(sent).toMatchObject({ status: 200, data: { added_prospects: 2 } });
  expect([await countOf('imports'), await countOf('suppressions')]).toEqual([1, 1]);
});

test('a key revoked while an answer is read: the file that began arrives whole, and the next request is refused', async () => {
  const { headers, revoke } = await makeKey();
  // More bytes than the sockets hold.
  const amount = 60_000;
  await server.owner.query(
    `insert into suppressions (organization_id, kind, email, reason, detail)
      select $1, 'address', n || '@gone.example', 'manual', repeat('long ', 60) from generate_series(1, $2::int) n`,
    [person.organization_id, amount],
  );
  const { port } = server.program.app.server.address() as { port: number };
  const ask = () => fetch(`http://127.0.0.1:${port}${apiBase}/suppressions/csv/`, { headers });
  const answer = await ask();
  const reader = answer.body!.getReader();
  const pieces = [(await reader.read()).value!];
  expect((await revoke()).status).toBe(200);
  const next = await ask();
  expect([next.status, ((await next.json()) as { code: string }).code]).toEqual([401, 'api_key_revoked']);
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) pieces.push(piece.value);
  const lines = Buffer.concat(pieces).toString('utf8').trimEnd().split('\n');
  expect(lines.filter((line) => line.includes('@gone.example'))).toHaveLength(amount);
});

test('a session that is signed out during an upload: the same', async () => {
  const list = await createList(person, 'More leads');
  const before = await countOf('imports');
  const signOut = () => server.owner.query('delete from sessions where user_id = $1', [person.user_id]);
  const refused = await upload(list, { jwt: person.token! }, signOut);
  expect([refused.status, refused.data.code]).toEqual([401, 'unauthenticated']);
  expect([await countOf('imports'), await uploadsUnderWay()]).toEqual([before, []]);
});
