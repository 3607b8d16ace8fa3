import { REQUEST_LIMITS } from '../limits.ts';
import { cleanText, foldCase, isBlank } from '../text/text.ts';
import { isOwnColumn } from './custom-columns.ts';
import type { ColumnKind, ColumnSet } from './lead-columns.ts';
import { resolveColumn } from './lead-columns.ts';
import { parseTypedFilter, type TypedFilter } from './typed-filters.ts';

/**
 * Filters of lead tables. All filters of a list must hold (AND); a group says otherwise for the filters in it. An operation means the same in the server's SQL (`filters.oracle.ts`):
 *
 * | kind        | contains                                              | is_empty          |
 * | text        | folded cell contains folded value                     | null or blank     |
 * | number      | the number's decimal text contains the value          | null              |
 * | multiselect | one of the cell's items equals one of the values      | no item           |
 * | score       | the score equals one of the values                    | null              |
 * | boolean     | the cell is the value's truth (Yes or No)             | null              |
 *
 * `not_contains` is true exactly where `contains` is false, so an empty cell does not contain anything. `is_not_empty` is the
 * opposite of `is_empty`. Folding is `foldCase`: simple lower case, no accents stripped, no wildcards.
 */
const FILTER_OPERATIONS = ['contains', 'not_contains', 'is_empty', 'is_not_empty'] as const;
export type FilterOperation = (typeof FILTER_OPERATIONS)[number];

/** A filter as it travels. `value` is ignored by is_empty and is_not_empty; several values are comma separated. */
export type PlainFilter = { column: string; operation: FilterOperation; value: string };

/** A filter of one column. */
export type ColumnFilter = PlainFilter | TypedFilter;

/** Filters of which all or any must hold. The filters of a group may be groups, theirs may not. */
export type FilterGroup = { match: 'all' | 'any'; filters: TableFilter[] };

export type TableFilter = ColumnFilter | FilterGroup;

const MAX_DEPTH = 2;

export function isGroup(filter: TableFilter): filter is FilterGroup {
  return 'match' in filter;
}

export function isTyped(filter: TableFilter): filter is TypedFilter {
  return 'comparison' in filter;
}

/** The filters of columns in a list of filters, those of groups among them. */
export function listColumnFilters(filters: readonly TableFilter[]): ColumnFilter[] {
  return filters.flatMap((filter) => (isGroup(filter) ? listColumnFilters(filter.filters) : [filter]));
}

export type ParsedFilters = { ok: true; filters: TableFilter[] } | { ok: false; error: string };

const TAKES_NO_VALUE: ReadonlySet<FilterOperation> = new Set(['is_empty', 'is_not_empty']);

/** The filters without those of some columns; a group that is empty then is left out. */
export function withoutColumns(filters: readonly TableFilter[], isRemoved: (column: string) => boolean): TableFilter[] {
  return filters.flatMap((filter): TableFilter[] => {
    if (!isGroup(filter)) return isRemoved(filter.column) ? [] : [filter];
    const kept = withoutColumns(filter.filters, isRemoved);
    return kept.length === 0 ? [] : [{ ...filter, filters: kept }];
  });
}

/** Operations offered for a kind: multiselect columns only get contains and not_contains. */
export function operationsOf(kind: ColumnKind): readonly FilterOperation[] {
  return kind === 'multiselect' || kind === 'search' ? ['contains', 'not_contains'] : FILTER_OPERATIONS;
}

export function takesValue(operation: FilterOperation): boolean {
  return !TAKES_NO_VALUE.has(operation);
}

/**
 * Parses filters from a query string's JSON text or from a body, against the table's columns. Empty filters (contains
 * with a blank value) are dropped. Unknown columns and operations, too many filters and over-long values are errors.
 */
