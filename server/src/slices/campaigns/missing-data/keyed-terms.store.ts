import { parseTruth } from '@overture/domain/leads/filters';
import type { Comparison } from '@overture/domain/message/template/condition';
import { parseWrittenNumber } from '@overture/domain/message/template/custom-words';
import type { Operand } from '@overture/domain/message/template/words';
import { type RawBuilder, sql } from 'kysely';

type Asked = RawBuilder<boolean> | null;

/**
 * A value with a kind of its own (a custom column, a result of research) of a lead (`prospects p`), as JSON; null where there is none.
 * A text is never blank.
 */
export type Cell = RawBuilder<unknown>;

export const customCell = (key: string): Cell => sql`(p.custom -> ${key}::text)`;

/** SQL of a comparison as `isTrue` evaluates it; null when SQL cannot express it. */
export function keyedTerm(cell: Cell, comparison: Comparison | null, right: Operand | null): Asked {
  const has = sql<boolean>`coalesce(${cell} <> 'false'::jsonb, false)`;
  if (comparison === null || right === null) return has;
  if (right.kind === 'blank') {
    if (comparison === '==') return sql<boolean>`(not ${has})`;
    return comparison === '!=' ? has : sql<boolean>`false`;
  }
  if (comparison === 'contains') return right.kind === 'text' ? containsWords(cell, right.text) : null;
  const cases = [numberCase, truthCase, textCase].map((write) => write(cell, comparison, right));
  if (cases.includes(null)) return null;
  const otherwise = sql`else ${comparison === '!=' ? sql`true` : sql`false`}`;
  return sql<boolean>`(case jsonb_typeof(${cell}) ${sql.join([...cases, otherwise], sql` `)} end)`;
}

const textOf = (cell: Cell): RawBuilder<unknown> => sql`(${cell} #>> '{}')`;

function containsWords(cell: Cell, words: string): RawBuilder<boolean> {
  return sql<boolean>`(case when jsonb_typeof(${cell}) = 'string'
    then position(${words}::text in ${textOf(cell)}) > 0 else false end)`;
}

type Comparable = Exclude<Comparison, 'contains'>;
const operators: Record<Comparable, RawBuilder<unknown>> = {
  '==': sql`=`,
  '!=': sql`<>`,
  '<': sql`<`,
  '>': sql`>`,
  '<=': sql`<=`,
  '>=': sql`>=`,
};

/** A value beside one that it cannot be compared with. */
const unlike = (comparison: Comparable): RawBuilder<unknown> => (comparison === '!=' ? sql`true` : sql`false`);

function numberCase(cell: Cell, comparison: Comparable, right: Operand): RawBuilder<unknown> | null {
  const number = right.kind === 'number' ? right.number : right.kind === 'text' ? parseWrittenNumber(right.text) : null;
  if (right.kind === 'name') return null;
  const asked =
    number === null ? unlike(comparison) : sql`${cell}::numeric ${operators[comparison]} ${String(number)}::numeric`;
  return sql`when 'number' then ${asked}`;
}

function truthCase(cell: Cell, comparison: Comparable, right: Operand): RawBuilder<unknown> | null {
  const truth = right.kind === 'yes_no' ? right.is_yes : right.kind === 'text' ? parseTruth(right.text) : null;
  const asked = truth === null ? unlike(comparison) : sql`${cell}::boolean ${operators[comparison]} ${sql.lit(truth)}`;
  return sql`when 'boolean' then ${asked}`;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Texts are only tested for equality. The database orders days alone, whose characters both sides sort alike. */
function textCase(cell: Cell, comparison: Comparable, right: Operand): RawBuilder<unknown> | null {
  if (right.kind !== 'text') return sql`when 'string' then ${unlike(comparison)}`;
  const isEquality = comparison === '==' || comparison === '!=';
  if (!isEquality && !DAY.test(right.text)) return null;
  return sql`when 'string' then ${textOf(cell)} collate "C" ${operators[comparison]} ${right.text}::text`;
}
