import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** One figure. Texts carry their unit; the ratio is product to reference as the goal says. */
export interface Measurement {
  what: string;
  product: string;
  reference?: string;
  ratio?: number;
  goal?: string;
  is_met?: boolean;
}

/** What a `*.bench.ts` exports as `bench`. */
export interface Bench {
  /** Where its figures are kept below `bench/results`; under its own name by default. */
  kept_as?: string;
  run(): Promise<Measurement[]>;
}

export const rowsOfBench = Number(process.env.BENCH_ROWS ?? 1_000_000);
export const pairsOfBench = Number(process.env.BENCH_PAIRS ?? 3);

/**
 * With `BENCH_HOLD=<file>`, waits until that file exists (looked for once a second): data can then be made while the machine is busy and
 * measured when it is quiet. A benchmark calls it each time its data is ready; who wants it to wait again removes the file in between.
 */
export async function waitUntilQuiet(what: string): Promise<void> {
  const file = process.env.BENCH_HOLD;
  if (!file || existsSync(file)) return;
  process.stdout.write(`  ${what}: made; measuring begins when ${file} exists\n`);
  while (!existsSync(file)) await sleep(1000);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Seconds that `work` takes. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** Runs the two alternately (A B B A): a busy minute affects both. Returns the seconds of each run. */
export async function interleave(
  pairs: number,
  product: (pair: number) => Promise<number>,
  reference: (pair: number) => Promise<number>,
): Promise<{ product: number[]; reference: number[] }> {
  const seconds = { product: [] as number[], reference: [] as number[] };
  for (let pair = 0; pair < pairs; pair += 1) {
    const order = pair % 2 === 0 ? (['product', 'reference'] as const) : (['reference', 'product'] as const);
    for (const side of order) {
      const taken = await (side === 'product' ? product(pair) : reference(pair));
      seconds[side].push(taken);
      process.stdout.write(`  ${side} ${pair + 1}: ${taken.toFixed(2)} s\n`);
    }
  }
  return seconds;
}
