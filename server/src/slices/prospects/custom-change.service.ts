import { type CustomType, type CustomValue, parseCustomValue } from '@overture/domain/leads/custom-values';
import { isBlank } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import type { TransactionContext } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import { holdLeadColumns } from '../lead-columns/index.ts';

/** New values of custom columns by key. Null or a blank text clears. */
export type GivenCustom = Readonly<Record<string, CustomValue | null>>;

const COMPLAINTS: Record<CustomType, string> = {
  text: 'This text is too long.',
  number: 'This is not a number.',
  date: 'This is not a date. Write it like 2026-03-09.',
  link: 'This is not a web address.',
  yes_no: 'Choose Yes or No.',
};

/** Parses new values of a lead's custom columns. @throws validation_failed for unknown keys and values of another type */
export async function parseCustomChange(
  tx: Pick<TransactionContext, 'db' | 'organization'>,
  given: GivenCustom,
): Promise<Record<string, CustomValue | null>> {
  const columns = new Map((await holdLeadColumns(tx, Object.keys(given))).map((column) => [column.key, column]));
  const change: [string, CustomValue | null][] = [];
  for (const [key, written] of Object.entries(given)) {
    const column = columns.get(key);
    if (column === undefined) throw refuse(key, 'There is no such column.');
    const isCleared = written === null || (typeof written === 'string' && isBlank(written));
    const read = isCleared ? { value: null } : parseGiven(column.type, written);
    if ('reason' in read) throw refuse(key, read.reason);
    change.push([key, read.value]);
  }
  return Object.fromEntries(change);
}

/** A value as it is stored, or in words why it is none of the type. */
export function parseGiven(type: CustomType, written: CustomValue): { value: CustomValue } | { reason: string } {
  const value = parseCustomValue(type, written);
  return value === null ? { reason: COMPLAINTS[type] } : { value };
}

const refuse = (key: string, words: string): ApiError =>
  new ApiError('validation_failed', {}, { [`custom.${cutText(key, 60)}`]: words });
