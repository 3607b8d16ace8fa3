import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseFile, readSourceFiles } from '../source-files.ts';
import { boundedPatterns, madePatterns } from './pattern-bounds.ts';
import { findFault, findPatternViolations, fingerprintOf, LARGEST_BOUND } from './pattern-law.ts';
import { findPatterns, findTechnologyPatterns } from './patterns.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const technologies = 'adapters/src/sources/technologies/technology-rules.json';
const proofs: ReadonlySet<string> = new Set(read('tools/laws/patterns/pattern-proofs.txt').trim().split('\n'));
const given = { proofs, bounded: boundedPatterns, made: madePatterns };

const inTree = findPatterns(readSourceFiles(root));
const found = {
  ...inTree,
  patterns: [...inTree.patterns, ...findTechnologyPatterns(technologies, read(technologies))],
};

test('every pattern that meets foreign text is linear by proof', { timeout: 300_000 }, () => {
  expect(findPatternViolations(found, given)).toEqual([]);
});

test('it reads the tree', () => {
  expect(inTree.patterns.length).toBeGreaterThan(500);
  expect(found.patterns.length - inTree.patterns.length).toBeGreaterThan(100);
});

test('the list of proofs holds: some of it is proven again each time, others each time', { timeout: 300_000 }, () => {
  const listed = found.patterns.filter((pattern) => proofs.has(fingerprintOf(pattern)));
  const drawn = Array.from({ length: 4 }, () => listed[Math.floor(Math.random() * listed.length)]);
  for (const pattern of drawn) if (pattern) expect([pattern, findFault(pattern)]).toEqual([pattern, null]);
});

test('an exception names a short text and its reason, and is still needed', () => {
  for (const { source, bound } of boundedPatterns) expect([source, bound <= LARGEST_BOUND]).toEqual([source, true]);
  for (const { reason } of [...boundedPatterns, ...madePatterns]) expect(reason.length).toBeGreaterThan(20);
  const patterns = new Set(found.patterns.map(({ path, source }) => `${path} ${source}`));
  const made = new Set(found.made.map(({ path, made_of }) => `${path} ${made_of}`));
  expect(boundedPatterns.filter(({ path, source }) => !patterns.has(`${path} ${source}`))).toEqual([]);
  expect(madePatterns.filter(({ path, made_of }) => !made.has(`${path} ${made_of}`))).toEqual([]);
});

const planted: [what: string, path: string, source: string][] = [
  ['exponential', 'domain/src/a.ts', 'export const a = /^(a+)+$/;'],
  ['quadratic at the end', 'server/src/kernel/b.ts', "x.replace(/\\/+$/, '');"],
  ['quadratic between', 'web/src/lib/c.tsx', 'const c = /^.*x.*y$/.test(text);'],
  ['cubic', 'adapters/src/kit/d.ts', 'const d = /<?([^<>]+@[^<>]+\\.[a-z]{2,})>?/i;'],
  ['in a constructor', 'domain/src/e.ts', "const e = new RegExp('(x+x+)+y', 'i');"],
  ['in a template', 'domain/src/f.ts', 'const f = RegExp(`^$' + '{name}\\\\s*\\\\s*\\\\s*$`);'],
  ['made at run time', 'domain/src/g.ts', 'const g = new RegExp(text);'],
];

test.each(planted)('fires: %s', (_, path, source) => {
  expect(findPatternViolations(findPatterns([parseFile(path, source)]), given)).toHaveLength(1);
});

test('fires: a technology rule', () => {
  const json = JSON.stringify([{ name: 'X', category: 'Y', html: ['/-/media/[^"]+\\.ashx'] }]);
  const patterns = findTechnologyPatterns(technologies, json);
  expect(findPatternViolations({ patterns, made: [] }, given)).toHaveLength(1);
});

test('an exception frees one pattern in one file, and only with a small bound', () => {
  const source = '\\s+$';
  const tree = findPatterns([parseFile('domain/src/h.ts', 'const h = /\\s+$/;')]);
  const entry = { path: 'domain/src/h.ts', source, bound: 200, reason: 'names are cut to 200 characters' };
  const count = (bounded: (typeof entry)[]): number => findPatternViolations(tree, { ...given, bounded }).length;
  expect(count([entry])).toBe(0);
  expect(count([{ ...entry, bound: 100_000 }])).toBe(1);
  expect(count([{ ...entry, path: 'domain/src/i.ts' }])).toBe(1);
});

test('a pattern that runs only on the developer’s machine is ignored', () => {
  const files = ['domain/src/a.test.ts', 'sandbox/src/a.ts', 'bench/a.ts', 'server/src/testing/a.ts'];
  expect(findPatterns(files.map((path) => parseFile(path, 'const a = /^(a+)+$/;'))).patterns).toEqual([]);
});
