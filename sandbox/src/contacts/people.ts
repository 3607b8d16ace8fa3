import { createHash } from 'node:crypto';

/** The stand-ins' data about people: the same name and company give every caller the same person. */
export type AskedPerson = {
  first_name: string;
  last_name: string;
  /** Domain or name of the company. */
  company: string;
};

export type Contact = { email: string | null; phone: string | null; is_verified: boolean };

export type Vendor = 'hunter' | 'prospeo' | 'lusha';
export const VENDORS = ['hunter', 'prospeo', 'lusha'] as const;

/** How much of what is to be known each vendor knows, in percent. */
const COVERAGE: Record<Vendor, { email: number; phone: number }> = {
  hunter: { email: 60, phone: 0 },
  prospeo: { email: 65, phone: 50 },
  lusha: { email: 50, phone: 60 },
};

const WITH_EMAIL_PERCENT = 85;
const WITH_PHONE_PERCENT = 60;

/**
 * All that is known of a person; null parts are unknown to every vendor. `nobody` is unknown, `known...` is known to
 * all.
 */
function contactOf(person: AskedPerson): Contact {
  const key = keyOf(person);
  const domain = domainOf(person.company);
  const hasEmail = isKnownToAll(person) || roll(`${key} email`, 100) < WITH_EMAIL_PERCENT;
  const hasPhone = isKnownToAll(person) || roll(`${key} phone`, 100) < WITH_PHONE_PERCENT;
  const isKnownPerson = person.first_name.toLowerCase() !== 'nobody' && person.last_name !== '' && domain !== null;
  return {
    email: isKnownPerson && hasEmail ? `${localPart(person, domain)}@${domain}` : null,
    // +31 6 1xxxxxxx: a valid mobile number of the Dutch numbering plan that tests never call.
    phone: isKnownPerson && hasPhone ? `+31 6 1${String(roll(`${key} number`, 10_000_000)).padStart(7, '0')}` : null,
    is_verified: isKnownToAll(person) || roll(`${key} verified`, 100) < 85,
  };
}

/** The part of it that one vendor knows. */
export function contactKnownTo(vendor: Vendor, person: AskedPerson): Contact {
  const contact = contactOf(person);
  const knows = (kind: 'email' | 'phone') =>
    isKnownToAll(person) || roll(`${keyOf(person)} ${vendor} ${kind}`, 100) < COVERAGE[vendor][kind];
  return { ...contact, email: knows('email') ? contact.email : null, phone: knows('phone') ? contact.phone : null };
}

/** The company's habit, the same for all its people. */
function localPart(person: AskedPerson, domain: string): string {
  const [first, last] = [letters(person.first_name), letters(person.last_name)];
  const habit = roll(`${domain} habit`, 100);
  if (habit < 55) return `${first}.${last}`;
  return habit < 80 ? `${first.slice(0, 1)}${last}` : `${first}${last}`;
}

function domainOf(company: string): string | null {
  const text =
    company
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/^www\./, '')
      .split('/')[0] ?? '';
  if (/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(text)) return text;
  const slug = letters(company);
  return slug === '' ? null : `${slug}.example`;
}

function isKnownToAll(person: AskedPerson): boolean {
  return person.first_name.toLowerCase().startsWith('known');
}

function keyOf({ first_name, last_name, company }: AskedPerson): string {
  return [first_name, last_name, company].map(letters).join(' ');
}

function letters(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '');
}

function roll(words: string, ceiling: number): number {
  return createHash('sha256').update(words).digest().readUInt32BE(0) % ceiling;
}
