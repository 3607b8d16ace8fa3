import { expect, test } from 'vitest';
import { parseForeignJson, parseForeignList } from './foreign-json.ts';

test('what a vendor answers holds no NUL and no half character, and whole ones stay', () => {
  const answer = String.raw`{"message_id":"a\u0000b","chat_id":"\ud83d","name":"\ud83d\ude00 ë"}`;
  const stored = { message_id: 'ab', chat_id: '\ufffd', name: '😀 ë' };
  expect(parseForeignJson(answer)).toEqual(stored);
  expect(parseForeignJson(Buffer.from(answer))).toEqual(stored);
  expect(() => parseForeignJson('{')).toThrow(SyntaxError);
});

/** Over the size that is parsed in one go, with signs of JSON inside of texts. */
const items = Array.from({ length: 4000 }, (_, n) => ({
  ...{ n, text: `${'x'.repeat(n % 400)}"],[{\\`, deep: [[n, { a: ['}', ']'] }], null], name: 'Zoë 😀', end: '\\\\' },
}));

test('a large list in pieces is the same list', async () => {
  for (const space of [0, 1]) {
    const body = Buffer.from(` ${JSON.stringify(items, null, space)}\n`);
    expect(body.length).toBeGreaterThan(1_000_000);
    expect(await parseForeignList(body)).toEqual(items);
  }
  expect(await parseForeignList(Buffer.from('{"a":[1]}'))).toEqual({ a: [1] });
  expect(await parseForeignList(Buffer.from(' [ ] '))).toEqual([]);
});

test('a large list that is damaged, or has an item without end, is refused', async () => {
  const list = JSON.stringify(items);
  const damaged = [
    list.slice(0, -1),
    `${list} 1`,
    `${list.slice(0, -1)},]`,
    list.replace('{', '{{'),
    list.slice(0, -5),
    `[${'['.repeat(5_000_000)}`,
    `["${'x'.repeat(6_000_000)}"]`,
    `[{"a":"${'x'.repeat(700_000)}`,
  ];
  for (const text of damaged) await expect(parseForeignList(Buffer.from(text))).rejects.toThrow(SyntaxError);
});
