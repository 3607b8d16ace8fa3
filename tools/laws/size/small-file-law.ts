import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SourceFile } from '../source-files.ts';

/** A product file with fewer lines needs a second importer or belongs to a closed kind. */
export const MIN_LINES = 30;

/** Faces, texts, manifests, adapters, stores and routes are found by their names; a file of the contract is a schema. */
const CLOSED_KIND = /\/(?:index|texts)\.tsx?$|\.(?:manifest|adapter|store|routes)\.ts$|^contract\/src\/[\w-]+\.ts$/;
const isProduct = (path: string): boolean =>
  /^(?:domain|contract|adapters|server|web)\/src\//.test(path) && !isTestPart(path);
const isTestPart = (path: string): boolean =>
  /\.(?:test|conformance|factory)\.tsx?$|\/testing\/|^(?:e2e|bench|sandbox|tools)\//.test(path);

/** A module that a thread loads. */
const THREAD_MODULE = /new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g;

/**
 * Files that are not worth opening: short, with a single importer in the product. A file loaded by `import()`, by a thread or by no import
 * (a program) has a reason to be separate.
 */
export function findSmallFiles(files: readonly SourceFile[]): string[] {
  const importers = new Map<string, Set<string>>();
  const entries = new Set<string>();
  for (const { path, text, imports } of files) {
    if (isTestPart(path)) continue;
    for (const [, module] of text.matchAll(THREAD_MODULE)) entries.add(join(dirname(path), module!));
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

/** New small files, and lines of the list (`small-files.txt`, sorted) that name a file which was folded, deleted or has grown. */
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
