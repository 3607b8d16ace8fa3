import { parseSync, Visitor } from 'oxc-parser';
import type { SourceFile } from './source-files.ts';

/** Lines of a function from its first to its last; a component of React reads as a page and may be longer. */
export const MOST_LINES = { server: 40, web: 60 };

/** A function by its name and the file's own name. */
interface LongFunction {
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
  // To parse all files that are too short for a long function takes as long as the others.
  if (text.split('\n').length <= most) return [];
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
