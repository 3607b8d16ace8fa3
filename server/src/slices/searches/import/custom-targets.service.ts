import { CUSTOM_TYPES, type CustomType, type DateOrder, type DecimalMark } from '@overture/domain/leads/custom-values';
import { CUSTOM_COLUMNS } from '@overture/domain/limits';
import { cutText } from '@overture/domain/text/text-bounds';
import { z } from 'zod';
import type { TransactionContext } from '../../../kernel/context.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { findOrCreateColumns, listLeadColumns, lockLeadColumns } from '../../lead-columns/index.ts';
import type { CustomMapping, CustomTarget } from './custom-cells.rules.ts';
import type { FoundFormat } from './read-format.rules.ts';

/** A column of a file that is to fill a custom column, which is found by its name or made. */
interface WantedColumn {
  header: string;
  name: string;
  type: CustomType;
  date_order: DateOrder | null;
  decimal_mark: DecimalMark | null;
  replaces?: boolean | null | undefined;
}

const wantedColumns = z
  .array(
    z.object({
      header: z.string().min(1),
      name: z.string().max(2 * CUSTOM_COLUMNS.name_max),
      type: z.enum(CUSTOM_TYPES),
      date_order: z.enum(['dmy', 'mdy']).nullish(),
      decimal_mark: z.enum([',', '.']).nullish(),
      replaces: z.boolean().nullish(),
    }),
  )
  .max(CUSTOM_COLUMNS.max_columns);

/** @throws validation_failed */
export function parseCustomMapping(text: string | null | undefined): WantedColumn[] {
  if (text === null || text === undefined || text === '') return [];
  const refuse = (words: string) => new ApiError('validation_failed', {}, { custom_columns: words });
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw refuse('The custom columns are not JSON.');
  }
  const read = wantedColumns.safeParse(given);
  if (!read.success) throw refuse('The custom columns are not a list of header, name and type.');
  return read.data.map((column) => ({
    ...column,
    header: column.header.replaceAll('\0', '').trim(),
    date_order: column.date_order ?? null,
    decimal_mark: column.decimal_mark ?? null,
  }));
}

/**
 * Finds or creates the custom columns that a file fills; without a chosen decimal mark or order of days the cells decide.
 * @throws validation_failed, too_many_lead_columns
 */
export async function makeTargets(
  tx: TransactionContext,
  wanted: readonly WantedColumn[],
  { header, notations }: Pick<FoundFormat, 'header' | 'notations'>,
): Promise<CustomTarget[]> {
  if (wanted.length === 0) return [];
  for (const column of wanted) {
    if (header.includes(column.header)) continue;
    const words = `The file has no column "${cutText(column.header, 60)}".`;
    throw new ApiError('validation_failed', {}, { custom_columns: words });
  }
  await lockLeadColumns(tx);
  const known = new Set((await listLeadColumns(tx)).map(({ key }) => key));
  const columns = await findOrCreateColumns(tx, wanted);
  const targets = columns.map(({ key, name, type }, index) => {
    const column = wanted[index]!;
    const found = notations[column.header];
    const decimal_mark = column.decimal_mark ?? found?.decimal_mark ?? null;
    const date_order = column.date_order ?? found?.date_order ?? null;
    return { ...column, decimal_mark, date_order, key, name, type, is_new: !known.has(key) };
  });
  if (new Set(targets.map(({ key }) => key)).size === targets.length) return targets;
  throw new ApiError('validation_failed', {}, { custom_columns: 'Two columns of the file have the same name.' });
}

/** The custom columns of a file as they are now; those that were deleted since are not filled. */
export async function loadTargets(tx: TransactionContext, mapping: readonly CustomMapping[]): Promise<CustomTarget[]> {
  if (mapping.length === 0) return [];
  const columns = new Map((await listLeadColumns(tx)).map((column) => [column.key, column]));
  return mapping.flatMap((entry) => {
    const column = columns.get(entry.key);
    return column === undefined ? [] : [{ ...entry, name: column.name, type: column.type }];
  });
}

/**
 * Values parsed for columns that were deleted or changed their type are not stored: the reader starts over with the current
 * columns, which are locked until the end of the transaction.
 * @throws conflict
 */
export async function requireSameColumns(tx: TransactionContext, read: readonly CustomTarget[]): Promise<void> {
  await lockLeadColumns(tx);
  const types = new Map((await listLeadColumns(tx)).map(({ key, type }) => [key, type]));
  if (read.every(({ key, type }) => types.get(key) === type)) return;
  throw new ApiError('conflict', { reason: 'A custom column was changed while the file was read. Please try again.' });
}
