import { say, toSay } from '../../text/say.ts';
import { type Comparison, type Condition, parseTag, type Term } from './condition.ts';
import { parseExpression } from './expression.ts';
import { hasKey, type MessageName, nameLabel } from './names.ts';
import type { Operand } from './words.ts';

/** How the letters of a value are changed. */
export const LETTERS = ['capitalize', 'upcase', 'downcase'] as const;
export type Letters = (typeof LETTERS)[number];

/** An output as shown in a form, without its brackets. */
export interface OutputForm {
  name: MessageName;
  fallback: string | null;
  letters: Letters | null;
}

/** The form of an output; null for one that says more than a form can. */
export function parseOutputForm(source: string): OutputForm | null {
  const read = parseExpression(source, 0);
  if (!('expression' in read) || read.expression.base.kind !== 'name') return null;
  const form: OutputForm = { name: read.expression.base.name, fallback: null, letters: null };
  for (const { name, args } of read.expression.filters) {
    const [arg] = args;
    const letters = LETTERS.find((one) => one === name);
    // A fallback that is changed by what follows it is not what the form would say.
    if (letters && form.letters === null && form.fallback === null) form.letters = letters;
    else if (name === 'default' && arg?.kind === 'text' && form.fallback === null) form.fallback = arg.text;
    else return null;
  }
  return form;
}

/** The output that a form means; a fallback holds no quotes of both kinds. */
export function writeOutputForm({ name, fallback, letters }: OutputForm): string {
  const filters = letters === null ? '' : ` | ${letters}`;
  if (fallback === null || fallback === '') return filters === '' ? `{{${name}}}` : `{{ ${name}${filters} }}`;
  return `{{ ${name}${filters} | default: ${quote(fallback)} }}`;
}

function quote(text: string): string {
  return text.includes('"') ? `'${text.replaceAll("'", '’')}'` : `"${text}"`;
}

/** An output in words: 'First name', or what of it is written. */
export function describeOutput(source: string): string {
  const read = parseExpression(source, 0);
  if (!('expression' in read)) return source;
  const { base } = read.expression;
  return base.kind === 'name' ? nameLabel(base.name) : describeOperand(base);
}

/** A part of a condition in words: 'If Job title contains “CEO”'. */
export function describeTag(source: string): string {
  const read = parseTag(source, 0);
  if (!('tag' in read)) return source;
  const { tag } = read;
  if (!('condition' in tag)) return tag.kind === 'else' ? say('Otherwise') : say('End of if');
  const words = describeCondition(tag.condition);
  return tag.kind === 'if' ? say('If {words}', { words }) : say('Otherwise, if {words}', { words });
}

function describeCondition({ terms, joins }: Condition): string {
  return terms
    .map((term, index) => `${describeTerm(term)}${joins[index] ? ` ${say(JOINS[joins[index]])} ` : ''}`)
    .join('');
}

const JOINS = toSay({ and: 'and', or: 'or' });

export const COMPARISON_WORDS: Record<Comparison, string> = toSay({
  '==': 'is',
  '!=': 'is not',
  contains: 'contains',
  '>': 'is more than',
  '<': 'is less than',
  '>=': 'is at least',
  '<=': 'is at most',
});

function describeTerm(term: Term): string {
  const left = describeOperand(term.left);
  // A no counts as nothing: only values with a kind of their own can be one.
  const no = term.left.kind === 'name' && hasKey(term.left.name);
  const known = no ? say('{left} is known and not “no”', { left }) : say('{left} is known', { left });
  if (term.comparison === null) return known;
  if (term.right.kind === 'blank' && term.comparison === '==')
    return no ? say('{left} is empty or “no”', { left }) : say('{left} is empty', { left });
  if (term.right.kind === 'blank' && term.comparison === '!=') return known;
  return `${left} ${say(COMPARISON_WORDS[term.comparison])} ${describeOperand(term.right)}`;
}

function describeOperand(operand: Operand): string {
  switch (operand.kind) {
    case 'name':
      return nameLabel(operand.name);
    case 'text':
      return say('“{text}”', { text: operand.text });
    case 'number':
      return String(operand.number);
    case 'yes_no':
      return operand.is_yes ? say('yes') : say('no');
    case 'blank':
      return say('empty');
  }
}

/** One question chosen in a form; `value` is text or a number, depending on its format. */
export interface ConditionForm {
  name: MessageName;
  comparison: Comparison | 'known' | 'empty';
  value: string;
}

/** The form of a condition; null for one that asks more than a form can. */
export function parseConditionForm(source: string): ConditionForm | null {
  const read = parseTag(source, 0);
  const condition = 'tag' in read && 'condition' in read.tag ? read.tag.condition : null;
  const term = condition?.terms.length === 1 ? condition.terms[0] : undefined;
  if (term?.left.kind !== 'name') return null;
  const { name } = term.left;
  if (term.comparison === null) return { name, comparison: 'known', value: '' };
  const { right, comparison } = term;
  if (right.kind === 'blank' && (comparison === '==' || comparison === '!='))
    return { name, comparison: comparison === '==' ? 'empty' : 'known', value: '' };
  if (right.kind === 'text') return { name, comparison, value: right.text };
  return right.kind === 'number' ? { name, comparison, value: String(right.number) } : null;
}

/** The tag that a form means, of the same kind as before (`if`, `elsif`). */
export function writeConditionForm(kind: 'if' | 'elsif', { name, comparison, value }: ConditionForm): string {
  if (comparison === 'known') return `{% ${kind} ${name} %}`;
  if (comparison === 'empty') return `{% ${kind} ${name} == blank %}`;
  const isCounted = name === 'company_size' || hasKey(name);
  const isNumber = isCounted && /^-?\d{1,15}(?:\.\d{1,9})?$/.test(value.trim());
  return `{% ${kind} ${name} ${comparison} ${isNumber ? value.trim() : quote(value)} %}`;
}
