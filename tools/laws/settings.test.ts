import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { VENDOR_SETTINGS } from '../../adapters/src/vendor-settings.ts';
import { readSourceFiles } from './source-files.ts';

// `.env.example` is the operator's list of settings: every one of the program, and no other.
const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const names = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] as string);

const schema =
  /const settingsSchema = z\.object\(\{\n([\s\S]*?)\n\}\)/.exec(read('server/src/kernel/config.ts'))?.[1] ?? '';
const declared = [...names(schema, /^ {2}([A-Z][A-Z0-9_]+):/gm), ...VENDOR_SETTINGS.map(({ name }): string => name)];
const shown = names(read('.env.example'), /^# ?([A-Z][A-Z0-9_]+)=/gm);
/** Read where they act, not by the settings: for proofs only, and refused in production. */
const elsewhere = ['FAILPOINT'];

test('.env.example shows every setting once, and no other', () => {
  expect(declared.length).toBeGreaterThan(50);
  expect(shown.toSorted()).toEqual([...declared, ...elsewhere].toSorted());
});

test('each line that says how a setting is written says what it is for', () => {
  const first = read('.env.example')
    .split('\n')
    .filter((line) => /^# ?[A-Z][A-Z0-9_]+=/.test(line));
  const silent = first.filter((line) => !/ # \S/.test(line)).map((line) => /^# ?([A-Z0-9_]+)/.exec(line)?.[1]);
  // What these are follows from the line above, or from the name of the vendor.
  expect(silent.filter((name) => !/_(API_URL|API_KEY|AUTH_URL|TOKEN_URL|CLIENT_SECRET)$/.test(name ?? ''))).toEqual([]);
});

test('the program reads its environment through the settings only', () => {
  const allowed = /^server\/src\/(main|overture|health-check)\.ts$|kernel\/db\/|\.test\.ts$|server\/src\/testing\//;
  const known = new Set([
    ...declared,
    ...elsewhere,
    'NODE_COMPILE_CACHE',
    'PATH',
    'TMPDIR',
    'SANDBOX_SEED',
    'HOME',
    'INIT_CWD',
    'CI',
    'TEST_LOG',
    'TEST_DATABASE_URL',
    'npm_execpath',
  ]);
  const strange = readSourceFiles(root)
    .filter((file) => /^(server|adapters|domain|contract)\/src\//.test(file.path) && !allowed.test(file.path))
    .flatMap((file) =>
      names(file.text, /process\.env\.(\w+)/g)
        .filter((name) => !known.has(name))
        .map((name) => `${file.path}: ${name}`),
    );
  expect(strange).toEqual([]);
});
