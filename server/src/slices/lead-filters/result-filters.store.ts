import {
  type ColumnFilter,
  isTyped,
  listSortKeys,
  type PlainFilter,
  parseTruth,
  type Sort,
  splitValues,
} from '@overture/domain/leads/filters';
import { type ColumnKind, parsePromptId } from '@overture/domain/leads/lead-columns';
import { positiveOf, type TypedFilter } from '@overture/domain/leads/typed-filters';
import { type ContactLookup, LOOKUP_FIELDS } from '@overture/domain/money/credits';
import { TRIED_LOOKUP_DAYS } from '@overture/domain/money/lookup-estimate';
import { foldCase } from '@overture/domain/text/text';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { containsPattern } from '../../kernel/db/like-pattern.ts';
import { BUILT_IN_TASKS, findBuiltInId } from '../research-tasks/index.ts';
import { comparedSql } from './typed-filters.store.ts';

type Tx = Pick<TransactionContext, 'organization'>;

/** Research columns that a table's filters or sort name, each with how its cells are compared. */
export type ResultColumns = Readonly<Record<string, ColumnKind>>;

/**
 * Filters and sorts of research columns as SQL, like `lead-filters.store`; `matchesFilters` in domain/leads/filters.oracle defines them.
 * Each uses one of the typed indexes and does not read the rows.
 */
function matchingResults({ organization }: Tx, column: string, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  const promptId = parsePromptId(column);
  if (promptId === null) throw new Error(`${column} is no research column`);
  return sql`enrichment_answers a where a.organization_id = ${organization.id} and a.prompt_id = ${promptId} and ${condition}`;
}

/** The predicates of the two text indexes. */
const textSizes = [sql`length(a.folded_text) <= 200`, sql`length(a.folded_text) > 200`];

/** One filter as a condition; `prospectId` is the row's lead. Never null. */
export function resultCondition(
  tx: Tx,
  filter: ColumnFilter,
  kind: ColumnKind,
  prospectId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const { parts, isNegative } = isTyped(filter) ? comparedResults(filter, kind) : plainResults(filter, kind);
  if (parts === null) return isNegative ? sql`true` : sql`false`;
  if (isNegative) {
    return sql`(${sql.join(
      parts.map(
        (part) =>
          sql`not exists (select from ${matchingResults(tx, filter.column, part)} and a.prospect_id = ${prospectId})`,
      ),
      sql` and `,
    )})`;
  }
  return sql`${prospectId} in (${sql.join(
    parts.map((part) => sql`select a.prospect_id from ${matchingResults(tx, filter.column, part)}`),
    sql` union all `,
  )})`;
}

/** Results that a filter is about, one part per index; null when none can match. */
interface WantedResults {
  parts: RawBuilder<unknown>[] | null;
  isNegative: boolean;
}

function plainResults({ operation, value }: PlainFilter, kind: ColumnKind): WantedResults {
  const isNegative = operation === 'not_contains' || operation === 'is_empty';
  return { parts: wanted(kind, operation.endsWith('contains') ? value : null), isNegative };
}

function comparedResults(filter: TypedFilter, kind: ColumnKind): WantedResults {
  const { comparison, isNegated: isNegative } = positiveOf(filter.comparison);
  const number = kind === 'score' ? sql`a.score_value` : sql`a.number_value`;
  const condition = comparedSql({ text: sql`a.folded_text`, number }, { ...filter, comparison }, kind);
  const isText = kind !== 'score' && kind !== 'number';
  return { parts: isText ? textSizes.map((size) => sql`${size} and ${condition}`) : [condition], isNegative };
}

/** Results that contain the value (null: any result with an output), one part per index; null when none can match. */
function wanted(kind: ColumnKind, value: string | null): RawBuilder<unknown>[] | null {
  switch (kind) {
    case 'boolean':
      return [value === null ? sql`a.boolean_value is not null` : sql`a.boolean_value = ${parseTruth(value)}`];
    case 'score': {
      if (value === null) return [sql`a.score_value is not null`];
      const scores = splitValues(value).filter((word) => /^[1-5]$/.test(word));
      return scores.length === 0 ? null : [sql`a.score_value = any(${scores.map(Number)}::smallint[])`];
    }
    default: {
      if (value === null && kind === 'number') return [sql`a.number_value is not null`];
      const text = value === null ? sql`true` : sql`a.folded_text like ${containsPattern(foldCase(value))}`;
      return textSizes.map((size) => sql`${size} and ${text}`);
    }
  }
}

