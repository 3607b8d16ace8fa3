import { dirname, join } from 'node:path';

/** What the sheets of the web may grow to; both numbers only shrink. Looks are utilities (decision 0150). */
export const MOST_SHEETS = 40;
export const MOST_LINES = 5400;
const MOST_LINES_OF_ONE = 400;

export interface TextFile {
  path: string;
  text: string;
}

const isModule = ({ path }: TextFile): boolean => path.endsWith('.module.css');
const countLines = ({ text }: TextFile): number => text.trimEnd().split('\n').length;

/** Too many sheets or lines, a sheet that is too long, classes that no component names, and names without a class. */
export function findStyleViolations(sheets: readonly TextFile[], components: readonly TextFile[]): string[] {
  const lines = sheets.reduce((sum, sheet) => sum + countLines(sheet), 0);
  return [
    ...(sheets.length > MOST_SHEETS ? [`${sheets.length} sheets of at most ${MOST_SHEETS}`] : []),
    ...(lines > MOST_LINES ? [`${lines} lines of at most ${MOST_LINES}`] : []),
    ...sheets.filter((sheet) => countLines(sheet) > MOST_LINES_OF_ONE).map(({ path }) => `${path} is too long`),
    ...findIdleClasses(sheets.filter(isModule), components),
    ...findMissingClasses(sheets.filter(isModule), components),
  ];
}

function findIdleClasses(modules: readonly TextFile[], components: readonly TextFile[]): string[] {
  const named = new Set(
    components.flatMap(({ text }) => [...text.matchAll(/\.([a-zA-Z]\w*)\b/g)].map((match) => match[1])),
  );
  return modules.flatMap(({ path, text }) =>
    [...classesOf(text)].filter((name) => !named.has(name)).map((name) => `${path}: .${name} is unused`),
  );
}

/** `classes.a` where the sheet that is imported as `classes` has no `.a`: the element would look like nothing. */
function findMissingClasses(modules: readonly TextFile[], components: readonly TextFile[]): string[] {
  const known = new Map(modules.map(({ path, text }) => [path, classesOf(text)]));
  return components.flatMap(({ path, text }) =>
    [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)'/gm)].flatMap(([, local, sheet]) => {
      const names = known.get(join(dirname(path), sheet as string));
      const uses = [...text.matchAll(new RegExp(`(?<![.\\w])${local}\\.(\\w+)`, 'g'))].map(
        (match) => match[1] as string,
      );
      return uses.filter((name) => !names?.has(name)).map((name) => `${path}: ${sheet} has no .${name}`);
    }),
  );
}

/** Own classes of a sheet: `:global(...)` names those of others. */
function classesOf(text: string): Set<string> {
  const own = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/:global\([^)]*\)/g, '');
  return new Set([...own.matchAll(/\.([a-zA-Z]\w*)(?=[^{}]*\{)/g)].map((match) => match[1] as string));
}
