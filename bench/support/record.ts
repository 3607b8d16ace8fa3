import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync } from 'node:fs';
import { availableParallelism, loadavg, totalmem } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Measurement } from './measure.ts';

/** A line of `bench/results/**.jsonl`. Values that were not recorded are null. */
export interface RecordedFigure extends Omit<Measurement, 'what'> {
  /** An instant, or the day alone. */
  date: string;
  commit: string | null;
  machine: { cores: number; memory_in_gb: number | null; node: string | null };
  conditions: string;
  figure: string;
}

export const resultsFolder = join(import.meta.dirname, '../results');

/** Before anything was measured: afterwards it would be the benchmark's own load. */
const loadBefore = loadavg()[0] ?? 0;

/** Adds the figures to `bench/results/<name>.jsonl` when BENCH_RECORD is `on`; else nothing is written. */
export function recordFigures(name: string, measured: readonly Measurement[], folder = resultsFolder): void {
  if (process.env.BENCH_RECORD !== 'on' || measured.length === 0) return;
  const circumstances = {
    date: new Date().toISOString(),
    commit: findCommit(),
    machine: {
      cores: availableParallelism(),
      memory_in_gb: Math.round(totalmem() / 2 ** 30),
      node: process.versions.node,
    },
    conditions: `load ${loadBefore.toFixed(1)} before`,
  };
  const lines = measured.map(({ what, ...figure }): RecordedFigure => ({ ...circumstances, figure: what, ...figure }));
  const file = join(folder, `${name}.jsonl`);
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/** The final figure of a proof, under its name in `tools/run/proofs.json`, with an optional folder before it. */
export function recordProof(name: string, isProven: boolean, result: unknown): void {
  const product = JSON.stringify(result);
  recordFigures(`proofs/${name}`, [{ what: basename(name), product, goal: 'proven', is_met: isProven }]);
}

function findCommit(): string | null {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return null;
  }
}
