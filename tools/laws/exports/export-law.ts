import type { SourceFile } from '../source-files.ts';

/** Values that only tests read, with the reason. An entry that the product reads again fails. */
const ONLY_TESTED: Readonly<Record<string, string>> = {
  runNext: 'Tests carry out one run of an automation at a time; the loop claims many.',
  deliverNext: 'Tests deliver one webhook at a time; the loop claims many.',
  listRoutes: 'Tests of hostile bytes walk all routes, also those that are no calls of the contract.',
};

const products = /^(domain|contract|adapters|server|web|sandbox)\/src\//;
const readers = /^(domain|contract|adapters|server|web|sandbox|bench|tools(?!\/laws)|e2e)\//;
/** A test and what serves tests alone: the product has no use of it. */
const serves = /\.(test|conformance|factory|oracle|e2e)\.tsx?$|(^|\/)testing\//;
const declared = /^export (?:async )?(?:function\*?|const|class) ([A-Za-z_$][\w$]*)/gm;
const word = /[A-Za-z_$][\w$]*/g;

/** Exported values that no code except tests names a second time: a green test guards them, and nothing uses them. */
export function findUnreadExports(
  files: readonly SourceFile[],
  allowed: Readonly<Record<string, string>> = ONLY_TESTED,
): string[] {
  const counts = new Map<string, number>();
  const exported: { path: string; name: string }[] = [];
  for (const { path, text } of files) {
    if (serves.test(path) || !readers.test(path)) continue;
    const code = stripComments(text);
    for (const [name] of withoutFace(path, code).matchAll(word)) counts.set(name, (counts.get(name) ?? 0) + 1);
    if (products.test(path))
      for (const [, name] of code.matchAll(declared)) exported.push({ path, name: name as string });
  }
  const unread = exported.filter(({ name }) => counts.get(name) === 1);
  const names = new Set(unread.map(({ name }) => name));
  return [
    ...unread
      .filter(({ name }) => !(name in allowed))
      .map(({ path, name }) => `${path} ${name} has no reader except tests`),
    ...Object.keys(allowed).flatMap((name) =>
      names.has(name) ? [] : [`${name} has a reader: remove it from ONLY_TESTED`],
    ),
  ];
}

const stripComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:])\/\/.*$/gm, '$1');

/** A face only passes on: being named there is no use, unless it renames. */
function withoutFace(path: string, code: string): string {
  if (!path.endsWith('/index.ts')) return code;
  return code.replace(/^export (?:type )?\{[^}]*\} from .*$/gm, (line) => (line.includes(' as ') ? line : ''));
}
