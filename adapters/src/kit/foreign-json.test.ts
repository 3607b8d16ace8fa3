import { expect, test } from 'vitest';
import { parseForeignJson } from './foreign-json.ts';

test('what a vendor answers holds no NUL and no half character, and whole ones stay', () => {
  const answer = String.raw`{"message_id":"a\u0000b","chat_id":"\ud83d","name":"\ud83d\ude00 ë"}`;
  const stored = { message_id: 'ab', chat_id: '\ufffd', name: '😀 ë' };
  expect(parseForeignJson(answer)).toEqual(stored);
  expect(parseForeignJson(Buffer.from(answer))).toEqual(stored);
  expect(() => parseForeignJson('{')).toThrow(SyntaxError);
});
