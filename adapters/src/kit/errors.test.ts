import { describe, expect, test } from 'vitest';
import { ProviderError, type ProviderErrorKind } from './errors.ts';

const [half, otherHalf] = ['😀'.charAt(0), '😀'.charAt(1)];
const KINDS: ProviderErrorKind[] = [
  'auth_expired',
  'rate_limited',
  'rejected',
  'not_found',
  'unavailable',
  'unknown_outcome',
];

/** Every port fails with this one class, so what is true of it is true of all of them. */
describe.each(KINDS)('a failure of kind %s', (kind) => {
  test.each([
    ['NUL', 'a\0b', 'ab'],
    ['halves of characters', `${otherHalf}a${half}`, '\ufffda\ufffd'],
    ['a whole character', 'Größe 😀', 'Größe 😀'],
  ])('makes %s storable', (_what, said, stored) => {
    const failure = new ProviderError(kind, said, { concerns: 'service', code: said });
    expect([failure.reason, failure.code]).toEqual([stored, stored]);
  });

  test('cuts a megabyte, and no character in the middle', () => {
    const said = `${'x'.repeat(999)}😀`.padEnd(1_000_000, 'x');
    const failure = new ProviderError(kind, said, { concerns: 'service', code: said });
    expect(failure.reason).toBe('x'.repeat(999));
    expect(failure.code).toBe('x'.repeat(100));
  });
});
