import { parseSync, Visitor } from 'oxc-parser';
import type { SourceFile } from '../source-files.ts';

/** Lines of a function from its first to its last. */
export const MAX_LINES = 60;
/** Paths through a function: one, and one more for each branch, loop, case and logical operator (as ESLint counts them, without `?.`). */
export const MAX_COMPLEXITY = 12;

interface MeasuredFunction {
  /** Path of the file and name of the function. */
  name: string;
  lines: number;
  complexity: number;
}

const isMeasured = (path: string): boolean =>
  /^(domain|contract|adapters|server|web)\/src\//.test(path) &&
  !/\.(test|conformance|factory)\.tsx?$|\/testing\//.test(path);

/** Functions over a limit. The lines of an inner function count for the outer one too; its branches don't. */
export function findLargeFunctions(files: readonly SourceFile[]): string[] {
  const measured = files.filter(({ path }) => isMeasured(path)).flatMap(measureFile);
  const long = measured.filter(({ lines }) => lines > MAX_LINES);
  const complex = measured.filter(({ complexity }) => complexity > MAX_COMPLEXITY);
  return [
    ...long.map(({ name, lines }) => `${name} has ${lines} lines`),
    ...complex.map(({ name, complexity }) => `${name} has complexity ${complexity}`),
  ];
}

interface Node {
  type: string;
  start: number;
  end: number;
}

function measureFile({ path, text }: SourceFile): MeasuredFunction[] {
  const names = new Map<number, string>();
  const open: (MeasuredFunction & { end: number })[] = [];
  const measured: MeasuredFunction[] = [];
  const remember = (value: Node | null | undefined, key: Node): void => {
    if (value) names.set(value.start, text.slice(key.start, key.end));
  };
  const enter = (node: Node & { id?: Node | null }): void => {
    const own = node.id ? text.slice(node.id.start, node.id.end) : names.get(node.start);
    const name = own ? `${path} ${own}` : `a function in ${open.at(-1)?.name ?? path}`;
    const lines = text.slice(node.start, node.end).split('\n').length;
    open.push({ name, lines, complexity: 1, end: node.end });
  };
  const leave = (): void => {
    const { name, lines, complexity } = open.pop()!;
    measured.push({ name, lines, complexity });
  };
  const branch = (): void => {
    const current = open.at(-1);
    if (current) current.complexity += 1;
  };
  new Visitor({
    VariableDeclarator: ({ id, init }) => remember(init, id.type === 'Identifier' ? nameOnly(id) : id),
    Property: ({ key, value }) => remember(value, key),
    MethodDefinition: ({ key, value }) => remember(value, key),
    PropertyDefinition: ({ key, value }) => remember(value, key),
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    IfStatement: branch,
    ConditionalExpression: branch,
    LogicalExpression: branch,
    ForStatement: branch,
    ForInStatement: branch,
    ForOfStatement: branch,
    WhileStatement: branch,
    DoWhileStatement: branch,
    CatchClause: branch,
    SwitchCase: ({ test }) => test && branch(),
    AssignmentExpression: ({ operator }) => /^(&&|\|\||\?\?)=$/.test(operator) && branch(),
  }).visit(parseSync(path, text).program);
  return measured;
}

/** An identifier's node includes its type. */
const nameOnly = (id: Node & { name: string }): Node => ({ ...id, end: id.start + id.name.length });
