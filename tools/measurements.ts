// Writes docs/measurements.md and a page for each area beside it from bench/results: `node tools/run.mjs measurements`.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RecordedFigure, resultsFolder } from '../bench/support/record.ts';

const intro = `# Measurements

These pages are made by \`node tools/run.mjs measurements\` from \`bench/results\`; a test fails when the two differ. Do not write here.

- Measure: \`npm run bench -- NAME\` (\`bench/NAME.bench.ts\`; without a name all of them) measures product and reference in turn in one run. \`BENCH_ROWS\`
  makes it smaller for a quick look, \`BENCH_HOLD=FILE\` waits with data made until the machine is quiet. Proofs: \`npm run prove -- NAME\` (\`bench/proofs/README.md\`).
- Keep: \`npm run bench -- NAME --record\`, or \`BENCH_RECORD=on\` before a bench or proof, adds a JSON line a figure to \`bench/results/NAME.jsonl\`. Plain runs write nothing.
- Read: times of a busy machine say little, ratios of one run much. The history shows all that was kept of a figure, oldest first: of its
  ratio where each entry has one, else of the first number; a lone entry has none. The lines themselves say more: commit, memory, Node.js.
`;

/** Title and files of its figures, in the page's order; an unlisted file gets its own area. */
const AREAS: readonly [title: string, ...files: string[]][] = [
  ['Start and tests', 'start'],
  ['Lists', 'import', 'lists'],
  ['Inbox and boards', 'inbox', 'arrival', 'boards'],
  ['Sending engine', 'engine', 'claims', 'sending', 'revisions'],
  ['Moving in and out', 'moving/move-in', 'moving/archive'],
  ['Lead finder', 'finder'],
  ['Research', 'research'],
  ['Rehearsal', 'rehearsal'],
  ['Analytics', 'analytics', 'reports'],
  ['In the browser', 'loads', 'interactions'],
  ['Calls and live messages', 'api', 'live', 'webhooks'],
  ['Costs', 'scale/costs'],
];

interface Area {
  title: string;
  /** All that was kept of each figure, oldest first. */
  histories: (readonly RecordedFigure[])[];
}

/**
 * @param files the lines of every file by its name below `bench/results`, without ending
 * @returns every page by its path below `docs`
 */
export function makePages(files: ReadonlyMap<string, readonly RecordedFigure[]>): Map<string, string> {
  const areas = sortIntoAreas(files);
  const pages = areas.map(({ title, histories }) => [pathOf(title), `# ${title}\n\n${writeTable(histories)}`] as const);
  return new Map([['measurements.md', `${intro}\n${writeOverview(areas)}\n${writeMissed(areas)}`], ...pages]);
}

const pathOf = (title: string) => `measurements/${title.toLowerCase().replaceAll(' ', '-')}.md`;

function sortIntoAreas(files: ReadonlyMap<string, readonly RecordedFigure[]>): Area[] {
  const placed = new Set(AREAS.flatMap(([, ...names]) => names));
  const others = [...files.keys()].filter((name) => !placed.has(name)).sort();
  const proofs = others.filter((name) => name.startsWith('proofs/'));
  const rest = others.filter((name) => !name.startsWith('proofs/')).map((name) => [name, name] as const);
  return [...AREAS, ...rest, ['Proofs', ...proofs] as const]
    .map(([title, ...names]) => ({
      title,
      histories: names.flatMap((name) => [...Map.groupBy(files.get(name) ?? [], ({ figure }) => figure).values()]),
    }))
    .filter(({ histories }) => histories.length > 0);
}

const newestOf = (history: readonly RecordedFigure[]) => history.at(-1) as RecordedFigure;

function writeOverview(areas: readonly Area[]): string {
  const rows = areas.map(({ title, histories }) => {
    const newest = histories.map(newestOf);
    const met = newest.filter(({ is_met }) => is_met === true).length;
    const missed = newest.filter(({ is_met }) => is_met === false).length;
    const latest = newest.map(({ date }) => date.slice(0, 10)).reduce((one, other) => (one > other ? one : other));
    return `| [${title}](${pathOf(title)}) | ${newest.length} | ${met} | ${missed} | ${latest} |`;
  });
  return `| area | figures | goals met | goals missed | last kept |\n|---|---|---|---|---|\n${rows.join('\n')}\n`;
}

/** Missed targets are on the first page, where readers see them. */
function writeMissed(areas: readonly Area[]): string {
  const missed = areas.flatMap(({ histories }) => histories.filter((history) => newestOf(history).is_met === false));
  return missed.length === 0 ? '' : `## Goals missed\n\n${writeTable(missed)}`;
}

function writeTable(histories: Area['histories']): string {
  const heading =
    '| figure | newest | reference | ratio | goal | | date, machine | history |\n|---|---|---|---|---|---|---|---|';
  return `${heading}\n${histories.map((history) => writeRow(history)).join('\n')}\n`;
}

function writeRow(history: readonly RecordedFigure[]): string {
  const newest = newestOf(history);
  const { date, machine, conditions } = newest;
  const cells = [
    newest.figure,
    newest.product,
    newest.reference ?? '',
    newest.ratio?.toFixed(2) ?? '',
    newest.goal ?? '',
    newest.is_met === undefined ? '' : newest.is_met ? 'met' : '**missed**',
    [date.slice(0, 10), `${machine.cores} cores`, conditions].filter(Boolean).join(', '),
    drawSparkline(readNumbers(history)),
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}

function readNumbers(history: readonly RecordedFigure[]): number[] {
  const ratios = history.flatMap(({ ratio }) => (ratio === undefined ? [] : [ratio]));
  if (ratios.length === history.length) return ratios;
  return history.map(({ product }) => Number(/\d[\d,]*(?:\.\d+)?/.exec(product)?.[0].replaceAll(',', '')));
}

/** From the least (▁) to the most (█); empty for fewer than two. */
export function drawSparkline(numbers: readonly number[]): string {
  const known = numbers.filter((number) => Number.isFinite(number));
  if (known.length < 2) return '';
  const least = Math.min(...known);
  const span = Math.max(...known) - least;
  return known.map((number) => '▁▂▃▄▅▆▇█'[span === 0 ? 0 : Math.round(((number - least) / span) * 7)]).join('');
}

/** Every file of `bench/results`, by its name without ending. */
export function readResults(folder = resultsFolder): Map<string, RecordedFigure[]> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.jsonl'));
  return new Map(
    paths.sort().map((path) => {
      const lines = readFileSync(join(folder, path), 'utf8').split('\n').filter(Boolean);
      return [path.replaceAll('\\', '/').slice(0, -'.jsonl'.length), lines.map((line) => JSON.parse(line))];
    }),
  );
}

export const pagesFolder = join(import.meta.dirname, '..', 'docs');

if (import.meta.main) {
  rmSync(join(pagesFolder, 'measurements'), { recursive: true, force: true });
  mkdirSync(join(pagesFolder, 'measurements'));
  for (const [path, page] of makePages(readResults())) writeFileSync(join(pagesFolder, path), page);
  process.stdout.write('docs/measurements.md and the pages of its areas written\n');
}
