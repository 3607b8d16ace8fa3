import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ADVISORY_LOCKS } from './advisory-locks.ts';

const numbers: readonly number[] = Object.values(ADVISORY_LOCKS);

test('every advisory lock has a number of its own', () => {
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('every lock taken in SQL is in the registry', () => {
  const schema = readFileSync(join(import.meta.dirname, '../../../schema.sql'), 'utf8');
  const taken = [...schema.matchAll(/advisory_\w*lock(?:_shared)?\((\d+)/g)].map(([, number]) => Number(number));
  expect(taken.length).toBeGreaterThan(0);
  for (const number of taken) expect(numbers).toContain(number);
});

test('no other file names the number of a lock', () => {
  const root = join(import.meta.dirname, '../..');
  const named = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('advisory-locks'))
    .filter((path) => /advisory_\w*lock\w*\(\s*\d|\b71_?530_?\d{3}\b/.test(readFileSync(join(root, path), 'utf8')));
  expect(named).toEqual([]);
});
