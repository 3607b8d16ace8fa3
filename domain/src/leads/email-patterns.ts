import { normalizeEmail } from '../addresses/email-address.ts';
import { hasSpecialLetters, type LetterStyle, type NameParts, parseNameParts } from './name-parts.ts';

/**
 * How companies build addresses from names. A pattern is derived from known addresses of a domain and applied to
 * another person there. The result is a guess with a confidence, never a certainty.
 */
export const EMAIL_LAYOUTS = [
  // The commonest first: without any known address they are tried in this order.
  'first.last',
  'flast',
  'first',
  'firstlast',
  'f.last',
  'firstl',
  'first_last',
  'last',
  'last.first',
  'first-last',
  'lastf',
  'first.l',
  'lastfirst',
  'last.f',
  'f_last',
  'last_first',
  'f-last',
  'last-first',
  'fl',
] as const;
type EmailLayout = (typeof EMAIL_LAYOUTS)[number];

/** `van der Berg`: vanderberg, berg, van.der.berg, van-der-berg, vdberg. */
const PARTICLE_STYLES = ['joined', 'dropped', 'dotted', 'dashed', 'initials'] as const;
/** `Anne-Marie`, `Garcia Lopez`: annemarie, anne-marie, anne, marie. */
const COMPOUND_STYLES = ['joined', 'dashed', 'first', 'last'] as const;
type ParticleStyle = (typeof PARTICLE_STYLES)[number];
type CompoundStyle = (typeof COMPOUND_STYLES)[number];
const LETTER_STYLES = ['plain', 'spelled'] as const;

/** Styles are null where the name doesn't distinguish them. */
export type EmailPattern = {
  layout: EmailLayout;
  letters: LetterStyle | null;
  particles: ParticleStyle | null;
  compounds: CompoundStyle | null;
};

type Spelling = { letters: LetterStyle; particles: ParticleStyle; compounds: CompoundStyle };
export type KnownAddress = { first_name: string; last_name: string; email: string };
type Person = Pick<KnownAddress, 'first_name' | 'last_name'>;

/** A layout of a domain with how many of its known addresses follow it, and its commonest styles. */
export type RankedPattern = EmailPattern & { matches: number; known: number };

export type EmailCandidate = { email: string; layout: EmailLayout; confidence: number; matches: number; known: number };

/**
 * A guess is accepted from this confidence on (0 to 100): four known addresses that all agree, or nine of ten. Below it
 * the lookup continues with a provider.
 */
export const PATTERN_ACCEPT_CONFIDENCE = 80;

/** Off a guess whose spelling of a particle, double name or umlaut was never seen at the domain. */
const UNSEEN_SPELLING_PENALTY = 15;
const HIGHEST_GUESS = 95;

/** Mailboxes of a function, not of a person. */
const ROLE_MAILBOXES =
  /^(?:info|contact|hello|hi|hallo|sales|support|admin|office|mail|team|jobs|hr|careers|press|marketing|billing|finance|service|help|no-?reply|webmaster|postmaster|abuse|privacy|legal|kontakt|reception)$/;

/** The pattern by which a person's address was made; null when it follows none (or is a function's mailbox). */
export function derivePattern(known: KnownAddress): EmailPattern | null {
  const local = localPart(known.email);
  if (local === null || ROLE_MAILBOXES.test(local)) return null;
  for (const layout of EMAIL_LAYOUTS) {
    for (const spelling of spellingsOf(known)) {
      const parts = parseNameParts(known.first_name, known.last_name, spelling.letters);
      if (parts !== null && render(layout, parts, spelling) === local)
        return buildPattern(known, layout, parts, spelling);
    }
  }
  return null;
}

/** The patterns of one domain, the commonest first. Addresses of no pattern count against all of them. */
export function rankPatterns(known: readonly KnownAddress[]): RankedPattern[] {
  const people = known.filter(({ email }) => !ROLE_MAILBOXES.test(localPart(email) ?? 'info'));
  const patterns = people.flatMap((address) => derivePattern(address) ?? []);
  const ranked = EMAIL_LAYOUTS.map((layout) => {
    const own = patterns.filter((pattern) => pattern.layout === layout);
    return {
      layout,
      // Styles are a company's habit across layouts; few names show one.
      letters: commonest(patterns.map((pattern) => pattern.letters)),
      particles: commonest(patterns.map((pattern) => pattern.particles)),
      compounds: commonest(patterns.map((pattern) => pattern.compounds)),
      matches: own.length,
      known: people.length,
    };
  });
  return ranked.filter(({ matches }) => matches > 0).sort((a, b) => b.matches - a.matches);
}

