import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { describeWeakKey } from './secret-key.rules.ts';

test.each([
  ['a'.repeat(64), /only 1 different/],
  ['01'.repeat(32), /only 2 different/],
  ['0123456789abcdef0123456789abcdef', /repeats itself/],
  ['Kx9$mQ2!vB7#nR4@Kx9$mQ2!vB7#nR4@', /repeats itself/],
  ['abcdefghijklmnopqrstuvwxyz012345', /alphabet/],
  ['qwertyuiopasdfghjklzxcvbnm098765', /keyboard/],
  ['changeme-changeit-supersecret-password', /common words/],
  ['this-is-my-super-secret-key-please-change', /common words/],
  ['overture-production-secret-2026!', /common words/],
  ['your_secret_key_of_32_characters_or_more', /common words|repeat too much/],
])('refuses %s', (key, reason) => expect(describeWeakKey(key)).toMatch(reason));

test('accepts every key created as the documentation says', () => {
  for (let n = 0; n < 2000; n += 1) {
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      expect(describeWeakKey(randomBytes(32).toString(encoding))).toBe(null);
    expect(describeWeakKey(randomBytes(16).toString('hex'))).toBe(null);
  }
});
