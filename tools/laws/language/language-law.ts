import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listPaths, parseFile, readSourceFiles, type SourceFile } from '../source-files.ts';
import {
  BANNED_FUNCTION,
  BANNED_PHRASES,
  BANNED_WORDS,
  PHRASE_DATA,
  READ_FUNCTION,
  SPECIFIED_TEXTS,
  WIRE_NAMES,
} from './words.ts';

/** Where a word can be found. `reads` are functions named `read…`, which is right for bytes and files only. */
export const KINDS = ['identifiers', 'functions', 'reads', 'comments', 'texts', 'titles', 'documents'] as const;
type Kind = (typeof KINDS)[number];

interface Finding {
  kind: Kind;
  path: string;
  line: number;
  text: string;
}

/** How many findings of a kind a folder has, or may have at most; a kind that is absent has none. */
export type Counts = Partial<Record<Kind, number>>;

const TOKENS = new RegExp(
  [
    String.raw`\/\*[\s\S]*?\*\/|\/\/[^\n]*`,
    String.raw`(?<=[=(,:?&|![]\s{0,40}|\breturn )\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*`,
    String.raw`'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"`,
    '(?:\\bsql(?:<[^`;]*?>)?)?`(?:[^`\\\\]|\\\\.)*`',
  ].join('|'),
  'g',
);
const FUNCTIONS = /\bfunction (\w+)|\b(?:const|async) (\w+)(?:: [^=\n]+)? = (?:async )?(?:\(|<|\w+ =>)/g;
const TITLE = /(?:\b(?:test|it|describe)\(|\]\)\(|^\s*\[)\s*$/;
const isTest = (path: string): boolean => /\.(?:test|e2e|conformance)\.tsx?$|\/testing\//.test(path);

/** Every program of the tree, scripts included: the law holds for the sandbox, benches, journeys and tools as for the product. */
export function listPrograms(root: string): SourceFile[] {
  const scripts = listPaths(root, '*.mjs', '*.js').map((path) =>
    parseFile(path, readFileSync(join(root, path), 'utf8')),
  );
  return [...readSourceFiles(root), ...scripts];
}

/** Words of the dialect in a file, each name once. The law's own files have them as data, and German has words of its own. */
export function findDialect({ path, text }: SourceFile): Finding[] {
  if (/^tools\/laws\/language\/|\.de\.ts$/.test(path)) return [];
  const isData = PHRASE_DATA.some((part) => path.startsWith(part));
  const found: Finding[] = [];
  const add = (kind: Kind, index: number, words: string): void => {
    const line = text.slice(0, index).split('\n').length;
    found.push({ kind, path, line, text: words.replace(/\s+/g, ' ').slice(0, 160) });
  };
  const code = text.replace(TOKENS, (token, index: number) => {
    const kind = isData && !/^\/[/*]/.test(token) ? null : classifyToken(path, token, text, index);
    if (kind && token.search(BANNED_PHRASES) >= 0 && !SPECIFIED_TEXTS.has(token.slice(1, -1))) add(kind, index, token);
    return kind === 'comments' ? token.replace(/[^\n]/g, ' ') : token.replace(/[^\n]/g, '_');
  });
  for (const name of new Set(code.match(/[A-Za-z$][\w$]*/g)))
    if (!isData && !WIRE_NAMES.has(name) && splitName(name).some((word) => BANNED_WORDS.has(word)))
      add('identifiers', code.indexOf(name), name);
  for (const match of code.matchAll(FUNCTIONS)) {
    const name = (match[1] ?? match[2]) as string;
    if (READ_FUNCTION.test(name)) add('reads', match.index, name);
    else if (BANNED_FUNCTION.test(name)) add('functions', match.index, name);
  }
  return found;
}

/** Every document of the tree, apart from the guide to the language and the pages that benches write. */
function listDocuments(root: string): { path: string; text: string }[] {
  return listPaths(root, '*.md')
    .filter((path) => path !== 'docs/language.md' && !path.startsWith('docs/measurements/'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** Lines of a document with phrases of the dialect; code is left out. */
export function findDialectInDocument({ path, text }: { path: string; text: string }): Finding[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ' ')).replace(/`[^`\n]*`/g, '_');
  return prose
    .split('\n')
    .flatMap((line, index) =>
      line.search(BANNED_PHRASES) < 0
        ? []
        : [{ kind: 'documents' as const, path, line: index + 1, text: line.trim().slice(0, 160) }],
    );
}

/** What a token says to a reader: SQL, single words and data say nothing, and of a test only its titles count. */
function classifyToken(path: string, token: string, text: string, index: number): Kind | null {
  if (/^\/[/*]/.test(token)) return 'comments';
  if (token.startsWith('/')) return null;
  if (/^sql/.test(token) || !token.includes(' ')) return null;
  if (!isTest(path)) return 'texts';
  return TITLE.test(text.slice(Math.max(0, index - 40), index)) ? 'titles' : null;
}

const splitName = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_');

/** 'server/src/slices/chats' of a file of that slice, 'domain' of one of the domain. */
export const folderOf = (path: string): string =>
  /^(?:server\/src\/(?:slices\/)?|web\/src\/(?:features\/)?|docs\/(?=decisions\/))?[\w-]+(?=\/)/.exec(path)?.[0] ?? '.';

/** All findings of the tree. */
export function findAllDialect(root: string): Finding[] {
  return [...listPrograms(root).flatMap(findDialect), ...listDocuments(root).flatMap(findDialectInDocument)];
}

export function countByFolder(findings: readonly Finding[]): Record<string, Counts> {
  const counts: Record<string, Counts> = {};
  for (const { kind, path } of findings) {
    counts[folderOf(path)] ??= {};
    const folder = counts[folderOf(path)] as Counts;
    folder[kind] = (folder[kind] ?? 0) + 1;
  }
  return counts;
}

/** Folders that hold more than they may, and those that hold less, each with both figures. */
export function compareCounts(
  counts: Readonly<Record<string, Counts>>,
  allowed: Readonly<Record<string, Counts>>,
): { higher: string[]; lower: string[] } {
  const lines = [...new Set([...Object.keys(counts), ...Object.keys(allowed)])].toSorted().flatMap((folder) =>
    KINDS.map((kind) => {
      const [now, most] = [counts[folder]?.[kind] ?? 0, allowed[folder]?.[kind] ?? 0];
      return { line: `${folder}: ${now} ${kind}, allowed ${most}`, change: now - most };
    }),
  );
  return {
    higher: lines.filter(({ change }) => change > 0).map(({ line }) => line),
    lower: lines.filter(({ change }) => change < 0).map(({ line }) => line),
  };
}

export function readAllowance(): Record<string, Counts> {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'allowance.json'), 'utf8'));
}
