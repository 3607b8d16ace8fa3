// Renews the tables of docs/operate/capacity.md and sizing.md from bench/results: `node tools/scale/sizing-page.ts`. Their text is written by hand.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readResults } from '../measurements.ts';
import { loadCosts, loadLargest, loadTenants } from './costs.ts';
import { writeTables } from './sizing-tables.ts';

const TABLE = /(?:^\|.*\n)+/gm;
const headingOf = (table: string): string => table.slice(0, table.indexOf('\n'));

/** The pages, each of whose tables is replaced by the one with its heading. Every table must have a place. */
export function renewTables(pages: ReadonlyMap<string, string>, tables: readonly string[]): Map<string, string> {
  const byHeading = new Map(tables.map((table) => [headingOf(table), table]));
  const placed = new Set<string>();
  const renew = (table: string): string => {
    const made = byHeading.get(headingOf(table));
    if (made === undefined) return table;
    placed.add(headingOf(table));
    return `${made}\n`;
  };
  const renewed = new Map([...pages].map(([path, page]) => [path, page.replace(TABLE, renew)]));
  const lost = [...byHeading.keys()].filter((heading) => !placed.has(heading));
  if (lost.length > 0) throw new Error(`No page has a table that begins with ${lost.join(' or ')}`);
  return renewed;
}

export function loadPages(): Map<string, string> {
  const paths = ['capacity.md', 'sizing.md'].map((name) => join(import.meta.dirname, '../../docs/operate', name));
  return new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}

export function makeTables(results = readResults()): string[] {
  return writeTables(loadCosts(results), loadLargest(results), loadTenants(results));
}

if (import.meta.main) for (const [path, page] of renewTables(loadPages(), makeTables())) writeFileSync(path, page);
