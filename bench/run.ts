import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bench, Measurement } from './support/measure.ts';
import { recordFigures } from './support/record.ts';

/**
 * Runs the benchmarks: all `*.bench.ts` below this folder, or those whose name is given (`npm run bench -- import table`). Each measures
 * the product and its reference in one run and prints the ratio. BENCH_ROWS makes them smaller for a quick look.
 * `--record` (or BENCH_RECORD=on) adds the figures to `bench/results`; otherwise nothing is written.
 */
const directory = dirname(fileURLToPath(import.meta.url));
const wanted = process.argv.slice(2).filter((word) => word !== '--record');
if (process.argv.includes('--record')) process.env.BENCH_RECORD = 'on';
const found = (await readdir(directory, { recursive: true })).filter((file) => file.endsWith('.bench.ts'));
const files = new Map(found.map((file) => [basename(file, '.bench.ts'), join(directory, file)]));
const names = [...files.keys()].sort();
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`No benchmark is named ${unknown.join(', ')}. There are: ${names.join(', ')}.\n`);
  process.exit(1);
}

const all: Measurement[] = [];
for (const name of wanted.length > 0 ? wanted : names) {
  process.stdout.write(`\n${name}\n`);
  const { bench } = (await import(files.get(name) as string)) as { bench: Bench };
  const measured = await bench.run();
  printTable(measured);
  recordFigures(bench.kept_as ?? name, measured);
  all.push(...measured);
}
const missed = all.filter((entry) => entry.is_met === false);
process.stdout.write(`\n${all.length} figures, ${missed.length} goals missed\n`);
process.exit(missed.length > 0 ? 1 : 0);

function printTable(rows: Measurement[]): void {
  const cells = rows.map((row) => [
    row.what,
    row.product,
    row.reference ?? '',
    row.ratio?.toFixed(2) ?? '',
    row.goal ?? '',
    verdict(row),
  ]);
  const heading = ['what', 'product', 'reference', 'ratio', 'goal', ''];
  const widths = heading.map((word, place) => Math.max(word.length, ...cells.map((row) => row[place]!.length)));
  for (const row of [heading, ...cells])
    process.stdout.write(`  ${row.map((cell, place) => cell.padEnd(widths[place]!)).join('  ')}\n`);
}

function verdict({ is_met }: Measurement): string {
  return is_met === undefined ? '' : is_met ? 'met' : 'MISSED';
}
