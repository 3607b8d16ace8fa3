import { parseSync, Visitor } from 'oxc-parser';
import type { SourceFile } from './source-files.ts';

/** A text cut to a size by `slice`, `substring` or `substr`, which may leave half a character. */
interface RawCut {
  path: string;
  code: string;
}

/** The law knows no types. What is named in the plural is a list, and so is what has one of these names; all else is text. */
const LIST_NAMES = new Set(
  (
    'list known ranked found named open stopped unmet stored typed chain left_out newest_first data ' +
    'parseFeed searchWeb question promptsOf splitWords'
  ).split(' '),
);
const TEXT_NAMES = new Set(['address', 'digits', 'instructions', 'words']);
const LIST_METHODS = new Set('map filter flatMap flat sort toSorted toReversed split entries'.split(' '));
/** Their letters are ASCII: a hash, an instant. */
const ASCII_METHODS = new Set(['digest', 'toISOString']);

/** Lists under names that say nothing, and what cuts texts for everybody. */
const ALLOWED: readonly RawCut[] = [
  { path: 'domain/src/mail/complaint.ts', code: 'value.slice(0, 200)' },
  { path: 'server/src/app/load-leads/lead-row.rules.ts', code: 'value.slice(0, 200)' },
  { path: 'server/src/kernel/log.ts', code: 'value.slice(0, MAX_ENTRIES)' },
  { path: 'web/src/features/csv-import/file/read-csv-preview.ts', code: 'file.slice(0, PREVIEW_BYTES)' },
  { path: 'web/src/features/csv-import/trial/use-trial.ts', code: 'file.slice(0, most)' },
  { path: 'web/src/features/tool-imports/export-head.ts', code: 'file.slice(0, HEAD_BYTES)' },
  { path: 'web/src/features/csv-import/file/file-preview.tsx', code: 'preview.header.slice(0, maxColumns)' },
];

const isRead = ({ path, text }: SourceFile): boolean =>
  /^(domain|contract|adapters|server|sandbox|web)\/src\//.test(path) &&
  !/\.(test|conformance|factory)\.tsx?$|\/testing\//.test(path) &&
  path !== 'domain/src/text/text-bounds.ts' &&
  /\.(?:slice|substring|substr)\(\s*0,/.test(text);

/** Cuts of texts past `cutText`. Sizes are numbers from 20, constants and limits; a place in the text (`at`, `end`, `10`) is none. */
export function findRawCuts(files: readonly SourceFile[]): RawCut[] {
  return files
    .filter(isRead)
    .flatMap(readCuts)
    .filter(({ path, code }) => !ALLOWED.some((allowed) => allowed.path === path && allowed.code === code));
}

function readCuts({ path, text }: SourceFile): RawCut[] {
  const found: RawCut[] = [];
  const write = ({ start, end }: { start: number; end: number }): string => text.slice(start, end);
  new Visitor({
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || !/^(?:slice|substring|substr)$/.test(write(callee.property))) return;
      const [from, to] = node.arguments;
      if (from === undefined || to === undefined || write(from) !== '0' || !isSize(write(to))) return;
      if (!isList(callee.object as Expression))
        found.push({ path, code: write(node).replace(/\s+/g, ' ').replaceAll(' .', '.') });
    },
  }).visit(parseSync(path, text).program);
  return found;
}

function isSize(written: string): boolean {
  if (/^[\d_]+$/.test(written)) return Number(written.replaceAll('_', '')) >= 20;
  return /\b[A-Z][A-Z_]+\b/.test(written) || /^(?:limits?|max|most|longest)/.test(written);
}

interface Expression {
  type: string;
  name?: string;
  computed?: boolean;
  expression?: Expression;
  argument?: Expression;
  callee?: Expression;
  property?: Expression;
  right?: Expression;
}

function isList(node: Expression | undefined): boolean {
  switch (node?.type) {
    case 'ArrayExpression':
      return true;
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return isList(node.expression);
    case 'AwaitExpression':
      return isList(node.argument);
    case 'LogicalExpression':
      return isList(node.right);
    case 'CallExpression':
      return isListName(nameOf(node.callee), true);
    default:
      return isListName(nameOf(node), false);
  }
}

function nameOf(node: Expression | undefined): string {
  if (node?.type === 'MemberExpression') return node.computed ? '' : nameOf(node.property);
  return node?.name ?? '';
}

function isListName(name: string, isCall: boolean): boolean {
  if (isCall && (LIST_METHODS.has(name) || ASCII_METHODS.has(name))) return true;
  return LIST_NAMES.has(name) || (/[^s]s$/.test(name) && !TEXT_NAMES.has(name));
}
