import { expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { toJson } from './to-json.ts';

const server = useTestServer();

test('PostgreSQL stores rows of any text', async () => {
  const texts = [`half ${'😀'.charAt(0)}`, 'NUL \0.', '\\u0000', 'plain 😀'];
  const { rows } = await server.owner.query('select text from json_to_recordset($1::json) as g (text text)', [
    toJson(texts.map((text) => ({ text }))),
  ]);
  expect(rows.map(({ text }) => text)).toEqual(['half \ufffd', 'NUL .', '\\u0000', 'plain 😀']);
});
