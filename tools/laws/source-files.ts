import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export interface Import {
  /** Path from the root for our own files (`server/src/main.ts`), else the package's name. */
  target: string;
  is_type_only: boolean;
  /** Loaded when it is asked for: `import()`. */
  is_dynamic?: boolean;
}

export interface SourceFile {
  path: string;
  text: string;
  imports: Import[];
}

/** Every file of the tree that git tracks or would track, or those of the given patterns. */
export function listPaths(root: string, ...patterns: string[]): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return [...new Set(listed.split('\n'))].filter((path) => path !== '' && existsSync(join(root, path)));
}

/** Every TypeScript file of the tree, generated ones aside. */
export function readSourceFiles(root: string): SourceFile[] {
  return listPaths(root, '*.ts', '*.tsx')
    .filter((path) => !path.includes('__generated__'))
    .map((path) => parseFile(path, readFileSync(join(root, path), 'utf8')));
}

const statement = /^\s*(?:import|export)\s+(type\s+)?(?:[^'"`;]*?\s+from\s+)?['"]([^'"]+)['"]/gm;
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Static imports, re-exports and dynamic imports of a file. The formatter keeps them in this shape. */
export function parseFile(path: string, text: string): SourceFile {
  const imports: Import[] = [];
  for (const match of text.matchAll(statement))
    imports.push({ target: resolve(path, match[2] as string), is_type_only: Boolean(match[1]) });
  for (const match of text.matchAll(dynamic))
    imports.push({ target: resolve(path, match[1] as string), is_type_only: false, is_dynamic: true });
  return { path, text, imports };
}

/** `@overture/domain/limits` and `../limits.ts` both become `domain/src/limits.ts`; the client is in `packages`. */
function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier));
  const own = specifier.match(/^@overture\/([\w-]+)(?:\/(.+))?$/);
  if (own) return `${own[1] === 'client' ? 'packages/client' : own[1]}/src/${own[2] ?? 'index'}.ts`;
  return specifier;
}
