import { nameMissing } from './missing-words.ts';
import { parseSegments, type Segment, writeSegments } from './tokens.ts';

/** How a piece of a message is named where a lead has nothing for it (`labelMissing` puts it into words); null for pieces that lack nothing. */
export function nameOfSegment(segment: Segment): string | null {
  switch (segment.kind) {
    case 'variable':
      return segment.name;
    case 'unknown_variable':
      return `unknown:${segment.name}`;
    case 'snippet':
    case 'research':
    case 'signature':
      return nameMissing(segment.kind, segment);
    default:
      return null;
  }
}

/** A message in which words replace one missing value. */
export function replaceNamed(template: string, name: string, words: string): string {
  const segments = parseSegments(template).map(
    (segment): Segment => (nameOfSegment(segment) === name ? { kind: 'text', text: words } : segment),
  );
  return writeSegments(segments);
}

type Worded = { message: string; placeholder_message: string | null };

/**
 * The fallback message that does without one thing: the message, or the fallback there is, with words in its place. Null when that
 * would change nothing.
 */
export function fallbackWithout({ message, placeholder_message }: Worded, name: string, words: string): string | null {
  const base = (placeholder_message ?? '').trim() === '' ? message : (placeholder_message ?? '');
  const written = replaceNamed(base, name, words);
  return written === base ? null : written;
}
