import { diceCoefficient } from 'dice-coefficient';
import { parseExclusion } from '../addresses/exclusions.ts';
import { LEAD_FIELDS, LEAD_PLACES, type LeadTarget, leadField, leadLabel } from '../leads/lead-fields.ts';
import { cutText } from '../text/text-bounds.ts';
import { COLUMN_SYNONYMS } from './column-synonyms.ts';
import { type ColumnLooks, describeColumn } from './column-values.ts';

/**
 * Guesses which column of a file holds which field. Names are normalised, then scored: equal 1, one within the other 0.8, else
 * Dice's similarity of bigrams. Levenshtein would give wrong matches at these thresholds (Position for location).
 */
type GuessTarget = { target: string; synonyms: readonly string[] };

/** A guess: the field, the header that holds it, and how sure it is (0 to 1). */
type ColumnGuess = { target: string; header: string; headerIndex: number; score: number };

/** A guess is accepted when it is above. */
const LEAD_GUESS_THRESHOLD = 0.5;
const DOMAIN_GUESS_THRESHOLD = 0.4;

const CONTAINMENT_SCORE = 0.8;
/** Shorter names ('id', 'nr') are part of too many others to mean anything. */
const CONTAINMENT_MIN_LENGTH = 3;

/** Fields a CSV of leads can fill, in the order the dialog shows them, with names other tools use. */
export const LEAD_TARGETS = LEAD_PLACES.import.map((id) => {
  const { target } = LEAD_FIELDS[id].import;
  const { values } = leadField(id).import!;
  const words = COLUMN_SYNONYMS[target].split(',').map((word) => word.trim());
  return { id, target, label: leadLabel(id, 'import'), synonyms: words, values };
});

/** A column that holds first and last name together: it fills both. */
const FULL_NAME = {
  target: 'full_name',
  label: 'Full name',
  synonyms:
    `Name, Contact, Contact name, Lead name, Person, Display name, Naam, Nombre completo, Nom complet, Nome completo,
    Vollständiger Name, Imię i nazwisko, ФИО, 氏名, 姓名`
      .split(',')
      .map((word) => word.trim()),
  values: undefined,
} as const;

/** What a column of a file can fill. */
export type MappingTarget = LeadTarget | typeof FULL_NAME.target;
export type ColumnMapping = Partial<Record<MappingTarget, string>>;

/** Everything that a column can fill, in the order in which the dialog shows it. */
export const MAPPING_TARGETS = [FULL_NAME, ...LEAD_TARGETS];

/** What identifies a lead, best first: a lead needs one of them. */
export const IDENTITY_TARGETS = ['linkedin_url', 'email', 'phone_number'] as const satisfies readonly LeadTarget[];

/**
 * Fields that must be mapped before an import: names, company and LinkedIn address as the specification asks. A file without LinkedIn
 * addresses needs an email or a phone number instead, and nothing else.
 */
export function missingTargets(mapping: ColumnMapping): LeadTarget[] {
  const hasIdentity = IDENTITY_TARGETS.some((target) => mapping[target]);
  if (hasIdentity && !mapping.linkedin_url) return [];
  const names: LeadTarget[] = mapping.full_name ? [] : ['first_name', 'last_name'];
  return [...names, 'linkedin_url' as const, 'company_name' as const].filter((target) => !mapping[target]);
}

/** Fields that a file often spreads over several columns. */
const SEVERAL_COLUMNS: readonly MappingTarget[] = ['email', 'phone_number'];
/** More columns of one heading are those of a broken file. */
const MOST_FURTHER = 5;
const withoutNumber = (name: string): string => name.replace(/ \(\d{1,4}\)$/, '');

/** Columns with the same heading as the mapped one ("Email", "Email (2)"), in the order in which they fill its empty cells. */
export function furtherColumns(mapping: ColumnMapping, target: MappingTarget, header: readonly string[]): string[] {
  const chosen = mapping[target];
  if (chosen === undefined || !SEVERAL_COLUMNS.includes(target)) return [];
  const used = new Set(Object.values(mapping));
  const wanted = withoutNumber(chosen);
  return header.filter((name) => !used.has(name) && withoutNumber(name) === wanted).slice(0, MOST_FURTHER);
}

/** What files call the columns of further addresses, compared in lower case. */
const OTHER_EMAIL_NAMES: readonly string[] = [
  ...['secondary email', 'tertiary email', 'second email', 'other email', 'alternative email', 'additional email'],
  ...['email 2', 'email 3', 'e-mail 2', 'e-mail 3', 'e-mail 2 - value', 'e-mail 3 - value', 'email address 2'],
  ...['personal email', 'private email', 'home email', 'email - home', 'email - other'],
];

/** Columns of further addresses ("Secondary email"). They never become the address that is written to: it may be a private one. */
export function otherEmailColumns(mapping: ColumnMapping, header: readonly string[]): string[] {
  if (mapping.email === undefined) return [];
  const used = new Set([...Object.values(mapping), ...furtherColumns(mapping, 'email', header)]);
  return header
    .filter((name) => !used.has(name) && OTHER_EMAIL_NAMES.includes(dropPrefix(name.trim()).toLowerCase()))
    .slice(0, MOST_FURTHER);
}

