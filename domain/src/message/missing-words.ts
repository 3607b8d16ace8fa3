import { say, toSay } from '../text/say.ts';
import { quoteName } from '../text/text.ts';
import { cutText } from '../text/text-bounds.ts';
import { RENDER_LIMITS } from './template/budget.ts';
import { hasKey, isMessageName, nameLabel } from './template/names.ts';

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

const KIND_LABELS: Record<string, string> = toSay({
  snippet: 'AI snippet',
  research: 'Research result',
  signature: 'Signature',
});

const ADDRESS_LABELS: Record<string, string> = toSay({ email: 'Email address', linkedin: 'LinkedIn profile' });

/** What a lead lacks (see `findMissing`) as people call it: 'Job title', 'Research result “Funding news”'. */
export function labelMissing(missing: string): string {
  if (isMessageName(missing) && missing !== 'email') return nameLabel(missing);
  if (Object.hasOwn(ADDRESS_LABELS, missing)) return say(ADDRESS_LABELS[missing]!);
  if (missing === OVERSIZED) return say('A shorter message');
  const [kind = '', id = '', ...rest] = missing.split(':');
  if (kind === 'unknown' || kind === 'broken') return [id, ...rest].join(':');
  const label = Object.hasOwn(KIND_LABELS, kind) ? say(KIND_LABELS[kind]!) : undefined;
  if (label === undefined) return missing;
  return rest.length === 0 ? label : say('{label} “{name}”', { label, name: rest.join(':') });
}

/** What a lead lacks for a message, as a sentence. */
export function explainMissing(missing: readonly string[]): string {
  const broken = findBroken(missing);
  if (broken !== null) return broken;
  return say("This lead lacks: {names}. The message isn't sent without a fallback message.", {
    names: missing.map(listMissing).join(', '),
  });
}

/** Columns of people are quoted: one that is called like a field of ours is not that field. */
const listMissing = (missing: string): string =>
  isMessageName(missing) && hasKey(missing) ? say('“{name}”', { name: labelMissing(missing) }) : labelMissing(missing);

/** Why a message is sent to no lead, as a sentence, or null. */
export function findBroken(missing: readonly string[]): string | null {
  if (missing.includes(OVERSIZED))
    return say(
      "With this lead's data the message is longer than {most} characters or too complex. Shorten the message or the lead's data.",
      { most: RENDER_LIMITS.characters.toLocaleString('en-US') },
    );
  const broken = missing.find(isBroken);
  if (broken === undefined) return null;
  const words = broken.startsWith('unknown:')
    ? say('There is no variable “{name}”.', { name: labelMissing(broken) })
    : labelMissing(broken);
  return `${say("This message can't be sent as it's written.")} ${words}`;
}

/** True for a fault of the text, which no lead's data can correct. */
export function isBroken(missing: string): boolean {
  return missing.startsWith('broken:') || missing.startsWith('unknown:');
}

/** The same inside a sentence: 'job title', '“Plan”', 'the research result “Funding news”'. */
export function phraseMissing(missing: string): string {
  const label = labelMissing(missing);
  if (isMessageName(missing) && hasKey(missing)) return quoteName(label);
  if (isMessageName(missing)) return label.charAt(0).toLowerCase() + label.slice(1);
  const kind = missing.split(':')[0] ?? '';
  if (!Object.hasOwn(KIND_LABELS, kind)) return label;
  return `the ${label.startsWith('AI') ? label : label.charAt(0).toLowerCase() + label.slice(1)}`;
}
