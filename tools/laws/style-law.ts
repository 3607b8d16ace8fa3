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

/** Too many sheets or lines, a sheet that is too long, and classes that no component names. */
export function findStyleViolations(sheets: readonly TextFile[], components: readonly TextFile[]): string[] {
  const lines = sheets.reduce((sum, sheet) => sum + countLines(sheet), 0);
  return [
    ...(sheets.length > MOST_SHEETS ? [`${sheets.length} sheets of at most ${MOST_SHEETS}`] : []),
    ...(lines > MOST_LINES ? [`${lines} lines of at most ${MOST_LINES}`] : []),
    ...sheets.filter((sheet) => countLines(sheet) > MOST_LINES_OF_ONE).map(({ path }) => `${path} is too long`),
    ...findIdleClasses(sheets.filter(isModule), components),
  ];
}

function findIdleClasses(modules: readonly TextFile[], components: readonly TextFile[]): string[] {
  const words = components.map(({ text }) => text).join('\n');
  const named = new Set([...words.matchAll(/\.([a-zA-Z][\w]*)\b/g)].map((match) => match[1]));
  // `classes[tone]`: its classes are named by a type.
  const indexed = new Set(
    components.filter(({ text }) => /[cC]lasses\[/.test(text)).map(({ path }) => path.replace(/\.tsx$/, '')),
  );
  return modules
    .filter(({ path }) => !indexed.has(path.replace(/\.module\.css$/, '')))
    .flatMap(({ path, text }) =>
      [...new Set(classesOf(text))].filter((name) => !named.has(name)).map((name) => `${path}: nobody names .${name}`),
    );
}

/** Own classes of a sheet: `:global(...)` names those of others. */
function classesOf(text: string): string[] {
  const own = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/:global\([^)]*\)/g, '');
  return [...own.matchAll(/\.([a-zA-Z]\w*)(?=[^{}]*\{)/g)].map((match) => match[1] as string);
}