export function parseFilters(input: unknown, columns: ColumnSet): ParsedFilters {
  const list = parseList(input);
  if (list === null) return { ok: false, error: 'Filters must be a list.' };
  const parsed = parseItems(list, columns, 0);
  if (typeof parsed === 'string') return { ok: false, error: parsed };
  return listColumnFilters(parsed).length > REQUEST_LIMITS.max_filters
    ? { ok: false, error: TOO_MANY }
    : { ok: true, filters: parsed };
}

const TOO_MANY = `At most ${REQUEST_LIMITS.max_filters} filters are possible.`;

function parseItems(list: readonly unknown[], columns: ColumnSet, depth: number): TableFilter[] | string {
  if (list.length > REQUEST_LIMITS.max_filters) return TOO_MANY;
  const filters: TableFilter[] = [];
  for (const item of list) {
    const filter = parseFilter(item, columns, depth);
    if (typeof filter === 'string') return filter;
    if (filter !== null) filters.push(filter);
  }
  return filters;
}

/** A group without a filter that asks for something is none. */
function parseGroup(match: unknown, list: unknown, columns: ColumnSet, depth: number): FilterGroup | null | string {
  if (match !== 'all' && match !== 'any') return 'A group of filters matches all or any.';
  if (!Array.isArray(list)) return 'A group of filters must have a list of filters.';
  if (depth > MAX_DEPTH) return 'A group of filters can contain groups, but those cannot contain more groups.';
  const filters = parseItems(list, columns, depth);
  if (typeof filters === 'string') return filters;
  return filters.length === 0 ? null : { match, filters };
}

