import { createHash } from 'node:crypto';
import type { Vault } from '../crypto.ts';
import { ApiError } from '../errors.ts';

/** Sort keys of the last row of a page, its id last. */
export type Place = readonly (string | number)[];

/** What a list belongs to: a cursor of one organization, list and filter opens no other. */
export interface CursorScope {
  vault: Pick<Vault, 'sign' | 'verify'>;
  organization: { id: number };
}

const PURPOSE = 'cursor';

const textOf = (organization: { id: number }, list: string, place: string): string =>
  `${organization.id} ${list} ${place}`;

/** The place after which the next page begins, signed. */
export function sealCursor({ vault, organization }: CursorScope, list: string, place: Place): string {
  const text = Buffer.from(JSON.stringify(place)).toString('base64url');
  return `${text}.${vault.sign(PURPOSE, textOf(organization, list, text))}`;
}

/** @throws cursor_invalid for one of another list, or one that was changed */
export function openCursor({ vault, organization }: CursorScope, list: string, cursor: string): Place {
  const [text = '', signature = '', ...rest] = cursor.split('.');
  if (rest.length > 0 || !vault.verify(PURPOSE, textOf(organization, list, text), signature)) {
    throw new ApiError('cursor_invalid');
  }
  return JSON.parse(Buffer.from(text, 'base64url').toString());
}

/** Rows in the order of their ids. The first page counts those that pass the filters, and the cursor keeps the number for the others. */
interface CountedRequest {
  list: string;
  filters: readonly unknown[];
  cursor: string;
}

/** `total` is null where the rows are to be counted; without filters a count is stored. @throws cursor_invalid */
export function openCounted(
  scope: CursorScope,
  { list, filters, cursor }: CountedRequest,
): { after: number; total: number | null } {
  if (cursor === '') return { after: 0, total: null };
  // A cursor of the release before has the id alone.
  const [after, total, filtered] = openCursor(scope, list, cursor);
  const isCounted = filters.length > 0 && filtered === digestOf(filters);
  return { after: Number(after), total: isCounted ? Number(total) : null };
}

export const sealCounted = (
  scope: CursorScope,
  { list, filters }: CountedRequest,
  last: number,
  total: number,
): string => sealCursor(scope, list, [last, total, digestOf(filters)]);

/** A program may change the filters from page to page; then the number is counted again. */
const digestOf = (filters: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(filters)).digest('base64url').slice(0, 22);

/** What a list is asked for: a numbered page, or the rows after a cursor, which is empty for the first page. */
export interface PageRequest {
  page: number;
  cursor?: string | undefined;
  /** Rows of a page by cursor. */
  limit?: number | undefined;
}

/** What a store reads of a list: the rows after a place, or from an offset. */
export interface PageRange {
  limit: number;
  offset: number;
  after: Place | null;
}

export interface PageSource<Row> {
  /** Names the list and all that changes its order. */
  list: string;
  page_size: number;
  read: (range: PageRange) => Promise<Row[]>;
  placeOf: (row: Row) => Place;
}

/** A page of a list and the cursor of the next one. @throws cursor_invalid */
export async function loadPage<Row>(
  scope: CursorScope,
  { page, cursor, limit }: PageRequest,
  { list, page_size, read, placeOf }: PageSource<Row>,
): Promise<{ rows: Row[]; next_cursor: string | null }> {
  if (cursor === undefined) {
    const rows = await read({ limit: page_size, offset: (page - 1) * page_size, after: null });
    return { rows, next_cursor: null };
  }
  const size = limit ?? page_size;
  const after = cursor === '' ? null : openCursor(scope, list, cursor);
  const found = await read({ limit: size + 1, offset: 0, after });
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  const next_cursor = found.length > size && last !== undefined ? sealCursor(scope, list, placeOf(last)) : null;
  return { rows, next_cursor };
}
