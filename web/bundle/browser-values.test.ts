import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createServer, parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';
import { contractWithoutSchemas } from './contract-for-browser.ts';

type Values = Record<string, unknown>;
type Module = { full: Values; given: Values; text: string };

const web = join(import.meta.dirname, '../src');
const folder = join(import.meta.dirname, '../../contract/src');

/** A component test has the whole contract: only the built application shows that a value of it is empty there. */
test('no screen uses a value of the contract that the browser does not have', async () => {
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !path.includes('testing/'))
    .map((path) => ({ path, text: readFileSync(join(web, path), 'utf8') }));
  const imports = files.flatMap(({ path, text }) => contractImports(path, text));
  expect(imports.length).toBeGreaterThan(50);
  const planted = contractImports('planted.ts', "import { isTrigger } from '@overture/contract/automation-fields';");
  const modules = await loadModules();
  const isMissing = ({ module, name }: { module: string; name: string }): boolean => isEmptied(modules, module, name);
  expect(imports.filter(isMissing)).toEqual([]);
  expect(planted.filter(isMissing)).toEqual(planted);
});

/** Value imports only: types are erased. */
function contractImports(path: string, text: string): { path: string; module: string; name: string }[] {
  if (!text.includes('@overture/contract')) return [];
  const found: { path: string; module: string; name: string }[] = [];
  new Visitor({
    ImportDeclaration({ importKind, source, specifiers }) {
      if (importKind === 'type' || !source.value.startsWith('@overture/contract')) return;
      const module = source.value.slice('@overture/contract/'.length) || 'index';
      for (const specifier of specifiers)
        if (specifier.type === 'ImportSpecifier' && specifier.importKind !== 'type')
          found.push({ path, module, name: nameOf(specifier.imported) });
    },
  }).visit(parseSync(path, text).program);
  return found;
}

const nameOf = (node: { type: string }): string =>
  String((node as { name?: string; value?: string }).name ?? (node as { value?: string }).value);

/** Each module as the server has it, and as it runs in the browser. */
async function loadModules(): Promise<Map<string, Module>> {
  const server = await createServer({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    appType: 'custom',
    plugins: [contractWithoutSchemas()],
    server: { middlewareMode: true, ws: false, watch: null },
    ssr: { noExternal: [/^@overture/] },
  });
  try {
    const modules = new Map<string, Module>();
    for (const file of readdirSync(folder).filter((name) => /(?<!\.test)\.ts$/.test(name))) {
      const path = join(folder, file);
      const full: Values = await import(path);
      const given = await server.ssrLoadModule(path);
      modules.set(basename(file, '.ts'), { full, given, text: readFileSync(path, 'utf8') });
    }
    return modules;
  } finally {
    await server.close();
  }
}

function isEmptied(modules: Map<string, Module>, module: string, name: string): boolean {
  const found = modules.get(module);
  if (!found) return false;
  const value = found.full[name];
  const given = found.given[name];
  if (typeof value !== 'function') return !isSame(value, given);
  return emptiedNames(found, modules).some((other) => mentions(String(given), other));
}

const mentions = (code: string, name: string): boolean => new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(code);

/** Names that a function of this module may use and that hold nothing in the browser: its own, and what it imports. */
function emptiedNames({ full, given, text }: Module, modules: Map<string, Module>): string[] {
  const own = Object.keys(full).filter((name) => typeof full[name] !== 'function' && !isSame(full[name], given[name]));
  const inner = [...text.matchAll(/^const (\w+) =\s+z\b/gm)].map(([, name = '']) => name);
  const imported = [...text.matchAll(/^import \{([^}]*)\} from '\.\/([\w-]+)\.ts'/gms)].flatMap(
    ([, names = '', other = '']) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => /^\w+$/.test(name) && isEmptied(modules, other, name)),
  );
  return [...own, ...inner, ...imported];
}

/** A call of the API travels as its method and path; a schema does not travel. */
function isSame(full: unknown, given: unknown): boolean {
  if (typeof full !== 'object' || full === null) return typeof full === 'function' || Object.is(full, given);
  if ('_zod' in full || typeof given !== 'object' || given === null) return false;
  if (full instanceof RegExp || full instanceof Date) return String(full) === String(given);
  if (full instanceof Set || full instanceof Map) return isSame([...full], [...(given as Set<unknown>)]);
  if ('method' in full && 'path' in full) return isSame([full.method, full.path], Object.values(given).slice(0, 2));
  const keys = Object.keys(full);
  return (
    keys.length === Object.keys(given).length &&
    keys.every((key) => isSame((full as Values)[key], (given as Values)[key]))
  );
}
