import { describe, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { toJson } from './to-json.ts';

const half = '😀'.charAt(0);
const otherHalf = '😀'.charAt(1);

describe('JSON of a statement', () => {
  test.each([
    ['half a pair', { a: `x${half}` }, { a: 'x\ufffd' }],
    ['the other half, in a key', { [`${otherHalf}k`]: [`${otherHalf}${half}`] }, { '\ufffdk': ['\ufffd\ufffd'] }],
    ['NUL', ['a\0b', '\0'], ['ab', '']],
    ['NUL behind a backslash', ['\\\0', `\\\\${half}`], ['\\', '\\\\\ufffd']],
    ['texts that spell an escape', ['\\u0000', '\\ud83d', `\\u0000${half}`], ['\\u0000', '\\ud83d', '\\u0000\ufffd']],
    ['whole pairs and other control characters', ['😀\u0001\n"\u2028'], ['😀\u0001\n"\u2028']],
  ])('%s', (_what, given, stored) => expect(JSON.parse(toJson(given))).toEqual(stored));
});

const server = useTestServer();

test('PostgreSQL stores rows of any text', async () => {
  const texts = [`half ${half}`, 'NUL \0.', '\\u0000', 'plain'];
  const { rows } = await server.owner.query('select text from json_to_recordset($1::json) as g (text text)', [
    toJson(texts.map((text) => ({ text }))),
  ]);
  expect(rows.map(({ text }) => text)).toEqual(['half \ufffd', 'NUL .', '\\u0000', 'plain']);
});
