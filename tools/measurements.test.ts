import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recordFigures } from '../bench/support/record.ts';
import { drawSparkline, makePage, pagePath, readResults } from './measurements.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'results-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** The first line of the page that is not what the results say, with its number. */
function findStale(page: string): string | undefined {
  const made = makePage(readResults()).split('\n');
  const lines = page.split('\n');
  const at = Array.from({ length: Math.max(made.length, lines.length) }, (_, place) => place).find(
    (place) => made[place] !== lines[place],
  );
  return at === undefined ? undefined : `line ${at + 1}: run node tools/run.mjs measurements`;
}

test('docs/measurements.md is what bench/results say, on at most 200 lines', () => {
  const page = readFileSync(pagePath, 'utf8');
  expect(findStale(page)).toBeUndefined();
  expect(page.split('\n').length).toBeLessThanOrEqual(200);
});

test('a changed and a missing line of the page are found', () => {
  const lines = makePage(readResults()).split('\n');
  expect(findStale(lines.with(20, '| by hand |').join('\n'))).toContain('line 21:');
  expect(findStale(lines.slice(0, -3).join('\n'))).toContain(`line ${lines.length - 2}:`);
});

test('figures are kept only when asked for, and the newest stands on the page', () => {
  vi.stubEnv('BENCH_RECORD', '');
  recordFigures('import', [{ what: 'speed', product: '1 s' }], folder);
  expect(existsSync(join(folder, 'import.jsonl'))).toBe(false);
  vi.stubEnv('BENCH_RECORD', 'on');
  recordFigures('import', [{ what: 'speed', product: '1 s', ratio: 0.5 }], folder);
  recordFigures('import', [{ what: 'speed', product: '3 s', ratio: 0.75, goal: '<= 2 s', is_met: false }], folder);
  recordFigures('proofs/race', [{ what: 'race', product: 'a|b' }], folder);
  const page = makePage(readResults(folder));
  expect(page).toMatch(/## Lists\n[^#]*\| speed \| 3 s \| {2}\| 0\.75 \| <= 2 s \| \*\*missed\*\* \|.*▁█ \|/);
  expect(page).toContain('a\\|b');
});

test('a history is drawn from its least to its most', () => {
  expect(drawSparkline([5])).toBe('');
  expect(drawSparkline([1, Number.NaN, 8, 4.5])).toBe('▁█▅');
  expect(drawSparkline([2, 2])).toBe('▁▁');
});
