import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TENANT_LIMITS } from '@overture/domain/tenant-limits';
import { expect, test } from 'vitest';
import { readSourceFiles } from './source-files.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/security/limits.md'), 'utf8');

test.each(Object.entries(TENANT_LIMITS))('docs/security/limits.md names %s with its number', (name, value) => {
  expect(page).toContain(`\`${name}\` = ${value}`);
});

/** Limits that are written as data: `{ name: 'login', points: 10, per_seconds: 900 }`. */
const written = /name: '([\w-]+)', points: ([\w.]+), per_seconds:/g;

function findUnsaid(text: string): string[] {
  return [...text.matchAll(written)].flatMap(([, name = '', points = '']) => {
    const said = /^\d+$/.test(points) ? `\`${name}\` = ${points}` : `\`${name}\` =`;
    return page.includes(said) ? [] : [said];
  });
}

test('docs/security/limits.md names every limit of tries and mails with its number', () => {
  const files = readSourceFiles(join(import.meta.dirname, '../..')).filter(
    ({ path }) => path.startsWith('server/src/') && !path.endsWith('.test.ts'),
  );
  expect(files.flatMap(({ text }) => findUnsaid(text))).toEqual([]);
});

test('the law finds a limit the page does not name, and one it names with another number', () => {
  expect(findUnsaid(`{ name: 'nothing-said', points: 3, per_seconds: 60 }`)).toEqual(['`nothing-said` = 3']);
  expect(findUnsaid(`{ name: 'login', points: 11, per_seconds: 900 }`)).toEqual(['`login` = 11']);
});
