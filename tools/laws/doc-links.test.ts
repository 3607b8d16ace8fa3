import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listPaths } from './source-files.ts';

const root = join(import.meta.dirname, '../..');
type Pages = ReadonlyMap<string, string>;

/** Pages for people who use or run the product: one purpose each. */
const GUIDES = /^docs\/(?:start|guide|operate|api)\//;
const MOST_WORDS = 800;
const MOST_README_LINES = 60;

const prose = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
const listLinks = (text: string): string[] =>
  [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] as string);

/** As GitHub and VitePress make them: lower case, words joined by hyphens, no punctuation. */
const listAnchors = (text: string): string[] =>
  [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** The file a relative link leads to, from the root of the tree; nothing for an address. */
function resolveLink(from: string, link: string): { path: string; anchor: string } | undefined {
  if (/^[a-z]+:/.test(link)) return undefined;
  const [path = '', anchor = ''] = link.split('#');
  return { path: path === '' ? from : normalize(join(dirname(from), path)).replace(/\/$/, ''), anchor };
}

function findBrokenLinks(pages: Pages, isThere: (path: string) => boolean): string[] {
  return [...pages].flatMap(([from, text]) =>
    listLinks(text)
      .filter((link) => {
        const target = resolveLink(from, link);
        if (target === undefined) return false;
        if (!isThere(target.path)) return true;
        const page = pages.get(target.path);
        return target.anchor !== '' && page !== undefined && !listAnchors(page).includes(target.anchor);
      })
      .map((link) => `${from}: ${link}`),
  );
}

/** Pages of `docs/` that no chain of links from its first page reaches. */
function findOrphans(pages: Pages): string[] {
  const reached = new Set(['docs/index.md']);
  for (const from of reached)
    for (const link of listLinks(pages.get(from) ?? '')) {
      const target = resolveLink(from, link);
      if (target !== undefined && pages.has(target.path)) reached.add(target.path);
    }
  return [...pages.keys()].filter((path) => path.startsWith('docs/') && !reached.has(path));
}

const findLongPages = (pages: Pages): string[] =>
  [...pages].filter(([path, text]) => GUIDES.test(path) && text.split(/\s+/).length > MOST_WORDS).map(([path]) => path);

/** Lines that git writes into a file it could not merge. They were committed once and shown to readers. */
const findUnmergedPages = (pages: Pages): string[] =>
  [...pages].filter(([, text]) => /^(?:<{7}|>{7}|\|{7}) /m.test(text)).map(([path]) => path);

describe('the documents', () => {
  const paths = listPaths(root);
  const pages: Pages = new Map(
    paths.filter((path) => path.endsWith('.md')).map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );

  test('link to files and headings that exist', () => {
    const isThere = (path: string) => paths.some((one) => one === path || one.startsWith(`${path}/`));
    expect(pages.size).toBeGreaterThan(150);
    expect(findBrokenLinks(pages, isThere)).toEqual([]);
  });

  test('hold no lines of an unfinished merge', () => expect(findUnmergedPages(pages)).toEqual([]));

  test('can all be reached from docs/index.md', () => expect(findOrphans(pages)).toEqual([]));

  test('have one purpose a page: guides are short, and so is the README', () => {
    expect(findLongPages(pages)).toEqual([]);
    expect(pages.get('README.md')?.trimEnd().split('\n').length).toBeLessThanOrEqual(MOST_README_LINES);
  });
});

describe('the law', () => {
  const planted: Pages = new Map([
    ['docs/index.md', '[guide](guide/a.md) [part](guide/a.md#set-it-up) [web](https://a.example) `[x](y.md)`'],
    ['docs/guide/a.md', '# A\n\n## Set it up\n\n[back](../index.md) [gone](../b.md) [no part](#nowhere)'],
    ['docs/guide/lost.md', 'word '.repeat(801)],
  ]);

  test('finds links that lead nowhere', () =>
    expect(findBrokenLinks(planted, (path) => planted.has(path))).toEqual([
      'docs/guide/a.md: ../b.md',
      'docs/guide/a.md: #nowhere',
    ]));

  test('finds pages that nothing links to, and long ones', () => {
    expect(findOrphans(planted)).toEqual(['docs/guide/lost.md']);
    expect(findLongPages(planted)).toEqual(['docs/guide/lost.md']);
  });

  test('finds lines of an unfinished merge, and no underlined heading', () => {
    const merged: Pages = new Map([
      ['docs/a.md', '| x |\n<<<<<<< HEAD\n| y |\n=======\n'],
      ['docs/b.md', 'Title\n=======\n\n> quoted\n'],
    ]);
    expect(findUnmergedPages(merged)).toEqual(['docs/a.md']);
  });
});
