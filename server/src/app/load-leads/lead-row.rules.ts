import { findPlace } from '@overture/adapters/lead-data/locations';
import type { Lead, LeadCompany } from '@overture/adapters/lead-database/lead-database.port';
import { parseAddressCell } from '@overture/domain/addresses/address-cell';
import { normalizeDomain } from '@overture/domain/addresses/domain-name';
import { registrableDomain } from '@overture/domain/addresses/registrable-domain';
import { findIndustry } from '@overture/domain/finder/industries';
import { SYNONYMS } from '@overture/domain/finder/lead-words';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { parseLinkedinCompany, parseLinkedinProfile } from '@overture/domain/linkedin/linkedin-address';
import { toStorableText } from '@overture/domain/text/storable-text';
import { cleanText, toSingleLine, trimTrailing } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import { type FileRow, findValue, type LeadField, type LeadMapping } from './lead-fields.rules.ts';
import { parseDepartment, parseSeniority } from './lead-levels.rules.ts';

/** Short forms that are written in capitals: VP, CEO, HR. */
const CAPITALS: ReadonlySet<string> = new Set(
  SYNONYMS.flatMap((group) => group.slice(0, 1)).filter(
    (word) => /^[a-z]{2,4}$/.test(word) && !/^(?:eng|dev)$/.test(word),
  ),
);
const SMALL: ReadonlySet<string> = new Set(
  'a an and at by for in of on or the to with de van der den von la le du'.split(' '),
);

/** Capitalizes lower-case text of a source ('vp of sales'). Text with a capital letter stays unchanged. */
function properCase(text: string | null): string | null {
  if (text === null || text !== text.toLowerCase()) return text;
  return text.replace(/[\p{L}\p{N}][\p{L}\p{N}'’]*/gu, (word, offset: number) => {
    if (CAPITALS.has(word)) return word.toUpperCase();
    if (offset > 0 && SMALL.has(word)) return word;
    return word.charAt(0).toUpperCase() + word.slice(1);
  });
}

const UNITS: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9 };
const NUMBER = /(\d[\d,. ]*)\s*([kmb])?(?![a-z])/gi;

/**
 * Parses a number of a file: 1234, '1,234', '$10M', and a number within a band: '51-200' and '$10M-$25M' become their geometric
 * middle, '10001+' and '> $1B' their lower end. Null for what is no number or negative.
 */
export function parseAmount(value: unknown): number | null {
  if (typeof value === 'number' || typeof value === 'bigint') return bounded(Number(value));
  if (typeof value !== 'string') return null;
  const text = cutText(value, 100);
  if (/^\s*-\s*\d/.test(text)) return null;
  const found = [...text.matchAll(NUMBER)];
  const [low, high] = found.map((match) => plainNumber(match[1] ?? ''));
  if (low === undefined) return null;
  const lastUnit = findUnit(found.at(-1)?.[2]);
  const lowUnit = found.length > 1 ? (findUnit(found[0]?.[2]) ?? lastUnit) : lastUnit;
  const from = low * (lowUnit ?? 1);
  if (high === undefined || !/\d\s*(?:[kmb]\s*)?(?:-|–|to|and)\s*(?:\$\s*)?\d/i.test(text)) return bounded(from);
  return bounded(Math.sqrt(Math.max(from, 1) * high * (lastUnit ?? 1)));
}

function findUnit(letter: string | undefined): number | undefined {
  return letter === undefined ? undefined : UNITS[letter.toLowerCase()];
}

/** '1,234,567' and '1.234.567' are whole numbers; '1.5' and '1,5' are not. */
function plainNumber(text: string): number {
  const digits = trimTrailing(text.replaceAll(' ', ''), '.,');
  if (/^\d{1,3}(?:[.,]\d{3})+$/.test(digits)) return Number(digits.replace(/[.,]/g, ''));
  return Number(digits.replace(/,(?=\d{3}\b)/g, '').replace(',', '.'));
}

function bounded(value: number): number | null {
  return Number.isFinite(value) && value >= 0 && value < 1e15 ? Math.round(value) : null;
}

export type LeadVerdict = { kind: 'lead'; lead: Lead } | { kind: 'skipped' } | { kind: 'bad'; reason: string };

/** Longest text kept of what a company does. */
const maxKeywords = 2000;

/**
 * A row as a lead. Skipped without a LinkedIn address and email, since nothing else identifies the person; invalid if one is
 * given and cannot be parsed, or if a cell is too long for its field.
 */
