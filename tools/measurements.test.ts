import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recordFigures } from '../bench/support/record.ts';
import { drawSparkline, makePages, pagesFolder, readResults } from './measurements.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'results-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** The first line of each page that is not what the results say, with its number; pages that no result has. */
function findStale(pages: ReadonlyMap<string, string>): string[] {
  const made = makePages(readResults());
  return [...new Set([...made.keys(), ...pages.keys()])].flatMap((path) => {
    const wanted = (made.get(path) ?? '').split('\n');
    const lines = (pages.get(path) ?? '').split('\n');
    const at = Array.from({ length: Math.max(wanted.length, lines.length) }, (_, place) => place).find(
      (place) => wanted[place] !== lines[place],
    );
    return at === undefined ? [] : [`${path}, line ${at + 1}: run node tools/run.mjs measurements`];
  });
}

function readPages(): Map<string, string> {
  const areas = readdirSync(join(pagesFolder, 'measurements')).map((name) => `measurements/${name}`);
  const paths = ['measurements.md', ...areas];
  return new Map(paths.map((path) => [path, readFileSync(join(pagesFolder, path), 'utf8')]));
}

test('the pages of measurements are what bench/results say, on at most 200 lines each', () => {
  const pages = readPages();
  expect(findStale(pages)).toEqual([]);
  expect(Math.max(...[...pages.values()].map((page) => page.split('\n').length))).toBeLessThanOrEqual(200);
});

test('a changed line, a missing line and a page too many are found', () => {
  const pages = makePages(readResults());
  const page = pages.get('measurements/lists.md') as string;
  const lines = page.split('\n');
  const change = (text: string) => new Map(pages).set('measurements/lists.md', text);
  expect(findStale(change(lines.with(5, '| by hand |').join('\n')))[0]).toContain('lists.md, line 6:');
  expect(findStale(change(lines.slice(0, -3).join('\n')))[0]).toContain(`line ${lines.length - 2}:`);
  expect(findStale(new Map(pages).set('measurements/old.md', '# Old'))[0]).toContain('old.md, line 1:');
});

test('figures are kept only on request, and the newest is on its page', () => {
  vi.stubEnv('BENCH_RECORD', '');
  recordFigures('import', [{ what: 'speed', product: '1 s' }], folder);
  expect(existsSync(join(folder, 'import.jsonl'))).toBe(false);
  vi.stubEnv('BENCH_RECORD', 'on');
  recordFigures('import', [{ what: 'speed', product: '1 s', ratio: 0.5 }], folder);
  recordFigures('import', [{ what: 'speed', product: '3 s', ratio: 0.75, goal: '<= 2 s', is_met: false }], folder);
  recordFigures('proofs/race', [{ what: 'race', product: 'a|b' }], folder);
  const pages = makePages(readResults(folder));
  expect(pages.get('measurements/lists.md')).toMatch(
    /# Lists\n[^#]*\| speed \| 3 s \| {2}\| 0\.75 \| <= 2 s \| \*\*missed\*\* \|.*▁█ \|/,
  );
  expect(pages.get('measurements.md')).toMatch(/## Goals missed\n[^#]*\| speed \| 3 s/);
  expect(pages.get('measurements.md')).toContain('| [Lists](measurements/lists.md) | 1 | 0 | 1 |');
  expect(pages.get('measurements/proofs.md')).toContain('a\\|b');
});

test('a history is drawn from its least to its most', () => {
  expect(drawSparkline([5])).toBe('');
  expect(drawSparkline([1, Number.NaN, 8, 4.5])).toBe('▁█▅');
  expect(drawSparkline([2, 2])).toBe('▁▁');
});
