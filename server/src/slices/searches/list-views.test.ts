import { expect, test } from 'vitest';
import { viewMemory } from './list-views.service.ts';

test('orders of few leads are not remembered without end: the names of their filters count', async () => {
  const memory = viewMemory({});
  const keyOf = (n: number) => `${n} ${'x'.repeat(20_000)}`;
  for (let n = 0; n < 2000; n += 1) await memory.remember({ key: keyOf(n), arrivals: '' }, async () => []);
  expect(memory.has(keyOf(0))).toBe(false);
  expect(memory.has(keyOf(1999))).toBe(true);
});
