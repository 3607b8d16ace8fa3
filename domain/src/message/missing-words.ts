import { cutText } from '../text/text-bounds.ts';
import { RENDER_LIMITS } from './template/budget.ts';
import { isMessageName, nameLabel } from './template/names.ts';

/** Longer names are cut: users write them, and they are shown inside a sentence. */
const NAME_MAX_LENGTH = 80;

/** Name of a token without a value: `research:3:Funding news`. */
export function nameMissing(
  kind: 'snippet' | 'research' | 'signature',
  { id, name }: { id: number; name: string },
): string {
  const called = name.trim();
  return called === '' ? `${kind}:${id}` : `${kind}:${id}:${cutText(called, NAME_MAX_LENGTH)}`;
}

/** Name of a message that becomes too long or too costly with the lead's data (`RENDER_LIMITS`). */
export const OVERSIZED = 'oversized';

const KIND_LABELS: Record<string, string> = {
  snippet: 'AI snippet',
  research: 'Research result',
  signature: 'Signature',
};

const ADDRESS_LABELS: Record<string, string> = { email: 'Email address', linkedin: 'LinkedIn profile' };

/** What a lead lacks (see `findMissing`) as people call it: 'Job title', 'Research result “Funding news”'. */
export function labelMissing(missing: string): string {
  if (isMessageName(missing) && missing !== 'email') return nameLabel(missing);
  if (Object.hasOwn(ADDRESS_LABELS, missing)) return ADDRESS_LABELS[missing]!;
  if (missing === OVERSIZED) return 'A shorter message';
  const [kind = '', id = '', ...rest] = missing.split(':');
  if (kind === 'unknown' || kind === 'broken') return [id, ...rest].join(':');
  const label = Object.hasOwn(KIND_LABELS, kind) ? KIND_LABELS[kind] : undefined;
  if (label === undefined) return missing;
  return rest.length === 0 ? label : `${label} “${rest.join(':')}”`;
}

/** What a lead lacks for a message, as a sentence. */
export function explainMissing(missing: readonly string[]): string {
  const broken = findBroken(missing);
  if (broken !== null) return broken;
  return `This lead lacks: ${missing.map(labelMissing).join(', ')}. The message isn't sent without a fallback message.`;
}

const OVERSIZED_WORDS = `With this lead's data the message is longer than ${RENDER_LIMITS.characters.toLocaleString('en-US')} characters or too complex. Shorten the message or the lead's data.`;

/** Why a message is sent to no lead, as a sentence, or null. */
export function findBroken(missing: readonly string[]): string | null {
  if (missing.includes(OVERSIZED)) return OVERSIZED_WORDS;
  const broken = missing.find(isBroken);
  if (broken === undefined) return null;
  const words = broken.startsWith('unknown:')
    ? `There is no variable “${labelMissing(broken)}”.`
    : labelMissing(broken);
  return `This message can't be sent as it's written. ${words}`;
}

/** True for a fault of the text, which no lead's data can correct. */
export function isBroken(missing: string): boolean {
  return missing.startsWith('broken:') || missing.startsWith('unknown:');
}

/** The same inside a sentence: 'job title', 'the research result “Funding news”'. */
export function phraseMissing(missing: string): string {
  const label = labelMissing(missing);
  if (isMessageName(missing)) return label.charAt(0).toLowerCase() + label.slice(1);
  const kind = missing.split(':')[0] ?? '';
  if (!Object.hasOwn(KIND_LABELS, kind)) return label;
  return `the ${label.startsWith('AI') ? label : label.charAt(0).toLowerCase() + label.slice(1)}`;
}
