import { CHARACTER_LIMITS } from '../limits.ts';
import { say } from '../text/say.ts';
import { parseTemplate } from './resolve.ts';
import type { Expression } from './template/expression.ts';
import { longestOutcome } from './template/outcomes.ts';
import { parseSegments, type Segment, type Token } from './tokens.ts';

export type LimitedField = keyof typeof CHARACTER_LIMITS;

/**
 * Characters of a message as the counter shows them: code points of the longest text its options and conditions can give. A variable
 * counts as it is written, curly brackets included, or as its default where that is longer; a snippet, research result, signature or
 * link counts as the name it shows, not as its JSON.
 */
export function countCharacters(template: string): number {
  const { nodes, problems } = parseTemplate(template);
  if (problems.length > 0)
    return parseSegments(template).reduce((sum, segment) => sum + [...shownText(segment)].length, 0);
  return longestOutcome(nodes, { output: countOutput, other: (token) => [...shownText(token)].length });
}

function countOutput({ base, filters }: Expression): number {
  const written = base.kind === 'name' ? `{{${base.name}}}` : base.kind === 'blank' ? '' : String(writtenOf(base));
  const defaults = filters.flatMap(({ name, args: [arg] }) =>
    name === 'default' && arg?.kind === 'text' ? [[...arg.text].length] : [],
  );
  return Math.max([...written].length, ...defaults);
}

function writtenOf(operand: Exclude<Expression['base'], { kind: 'name' | 'blank' }>): string | number | boolean {
  if (operand.kind === 'text') return operand.text;
  return operand.kind === 'number' ? operand.number : operand.is_yes;
}

function shownText(segment: Segment | Token): string {
  switch (segment.kind) {
    case 'variable':
    case 'unknown_variable':
      return `{{${segment.name}}}`;
    case 'expression':
    case 'tag':
      return segment.source;
    case 'snippet':
    case 'research':
    case 'signature':
      return segment.name;
    default:
      return segment.text;
  }
}

/** Text of the counter's error, or null within the limit. */
export function findLengthProblem(template: string, field: LimitedField): string | null {
  const limit = CHARACTER_LIMITS[field];
  if (countCharacters(template) <= limit) return null;
  return field === 'chat_message'
    ? say('Message cannot be longer than {limit} characters', { limit })
    : say('You are above the {limit} character limit!', { limit });
}