/** Names a column of domains is likely to have, likeliest first. */
const DOMAIN_NAMES = ['domain', 'company', 'website', 'url', 'linkedin', 'site'];

/**
 * One header at most for each field and one field at most for each header, best scores first. The first rows decide with the
 * names: a column whose values cannot be the field is not taken for it (ids as a size), and one that holds nothing but
 * addresses of people, companies, mails or websites is taken for these under any name.
 */
export function guessLeadColumns(headers: readonly string[], rows: readonly (readonly string[])[] = []): ColumnMapping {
  const looks = headers.map((_, index) => describeColumn(rows.slice(0, 200).map((row) => row[index] ?? '')));
  const names = withoutPrefix(headers);
  const guess = (targets: readonly GuessTarget[]): ColumnMapping => {
    const guesses = guessColumns(names, targets, LEAD_GUESS_THRESHOLD, (target, index) =>
      weighValues(target as MappingTarget, names[index]!, looks[index]!),
    );
    return Object.fromEntries(guesses.map(({ target, headerIndex }) => [target, headers[headerIndex]!]));
  };
  const parts = guess(LEAD_TARGETS);
  // Beside a first name, a column "Name" is the last name.
  return parts.first_name !== undefined && isNamedSo(dropPrefix(parts.first_name), 'first_name')
    ? parts
    : withFullName(parts, guess);
}

/** Pipedrive puts what a column is about before its name: "Person - Title" is a title. */
const PREFIX = /^(?:Person|Contact|Lead) - (?=\S)/i;
const dropPrefix = (header: string): string => header.replace(PREFIX, '');
/** So many columns with a prefix are no accident. */
const FEWEST_PREFIXED = 3;

function withoutPrefix(headers: readonly string[]): readonly string[] {
  const prefixed = headers.filter((header) => PREFIX.test(header)).length;
  return prefixed < FEWEST_PREFIXED ? headers : headers.map(dropPrefix);
}

function withFullName(parts: ColumnMapping, guess: (targets: readonly GuessTarget[]) => ColumnMapping): ColumnMapping {
  const whole = guess(MAPPING_TARGETS.filter(({ target }) => target !== 'first_name' && target !== 'last_name'));
  return whole.full_name === undefined ? parts : whole;
}

const isNamedSo = (header: string, wanted: LeadTarget): boolean =>
  LEAD_TARGETS.some((entry) => entry.target === wanted && scoreTarget(header, entry).score === 1);

/** Less of a column than this is what a field holds: it is another field. */
const LEAST_FITTING = 0.5;
/** More than this: its values say what it is. */
const TELLING = 0.9;
/** Below every name that fits: a column found by its values alone. */
const BY_VALUES_SCORE = 0.51;

/** What values say about a field: how much its name still counts, and the least score that they give without the name. */
type Weight = { share: number; least: number };
const NO_WORD: Weight = { share: 1, least: 0 };
/** A column with values comes before an empty one of the right name. */
const EMPTY: Weight = { share: 0.97, least: 0 };
const RULED_OUT: Weight = { share: 0, least: 0 };
/** A column of public profile addresses wins over one that only members can open. */
const MEMBER_SHARE = 0.9;

/** A switchboard is no number of the lead: it would be called, and shared by all colleagues. */
const OF_COMPANY = /^(?:company|corporate|organi[sz]ation|account|employer|firmen|hq|headquarters)/i;

function weighValues(target: MappingTarget, header: string, looks: ColumnLooks): Weight {
  // Without a "Full name" column, first names alone may be meant.
  if (target === FULL_NAME.target && looks.pairs < LEAST_FITTING && scoreNames(header, FULL_NAME.label) < 1)
    return RULED_OUT;
  if (target === 'phone_number' && OF_COMPANY.test(header.trim())) return RULED_OUT;
  if (looks.filled === 0) return EMPTY;
  const kind = VALUE_KINDS.get(target);
  if (kind === undefined) return looks.words < LEAST_FITTING ? RULED_OUT : NO_WORD;
  return weighKind(kind, target, header, looks);
}

function weighKind(kind: NonNullable<ValueKind>, target: MappingTarget, header: string, looks: ColumnLooks): Weight {
  if (kind === 'size' && isIdName(header)) return RULED_OUT;
  // Sizes are written in countless ways: a column of that name is one, unless another fits better.
  if (looks[kind] < LEAST_FITTING)
    return kind === 'size' && isNamedSo(header, target as LeadTarget) ? EMPTY : RULED_OUT;
  const share = kind === 'person' && looks.memberOnly >= LEAST_FITTING ? MEMBER_SHARE : 1;
  return { share, least: looks[kind] >= TELLING && kind !== 'size' && kind !== 'phone' ? BY_VALUES_SCORE : 0 };
}

