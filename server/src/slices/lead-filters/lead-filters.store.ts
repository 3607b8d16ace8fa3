import { type CustomName, isCustomName, parseCustomKey } from '@overture/domain/leads/custom-columns';
import {
  type ColumnFilter,
  isTyped,
  listSortKeys,
  type PlainFilter,
  parseTruth,
  type Sort,
  type SortKey,
} from '@overture/domain/leads/filters';
import { type ColumnKind, type LeadColumn, parsePromptId, SEARCH_COLUMN } from '@overture/domain/leads/lead-columns';
import { LEAD_FIELDS, LEAD_PLACES, leadField } from '@overture/domain/leads/lead-fields';
import { foldCase } from '@overture/domain/text/text';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { containsPattern } from '../../kernel/db/like-pattern.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { resultText } from './result-filters.store.ts';
import { compareCell } from './typed-filters.store.ts';

/**
 * Filters and sorts of lead tables as SQL: a closed set of shapes over the table `prospects p`. What they mean is said
 * by `matchesFilters` in domain/leads/filters.oracle; a test holds the two together.
 */
const columns = new Map<string, RawBuilder<string | null>>(
  LEAD_PLACES.filters.map((id) => {
    if (id === 'name') return [id, sql`btrim(p.first_name || ' ' || p.last_name)`];
    return [id, sql`${sql.ref(`p.${LEAD_FIELDS[id].column}`)}`];
  }),
);

function findColumn(name: string): RawBuilder<string | null> {
  const key = parseCustomKey(name);
  const column = key === null ? columns.get(name) : sql<string | null>`(p.custom ->> ${key})`;
  if (column === undefined) throw new Error(`${name} is no column of leads`);
  return column;
}

/** True for filters that `leadCondition` can express; the caller handles its table's own columns. */
export function isLeadColumn(name: string): name is LeadColumn | CustomName | typeof SEARCH_COLUMN {
  return columns.has(name) || isCustomName(name) || name === SEARCH_COLUMN;
}

/** The text of a column of `prospects p`, for lists of its values; null for the search over several. */
export function columnText(
  tx: Pick<TransactionContext, 'organization'>,
  name: string,
): RawBuilder<string | null> | null {
  const promptId = parsePromptId(name);
  if (promptId !== null) return resultText(tx, promptId, sql`p.id`);
  return isLeadColumn(name) && name !== SEARCH_COLUMN ? findColumn(name) : null;
}

/** One filter as a condition on `prospects p`, with how the column's cells are compared. Never null. */
export function leadCondition(filter: ColumnFilter, kind: ColumnKind): RawBuilder<boolean> {
  if (filter.column === SEARCH_COLUMN) return searchCondition(filter);
  const column = findColumn(filter.column);
  const key = parseCustomKey(filter.column);
  if (isTyped(filter)) return compareCell({ text: column, number: numberOf(column, key) }, filter, kind);
  const contains = key === null ? containsValue(column, filter.value) : customContains(key, filter.value);
  return plainCondition(filter.operation, column, contains);
}

/** A filter on a column of instants, by its days in UTC. Never null. */
export function instantCondition(instant: RawBuilder<unknown>, filter: ColumnFilter): RawBuilder<boolean> {
  const day = sql<string>`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD')`;
  if (isTyped(filter)) return compareCell({ text: day, number: day }, filter, 'date');
  return plainCondition(filter.operation, day, containsValue(day, filter.value));
}

function plainCondition(
  operation: PlainFilter['operation'],
  column: RawBuilder<string | null>,
  contains: RawBuilder<boolean>,
): RawBuilder<boolean> {
  switch (operation) {
    case 'is_empty':
      return sql`is_blank(${column})`;
    case 'is_not_empty':
      return sql`not is_blank(${column})`;
    case 'contains':
      return sql`(${contains}) is true`;
    case 'not_contains':
      return sql`(${contains}) is not true`;
  }
}

/** The cell as a number: a size by its first one, a custom value where it is a number. */
function numberOf(column: RawBuilder<string | null>, key: string | null): RawBuilder<unknown> {
  return key === null
    ? sql`leading_number(${column})`
    : sql`case when jsonb_typeof(p.custom -> ${key}) = 'number' then (p.custom -> ${key})::numeric end`;
}

/** Fields that one search covers; a phone number is found by its digits too. Line ends keep a value from spanning two fields. */
function searchCondition(filter: ColumnFilter): RawBuilder<boolean> {
  const value = isTyped(filter) ? '' : filter.value;
  const pattern = containsPattern(foldCase(value));
  const digits = value.replace(/[^\d]/g, '');
  const isPhone = digits.length >= 4 && /^[\d\s()+./-]*$/.test(value);
  const phone = isPhone ? sql`or p.phone_key like ${containsPattern(digits)}` : sql``;
  // Text of all values, in which JSON escapes only these: without the value in it no single one is looked at.
  const isPlain = !/["\\\p{Cc}]/u.test(value);
  const mayHold = isPlain ? sql`and fold_case(p.custom::text) like ${pattern}` : sql``;
  const found = sql`(fold_case(concat_ws(E'\n', btrim(p.first_name || ' ' || p.last_name), p.company_name, p.job_title, p.email,
      p.phone_number, array_to_string(p.other_emails, E'\n'))) like ${pattern} ${phone}
    or p.custom <> '{}' ${mayHold} and custom_contains(p.custom, ${pattern})) is true`;
  return !isTyped(filter) && filter.operation === 'not_contains' ? sql`(not ${found})` : sql`${found}`;
}

/** A custom column holds what its type says: where that is yes or no, a word of the filter is one of them too. */
function customContains(key: string, value: string): RawBuilder<boolean> {
  const cell = sql`(p.custom -> ${key})`;
  const truth = parseTruth(value);
  const text = containsValue(sql`(p.custom ->> ${key})`, value);
  if (truth === null) return sql`(${text} and jsonb_typeof(${cell}) <> 'boolean')`;
  return sql`case when jsonb_typeof(${cell}) = 'boolean' then ${cell} = ${toJson(truth)}::jsonb else ${text} end`;
}

function containsValue(column: RawBuilder<string | null>, value: string): RawBuilder<boolean> {
  return sql`fold_case(${column}) like ${containsPattern(foldCase(value))}`;
}

/**
 * The order of a table: folded letters (sizes by number), empty cells last in both directions, then the id: no two rows are
 * equal. `own` names the table's own columns: `id` breaks ties, others are fields to sort by.
 */
export function leadOrder(
  sort: Sort,
  own: { id: RawBuilder<unknown> } & Record<string, RawBuilder<unknown>>,
): RawBuilder<unknown> {
  return sql.join([...listSortKeys(sort).map((key) => orderByKey(key, own)), own.id]);
}

function orderByKey(
  { sort_field: field, sort_direction }: SortKey,
  own: Readonly<Record<string, RawBuilder<unknown>>>,
): RawBuilder<unknown> {
  const direction = sort_direction === 'desc' ? sql`desc` : sql`asc`;
  if (field !== 'id' && Object.hasOwn(own, field)) return sql`${own[field]} ${direction} nulls last`;
  const text = sql`nullif(btrim(fold_case(${findColumn(field)}), E' \\t\\r\\n\\f\\v'), '') collate "C" ${direction} nulls last`;
  const key = parseCustomKey(field);
  if (key !== null) return sql`${numberOf(findColumn(field), key)} ${direction} nulls last, ${text}`;
  return columns.has(field) && leadField(field as LeadColumn).is_size
    ? sql`leading_number(${findColumn(field)}) ${direction} nulls last, ${text}`
    : text;
}
