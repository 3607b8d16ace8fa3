import { unguardCell } from '@overture/domain/csv/csv-cell';
import {
  type CustomType,
  type DateOrder,
  type DecimalMark,
  parseCustomValue,
} from '@overture/domain/leads/custom-values';
import { CUSTOM_COLUMNS } from '@overture/domain/limits';
import { shorten } from '@overture/domain/message/template/problems';
import { cleanText } from '@overture/domain/text/text';

/** A column of a file that fills a custom column, as it is kept with the import. */
export interface CustomMapping {
  header: string;
  key: string;
  date_order: DateOrder | null;
  /** The decimal separator of its numbers; null if the cells do not show it. */
  decimal_mark?: DecimalMark | null | undefined;
  /** Its values go before what is known of a person; left out, only what is empty is filled. */
  replaces?: boolean | null | undefined;
  /** The import made the column. */
  is_new?: boolean | undefined;
}

/** The same with what the custom column is while the file is read. */
export interface CustomTarget extends CustomMapping {
  name: string;
  type: CustomType;
}

/** The same with its place in a row. */
export interface CustomCell extends CustomTarget {
  index: number;
}

const COMPLAINTS: Record<CustomType, (column: string, value: string) => string> = {
  text: (column, value) => `“${column}”: “${value}” is too long.`,
  number: (column, value) => `“${column}”: “${value}” is not a number.`,
  date: (column, value) => `“${column}”: “${value}” is not a date.`,
  link: (column, value) => `“${column}”: “${value}” is not a web address.`,
  yes_no: (column, value) => `“${column}”: “${value}” is not yes or no.`,
};

/** What a row says of custom columns: the values as JSON, and in words which cells are none of their type. */
export function parseCustomCells(
  cells: readonly string[],
  targets: readonly CustomCell[],
): { custom: string; complaints: string[] } {
  const values: [string, string | number | boolean][] = [];
  const complaints: string[] = [];
  for (const { index, key, name, type, date_order, decimal_mark } of targets) {
    const text = unguardCell(cleanText(cells[index] ?? ''));
    if (text === '') continue;
    const value = parseCustomValue(type, text, date_order, decimal_mark);
    if (value === null) complaints.push(complain(name, text, type));
    else values.push([key, value]);
  }
  return { custom: JSON.stringify(Object.fromEntries(values)), complaints };
}

function complain(name: string, text: string, type: CustomType): string {
  const say = text.length > CUSTOM_COLUMNS.value_max ? COMPLAINTS.text : COMPLAINTS[type];
  return say(name.replaceAll('”', '"'), shorten(text));
}
