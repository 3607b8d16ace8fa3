import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const SOURCE = join(import.meta.dirname, '../src');

/** Every `Menu.Item` that a text mentions; `Menu.Sub.Item` mentions `MenuSub.Item` too. */
export function mentionedParts(text: string): string[] {
  return [...text.matchAll(/\b([A-Z]\w*)\.([A-Z]\w*)(?:\.([A-Z]\w*))?/g)].flatMap(([, owner, part, inner]) =>
    inner ? [`${owner}.${part}`, `${owner}${part}.${inner}`] : [`${owner}.${part}`],
  );
}

/** Mantine hangs every part of a component on it (`Menu.Search = MenuSearch`): each page would carry the parts that nothing uses. */
export function withoutUnusedParts(code: string, mentioned: ReadonlySet<string>): string {
  return code.replaceAll(/^([A-Z]\w*\.[A-Z]\w*) = \w+;$/gm, (line, part: string) => (mentioned.has(part) ? line : ''));
}

const textsIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path))
    .map((path) => readFileSync(join(folder, path), 'utf8'));

/** Of our screens, and of Mantine itself apart from where the parts are hung on. */
function findMentionedParts(): Set<string> {
  const packages = ['core', 'charts', 'notifications', 'spotlight'].map((name) =>
    dirname(fileURLToPath(import.meta.resolve(`@mantine/${name}`))).replace(/\/(?:esm|cjs)$/, '/esm'),
  );
  const mantine = packages
    .flatMap((folder) => textsIn(folder, /\.mjs$/))
    // Its messages of errors name parts too.
    .map((text) => withoutUnusedParts(text, new Set()).replaceAll(/"[^"\n]*"/g, '""'));
  return new Set([...textsIn(SOURCE, /\.tsx?$/), ...mantine].flatMap(mentionedParts));
}

let mentioned: Set<string> | undefined;

export function usedParts(): Plugin {
  return {
    name: 'used-parts',
    apply: 'build',
    buildStart() {
      mentioned ??= findMentionedParts();
    },
    transform: {
      filter: { id: /\/@mantine\/core\/esm\/components\/.*\.mjs$/, code: /^[A-Z]\w*\.[A-Z]\w* = \w+;$/m },
      handler: (code) => ({ code: withoutUnusedParts(code, mentioned ?? new Set()), map: null }),
    },
  };
}