/** `companyId`, `Record ID`, `account_ids`: numbers that count nothing. */
function isIdName(header: string): boolean {
  return /(?:^|[^a-z])ids?$|[a-z]I[dD]s?$/.test(header.trim()) || /[\s_-]ids?$/i.test(header.trim());
}

/** Fields whose values can be told from others; the rest are words. */
type ValueKind = (typeof LEAD_TARGETS)[number]['values'];
const VALUE_KINDS = new Map<MappingTarget, ValueKind>(LEAD_TARGETS.map(({ target, values }) => [target, values]));

/**
 * The header most likely to hold domains, or null when none scores above the threshold. The first rows decide before the names: of
 * "Company" and "Website" the latter is taken where the former holds names of companies.
 */
export function guessDomainColumn(
  headers: readonly string[],
  rows: readonly (readonly string[])[] = [],
): string | null {
  const fitting = headers.filter((_, index) => holdsDomains(rows.slice(0, 200).map((row) => row[index] ?? '')));
  const considered = fitting.length > 0 ? fitting : headers;
  let best: { header: string; score: number } | null = null;
  for (const name of DOMAIN_NAMES) {
    for (const header of considered) {
      const score = scoreNames(header, name);
      if (score > DOMAIN_GUESS_THRESHOLD && score > (best?.score ?? 0)) best = { header, score };
    }
  }
  return best?.header ?? fitting[0] ?? null;
}

/** Most of what the cells hold is a domain or an address. */
function holdsDomains(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return filled.length > 0 && filled.filter((cell) => parseExclusion(cell) !== null).length > filled.length / 2;
}

/** Greedy one-to-one assignment by score. Ties: an exact name before a synonym, then the order of targets, then of headers. */
function guessColumns(
  headers: readonly string[],
  targets: readonly GuessTarget[],
  threshold: number,
  weigh: (target: string, headerIndex: number) => Weight = () => NO_WORD,
): ColumnGuess[] {
  const candidates = listCandidates(headers, targets, threshold, weigh);
  const usedTargets = new Set<string>();
  const usedHeaders = new Set<number>();
  const guesses: ColumnGuess[] = [];
  for (const { target, header, score, headerIndex } of candidates) {
    if (usedTargets.has(target) || usedHeaders.has(headerIndex)) continue;
    usedTargets.add(target);
    usedHeaders.add(headerIndex);
    guesses.push({ target, header, headerIndex, score });
  }
  return guesses;
}

type Candidate = ColumnGuess & { rank: number; similarity: number };

function listCandidates(
  headers: readonly string[],
  targets: readonly GuessTarget[],
  threshold: number,
  weigh: (target: string, headerIndex: number) => Weight,
): Candidate[] {
  // A header that is a field's own name is not taken for another field that it resembles.
  const named = headers.map((header) => targets.find((target) => scoreTarget(header, target).score === 1)?.target);
  const candidates = targets.flatMap((target) =>
    headers.map((header, headerIndex): Candidate => {
      const owner = named[headerIndex];
      const byName = scoreTarget(header, target);
      const isOthers = owner !== undefined && byName.score < 1;
      const { share, least } = weigh(target.target, headerIndex);
      const score = Math.max(isOthers ? 0 : byName.score * share, least);
      return { ...byName, score, header, headerIndex };
    }),
  );
  const order = new Map(targets.map(({ target }, index) => [target, index]));
  return candidates
    .filter(({ score }) => score > threshold)
    .sort(
      (a, b) =>
        b.score - a.score ||
        a.rank - b.rank ||
        (order.get(a.target) ?? 0) - (order.get(b.target) ?? 0) ||
        b.similarity - a.similarity ||
        a.headerIndex - b.headerIndex,
    );
}

function scoreTarget(header: string, { target, synonyms }: GuessTarget) {
  const name = normalizeName(header);
  const similarity = name === '' ? 0 : diceCoefficient(name, normalizeName(target));
  if (name === normalizeName(target)) return { target, score: 1, rank: 0, similarity };
  const synonym = synonyms.findIndex((word) => normalizeName(word) === name);
  if (synonym >= 0) return { target, score: 1, rank: 1 + synonym, similarity };
  return { target, score: scoreNames(header, target), rank: Number.MAX_SAFE_INTEGER, similarity };
}

/** How alike two column names are, 0 to 1 (exact 1, containment 0.8). */
export function scoreNames(left: string, right: string): number {
  const [a, b] = [normalizeName(left), normalizeName(right)];
  if (a === '' || b === '') return 0;
  if (a === b) return 1;
  const isLongEnough = Math.min(a.length, b.length) >= CONTAINMENT_MIN_LENGTH;
  if (isLongEnough && (a.includes(b) || b.includes(a))) return CONTAINMENT_SCORE;
  return diceCoefficient(a, b);
}

/** Lower case, accents dropped, only letters and digits. Bounded: a header can be a whole cell of a broken file. */
function normalizeName(name: string): string {
  return cutText(name, 200)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
