import { CUSTOM_COLUMNS } from '../limits.ts';
import { cleanText } from '../text/text.ts';
import { type CustomType, type DateOrder, type DecimalMark, parseCustomValue } from './custom-values.ts';

/** How a column writes what can be read in two ways. */
export interface Notation<Way> {
  /** Null where no cell decides, or where cells contradict each other. */
  way: Way | null;
  /** A cell that can be read in two ways where no other decides. */
  example: string | null;
}

/** Digits in groups or not, with a decimal part or not. */
const NUMBER = /^[+-]?\d[\d.,' \u00a0\u202f]{0,30}$/;
/** One mark before three digits: `3.000` is three or three thousand. */
const EITHER_WAY = /^[+-]?[1-9]\d{0,2}([.,])\d{3}$/;
const SLASHED_DAY = /^\d{1,2}[/-]\d{1,2}[/-]\d{4}$/;

/** Reads the cells of one column, of any number: one `850,5` says how `1.200` is meant, one `31/1/2026` says it of `3/4/2026`. */
export class ColumnNotation {
  readonly #marks = new Set<DecimalMark>();
  readonly #orders = new Set<DateOrder>();
  #number: string | null = null;
  #day: string | null = null;

  add(cell: string): void {
    // Most cells are words: a figure or a sign comes first in all that is read here.
    if (!/^\s*[+\-\d]/.test(cell) || cell.length > 60) return;
    const text = cleanText(cell);
    if (SLASHED_DAY.test(text)) this.#addDay(text);
    else this.#addNumber(text);
  }

  get decimals(): Notation<DecimalMark> {
    const [mark] = this.#marks;
    if (mark === undefined) return { way: null, example: this.#number };
    return { way: this.#marks.size === 1 ? mark : null, example: null };
  }

  /** Where days contradict each other, one that is read in two ways is still a question: it would be left out. */
  get days(): Notation<DateOrder> {
    const [order] = this.#orders;
    const way = this.#orders.size === 1 && order !== undefined ? order : null;
    return { way, example: way === null ? this.#day : null };
  }

  #addNumber(cell: string): void {
    const text = cell.replace(/[' \u00a0\u202f]/g, '');
    if (!NUMBER.test(text)) return;
    if (EITHER_WAY.test(text)) this.#number ??= cell;
    else for (const mark of markOf(text)) this.#marks.add(mark);
  }

  #addDay(cell: string): void {
    const [dmy, mdy] = [parseCustomValue('date', cell, 'dmy'), parseCustomValue('date', cell, 'mdy')];
    if (dmy !== null && mdy !== null) {
      if (dmy !== mdy) this.#day ??= cell;
    } else if (dmy !== null) this.#orders.add('dmy');
    else if (mdy !== null) this.#orders.add('mdy');
  }
}

function markOf(text: string): DecimalMark[] {
  const marks = (text.match(/[.,]/g) ?? []) as DecimalMark[];
  const last = marks.at(-1);
  if (last === undefined) return [];
  // Twice the same parts groups.
  return marks.length > 1 && marks[0] === last ? [last === ',' ? '.' : ','] : [last];
}

export function parseNotation(cells: Iterable<string>): ColumnNotation {
  const notation = new ColumnNotation();
  for (const cell of cells) notation.add(cell);
  return notation;
}

export interface GuessedType {
  type: CustomType;
  date_order: DateOrder | null;
}

/**
 * The type of a column of a file, from its first 200 filled cells: a type that fits all of them without loss, else
 * text. Ones and zeros are numbers. Ambiguous days are dates; the user chooses their order.
 */
export function guessCustomType(values: readonly string[]): GuessedType {
  const cells = values
    .slice(0, CUSTOM_COLUMNS.sample_rows)
    .map(cleanText)
    .filter((cell) => cell !== '');
  const all = (type: CustomType, order: DateOrder | null = null): boolean =>
    cells.every((cell) => parseCustomValue(type, cell, order) !== null);
  const text: GuessedType = { type: 'text', date_order: null };
  if (cells.length === 0) return text;
  const notation = parseNotation(cells);
  if (cells.every((cell) => parseCustomValue('number', cell, null, notation.decimals.way) !== null))
    return { type: 'number', date_order: null };
  if (all('yes_no')) return { type: 'yes_no', date_order: null };
  if (cells.every((cell) => /^https?:\/\//i.test(cell)) && all('link')) return { type: 'link', date_order: null };
  const { way } = notation.days;
  const isDate = all('date') || (way === null ? all('date', 'dmy') && all('date', 'mdy') : all('date', way));
  return isDate ? { type: 'date', date_order: way } : text;
}
