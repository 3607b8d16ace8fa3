import { parseSync, Visitor } from 'oxc-parser';
import type { SourceFile } from './source-files.ts';

/** Loops over several organizations, as the code has them; docs/architecture.md is held against it. */

const SHAPES = ['runUnits', 'runClaims', 'runBatch'] as const;

/** One call of the kernel's shape. */
export interface Round {
  loop: string;
  shape: (typeof SHAPES)[number];
  path: string;
  share: string;
  at_once: string;
  time_box: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
}

const isProduct = (path: string): boolean =>
  path.startsWith('server/src/') &&
  !/\.(test|factory)\.ts$|\/testing\//.test(path) &&
  !path.startsWith('server/src/kernel/rounds/');

/** Every call of `runUnits`, `runClaims` and `runBatch`, with its figures; constants are looked up in the file and the stores it imports. */
export function findRounds(files: readonly SourceFile[]): Round[] {
  const known = new Map(files.map((file) => [file.path, file]));
  return files.filter(({ path }) => isProduct(path)).flatMap((file) => roundsOf(file, known));
}

function roundsOf(file: SourceFile, known: ReadonlyMap<string, SourceFile>): Round[] {
  if (!SHAPES.some((shape) => file.text.includes(shape))) return [];
  const texts = [file.text, ...file.imports.map(({ target }) => known.get(target)?.text ?? '')];
  const found: Round[] = [];
  const call = (node: Node & { callee: Node; arguments: (Node & { properties?: Node[] })[] }): void => {
    const shape = SHAPES.find((name) => file.text.slice(node.callee.start, node.callee.end).split('<')[0] === name);
    const given = node.arguments[1];
    if (!shape || given?.type !== 'ObjectExpression') return;
    const figureOf = (name: string): string => {
      const property = (given.properties ?? []).find(
        (one) => one.type === 'Property' && textOf(file, (one as Node & { key: Node }).key) === name,
      ) as (Node & { value: Node }) | undefined;
      return property ? resolve(textOf(file, property.value), texts) : '';
    };
    found.push({
      loop: figureOf('loop').replaceAll("'", ''),
      shape,
      path: file.path,
      share: shape === 'runBatch' ? '' : sayShare(figureOf('share')),
      at_once: figureOf('at_once'),
      time_box: sayTime(figureOf('time_box_in_ms')),
    });
  };
  new Visitor({ CallExpression: call }).visit(parseSync(file.path, file.text).program);
  return found;
}

const textOf = ({ text }: SourceFile, node: Node): string => text.slice(node.start, node.end);

/** The value of a constant by its name, `store.NAME` too; sums are added up. */
function resolve(value: string, texts: readonly string[]): string {
  const [, name, plus] = /^(?:\w+\.)?([A-Z][A-Z_]+)(?: \+ ([\d_]+))?$/.exec(value) ?? [];
  if (!name) return value;
  for (const text of texts) {
    const constant = new RegExp(`const ${name} = ([^;\\n]+);`).exec(text)?.[1];
    if (constant === undefined) continue;
    return plus ? String(Number(constant.replaceAll('_', '')) + Number(plus.replaceAll('_', ''))) : constant;
  }
  return value;
}

const sayShare = (share: string): string => (share.endsWith('.length') ? 'all' : share);

function sayTime(milliseconds: string): string {
  // `60_000` or `5 * 60_000`.
  const factors = milliseconds.replaceAll('_', '').split(' * ').map(Number);
  return milliseconds === '' ? '' : `${factors.reduce((product, factor) => product * factor, 1) / 1000} s`;
}

/** What the page says besides: the unit of each loop, and loops and services that have no unit with the reason. */
export interface LoopNotes {
  units: Record<string, string>;
  /** Loops that choose their units by no statement with a limit, or by one that parked units can't fill. */
  unfiltered: Record<string, string>;
  others: Record<string, string>;
}

