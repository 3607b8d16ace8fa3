import { parseSync, Visitor } from 'oxc-parser';
import type { SourceFile } from '../source-files.ts';

/** A regular expression of the tree, with its position. */
export interface Pattern {
  path: string;
  source: string;
  flags: string;
}

/** An expression that is put together when the program runs: no checker can read it. */
interface MadePattern {
  path: string;
  /** How it is made, as it is written. */
  made_of: string;
}

export interface FoundPatterns {
  patterns: Pattern[];
  made: MadePattern[];
}

/** Packages that meet what strangers write: everything but what runs at the developer's. */
const MEETS_STRANGERS = /^(domain|contract|adapters|server|web)\/src\//;
const IS_TEST = /\.(test|conformance|e2e)\.tsx?$|\/testing\//;

/** Every regular expression that can meet foreign text: literals, and `new RegExp` with constant text. */
export function findPatterns(files: readonly SourceFile[]): FoundPatterns {
  const found: FoundPatterns = { patterns: [], made: [] };
  for (const { path, text } of files) {
    if (MEETS_STRANGERS.test(path) && !IS_TEST.test(path) && /\/|RegExp/.test(text)) collectPatterns(path, text, found);
  }
  return found;
}

function collectPatterns(path: string, text: string, found: FoundPatterns): void {
  const { program } = parseSync(path, text);
  new Visitor({
    Literal(node) {
      if ('regex' in node && node.regex) {
        found.patterns.push({ path, source: node.regex.pattern, flags: node.regex.flags });
      }
    },
    NewExpression(node) {
      if (isRegExp(node.callee)) collectCall(path, text, node, found);
    },
    CallExpression(node) {
      if (isRegExp(node.callee)) collectCall(path, text, node, found);
    },
  }).visit(program);
}

const isRegExp = (callee: { type: string }): boolean =>
  callee.type === 'Identifier' && 'name' in callee && callee.name === 'RegExp';

interface Call {
  start: number;
  end: number;
  arguments: readonly { type: string }[];
}

function collectCall(path: string, text: string, call: Call, found: FoundPatterns): void {
  const [source, flags] = call.arguments.map(constantOf);
  if (source === undefined) found.made.push({ path, made_of: text.slice(call.start, call.end) });
  else found.patterns.push({ path, source, flags: flags ?? '' });
}

/** Text of a constant; what a template puts in counts as one letter. Undefined for anything else. */
function constantOf(node: { type: string }): string | undefined {
  if (node.type === 'Literal' && 'value' in node && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral' || !('quasis' in node)) return undefined;
  return (node.quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked).join('x');
}

/** The patterns of the technology rules, which are texts in a JSON file. */
export function findTechnologyPatterns(path: string, json: string): Pattern[] {
  const rules = JSON.parse(json) as Record<string, unknown>[];
  const kinds = ['script', 'html', 'cookie', 'header', 'meta'];
  return rules.flatMap((rule) =>
    kinds.flatMap((kind) =>
      Object.values((rule[kind] as Record<string, string> | string[] | undefined) ?? {}).map((source) => ({
        path,
        source,
        flags: 'i',
      })),
    ),
  );
}
