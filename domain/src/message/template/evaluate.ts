import { cutText } from '../../text/text-bounds.ts';
import { type Budget, charge, isUsedUp } from './budget.ts';
import type { Comparison, Condition, Term } from './condition.ts';
import { likeValue, writeOutValue } from './custom-words.ts';
import { writeOutDate } from './dates.ts';
import type { Expression } from './expression.ts';
import { applyFilter, printValue, type Value } from './filters.ts';
import { hasKey, type MessageName } from './names.ts';
import type { Operand } from './words.ts';

/** The values of a message's names. A name without a value is null. */
export interface NameValues {
  valueOf(name: MessageName): Value;
  /** Whether its value is a day, `2026-03-09`. */
  isDay(name: MessageName): boolean;
  language: string;
  /** Of this rendering. */
  budget: Budget;
}

/** What an output says, or the name that has no value and no default. */
export function evaluateExpression(
  { base, filters }: Expression,
  names: NameValues,
): string | { missing: MessageName } {
  charge(names.budget);
  let value = evaluatePrinted(base, names);
  for (const { name, args } of filters) {
    const given = args.map((arg) => evaluatePrinted(arg, names));
    charge(names.budget, value, ...given);
    if (isUsedUp(names.budget)) return '';
    value = applyFilter(name, value, given, names.language);
  }
  if (value === null) return base.kind === 'name' ? { missing: base.name } : '';
  const isDay = base.kind === 'name' && names.isDay(base.name);
  const isWritten = isDay && !filters.some(({ name }) => name === 'date');
  return isWritten ? writeOutDate(printValue(value), names.language) : printValue(value);
}

/** A value as it is written in a message; a day stays as it is, for `date` to write. */
function evaluatePrinted(operand: Operand, names: NameValues): Value {
  const value = evaluateOperand(operand, names);
  return hasKind(operand) ? writeOutValue(value, names.language) : value;
}

function evaluateOperand(operand: Operand, names: NameValues): Value {
  switch (operand.kind) {
    case 'name':
      return names.valueOf(operand.name);
    case 'text':
      return operand.text;
    case 'number':
      return operand.number;
    case 'yes_no':
      return operand.is_yes;
    case 'blank':
      return null;
  }
}

/** Joined from the right, as Liquid does. */
export function isTrue({ terms, joins }: Condition, names: NameValues): boolean {
  let result = isTermTrue(terms.at(-1)!, names);
  for (let index = joins.length - 1; index >= 0; index -= 1) {
    const left = isTermTrue(terms[index]!, names);
    result = joins[index] === 'and' ? left && result : left || result;
  }
  return result;
}

function isTermTrue(term: Term, names: NameValues): boolean {
  const left = evaluateOperand(term.left, names);
  charge(names.budget, left);
  if (term.comparison === null) return left !== null && left !== false;
  const right = evaluateOperand(term.right, names);
  charge(names.budget, right);
  if (term.left.kind === 'blank' || term.right.kind === 'blank') {
    const isBlank = isBlankValue(term.left.kind === 'blank' ? right : left);
    return term.comparison === '==' ? isBlank : term.comparison === '!=' && !isBlank;
  }
  const [first, second] = [sizeOf(term.left, left, right), sizeOf(term.right, right, left)];
  if (!hasKind(term.left) && !hasKind(term.right)) return compare(term.comparison, first, second);
  return compareKinds(
    term.comparison,
    hasKind(term.left) ? first : likeValue(second, first),
    hasKind(term.right) ? second : likeValue(first, second),
  );
}

/** The value, converted to a number, boolean or text by its own kind. */
const hasKind = (operand: Operand): boolean => operand.kind === 'name' && hasKey(operand.name);

/** Values of different kinds are neither equal, more nor less. */
function compareKinds(comparison: Comparison, left: Value, right: Value): boolean {
  if (left === null || right === null || typeof left !== typeof right) return comparison === '!=';
  return compare(comparison, left, right);
}

function isBlankValue(value: Value): boolean {
  return value === null || value === false || (typeof value === 'string' && value.trim() === '');
}

function compare(comparison: Comparison, left: Value, right: Value): boolean {
  if (comparison === '==') return left === right;
  if (comparison === '!=') return left !== right;
  // What is not known is neither more nor less than anything.
  if (left === null || right === null) return false;
  if (comparison === 'contains') return typeof left === 'string' && left.includes(printValue(right));
  const [first, second] =
    typeof left === 'string' && typeof right === 'string' ? [left, right] : [Number(left), Number(right)];
  if (comparison === '<') return first < second;
  if (comparison === '>') return first > second;
  return comparison === '<=' ? first <= second : first >= second;
}

/** A size beside a number is the number it begins with: `51 - 200` is at least 51. */
function sizeOf(operand: Operand, value: Value, other: Value): Value {
  if (operand.kind !== 'name' || operand.name !== 'company_size') return value;
  return typeof value === 'string' && typeof other === 'number' ? leadingNumber(value) : value;
}

const LEADING_NUMBER = /(\d[\d,]{0,18}(?:\.\d{1,9})?)\s?([km](?![a-z]))?/i;
const TIMES: Record<string, number> = { k: 1e3, m: 1e6 };

function leadingNumber(text: string): number | null {
  const [, digits, unit] = LEADING_NUMBER.exec(cutText(text, LONGEST_SIZE)) ?? [];
  if (digits === undefined) return null;
  return Number(digits.replaceAll(',', '')) * (TIMES[unit?.toLowerCase() ?? ''] ?? 1);
}

const LONGEST_SIZE = 60;
