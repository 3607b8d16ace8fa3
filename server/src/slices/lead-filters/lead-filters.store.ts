import { type CustomName, isCustomName, parseCustomKey } from '@overture/domain/leads/custom-columns';
import { parseTruth, type Sort, type TableFilter } from '@overture/domain/leads/filters';
import type { LeadColumn } from '@overture/domain/leads/lead-columns';
import { LEAD_FIELDS, LEAD_PLACES, leadField } from '@overture/domain/leads/lead-fields';
import { foldCase } from '@overture/domain/text/text';
import { type RawBuilder, sql } from 'kysely';
import { containsPattern } from '../../kernel/db/like-pattern.ts';
import { toJson } from '../../kernel/db/to-json.ts';

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
export function isLeadColumn(name: string): name is LeadColumn | CustomName {
  return columns.has(name) || isCustomName(name);
}

/** One filter as a condition on `prospects p`. Never null. */
export function leadCondition(filter: TableFilter): RawBuilder<boolean> {
  const column = findColumn(filter.column);
  const key = parseCustomKey(filter.column);
  const contains = key === null ? containsValue(column, filter.value) : customContains(key, filter.value);
  switch (filter.operation) {
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
  const direction = sort.sort_direction === 'desc' ? sql`desc` : sql`asc`;
  const field = sort.sort_field;
  if (field !== 'id' && Object.hasOwn(own, field)) return sql`${own[field]} ${direction} nulls last, ${own.id}`;
  const text = sql`nullif(btrim(fold_case(${findColumn(field)}), E' \\t\\r\\n\\f\\v'), '') collate "C" ${direction} nulls last, ${own.id}`;
  const key = parseCustomKey(field);
  if (key !== null) {
    const number = sql`case when jsonb_typeof(p.custom -> ${key}) = 'number' then (p.custom -> ${key})::numeric end`;
    return sql`${number} ${direction} nulls last, ${text}`;
  }
  return columns.has(field) && leadField(field as LeadColumn).is_size
    ? sql`leading_number(${findColumn(field)}) ${direction} nulls last, ${text}`
    : text;
}
