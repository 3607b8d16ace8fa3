import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '@overture/contract';
import { expect, test } from 'vitest';
import { contractForBrowser } from './contract-for-browser.ts';

const folder = join(import.meta.dirname, '../../contract/src');
const files = readdirSync(folder).filter((name) => /(?<!\.test)\.ts$/.test(name) && name !== 'endpoint.ts');
const texts = files.map((name) => contractForBrowser(name, readFileSync(join(folder, name), 'utf8')));

test('the browser is given the method and path of every call', () => {
  const given = texts.flatMap((text) =>
    [...text.matchAll(/\w+: \{"method":"(\w+)","path":"([^"]+)"\}/g)].map((match) => `${match[1]} ${match[2]}`),
  );
  const declared = Object.values(api).map((endpoint) => `${endpoint.method} ${endpoint.path}`);
  expect(declared.length).toBeGreaterThan(100);
  expect(given.sort()).toEqual(declared.sort());
});

test('no schema is built in a browser: the parts of it are numbers there', () => {
  const built = texts.flatMap((text, index) =>
    text
      .split('\n')
      .filter((line) => /\.(optional|nullable|default|extend|partial|max|min)\(/.test(line) && !/\bz\./.test(line))
      .map((line) => `${files[index]}: ${line.trim()}`),
  );
  expect(built).toEqual([]);
});

test('constants stay as they are', () => {
  const text =
    "const KINDS = ['A'] as const;\nexport const schema = z.enum(KINDS);\nexport const list = Object.keys(KINDS);";
  expect(contractForBrowser('x.ts', text)).toBe(
    "const KINDS = ['A'] as const;\nexport const schema = 0;\nexport const list = Object.keys(KINDS);",
  );
});
