import { findEncodingDamage } from '../../text/encoding-damage.ts';
import { decodeEntities } from '../../text/entities.ts';
import { lowerCase, upperCase } from '../../text/letter-case.ts';
import { toSingleLine } from '../../text/text.ts';
import type { Variable } from '../tokens.ts';
import { saysNothing, withoutLegalForm, withoutTitles } from './odd-words.ts';

/** A value that would read odd in a message, why, and what to write instead; '' says that there is no value at all. */
export interface OddReading {
  reason: string;
  suggestion: string;
}

/** Longer values are not names of people or companies and are not checked. */
const LONGEST = 200;

/** Words that say 'nothing' as a value, but are names of people too. */
const NOTHING_BUT_A_NAME = new Set(['na', 'no', 'empty']);
const PLACEHOLDERS = new Set(['first name', 'last name', 'firstname', 'lastname', 'name', 'company', 'company name']);
const EMOJI = /\p{Extended_Pictographic}/u;
const EMOJI_PARTS = /\p{Extended_Pictographic}|\u{FE0F}|\u{200D}|[\u{1F3FB}-\u{1F3FF}\u{1F1E6}-\u{1F1FF}]/gu;

type Cleaning = (field: Variable, value: string) => OddReading | null;

const isName = (field: Variable): boolean => field === 'first_name' || field === 'last_name';

/** In this order: each is given what the one before it made of the value. */
const CLEANINGS: readonly Cleaning[] = [
  findEntities,
  sayNothing,
  repairLetters,
  dropEmoji,
  dropBrackets,
  dropTitles,
  dropLegalForm,
  evenSpaces,
  fixCase,
];

/** What reads odd about a field of a lead, or null. It only advises: people are called all sorts of things. */
export function findOddValue(field: Variable, value: string | null): OddReading | null {
  if (value === null || value === '' || value.length > LONGEST) return null;
  const reasons: string[] = [];
  let suggestion = value;
  for (const clean of CLEANINGS) {
    const found = clean(field, suggestion);
    if (found === null || found.suggestion === suggestion) continue;
    reasons.push(found.reason);
    suggestion = found.suggestion;
    if (suggestion === '') break;
  }
  return reasons.length === 0 ? null : { reason: reasons.join(', '), suggestion };
}

function sayNothing(field: Variable, value: string): OddReading | null {
  const word = value.trim().toLowerCase();
  const isNothing = saysNothing(withoutEmoji(word)) || (!isName(field) && NOTHING_BUT_A_NAME.has(word));
  if (isNothing) return { reason: 'says there is no value', suggestion: '' };
  const bare = word.replaceAll(/[^\p{L} ]/gu, '').trim();
  const isMarked = /[{}[\]<>%*]/.test(value);
  if (PLACEHOLDERS.has(bare) && (isMarked || isName(field))) return { reason: 'is a placeholder', suggestion: '' };
  if (isName(field) && value.includes('@')) return { reason: 'is an address', suggestion: '' };
  return null;
}

/** "O&#39;Neil", 'Acme &amp; Sons': escaped HTML, not a real name. */
function findEntities(_: Variable, value: string): OddReading | null {
  const decoded = decodeEntities(value);
  return decoded === value ? null : { reason: 'has HTML codes', suggestion: toSingleLine(decoded) };
}

/** '?ukasz', 'MÃ¼ller'. */
function repairLetters(field: Variable, value: string): OddReading | null {
  const damage = findEncodingDamage(value, isName(field));
  return damage && { reason: 'has letters that its file lost', suggestion: toSingleLine(damage.repaired) };
}

function withoutEmoji(text: string): string {
  return text.replaceAll(EMOJI_PARTS, '');
}

function dropEmoji(_: Variable, value: string): OddReading | null {
  return EMOJI.test(value) ? { reason: 'has an emoji or symbol', suggestion: toSingleLine(withoutEmoji(value)) } : null;
}

/** 'Anna (she/her)', 'Bob "Bobby"'. */
function dropBrackets(field: Variable, value: string): OddReading | null {
  if (!isName(field)) return null;
  const start = value.search(/[([]/);
  if (start < 0) return null;
  const end = Math.max(value.indexOf(')', start), value.indexOf(']', start));
  const rest = `${value.slice(0, start)} ${end < 0 ? '' : value.slice(end + 1)}`;
  return { reason: 'has brackets', suggestion: toSingleLine(rest) };
}

function dropTitles(field: Variable, value: string): OddReading | null {
  return isName(field) ? { reason: 'has a title', suggestion: withoutTitles(value) } : null;
}

function dropLegalForm(field: Variable, value: string): OddReading | null {
  return field === 'company_name' ? { reason: 'includes a legal form', suggestion: withoutLegalForm(value) } : null;
}

function evenSpaces(_: Variable, value: string): OddReading | null {
  return { reason: 'has spaces too many', suggestion: toSingleLine(value) };
}

/** Written small inside of a name: 'de Vries'. */
const PARTICLES = new Set(
  'van von der den de di da del della dos das do la le ter ten zu zum bin al el y e'.split(' '),
);

/** Letters of Turkish and Azerbaijani alone: beside them, I is the capital of a dotless ı. */
const TURKISH = /[İığĞ]/;

/** 'JOHN' and 'john'. Two letters may be initials, and scripts without cases have none to fix. */
function fixCase(field: Variable, value: string): OddReading | null {
  if (!isName(field)) return null;
  const letters = value.replaceAll(/[^\p{L}]/gu, '');
  const isUpper = letters.length > 2 && letters === letters.toUpperCase() && letters !== letters.toLowerCase();
  const isLower = letters.length > 1 && letters === letters.toLowerCase() && letters !== letters.toUpperCase();
  if (!isUpper && !isLower) return null;
  const language = TURKISH.test(value) ? 'tr' : 'en';
  const words = lowerCase(value, language).split(' ');
  const cased = words.map((word, index) =>
    PARTICLES.has(word) && index < words.length - 1 ? word : capitalize(word, language),
  );
  return { reason: isUpper ? 'is in capitals' : 'is in small letters', suggestion: cased.join(' ') };
}

/** "o'neil-smith" to "O'Neil-Smith". */
function capitalize(word: string, language: string): string {
  return word.replaceAll(
    /(^|['’-])(\p{L})/gu,
    (_, before: string, letter: string) => before + upperCase(letter, language),
  );
}
