import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listPaths } from './source-files.ts';

const root = join(import.meta.dirname, '../..');
/** What the people of an installation's operator see; clients of an agency never do. */
const OPERATOR = /^web\/src\/features\/admin\//;

/** Packages are called so too, in lower case and behind an @. */
const findName = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => /overture/i.test(line.replaceAll('@overture/', '').replace(/^\s*(\/\/|\/?\*).*/, '')));

test('no text of a screen names the product: what it is called is said by its brand', () => {
  const screens = listPaths(root).filter(
    (path) => /^web\/src\/.*\.tsx?$/.test(path) && !/\.test\.|\/testing\//.test(path) && !OPERATOR.test(path),
  );
  expect(screens.length).toBeGreaterThan(300);
  const named = screens.filter((path) => findName(readFileSync(join(root, path), 'utf8')).length > 0);
  expect(named).toEqual([]);
});

test.each([
  ["title: 'Welcome to Overture'", 1],
  ["import { api } from '@overture/contract';", 0],
  ['/** What Overture does. */', 0],
])('%s', (line, count) => expect(findName(line)).toHaveLength(count));
