import type { ColumnFilter, FilterOperation } from '@overture/domain/leads/filters';
import { isTyped, operationsOf, takesValue } from '@overture/domain/leads/filters';
import type { ColumnKind } from '@overture/domain/leads/lead-columns';
import { type Comparison, comparisonsOf, takesDays } from '@overture/domain/leads/typed-filters';
import { t } from '../texts.ts';

/** An operation or a comparison: the person who filters sees no difference. */
export type Operator = FilterOperation | Comparison;

const EMPTINESS = ['is_empty', 'is_not_empty'] as const;
const NUMBERS = ['greater', 'less', 'between', 'is', 'is_not', 'is_any_of', 'is_none_of', ...EMPTINESS] as const;

/** What is offered for a kind, the most useful first. `contains` on a number or a day would compare its text. */
const OFFERED: Partial<Record<ColumnKind, readonly Operator[]>> = {
  text: ['contains', 'not_contains', 'is', 'is_not', 'is_any_of', 'is_none_of', 'starts_with', ...EMPTINESS],
  number: NUMBERS,
  score: ['contains', 'not_contains', 'greater', 'less', 'between', ...EMPTINESS],
  size: [...NUMBERS, 'contains', 'not_contains'],
  date: ['after', 'before', 'between', 'in_last_days', 'not_in_last_days', 'is', 'is_not', ...EMPTINESS],
};

/** Operators offered for a column, with the one that is set even if it is no longer offered. */
export function operatorsOf(kind: ColumnKind, set?: Operator): readonly Operator[] {
  const offered: readonly Operator[] = OFFERED[kind] ?? operationsOf(kind);
  return set === undefined || offered.includes(set) || !isPossible(kind, set) ? offered : [...offered, set];
}

function isPossible(kind: ColumnKind, operator: Operator): boolean {
  const possible: readonly Operator[] = [...operationsOf(kind), ...comparisonsOf(kind)];
  return possible.includes(operator);
}

/** Operators in words: a Yes or No and a score are or are not what was chosen. */
export function operatorLabel(
  operator: Operator,
  { kind, words }: { kind: ColumnKind; words?: Readonly<Record<string, string>> },
): string {
  const own = words?.[operator];
  if (own !== undefined) return own;
  const isChoice = kind === 'boolean' || kind === 'score';
  if (isChoice && operator === 'contains') return t('is');
  return isChoice && operator === 'not_contains' ? t('is_not') : t(operator);
}

export function operatorOf(filter: ColumnFilter): Operator {
  return isTyped(filter) ? filter.comparison : filter.operation;
}

const isOperation = (operator: Operator): operator is FilterOperation =>
  (operationsOf('text') as readonly Operator[]).includes(operator);

export const takesList = (operator: Operator): boolean => operator === 'is_any_of' || operator === 'is_none_of';

/** The filter with another operator; its value stays as far as it can. */
export function withOperator(filter: ColumnFilter, operator: Operator): ColumnFilter {
  const values = valuesIn(filter);
  const { column } = filter;
  if (isOperation(operator)) return { column, operation: operator, value: values.join(',') };
  const isOther = takesDays(operator) !== takesDays(operatorOf(filter));
  const kept = isOther ? [] : operator === 'between' || takesList(operator) ? values : values.slice(0, 1);
  return { column, comparison: operator, values: kept };
}

/** The filter for another column: without a value, with the operator if the column has it. A new row's `contains` is not kept. */
export function withColumn(filter: ColumnFilter, column: string, kind: ColumnKind): ColumnFilter {
  const operators = operatorsOf(kind);
  const same = operatorOf(filter);
  const blank: ColumnFilter = { column, operation: 'contains', value: '' };
  return withOperator(blank, same !== 'contains' && operators.includes(same) ? same : (operators[0] ?? 'contains'));
}

function valuesIn(filter: ColumnFilter): string[] {
  if (isTyped(filter)) return filter.values;
  return filter.value === '' ? [] : [filter.value];
}

/** True when a filter asks for something: its value is there, or it takes none. */
export function isComplete(filter: ColumnFilter): boolean {
  if (!isTyped(filter)) return !takesValue(filter.operation) || filter.value.trim() !== '';
  const filled = filter.values.filter((value) => value.trim() !== '');
  return filter.comparison === 'between' ? filled.length === 2 : filled.length > 0;
}
