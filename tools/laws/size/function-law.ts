import { parseSync, Visitor } from 'oxc-parser';
import type { SourceFile } from '../source-files.ts';

/** Lines of a function from its first to its last. */
export const MAX_LINES = 60;
/** Paths through a function: one, and one more for each branch, loop, case and logical operator (as ESLint counts them, without `?.`). */
export const MAX_COMPLEXITY = 12;

/** Complexity of the functions over the limit, by folder. The list is exact and only shrinks: split a function and remove its figure. */
const COMPLEX_FUNCTIONS: Readonly<Record<string, readonly number[]>> = {
  web: [15, 14, 14],
  'web/src/features/accounts': [16, 15],
  'web/src/features/campaign-leads': [13],
  'web/src/features/campaign-settings': [18, 16],
  'web/src/features/chats': [18, 17, 14, 14, 13, 13, 13],
  'web/src/features/csv-import': [14],
  'web/src/features/kanban': [14],
  'web/src/features/message-editor': [14, 14],
  'web/src/features/security': [13],
};

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
export function findLargeFunctions(
  files: readonly SourceFile[],
  allowed: Readonly<Record<string, readonly number[]>> = COMPLEX_FUNCTIONS,
): string[] {
  const measured = files.filter(({ path }) => isMeasured(path)).flatMap(measureFile);
  const long = measured.filter(({ lines }) => lines > MAX_LINES);
  const complex = Map.groupBy(
    measured.filter(({ complexity }) => complexity > MAX_COMPLEXITY),
    ({ name }) => folderOf(name),
  );
  const wrong = [...new Set([...complex.keys(), ...Object.keys(allowed)])].flatMap((folder) => {
    const found = (complex.get(folder) ?? []).toSorted((a, b) => b.complexity - a.complexity);
    const figures = found.map(({ complexity }) => complexity);
    if (figures.join() === (allowed[folder] ?? []).join()) return [];
    const list = found.map(({ name, complexity }) => `${name} ${complexity}`).join(', ');
    return [`${folder} has complexities [${figures.join(', ')}], listed are [${allowed[folder] ?? ''}]: ${list}`];
  });
  return [...long.map(({ name, lines }) => `${name} has ${lines} lines`), ...wrong];
}

const folderOf = (name: string): string =>
  /(?:server\/src\/slices|web\/src\/features)\/[\w-]+|(?:domain|contract|adapters|server|web)(?=\/)/.exec(name)![0];

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