function parseList(input: unknown): unknown[] | null {
  if (input === undefined || input === null || input === '') return [];
  if (Array.isArray(input)) return input;
  if (typeof input !== 'string') return null;
  try {
    const parsed: unknown = JSON.parse(input);
    if (parsed === null) return [];
    return Array.isArray(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/** A filter, null when it is empty, or the text of an error. */
function parseFilter(item: unknown, columns: ColumnSet, depth: number): TableFilter | null | string {
  if (typeof item !== 'object' || item === null) return 'A filter must have column, operation and value.';
  const { column: name, ...given } = item as Record<string, unknown>;
  if (isGiven(given['match'])) return parseGroup(given['match'], given['filters'], columns, depth + 1);
  if (typeof name !== 'string') return 'A filter must name a column.';
  const column = resolveColumn(name, columns);
  const kind = column === null ? undefined : columns.get(column);
  if (column === null || kind === undefined) return describeUnknown(name);
  return isGiven(given['comparison'])
    ? parseTypedFilter(column, given['comparison'], given['values'], kind)
    : parsePlain(column, given, kind);
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** The columns that unparsed filters name, even invalid ones: `parseFilters` reports those. Deeper groups than it takes are not read. */
export function namedColumns(filters: unknown, depth = 0): string[] {
  if (!Array.isArray(filters) || depth > MAX_DEPTH) return [];
  return filters.flatMap((filter: unknown) => {
    if (typeof filter !== 'object' || filter === null) return [];
    const { column, filters: inner } = filter as Record<string, unknown>;
    return typeof column === 'string' ? [column] : namedColumns(inner, depth + 1);
  });
}

function describeUnknown(name: string): string {
  return isOwnColumn(name)
    ? 'A filter names a column that no longer exists. Remove that filter.'
    : 'This column cannot be filtered.';
}

function parsePlain(column: string, given: Record<string, unknown>, kind: ColumnKind): PlainFilter | null | string {
  const { operation, value } = given;
  if (!isOperation(operation) || !operationsOf(kind).includes(operation)) return 'Unknown filter operation.';
  if (!takesValue(operation)) return { column, operation, value: '' };
  const text = parseValue(value);
  if (text === null) return 'A filter value must be text.';
  if (text.length > REQUEST_LIMITS.max_filter_value_length) {
    return `A filter value can have at most ${REQUEST_LIMITS.max_filter_value_length} characters.`;
  }
  return finishFilter({ column, operation, value: text }, kind);
}

function finishFilter(filter: PlainFilter, kind: ColumnKind): PlainFilter | null | string {
  if (isBlank(filter.value)) return null;
  if (kind === 'boolean' && parseTruth(filter.value) === null) return 'Choose Yes or No.';
  if ((kind === 'multiselect' || kind === 'score') && splitValues(filter.value).length === 0) return null;
  return filter;
}

function parseValue(value: unknown): string | null {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return cleanText(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string' || typeof entry === 'number')) {
    return cleanText(value.join(','));
  }
  return null;
}

function isOperation(operation: unknown): operation is FilterOperation {
  return (FILTER_OPERATIONS as readonly unknown[]).includes(operation);
}

/** The values of a multiselect or score filter: split at commas, trimmed, folded, empty ones dropped, each once. */
export function splitValues(value: string): string[] {
  return [...new Set(value.split(',').map((part) => foldCase(part.trim())))].filter((part) => part !== '');
}

/** Truth a boolean filter asks for, or null when the value is neither. */
export function parseTruth(value: string): boolean | null {
  const folded = foldCase(value.trim());
  if (folded === 'yes' || folded === 'true') return true;
  return folded === 'no' || folded === 'false' ? false : null;
}

const SORT_DIRECTIONS = ['asc', 'desc'] as const;
type SortDirection = (typeof SORT_DIRECTIONS)[number];
export type SortKey = { sort_field: string; sort_direction: SortDirection };
/** The order of a table: rows that are equal by the first key are ordered by the next ones (`further`, left out where there are none). */
export type Sort = SortKey & { further?: readonly SortKey[] };

/** Columns that a table is sorted by at most. */
export const MAX_SORTS = 3;

export function listSortKeys({ further = [], ...first }: Sort): SortKey[] {
  return [first, ...further];
}

/** Sorts as a client sent them. */
export interface SortRequest {
  sort_field?: string | null | undefined;
  sort_direction?: string | null | undefined;
  then_sorts?: readonly { sort_field: string; sort_direction?: string | null | undefined }[] | null | undefined;
}

/** The fields that a request sorts by, even invalid ones. */
export function listSortFields({ sort_field, then_sorts }: SortRequest): string[] {
  return [sort_field ?? '', ...(then_sorts ?? []).map((sort) => sort.sort_field)];
}

/** As `parseSort`, with the further columns. A column that is named again sorts nothing and is left out. */
export function parseSorts(
  request: SortRequest,
  fields: Pick<ReadonlySet<string>, 'has'>,
  fallback: SortKey,
): Sort | null {
  const first = parseSort(request.sort_field, request.sort_direction, fields, fallback);
  const given = (request.then_sorts ?? []).map((sort) =>
    parseSort(sort.sort_field, sort.sort_direction, fields, fallback),
  );
  if (first === null || given.length >= MAX_SORTS) return null;
  const further: SortKey[] = [];
  for (const sort of given) {
    if (sort === null) return null;
    if (![first, ...further].some(({ sort_field }) => sort_field === sort.sort_field)) further.push(sort);
  }
  return further.length === 0 ? first : { ...first, further };
}

/** A sort checked against a closed set of fields, the fallback when none is named, or null when the field or direction is unknown. */
export function parseSort(
  field: unknown,
  direction: unknown,
  fields: Pick<ReadonlySet<string>, 'has'>,
  fallback: SortKey,
): SortKey | null {
  const hasField = field !== undefined && field !== null && field !== '';
  const hasDirection = direction !== undefined && direction !== null && direction !== '';
  const sort_field = hasField ? (typeof field === 'string' ? resolveColumn(field, fields) : null) : fallback.sort_field;
  const sort_direction = hasDirection ? parseDirection(direction) : hasField ? 'asc' : fallback.sort_direction;
  return sort_field === null || sort_direction === null ? null : { sort_field, sort_direction };
}

function parseDirection(direction: unknown): SortDirection | null {
  const folded = typeof direction === 'string' ? direction.toLowerCase() : '';
  return folded === 'asc' || folded === 'desc' ? folded : null;
}
