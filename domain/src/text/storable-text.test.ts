import { describe, expect, test } from 'vitest';
import { toStorableJson, toStorableText } from './storable-text.ts';

const [half, otherHalf] = ['😀'.charAt(0), '😀'.charAt(1)];

describe('text that can be stored', () => {
  test.each([
    ['short', 'Größe 😀', 'Größe 😀'],
    ['with NUL', '\0a\0b', 'ab'],
    ['with halves', `${otherHalf}a${half}`, '\ufffda\ufffd'],
    ['with a character across the limit', `${'x'.repeat(9)}😀`, 'x'.repeat(9)],
    ['of NUL in front', `${'\0'.repeat(10)}${'x'.repeat(10)}`, 'x'.repeat(10)],
  ])('%s', (_what, given, stored) => expect(toStorableText(given, 10)).toBe(stored));
});

describe('JSON that can be stored', () => {
  test.each([
    ['half a pair', { a: `x${half}` }, { a: 'x\ufffd' }],
    ['the other half, in a key', { [`${otherHalf}k`]: [`${otherHalf}${half}`] }, { '\ufffdk': ['\ufffd\ufffd'] }],
    ['NUL', ['a\0b', '\0'], ['ab', '']],
    ['NUL behind a backslash', ['\\\0', `\\\\${half}`], ['\\', '\\\\\ufffd']],
    ['texts that spell an escape', ['\\u0000', '\\ud83d', `\\u0000${half}`], ['\\u0000', '\\ud83d', '\\u0000\ufffd']],
    ['whole pairs and other control characters', ['😀\u0001\n"\u2028'], ['😀\u0001\n"\u2028']],
  ])('%s', (_what, given, stored) => expect(JSON.parse(toStorableJson(JSON.stringify(given)))).toEqual(stored));

  test('escaped surrogate pairs stay whole', () => {
    const given = String.raw`["\uD83D\uDE00 \ud83d\ude00 \uD83Dx\u0000 \ud83d\ud83d\ude00"]`;
    expect(JSON.parse(toStorableJson(given))).toEqual(['😀 😀 \ufffdx \ufffd😀']);
  });
});
