import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lastingSignatures, sealedColumns } from '../../server/src/app/keys/rotate-key.service.ts';
import { readSourceFiles } from './source-files.ts';

// The rotation of SECRET_KEY reaches what slices declare (`sealed` and `signatures` of kernel/slice.ts). What one forgets to declare
// is lost with the former key, so the schema and the sources are asked.
const root = join(import.meta.dirname, '../..');
const schema = readFileSync(join(root, 'server/schema.sql'), 'utf8');

/** Bytes that are no secret of the vault: digests of random tokens and of messages, keys that are public. */
const isOpen = (column: string): boolean => /_hash$|^digests?$|^fingerprint$|^public_key$/.test(column);

/** Signatures that may end with the key: signing in renews them, or they live minutes. */
const FADING = ['known-device', 'privacy-code', 'registration-code'];

function findBytes(text: string): string[] {
  const tables = [...text.matchAll(/^create table (\w+) \(\n([\s\S]*?)^\)/gm)];
  return tables.flatMap(([, table, body = '']) =>
    [...body.matchAll(/^ {2}(\w+) bytea/gm)]
      .map((match) => match[1] as string)
      .filter((column) => !isOpen(column))
      .map((column) => `${table}.${column}`),
  );
}

/** `keepJobSecret` keeps it in a column instead. */
const findSealedPayloads = (text: string): string[] =>
  [...text.matchAll(/jobs\.add\([^;]*?\);/g)].map(([call]) => call).filter((call) => /sealed|vault\.seal/.test(call));

const verifying = /vault\.verify\(\s*(?:'([\w-]+)'|(\w+)),/g;
const findVerified = (text: string): string[] =>
  [...text.matchAll(verifying)].map(
    ([, literal, name]) =>
      literal ?? new RegExp(`const ${name} = '([\\w-]+)'`).exec(text)?.[1] ?? `${name} (say it as a constant)`,
  );

describe('the rotation of SECRET_KEY', () => {
  test('knows every column that holds what the vault sealed', () => {
    expect(sealedColumns.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(findBytes(schema).sort());
    expect(sealedColumns.length).toBeGreaterThanOrEqual(3);
    expect(
      findBytes('create table a (\n  id bigint not null,\n  token_hash bytea,\n  secret bytea not null,\n);'),
    ).toEqual(['a.secret']);
  });

  test('finds no sealed value in the payload of a job, where it cannot reach', () => {
    const found = readSourceFiles(root)
      .filter((file) => file.path.startsWith('server/src/') && !/\.(test|factory)\.ts$/.test(file.path))
      .flatMap((file) => findSealedPayloads(file.text).map((text) => `${file.path}: ${text}`));
    expect(found).toEqual([]);
    expect(
      findSealedPayloads(
        "tx.jobs.add(task, { id, token: row.sealed_tokens.toString('base64') }); jobs.add(task, { id });",
      ),
    ).toHaveLength(1);
  });

  test('knows the primary key of each', () => {
    for (const { table, key } of sealedColumns)
      expect(schema).toMatch(new RegExp(`create table ${table} \\([^;]*PRIMARY KEY \\(${key}\\)`));
  });

  test('keeps every signature that must outlive the key', () => {
    const files = readSourceFiles(root).filter(
      (file) => file.path.startsWith('server/src/slices/') && !/\.(test|factory)\.ts$/.test(file.path),
    );
    const verified = files.flatMap((file) => findVerified(file.text)).filter((purpose) => !FADING.includes(purpose));
    expect([...new Set(verified)].sort()).toEqual([...lastingSignatures].sort());
    expect(findVerified("const purpose = 'one'; vault.verify(purpose, a, b); ctx.vault.verify('two', a, b)")).toEqual([
      'one',
      'two',
    ]);
  });
});
