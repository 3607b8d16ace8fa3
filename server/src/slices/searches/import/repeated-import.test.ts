import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@overture/contract';
import { IMPORT_LIMITS } from '@overture/domain/limits';
import { beforeAll, expect, test } from 'vitest';
import { apiBase } from '../../../kernel/http/bind.ts';
import { useTestServer } from '../../../testing/harness.ts';
import { createList, csvHeader, csvMapping, csvRows } from '../lists.factory.ts';

const server = useTestServer({ is_alone: true });
let organization_id: number;
let list_id: number;
let secret: string;

beforeAll(async () => {
  const person = await server.signUp();
  organization_id = person.organization_id;
  list_id = await createList(person);
  const { data } = await person.call(api.createApiKey, { body: { name: 'Zapier', scopes: ['leads:write'] } });
  secret = data.secret;
});

function importFile(content: string, key: string) {
  const boundary = 'repeated';
  const fields = { column_mapping: JSON.stringify(csvMapping) };
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file_content"; filename="leads.csv"\r\ncontent-type: text/csv\r\n\r\n`;
  return server.program.app.inject({
    method: 'POST',
    url: apiBase + api.importCsv.path.replace('{id}', String(list_id)),
    headers: {
      authorization: `Bearer ${secret}`,
      'idempotency-key': key,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: `${parts.join('')}${head}${content}\r\n--${boundary}--\r\n`,
  });
}

const countImports = async (): Promise<number> =>
  (await server.owner.query('select count(*)::int as total from imports where organization_id = $1', [organization_id]))
    .rows[0].total;

/** Imports that requests made, one after the other. */
async function countMade(requests: () => Promise<unknown>): Promise<number> {
  const before = await countImports();
  await requests();
  return (await countImports()) - before;
}

const small = (rows: number) => `${csvHeader}\n${csvRows(rows)}`;

test('a repeated file has the answer of its first import, and is imported once', async () => {
  const key = randomUUID();
  const made = await countMade(async () => {
    const first = await importFile(small(3), key);
    const again = await importFile(small(3), key);
    expect([first.statusCode, first.json().added_prospects]).toEqual([200, 3]);
    expect([again.statusCode, again.headers['idempotent-replayed'], again.json()]).toEqual([200, 'true', first.json()]);
  });
  expect(made).toBe(1);
});

test('another file or list with the same key is refused', async () => {
  const key = randomUUID();
  const made = await countMade(async () => {
    await importFile(small(2), key);
    const other = await importFile(small(4), key);
    expect([other.statusCode, other.json().code]).toEqual([422, 'idempotency_mismatch']);
  });
  expect(made).toBe(1);
});

test('two requests with the same key at the same time import once', async () => {
  const key = randomUUID();
  const made = await countMade(async () => {
    const answers = await Promise.all([1, 2, 3].map(() => importFile(small(5), key)));
    for (const answer of answers)
      expect(['idempotency_running', undefined], answer.body).toContain(
        answer.statusCode === 200 ? undefined : answer.json().code,
      );
    expect((await importFile(small(5), key)).headers['idempotent-replayed']).toBe('true');
  });
  expect(made).toBe(1);
});

test('a crash between import and answer leaves neither, and the next request imports once', async () => {
  await server.owner.query(`create function fail_here() returns trigger language plpgsql as $$ begin
    raise exception 'the process ended here'; end $$;
    create trigger fail_here before insert on idempotency_keys for each row execute function fail_here()`);
  const key = randomUUID();
  expect(await countMade(async () => expect((await importFile(small(6), key)).statusCode).toBe(500))).toBe(0);
  await server.owner.query('drop function fail_here cascade');
  expect(await countMade(async () => expect((await importFile(small(6), key)).statusCode).toBe(200))).toBe(1);
});

test('a large file is queued once, and its other copies are deleted', async () => {
  const key = randomUUID();
  const large = small(IMPORT_LIMITS.inline_rows_below + 1);
  const made = await countMade(async () => {
    const answers = await Promise.all([1, 2].map(() => importFile(large, key)));
    expect(answers.map(({ statusCode }) => statusCode)).toContain(202);
    const again = await importFile(large, key);
    expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([202, 'true']);
  });
  const names = await readdir(join(server.config.DATA_DIR, 'files', 'imports'), { recursive: true });
  expect([made, names.filter((name) => /[0-9a-f]{32}$/.test(name)).length]).toEqual([1, 1]);
});
