import { normalizeEmail } from '../addresses/email-address.ts';
import { parseExclusion } from '../addresses/exclusions.ts';
import { phoneKey } from '../addresses/phone-key.ts';
import { unguardCell } from '../csv/csv-cell.ts';
import { TEXT_LIMITS } from '../limits.ts';
import { parseLinkedinProfile, toLinkedinUrl } from '../linkedin/linkedin-address.ts';
import { withoutInvisible } from '../text/text.ts';
import { cutText } from '../text/text-bounds.ts';

/** A typed or imported entry. `value` is compared, `text` is shown and parses to the same entry. */
export interface SuppressionEntry {
  kind: 'address' | 'domain' | 'phone' | 'linkedin';
  value: string;
  text: string;
}

/**
 * An address, a LinkedIn profile, a number with its country code, or a domain, normalized like those of leads. Null for
 * anything else, including other LinkedIn pages: pasting a company page doesn't suppress all of its people.
 */
export function parseSuppressionEntry(input: string): SuppressionEntry | null {
  // An export puts an apostrophe before what a spreadsheet would calculate.
  const text = unguardCell(withoutInvisible(cutText(input, TEXT_LIMITS.url_max)));
  const profile = parseLinkedinProfile(text);
  if (profile !== null) return { kind: 'linkedin', value: profile.key, text: profile.url };
  const phone = phoneKey(text);
  if (phone !== null) return { kind: 'phone', value: phone, text: `+${phone}` };
  const found = parseExclusion(text);
  if (found === null) return null;
  if (found.includes('@')) return { kind: 'address', value: found, text: found };
  const isPageOfLinkedin = /(?:^|\.)linkedin\.com$/.test(found) && text.replace(/^[a-z]+:\/\//i, '').includes('/');
  return isPageOfLinkedin ? null : { kind: 'domain', value: found, text: found };
}

export interface PersonEntry {
  email: string | null;
  phone_key: string | null;
  linkedin_key: string | null;
}

interface PersonTexts {
  email?: string | null | undefined;
  phone?: string | null | undefined;
  linkedin_url?: string | null | undefined;
}

/** By what a person is known; what is blank is left out. Answers the first field that cannot be read instead. */
export function parsePersonEntry(given: PersonTexts): PersonEntry | { invalid: keyof PersonTexts } {
  const email = parseKey(given.email, normalizeEmail);
  const phone_key = parseKey(given.phone, phoneKey);
  const linkedin_key = parseKey(given.linkedin_url, (url) => parseLinkedinProfile(url)?.key ?? null);
  if (email === undefined) return { invalid: 'email' };
  if (phone_key === undefined) return { invalid: 'phone' };
  if (linkedin_key === undefined) return { invalid: 'linkedin_url' };
  const isBlank = email === null && phone_key === null && linkedin_key === null;
  return isBlank ? { invalid: 'email' } : { email, phone_key, linkedin_key };
}

/** Null for a blank field, undefined for one that can't be parsed. */
function parseKey(
  written: string | null | undefined,
  parse: (text: string) => string | null,
): string | null | undefined {
  const text = withoutInvisible(written ?? '');
  return text === '' ? null : (parse(text) ?? undefined);
}

/** The first column in which most cells are contacts: an address, a number with its country code or a profile. */
export function guessPeopleColumn(headers: readonly string[], rows: readonly (readonly string[])[]): string | null {
  const isOfPeople = (_: string, index: number) => {
    const filled = rows.slice(0, 200).flatMap((row) => (row[index]?.trim() ? [row[index]] : []));
    const people = filled.filter((cell) => (parseSuppressionEntry(cell)?.kind ?? 'domain') !== 'domain');
    return people.length * 2 > filled.length;
  };
  return headers.find(isOfPeople) ?? null;
}

interface Shown {
  email: string | null;
  phone: string | null;
  linkedin_url: string | null;
}

/** Keys of an entry as they are shown. */
export function showEntry({ email, phone_key, linkedin_key }: PersonEntry): Shown {
  return {
    email,
    phone: phone_key === null ? null : `+${phone_key}`,
    linkedin_url: linkedin_key === null ? null : toLinkedinUrl(linkedin_key),
  };
}

/** An entry in one line; null for one whose values were erased. */
export function nameEntry({ email, phone, linkedin_url }: Shown): string | null {
  const profile = linkedin_url?.replace('https://www.', '') ?? null;
  const parts = [email, phone, profile].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}