/** The rows of the page, as they must be. */
export function renderRounds(rounds: readonly Round[], notes: LoopNotes): string {
  const rows = rounds.toSorted((a, b) => compare(a.loop, b.loop)).map((round) => renderRound(round, notes));
  const head = [
    '| loop | a unit | of an organization | side by side | time box | one that fails |',
    '|---|---|---|---|---|---|',
  ];
  return [...head, ...new Set(rows)].join('\n');
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

function renderRound({ loop, shape, share, at_once, time_box }: Round, { units }: LoopNotes): string {
  const unit = units[loop] ?? 'SAY WHAT A UNIT IS';
  return shape === 'runBatch'
    ? `| \`${loop}\` | ${unit} | as claimed | one transaction | of the statement | found by halving, parked |`
    : `| \`${loop}\` | ${unit} | ${share} | ${at_once} | ${time_box} | parked |`;
}

/** The same of loops and services without a unit, and of loops whose claim leaves nothing out. */
export const renderReasons = (reasons: Record<string, string>): string =>
  Object.entries(reasons)
    .map(([name, reason]) => `- \`${name}\`: ${reason}`)
    .join('\n');

/** Loops whose claim leaves parked units out in SQL: those that an `isNotParked` names. */
export function findFiltered(files: readonly SourceFile[]): Set<string> {
  const known = new Map(files.map((file) => [file.path, file]));
  return new Set(files.filter(({ path }) => isProduct(path)).flatMap((file) => filteredBy(file, known)));
}

function filteredBy(file: SourceFile, known: ReadonlyMap<string, SourceFile>): string[] {
  const texts = [file.text, ...file.imports.map(({ target }) => known.get(target)?.text ?? '')];
  return [...file.text.matchAll(/isNotParked\(([^,]+),/g)].flatMap(([, loop]) =>
    [...loop!.matchAll(/(?<![\w'])(?:'([\w-]+)'|[A-Z][A-Z_]+)(?![\w'])/g)].map(([name, literal]) =>
      (literal ?? resolve(name, texts)).replaceAll("'", ''),
    ),
  );
}

/** Loops whose claim may find nothing but parked units, and notes of loops that need none. */
export function findUnfiltered(rounds: readonly Round[], filtered: ReadonlySet<string>, notes: LoopNotes): string[] {
  const loops = new Set(rounds.map(({ loop }) => loop));
  const isSettled = (loop: string): boolean => filtered.has(loop) !== loop in notes.unfiltered;
  return [...new Set([...loops, ...Object.keys(notes.unfiltered)])].filter(
    (loop) => !loops.has(loop) || !isSettled(loop),
  );
}

/** Loops and services of slices that neither use the shape nor are named with a reason. */
export function findUnshaped(names: readonly string[], rounds: readonly Round[], notes: LoopNotes): string[] {
  const shaped = new Set(rounds.map(({ loop }) => loop));
  return names.filter((name) => !shaped.has(name) && !(name in notes.others));
}

/**
 * `for … of` over rows with a transaction of its own for each: one that fails ends the loop for everybody behind it. By file, function by
 * function where one is allowed.
 */
export function findHandmadeLoops(files: readonly SourceFile[], allowed: Record<string, string>): string[] {
  return files.filter(({ path }) => isProduct(path) && !(path in allowed)).flatMap((file) => findLoopsIn(file));
}

const OPENS_TRANSACTION = /systemTransaction\(|forOrganization\([^)]*\)\s*\.\s*transaction\(/;

function findLoopsIn(file: SourceFile): string[] {
  if (!OPENS_TRANSACTION.test(file.text)) return [];
  const found: string[] = [];
  const loop = (node: Node & { body: Node; left: Node }): void => {
    const body = textOf(file, node.body);
    if (!OPENS_TRANSACTION.test(body) || SHAPES.some((shape) => body.includes(`${shape}(`))) return;
    found.push(`${file.path} ${textOf(file, node.left)}`);
  };
  new Visitor({ ForOfStatement: loop }).visit(parseSync(file.path, file.text).program);
  return found;
}
