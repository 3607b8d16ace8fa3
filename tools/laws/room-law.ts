import type { Import, SourceFile } from './source-files.ts';

/** A folder holds at most so many files; tests, pages, translations and what is generated do not count. */
export const MOST_FILES = 20;

/** Lists of one kind, one line of thought each: sorting them into folders would only hide them. */
const FLAT_LISTS = ['contract/src', 'server/migrations', 'web/src/screens', 'docs/decisions'];

/** Folders that are not sorted yet, with what they hold at most: none. None is added. */
const UNSORTED: Record<string, number> = {};

const uncounted = /\.(test|e2e|conformance|de)\.tsx?$|\.md$|(^|\/)__generated__\//;

/** Folders with too many files, and unnecessary entries in the list of unsorted ones. */
export function findFullFolders(
  paths: readonly string[],
  unsorted: Readonly<Record<string, number>> = UNSORTED,
): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    if (uncounted.test(path) || !path.includes('/')) continue;
    const folder = path.slice(0, path.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const full = [...counts].flatMap(([folder, amount]) => {
    const most = unsorted[folder] ?? MOST_FILES;
    return amount > most && !FLAT_LISTS.includes(folder) ? [`${folder} holds ${amount} files of at most ${most}`] : [];
  });
  const sorted = Object.keys(unsorted).filter((folder) => (counts.get(folder) ?? 0) <= MOST_FILES);
  return [...full, ...sorted.map((folder) => `${folder} is sorted: take it out of UNSORTED`)];
}

export interface RoomViolation {
  rule: string;
  from: string;
  to: string;
}

/** Where rooms (folders inside a folder) import in one direction. */
const ROOTS = ['domain/src', 'contract/src', 'adapters/src', 'server/src', 'sandbox/src', 'web/src'];
/** There types count like everything else; in the kernel and around it the types of a context name all its parts. */
const countsTypes = (folder: string): boolean => /^(domain\/src|server\/src\/slices)(\/|$)/.test(folder);
const isTestPart = (path: string): boolean => /\.(test|conformance|factory)\.tsx?$|\/testing\//.test(path);

interface Edge extends Import {
  from: string;
}

/**
 * Imports by which a room reaches itself again over its neighbours. Inside every folder its sub-folders are one node each, with
 * all that lies in them, and its own files one each: what all rooms share may lie beside them, and so may what gathers them.
 */
export function findRoomCycles(files: readonly SourceFile[]): RoomViolation[] {
  const edges = files
    .filter(({ path }) => ROOTS.some((root) => path.startsWith(`${root}/`)) && !isTestPart(path))
    .flatMap(({ path, imports }) => imports.map((entry) => ({ ...entry, from: path })))
    .filter(({ target }) => !isTestPart(target));
  const folders = new Set(edges.flatMap(({ from }) => foldersAbove(from)));
  return [...folders].flatMap((folder) => findCycles(folder, edges));
}

/** 'a/b/c.ts' lies in 'a' and 'a/b'; only folders at or below one of the roots. */
function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  const folders = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  return folders.filter((folder) => ROOTS.some((root) => folder === root || folder.startsWith(`${root}/`)));
}

function findCycles(folder: string, edges: readonly Edge[]): RoomViolation[] {
  const nodeOf = (path: string): string | null =>
    path.startsWith(`${folder}/`) ? (path.slice(folder.length + 1).split('/')[0] as string) : null;
  const isRoom = (node: string): boolean => !node.includes('.');
  const graph = new Map<string, Map<string, Edge>>();
  for (const edge of edges) {
    if (edge.is_type_only && !countsTypes(folder)) continue;
    const [own, other] = [nodeOf(edge.from), nodeOf(edge.target)];
    if (own === null || other === null || own === other) continue;
    if (!graph.has(own)) graph.set(own, new Map());
    graph.get(own)?.set(other, edge);
  }
  return [...graph].flatMap(([own, targets]) =>
    [...targets]
      .filter(([other]) => (isRoom(own) || isRoom(other)) && reaches(graph, other, own))
      .map(([, { from, target }]) => ({ rule: `rooms of ${folder} import in one direction`, from, to: target })),
  );
}

function reaches(graph: ReadonlyMap<string, ReadonlyMap<string, unknown>>, start: string, goal: string): boolean {
  const seen = new Set<string>();
  const open = [start];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node === goal) return true;
    if (seen.has(node)) continue;
    seen.add(node);
    open.push(...(graph.get(node)?.keys() ?? []));
  }
  return false;
}

/**
 * Imports that bypass the face (`index.ts`) of a room of a slice. Pure files (rules, steps, conditions) may be imported
 * directly: a face would load stores and services along with them. Tests and factories may import any file.
 */
export function findBypassedFaces(files: readonly SourceFile[]): RoomViolation[] {
  const faces = files.flatMap(({ path }) => path.match(/^(server\/src\/slices\/[\w-]+\/.+)\/index\.ts$/)?.[1] ?? []);
  return files.flatMap(({ path, imports }) =>
    imports
      .filter(
        ({ target }) =>
          path.startsWith('server/src/') &&
          !isTestPart(path) &&
          !/\.rules\.ts$/.test(target) &&
          faces.some(
            (room) => target.startsWith(`${room}/`) && target !== `${room}/index.ts` && !path.startsWith(`${room}/`),
          ),
      )
      .map(({ target }) => ({ rule: 'a room with a face is entered by it', from: path, to: target })),
  );
}
