import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

// A database stores the checksum of each migration it applied and refuses a file that changed: an edit of a released file would stop
// every installation. `server/migrations.sha256` lists the released files in the form of `sha256sum`.
const server = join(import.meta.dirname, '../../server');
const files = new Map(
  readdirSync(join(server, 'migrations')).map((file) => [
    file,
    createHash('sha256')
      .update(readFileSync(join(server, 'migrations', file)))
      .digest('hex'),
  ]),
);

function findBroken(list: string, present: ReadonlyMap<string, string>): string[] {
  const released = new Map(
    list
      .trimEnd()
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)] as const),
  );
  const last = [...released.keys()].sort().at(-1) ?? '';
  return [
    ...[...released].filter(([file, sha256]) => present.get(file) !== sha256).map(([file]) => `${file} was edited`),
    ...[...present.keys()]
      .filter((file) => !released.has(file) && file < last)
      .map((file) => `${file} comes before ${last}, which is released`),
  ];
}

describe('released migrations', () => {
  test('stay as they are, and new ones come after them', () => {
    const list = readFileSync(join(server, 'migrations.sha256'), 'utf8');
    expect(list.split('\n').length).toBeGreaterThan(40);
    expect(findBroken(list, files)).toEqual([]);
  });

  test('use only what PostgreSQL 15 knows', () => {
    const newer = /\bset expression\b|\bjson_table\(|\bany_value\(|\buuidv7\(|\) virtual\b|\bmerge_action\(/i;
    const found = [...files.keys()].filter((file) =>
      newer.test(readFileSync(join(server, 'migrations', file), 'utf8')),
    );
    expect(found).toEqual([]);
  });

  test('an edited, a missing and an inserted file are found', () => {
    const list = `${'a'.repeat(64)}  0001_one.sql\n${'b'.repeat(64)}  0003_three.sql\n`;
    const present = new Map([
      ['0001_one.sql', 'c'.repeat(64)],
      ['0002_two.sql', 'd'.repeat(64)],
    ]);
    expect(findBroken(list, present)).toEqual([
      '0001_one.sql was edited',
      '0003_three.sql was edited',
      '0002_two.sql comes before 0003_three.sql, which is released',
    ]);
  });
});
