import { parseSync, Visitor } from 'oxc-parser';
import type { SourceFile } from './source-files.ts';

/** Lines of a function from its first to its last; a component of React reads as a page and may be longer. */
export const MOST_LINES = { server: 40, web: 60 };

/** A function by its name and the file's own name: it stays known when its file moves. */
export interface LongFunction {
  name: string;
  lines: number;
}

const isMeasured = (path: string): boolean =>
  /^(domain|contract|adapters|server|web)\/src\//.test(path) &&
  !/\.(test|conformance|factory)\.tsx?$|\/testing\//.test(path);

/** Functions that are longer than they may be; what lies inside one counts with it, and by itself. */
export function findLongFunctions(files: readonly SourceFile[]): LongFunction[] {
  return files.filter(({ path }) => isMeasured(path)).flatMap(measureFile);
}

interface Node {
  type: string;
  start: number;
  end: number;
}

function measureFile({ path, text }: SourceFile): LongFunction[] {
  const most = path.startsWith('web/') ? MOST_LINES.web : MOST_LINES.server;
  const found: LongFunction[] = [];
  const names = new Map<number, string>();
  const open: { name: string; end: number }[] = [];
  const remember = (value: Node | null | undefined, key: Node): void => {
    if (value) names.set(value.start, text.slice(key.start, key.end));
  };
  const measure = (node: Node & { id?: Node | null }): void => {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) < node.end) open.pop();
    const own = node.id ? text.slice(node.id.start, node.id.end) : names.get(node.start);
    const name = own ?? `a function in ${open.at(-1)?.name ?? 'the file'}`;
    open.push({ name, end: node.end });
    const lines = text.slice(node.start, node.end).split('\n').length;
    if (lines > most) found.push({ name: `${path.split('/').at(-1)} ${name}`, lines });
  };
  new Visitor({
    VariableDeclarator: ({ id, init }) => remember(init, id.type === 'Identifier' ? nameOnly(id) : id),
    Property: ({ key, value }) => remember(value, key),
    MethodDefinition: ({ key, value }) => remember(value, key),
    PropertyDefinition: ({ key, value }) => remember(value, key),
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(parseSync(path, text).program);
  return found;
}

/** An identifier's node reaches over its type. */
const nameOnly = (id: Node & { name: string }): Node => ({ ...id, end: id.start + id.name.length });

/** `lines<tab>file name`, one function a line. */
export function parseKnown(text: string): LongFunction[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [lines = '', name = ''] = line.split('\t');
      return { name, lines: Number(lines) };
    });
}

/** What is too long and not known, what is known and grew, and what is known and need not be any more. */
export function findLengthViolations(found: readonly LongFunction[], known: readonly LongFunction[]): string[] {
  const left = [...known];
  const problems: string[] = [];
  for (const { name, lines } of [...found].sort((a, b) => b.lines - a.lines)) {
    const entry = left.findIndex((one) => one.name === name);
    if (entry < 0) problems.push(`${name} has ${lines} lines`);
    else if (lines > (left[entry] as LongFunction).lines) problems.push(`${name} grew to ${lines} lines`);
    if (entry >= 0) left.splice(entry, 1);
  }
  return [...problems, ...left.map(({ name }) => `${name} is short or gone: take it out of long-functions.txt`)];
}
