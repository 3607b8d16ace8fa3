import { cutText } from '../text/text-bounds.ts';
import { type CsvRecord, CsvText } from './csv-text.ts';

/** A heading is looked for in so many rows: exports put notes before it ("Notes:", a report's title, the day it was made). */
const HEADING_WITHIN = 10;
/** Notes may be a name and its value; tables that have as few columns begin with their heading. */
const NOTE_CELLS = 2;
const LEAST_TABLE_CELLS = 4;

/**
 * Place of the heading among the first rows of a file: the first one, unless it is a note and a later one has as many cells as the
 * rows below it.
 */
export function findHeading(rows: readonly (readonly string[])[]): number {
  const usual = medianOf(rows.map(widthOf));
  const noteCells = usual >= LEAST_TABLE_CELLS ? NOTE_CELLS : 1;
  const at = rows.slice(0, HEADING_WITHIN).findIndex((cells) => filledOf(cells) > noteCells);
  const cells = rows[at];
  if (at <= 0 || cells === undefined || !cells.every(isName)) return 0;
  const below = rows.slice(at + 1).map(widthOf);
  // Without data rows only a wide row is a heading: that of an empty list.
  if (below.length === 0) return widthOf(cells) >= LEAST_TABLE_CELLS ? at : 0;
  const needed = medianOf(below);
  return needed > 1 && widthOf(cells) >= needed ? at : 0;
}

const filledOf = (cells: readonly string[]): number => cells.filter((cell) => cell.trim() !== '').length;
/** Cells up to the last one that is not empty: spreadsheets pad every row. */
const widthOf = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell.trim() !== '') + 1;
/** Addresses and numbers are values, not names of columns. */
const isName = (cell: string): boolean => !/@|:\/\//.test(cell) && !/^\s*[\d.,]+\s*$/.test(cell);

function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/** Longer names of columns are cells of a broken file. */
const NAME_LENGTH = 1000;

/** The name of a column without one, as it is shown and mapped: "Column 3". */
export const namelessColumn = (index: number): string => `Column ${index + 1}`;

/** A name for every column, each once: a repeated one gets a number ("URL (2)"), a missing one that of its place. */
export function nameColumns(cells: readonly string[]): string[] {
  const names = cells.map((cell, index) => cell.replaceAll('\0', '').trim() || namelessColumn(index));
  const written = new Set(names);
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return names.map((name) => {
    let unique = name;
    for (let count = counts.get(name) ?? 1; taken.has(unique); ) {
      count += 1;
      counts.set(name, count);
      const next = `${cutText(name, NAME_LENGTH)} (${count})`;
      if (!written.has(next)) unique = next;
    }
    taken.add(unique);
    return unique;
  });
}

/** The rows below the heading of a file, piece by piece. */
export class CsvRows {
  readonly #text: CsvText;
  readonly #headerRow: number;

  constructor({ delimiter, header_row }: { delimiter: string; header_row: number }) {
    this.#text = new CsvText(delimiter);
    this.#headerRow = header_row;
  }

  *push(text: string, isLast: boolean): Generator<CsvRecord> {
    for (const record of this.#text.push(text, isLast)) if (record.number > this.#headerRow) yield record;
  }
}