export function classifyLeadRow(row: FileRow, mapping: LeadMapping): LeadVerdict {
  const value = (field: LeadField): unknown => findValue(row, mapping, field);
  const text = (field: LeadField): string | null => toText(value(field));
  const givenAddress = text('linkedin_url');
  const givenEmail = text('email');
  if (givenAddress === null && givenEmail === null) return { kind: 'skipped' };
  const address = givenAddress === null ? null : parseLinkedinProfile(givenAddress);
  const email = givenEmail === null ? null : parseAddressCell(givenEmail).email;
  if (address === null && email === null) return bad('Neither a LinkedIn address nor an email that can be read.');
  const job_title = properCase(text('job_title'));
  const lead: Lead = {
    ...toName(text('first_name'), text('last_name'), text('full_name')),
    headline: text('headline'),
    job_title,
    seniority: parseSeniority(value('seniority'), job_title),
    department: parseDepartment(value('department'), job_title),
    linkedin_key: address?.key ?? null,
    linkedin_profile_url: address?.url ?? null,
    email,
    phone_number: firstEntry(text('phone_number'))?.replace(/^'/, '') ?? null,
    location: toPlaceName(text('location'), [text('city'), text('region'), text('country')]),
    company: toCompany(value, text),
  };
  const long = [...Object.values(lead), ...Object.values(lead.company)].find(
    (cell) => typeof cell === 'string' && cell.length > TEXT_LIMITS.lead_field_max,
  );
  return long === undefined
    ? { kind: 'lead', lead }
    : bad(`A cell is longer than ${TEXT_LIMITS.lead_field_max} characters.`);
}

const bad = (reason: string): LeadVerdict => ({ kind: 'bad', reason });

function toCompany(value: (field: LeadField) => unknown, text: (field: LeadField) => string | null): LeadCompany {
  const site = text('company_website_url');
  const host = normalizeDomain(text('company_domain') ?? site ?? '');
  const page = text('company_linkedin_url');
  return {
    name: properCase(text('company_name')),
    domain: host === null ? null : (registrableDomain(host) ?? host),
    linkedin_url: page === null ? null : (parseLinkedinCompany(page)?.url ?? null),
    website_url: site === null ? host && `https://${host}` : parseWebAddress(site),
    logo_url: parseWebAddress(text('company_logo_url')),
    ...toIndustry(text('company_industry')),
    location: toPlaceName(text('company_location'), [
      text('company_city'),
      text('company_region'),
      text('company_country'),
    ]),
    keywords: toStorableText(text('company_keywords') ?? '', maxKeywords) || null,
    employees: parseAmount(value('company_employees')),
    revenue_in_usd: parseAmount(value('company_revenue')),
  };
}

function toIndustry(text: string | null): Pick<LeadCompany, 'industry' | 'sub_industry'> {
  const known = text === null ? null : findIndustry(text);
  return { industry: known?.industry ?? properCase(text), sub_industry: known?.sub_industry ?? null };
}

function toName(
  first: string | null,
  last: string | null,
  full: string | null,
): Pick<Lead, 'first_name' | 'last_name'> {
  if (first !== null || last !== null)
    return { first_name: properCase(first) ?? '', last_name: properCase(last) ?? '' };
  const [given = '', ...family] = (properCase(full) ?? '').split(' ');
  return { first_name: given, last_name: family.join(' ') };
}

/** The words of the location data where it knows the place, else what the file says. */
function toPlaceName(name: string | null, parts: readonly (string | null)[]): string | null {
  const given = name ?? parts.filter((part) => part !== null).join(', ');
  return given === '' ? null : (findPlace(given)?.name ?? properCase(given));
}

/** Addresses become links: only those of the web, and only as long as links are. */
function parseWebAddress(text: string | null): string | null {
  if (text === null || text.length > TEXT_LIMITS.lead_field_max) return null;
  if (/^https?:\/\//i.test(text)) return text;
  return normalizeDomain(text) === null || text.includes('://') ? null : `https://${text}`;
}

/** Texts, numbers and lists of them as one line of text; null for anything else and for an empty one. */
function toText(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (Array.isArray(value))
    return toText(
      value
        .slice(0, 200)
        .map(toText)
        .filter((item) => item !== null)
        .join(', '),
    );
  if (typeof value !== 'string') return null;
  const cleaned = cleanText(toSingleLine(value));
  return cleaned === '' || cleaned === '\\N' ? null : cleaned;
}

function firstEntry(list: string | null): string | null {
  return list?.split(/[,;]/)[0]?.trim() || null;
}