/** Addresses a person may have at a domain, the likeliest first, at most `limit`; none for a name without letters. */
export function buildCandidates(
  person: Person,
  domain: string,
  ranked: readonly RankedPattern[],
  limit: number,
): EmailCandidate[] {
  const found = new Map<string, EmailCandidate>();
  for (const pattern of [...ranked, ...commonPatterns(ranked)]) {
    const spelling = spellingOf(pattern);
    const parts = parseNameParts(person.first_name, person.last_name, spelling.letters);
    const email = parts && normalizeEmail(`${render(pattern.layout, parts, spelling)}@${domain}`);
    if (parts === null || email === null || found.has(email)) continue;
    const { layout, matches, known } = pattern;
    found.set(email, { email, layout, matches, known, confidence: confidenceOf(pattern, person, parts) });
  }
  return [...found.values()].slice(0, limit);
}

/** Known names of a domain are too few to be a law: one more, unknown address is assumed to differ. */
function confidenceOf(pattern: RankedPattern, person: Person, parts: NameParts): number {
  const share = pattern.matches / (pattern.known + 1);
  const isUnseen =
    (pattern.particles === null && parts.particles.length > 0) ||
    (pattern.compounds === null && isCompound(parts)) ||
    (pattern.letters === null && hasSpecialLetters(person.first_name, person.last_name));
  return Math.max(0, Math.min(HIGHEST_GUESS, Math.floor(share * 100)) - (isUnseen ? UNSEEN_SPELLING_PENALTY : 0));
}

/** What to try where nothing is known: no confidence of their own, only a mail server can confirm them. */
function commonPatterns(ranked: readonly RankedPattern[]): RankedPattern[] {
  const [first] = ranked;
  const style = first ?? { letters: null, particles: null, compounds: null, known: 0 };
  return EMAIL_LAYOUTS.map((layout) => ({ ...style, layout, matches: 0 }));
}

function localPart(email: string): string | null {
  const address = normalizeEmail(email);
  return address === null ? null : address.slice(0, address.lastIndexOf('@'));
}

/** Every way to spell this name; a plain one has a single way. */
function* spellingsOf(person: Person): Generator<Spelling> {
  const plain = parseNameParts(person.first_name, person.last_name, 'plain');
  if (plain === null) return;
  const letterStyles = hasSpecialLetters(person.first_name, person.last_name) ? LETTER_STYLES : (['plain'] as const);
  const particleStyles = plain.particles.length > 0 ? PARTICLE_STYLES : (['joined'] as const);
  const compoundStyles = isCompound(plain) ? COMPOUND_STYLES : (['joined'] as const);
  for (const letters of letterStyles)
    for (const particles of particleStyles)
      for (const compounds of compoundStyles) yield { letters, particles, compounds };
}

function buildPattern(person: Person, layout: EmailLayout, parts: NameParts, spelling: Spelling): EmailPattern {
  const hasWholeLast = layout.includes('last');
  return {
    layout,
    letters: hasSpecialLetters(person.first_name, person.last_name) ? spelling.letters : null,
    particles: hasWholeLast && parts.particles.length > 0 ? spelling.particles : null,
    compounds: isCompound(parts) ? spelling.compounds : null,
  };
}

function spellingOf(pattern: EmailPattern): Spelling {
  return {
    letters: pattern.letters ?? 'plain',
    particles: pattern.particles ?? 'joined',
    compounds: pattern.compounds ?? 'joined',
  };
}

function isCompound(parts: NameParts): boolean {
  return parts.first.length > 1 || parts.core.length > 1;
}

function render(layout: EmailLayout, parts: NameParts, spelling: Spelling): string {
  const first = joinCompound(parts.first, spelling.compounds);
  const last = formatLastName(parts, spelling);
  const words: Record<string, string> = { first, last, f: first.slice(0, 1), l: last.slice(0, 1) };
  return layout.replace(/first|last|f|l/g, (word) => words[word] ?? '');
}

function formatLastName(parts: NameParts, spelling: Spelling): string {
  const core = joinCompound(parts.core, spelling.compounds);
  switch (spelling.particles) {
    case 'joined':
      return [...parts.particles, core].join('');
    case 'dropped':
      return core;
    case 'dotted':
      return [...parts.particles, core].join('.');
    case 'dashed':
      return [...parts.particles, core].join('-');
    case 'initials':
      return parts.particles.map((word) => word.slice(0, 1)).join('') + core;
  }
}

function joinCompound(words: readonly string[], style: CompoundStyle): string {
  if (style === 'first') return words[0] ?? '';
  if (style === 'last') return words.at(-1) ?? '';
  return words.join(style === 'dashed' ? '-' : '');
}

/** The most frequent value, nulls aside; null when all are null. */
function commonest<Value extends string>(values: readonly (Value | null)[]): Value | null {
  const counts = new Map<Value, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}
