import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from '../source-files.ts';

/** A product file with fewer lines needs a second importer or belongs to a closed kind. */
export const MIN_LINES = 30;

/** Faces, manifests, adapters, stores, routes and texts are looked for by their name; a file of the contract is a schema. */
const CLOSED_KIND = /\/(?:index|texts)\.tsx?$|\.(?:manifest|adapter|store|routes)\.ts$|^contract\/src\/[\w-]+\.ts$/;
const isProduct = (path: string): boolean =>
  /^(?:domain|contract|adapters|server|web)\/src\//.test(path) && !isTestPart(path);
const isTestPart = (path: string): boolean =>
  /\.(?:test|conformance|factory)\.tsx?$|\/testing\/|^(?:e2e|bench|sandbox|tools)\//.test(path);

/**
 * Files that are not worth opening: short, and only one file of the product imports them. What is loaded by `import()`, or by no import
 * at all (a program, a thread), has a reason to be a file of its own.
 */
export function findSmallFiles(files: readonly SourceFile[]): string[] {
  const importers = new Map<string, Set<string>>();
  const entries = new Set<string>();
  for (const { path, imports } of files) {
    if (isTestPart(path)) continue;
    for (const { target, is_dynamic } of imports) {
      if (is_dynamic) entries.add(target);
      importers.set(target, (importers.get(target) ?? new Set()).add(path));
    }
  }
  return files
    .filter(({ path, text }) => isProduct(path) && !CLOSED_KIND.test(path) && text.split('\n').length - 1 < MIN_LINES)
    .filter(({ path }) => importers.get(path)?.size === 1 && !entries.has(path))
    .map(({ path }) => path)
    .toSorted();
}

/** New small files, and lines of the list (`small-files.txt`, sorted) that name a file which is folded, larger or gone. */
export function compareSmallFiles(found: readonly string[], listed: readonly string[] = readList()): string[] {
  return [
    ...found.filter((path) => !listed.includes(path)).map((path) => `${path}: fold it into the file that imports it`),
    ...listed.filter((path) => !found.includes(path)).map((path) => `${path}: remove it from small-files.txt`),
  ];
}

const readList = (): string[] =>
  readFileSync(join(import.meta.dirname, 'small-files.txt'), 'utf8')
    .split('\n')
    .filter(Boolean);