/** Joins and expressions for those columns of a sort that are research columns, by their names; empty cells are null. */
export function sortByResults(
  tx: Tx,
  sort: Sort,
  kinds: ResultColumns | undefined,
  prospectId: RawBuilder<unknown>,
): { joins: RawBuilder<unknown>; values: Record<string, RawBuilder<unknown>> } {
  const sorted = listSortKeys(sort).flatMap(({ sort_field }, place) => {
    const kind = kinds?.[sort_field];
    return kind === undefined ? [] : [{ sort_field, ...sortByResult(tx, { sort_field, place, kind }, prospectId) }];
  });
  return {
    joins: sql.join(
      sorted.map(({ join }) => join),
      sql` `,
    ),
    values: Object.fromEntries(sorted.map(({ sort_field, value }) => [sort_field, value])),
  };
}

function sortByResult(
  { organization }: Tx,
  { sort_field, place, kind }: { sort_field: string; place: number; kind: ColumnKind },
  prospectId: RawBuilder<unknown>,
) {
  const column = (name: string) => sql.ref(`sorted_${place}.${name}`);
  const values: Partial<Record<ColumnKind, RawBuilder<unknown>>> = {
    number: column('number_value'),
    boolean: column('boolean_value'),
    score: column('score_value'),
  };
  return {
    join: sql`left join enrichment_answers ${sql.ref(`sorted_${place}`)} on ${column('organization_id')} = ${organization.id}
      and ${column('prompt_id')} = ${parsePromptId(sort_field)} and ${column('prospect_id')} = ${prospectId}`,
    value: values[kind] ?? sql`${column('folded_text')} collate "C"`,
  };
}

/**
 * True for leads without a result of a task and without a running cell. A look-up that found nothing counts for 90 days: people change jobs,
 * and sources learn addresses.
 */
export function missingResultCondition(
  { organization }: Tx,
  promptId: number,
  prospectId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const isLookup = BUILT_IN_TASKS.some(
    ({ id, data_enrichment_type }) => id === promptId && data_enrichment_type !== null,
  );
  const stillCounts = isLookup
    ? sql`(a.state = 'loading' or a.state = 'done' and (coalesce(a.answer ->> 'output', '') <> ''
        or a.updated_at > app_now() - make_interval(days => ${TRIED_LOOKUP_DAYS})))`
    : sql`a.state in ('done', 'loading')`;
  return sql`not exists (select from enrichment_answers a where a.organization_id = ${organization.id}
    and a.prompt_id = ${promptId} and a.prospect_id = ${prospectId} and ${stillCounts})`;
}

/** Of leads as `prospects p`, as `LookupCounts`: by what a look-up can still do for them. */
export function lookupCounts(tx: Tx, { lookup, prompt_id }: { lookup: ContactLookup; prompt_id: number }) {
  const isKnown = sql`not is_blank(${sql.ref(`p.${LOOKUP_FIELDS[lookup]}`)})`;
  const isLeft = missingResultCondition(tx, prompt_id, sql`p.id`);
  return sql`count(*)::int as chosen, count(*) filter (where ${isKnown})::int as known,
    count(*) filter (where not (${isKnown}) and not (${isLeft}))::int as tried,
    count(*) filter (where not (${isKnown}) and ${isLeft})::int as to_look_up`;
}

/** Leads the task was never asked about: a result that failed or was stopped counts as asked. */
export function unaskedCondition(
  { organization }: Tx,
  promptId: number,
  prospectId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql`not exists (select from enrichment_answers a where a.organization_id = ${organization.id}
    and a.prompt_id = ${promptId} and a.prospect_id = ${prospectId})`;
}

/** The output of a task for a lead as text, for a cell of an export. */
export function resultText(
  { organization }: Tx,
  promptId: number,
  prospectId: RawBuilder<unknown>,
): RawBuilder<string | null> {
  return sql`(select case a.answer ->> 'output' when 'true' then 'Yes' when 'false' then 'No' else a.answer ->> 'output' end
    from enrichment_answers a where a.organization_id = ${organization.id} and a.prompt_id = ${promptId}
      and a.prospect_id = ${prospectId})`;
}

/** A task's result for a lead, by its key in messages, as JSON with its type; null without one. */
export function resultByKey({ organization }: Tx, key: string, prospectId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select nullif(a.answer -> 'output', 'null'::jsonb) from enrichment_answers a
    where a.organization_id = ${organization.id} and a.prospect_id = ${prospectId} and a.prompt_id = coalesce(
      (select t.id from enrichment_prompts t where t.organization_id = ${organization.id} and t.key = ${key}::text),
      ${findBuiltInId(key)}::bigint))`;
}
