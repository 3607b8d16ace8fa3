import type { LeadColumn } from '@overture/contract/lead-columns';
import type { ColumnMapping as Mapping } from '@overture/domain/csv/column-guess';
import { namelessColumn } from '@overture/domain/csv/csv-heading';
import { type ColumnNotation, guessCustomType, parseNotation } from '@overture/domain/leads/column-notation';
import { cleanColumnName, isSameName } from '@overture/domain/leads/custom-columns';
import {
  type CustomType,
  type CustomValue,
  type DateOrder,
  type DecimalMark,
  parseCustomValue,
} from '@overture/domain/leads/custom-values';
import { CUSTOM_COLUMNS } from '@overture/domain/limits';
import type { CsvPreview } from './read-csv-preview.ts';

/** A column of the file that is none of a lead's fields: it can become a custom column. */
export interface ExtraColumn {
  header: string;
  is_on: boolean;
  name: string;
  type: CustomType;
  date_order: DateOrder | null;
  decimal_mark: DecimalMark | null;
  /** A number and a day that can be read in two ways (`3.000`, `3/4/2026`), where no other of the column decides. */
  undecided: { number: string | null; date: string | null };
}

type Known = readonly Pick<LeadColumn, 'name' | 'type'>[];

/** More new columns than this are not created automatically: a person chooses. */
const MOST_BY_THEMSELVES = 20;

/** Every column of a file as a custom column; on are those that exist by that name, and new ones with a name and values while they are few. */
export function guessExtras(preview: CsvPreview, mapping: Mapping, known: Known): ExtraColumn[] {
  const extras = preview.header.map((header): ExtraColumn & { has_values: boolean } => {
    const index = preview.indexes.get(header) ?? -1;
    const cells = preview.rows.slice(0, CUSTOM_COLUMNS.sample_rows).map((row) => row[index] ?? '');
    const name = cleanColumnName(header);
    const { decimals, days } = parseNotation(preview.rows.map((row) => row[index] ?? ''));
    return {
      header,
      is_on: false,
      name,
      ...guessCustomType(cells),
      date_order: days.way,
      decimal_mark: decimals.way,
      undecided: { number: decimals.example, date: days.example },
      has_values: header !== namelessColumn(index) && cells.some((cell) => cell.trim() !== ''),
    };
  });
  const free = openExtras(extras, mapping);
  const isFew = free.filter(({ has_values }) => has_values).length <= Math.min(MOST_BY_THEMSELVES, roomFor(known));
  return extras.map(({ has_values, ...extra }) => ({
    ...extra,
    is_on: existing(extra, known) !== undefined || (isFew && has_values),
  }));
}

/** What more rows say of a column; what a person chose stays. */
export function withNotation(extra: ExtraColumn, notation: ColumnNotation | undefined): ExtraColumn {
  if (notation === undefined) return extra;
  const { decimals, days } = notation;
  const { number, date } = extra.undecided;
  // The first row may be plain and a later one not, or the other way round.
  return {
    ...extra,
    decimal_mark: extra.decimal_mark ?? decimals.way,
    date_order: extra.date_order ?? days.way,
    undecided: {
      number: extra.decimal_mark !== null && number !== null ? number : decimals.example,
      date: extra.date_order !== null && date !== null ? date : days.example,
    },
  };
}

/** Those that fill no field of a lead. */
export function openExtras<Extra extends ExtraColumn>(extras: readonly Extra[], mapping: Mapping): Extra[] {
  const used = new Set(Object.values(mapping));
  return extras.filter(({ header }) => !used.has(header));
}

/** The custom column that there is by a name already; its type counts. */
export function existing<Column extends Pick<LeadColumn, 'name'>>(
  { name }: Pick<ExtraColumn, 'name'>,
  known: readonly Column[],
): Column | undefined {
  return known.find((column) => isSameName(column.name, cleanColumnName(name)));
}

/** The stored form of numbers and dates, null for invalid values. Empty for other types and before the decimal mark is chosen. */
export function parseSamples(extra: ExtraColumn, known: Known, values: readonly string[]): (CustomValue | null)[] {
  const type = existing(extra, known)?.type ?? extra.type;
  const isOpen = questionOf(extra, known)?.isOpen === true;
  if (!extra.is_on || isOpen || (type !== 'number' && type !== 'date')) return [];
  return values.map((value) => parseCustomValue(type, value, extra.date_order, extra.decimal_mark));
}

export interface ColumnQuestion {
  about: 'number' | 'date';
  example: string;
  /** No answer yet. */
  isOpen: boolean;
}

/** The question a column of ambiguous numbers or days raises; null for other columns. */
export function questionOf(extra: ExtraColumn, known: Known): ColumnQuestion | null {
  const type = existing(extra, known)?.type ?? extra.type;
  if (type !== 'number' && type !== 'date') return null;
  const example = extra.undecided[type];
  const choice = type === 'number' ? extra.decimal_mark : extra.date_order;
  return example === null ? null : { about: type, example, isOpen: choice === null };
}

const roomFor = (known: Known): number => CUSTOM_COLUMNS.max_columns - known.length;

export type ExtraProblem =
  | { kind: 'no_name' | 'same_name'; header: string }
  | { kind: 'unanswered'; header: string; example: string }
  | { kind: 'too_many'; room: number };

/** Why the columns that are on cannot be made, or undefined. */
export function findExtraProblem(chosen: readonly ExtraColumn[], known: Known): ExtraProblem | undefined {
  for (const [index, { header, name }] of chosen.entries()) {
    const clean = cleanColumnName(name);
    if (clean === '') return { kind: 'no_name', header };
    if (chosen.slice(0, index).some((other) => isSameName(cleanColumnName(other.name), clean)))
      return { kind: 'same_name', header };
  }
  for (const extra of chosen) {
    const question = questionOf(extra, known);
    if (question?.isOpen) return { kind: 'unanswered', header: extra.header, example: question.example };
  }
  const room = roomFor(known);
  return chosen.filter((extra) => existing(extra, known) === undefined).length > room
    ? { kind: 'too_many', room }
    : undefined;
}
