import { CHARACTER_LIMITS } from '../limits.ts';
import type { Segment } from './tokens.ts';
import { readSegments } from './tokens.ts';

export type LimitedField = keyof typeof CHARACTER_LIMITS;

/**
 * Characters of a message as the counter shows them: code points of what a person wrote. A variable counts as it is written, curly
 * brackets included; a snippet, research result, signature or link counts as the name it shows, not as its JSON.
 */
export function countCharacters(template: string): number {
  return readSegments(template).reduce((sum, segment) => sum + [...shownText(segment)].length, 0);
}

function shownText(segment: Segment): string {
  switch (segment.kind) {
    case 'variable':
    case 'unknown_variable':
      return `{{${segment.name}}}`;
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
    ? `Message cannot be longer than ${limit} characters`
    : `You are above the ${limit} character limit!`;
}
