import { isVariable, VARIABLE_LABELS } from './tokens.ts';

/** Longer names are cut: they are written by people, and stand in the middle of a sentence. */
const NAME_MAX_LENGTH = 80;

/** How a token that a lead has nothing for is told: `research:3:Funding news`. */
export function nameMissing(
  kind: 'snippet' | 'research' | 'signature',
  { id, name }: { id: number; name: string },
): string {
  const called = name.trim();
  return called === '' ? `${kind}:${id}` : `${kind}:${id}:${called.slice(0, NAME_MAX_LENGTH)}`;
}

const KIND_LABELS: Record<string, string> = {
  snippet: 'AI snippet',
  research: 'Research result',
  signature: 'Signature',
};

const ADDRESS_LABELS: Record<string, string> = { email: 'Email address', linkedin: 'LinkedIn profile' };

/** What a lead lacks (see `findMissing`) as people call it: 'Job title', 'Research result “Funding news”'. */
export function labelMissing(missing: string): string {
  if (isVariable(missing)) return VARIABLE_LABELS[missing];
  if (Object.hasOwn(ADDRESS_LABELS, missing)) return ADDRESS_LABELS[missing]!;
  const [kind = '', id = '', ...rest] = missing.split(':');
  if (kind === 'unknown') return [id, ...rest].join(':');
  const label = Object.hasOwn(KIND_LABELS, kind) ? KIND_LABELS[kind] : undefined;
  if (label === undefined) return missing;
  return rest.length === 0 ? label : `${label} “${rest.join(':')}”`;
}

/** What a lead lacks for a message, as a sentence. */
export function explainMissing(missing: readonly string[]): string {
  return `This lead lacks: ${missing.map(labelMissing).join(', ')}. The message isn't sent without a fallback message.`;
}

/** The same inside a sentence: 'job title', 'the research result “Funding news”'. */
export function phraseMissing(missing: string): string {
  const label = labelMissing(missing);
  if (isVariable(missing)) return label.toLowerCase();
  const kind = missing.split(':')[0] ?? '';
  if (!Object.hasOwn(KIND_LABELS, kind)) return label;
  return `the ${label.startsWith('AI') ? label : label.charAt(0).toLowerCase() + label.slice(1)}`;
}
