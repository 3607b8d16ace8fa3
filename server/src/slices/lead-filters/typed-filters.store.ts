import { type ColumnFilter, isGroup, type TableFilter } from '@overture/domain/leads/filters';
import type { ColumnKind } from '@overture/domain/leads/lead-columns';
import { comparedText, isNumeric, positiveOf, type TypedFilter } from '@overture/domain/leads/typed-filters';
import { type RawBuilder, sql } from 'kysely';

/** Comparisons as SQL. `domain/leads/typed-filters` says what they mean, `matchesFilters` in domain/leads/filters.oracle defines them. */

/** A cell in the forms that comparisons need; null where it is empty. */
interface Cell {
  text: RawBuilder<string | null>;
  number: RawBuilder<unknown>;
}

/** A comparison with a cell. Never null. */
export function compareCell(cell: Cell, filter: TypedFilter, kind: ColumnKind): RawBuilder<boolean> {
  const { comparison, isNegated } = positiveOf(filter.comparison);
  const holds = comparedSql(cell, { ...filter, comparison }, kind);
  return isNegated ? sql`(${holds}) is not true` : sql`(${holds}) is true`;
}

/** The condition of a positive comparison: null or false where it does not hold. */
export function comparedSql(cell: Cell, filter: TypedFilter, kind: ColumnKind): RawBuilder<boolean> {
  const { comparison, values } = filter;
  if (isNumeric(kind, comparison))
    return compare(
      cell.number,
      filter,
      values.map((value) => sql`${value}::numeric`),
    );
  if (kind === 'date') return compareDays(cell.text, filter);
  const text = sql`btrim(fold_case(${cell.text}), E' \t\r\n\f\v')`;
  const folded = values.map(comparedText);
  if (comparison === 'starts_with') return sql`starts_with(${text}, ${folded[0] ?? ''})`;
  return compare(
    text,
    filter,
    folded.map((value) => sql`${value}::text`),
  );
}

/** The text of a day sorts like the day. */
function compareDays(day: RawBuilder<string | null>, filter: TypedFilter): RawBuilder<boolean> {
  const cell = sql`(${day}) collate "C"`;
  const [days] = filter.values;
  if (filter.comparison !== 'in_last_days')
    return compare(
      cell,
      filter,
      filter.values.map((value) => sql`${value}::text`),
    );
  const today = sql`(app_now() at time zone 'UTC')::date`;
  return sql`${cell} > to_char(${today} - ${days}::int, 'YYYY-MM-DD') and ${cell} <= to_char(${today}, 'YYYY-MM-DD')`;
}

function compare(
  cell: RawBuilder<unknown>,
  { comparison }: TypedFilter,
  values: readonly RawBuilder<unknown>[],
): RawBuilder<boolean> {
  const [value, to] = values;
  switch (comparison) {
    case 'greater':
    case 'after':
      return sql`${cell} > ${value}`;
    case 'less':
    case 'before':
      return sql`${cell} < ${value}`;
    case 'between':
      return sql`${cell} between ${value} and ${to}`;
    default:
      return sql`${cell} in (${sql.join(values)})`;
  }
}

/** The conditions of a list of filters, its groups included; `conditionOf` gives that of one column. */
export function groupConditions(
  filters: readonly TableFilter[],
  conditionOf: (filter: ColumnFilter) => RawBuilder<boolean>,
): RawBuilder<boolean>[] {
  return filters.map((filter) => {
    if (!isGroup(filter)) return conditionOf(filter);
    const parts = groupConditions(filter.filters, conditionOf);
    return sql`(${sql.join(parts, filter.match === 'any' ? sql` or ` : sql` and `)})`;
  });
}
