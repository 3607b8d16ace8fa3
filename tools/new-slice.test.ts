import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { findViolations } from './laws/import-law.ts';
import { parseFile } from './laws/source-files.ts';
import { findTextViolations } from './laws/text-law.ts';
import { scaffoldSlice } from './scaffold-slice.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const copies: string[] = [];

function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'overture-slice-'));
  copies.push(copy);
  for (const path of ['contract/src/index.ts', 'server/src/app/routes.ts', 'server/migrations']) {
    cpSync(join(root, path), join(copy, path), { recursive: true });
  }
  return copy;
}

afterEach(() => {
  for (const copy of copies.splice(0)) rmSync(copy, { recursive: true, force: true });
});

test('an empty slice obeys every law and is in the lists', () => {
  const copy = copyTree();
  const written = scaffoldSlice(copy, 'ai-segments').filter((path) => path.endsWith('.ts'));
  const files = written.map((path) => parseFile(path, readFileSync(join(copy, path), 'utf8')));
  expect(findViolations(files)).toEqual([]);
  expect(findTextViolations(files)).toEqual([]);
  expect(readFileSync(join(copy, 'contract/src/index.ts'), 'utf8')).toContain('  ...aiSegmentsEndpoints,\n} as const;');
  expect(readFileSync(join(copy, 'server/src/app/routes.ts'), 'utf8')).toContain('    ...aiSegmentsRoutes,\n  };');
});

test('a name outside the order, and a slice that exists, are refused in words', () => {
  const copy = copyTree();
  expect(() => scaffoldSlice(copy, 'misc')).toThrow(/not in the order/);
  scaffoldSlice(copy, 'tour');
  expect(() => scaffoldSlice(copy, 'tour')).toThrow(/exists already/);
});
