import { cutText } from '../text/text-bounds.ts';
import { isTimeZone } from '../time/timezones.ts';
import { AREA_CODES } from './area-code-table.ts';
import { CALLING_ZONES } from './calling-code-table.ts';
import { COUNTRIES } from './country-table.ts';
import { findPlaceZone } from './places.ts';
import type { ZoneSource } from './zone-sources.ts';

export interface LeadZone {
  /** Name of the tz database. */
  zone: string;
  source: ZoneSource;
}

/** All that is asked of a lead; each may be missing. */
export interface ZoneFacts {
  /** As a person typed it or a file said, checked when it was stored; a zone that is known no more says nothing. */
  time_zone: string | null;
  location: string | null;
  phone_number: string | null;
  company_location: string | null;
  company_website_url: string | null;
  email: string | null;
}

/** Country domains with another meaning in most addresses. */
const NOT_OF_A_PLACE = new Set(
  'ac ag ai am as bz cc cd cf cm co cx dj fm ga gd gg gl gq gs hn im io ki la lc ly md me ml mn ms mu nr nu pn pw sc sh so sr st su sx tc tk tm to tv vc vg vu ws'.split(
    ' ',
  ),
);
const areaZones = new Map(
  Object.entries(AREA_CODES).flatMap(([zone, codes]) => codes.split(/\s+/).map((code) => [code, zone] as const)),
);
/** Countries whose phones have area codes of +1. */
const NORTH_AMERICA = ['US', 'CA'];
const LONGEST_PHONE = 60;

/** In which zone a lead lives and from what that is known; null where nothing says it, then the campaign's zone holds. */
export function resolveLeadZone(facts: ZoneFacts): LeadZone | null {
  const typed = typedZone(facts);
  if (typed) return { zone: typed, source: 'typed' };
  const place = facts.location ? findPlaceZone(facts.location) : null;
  if (place?.zone) return { zone: place.zone, source: place.by };
  const phone = facts.phone_number ? zoneOfPhone(facts.phone_number, place?.country ?? null) : null;
  if (phone) return { zone: phone, source: 'phone' };
  const company = facts.company_location ? findPlaceZone(facts.company_location)?.zone : null;
  if (company) return { zone: company, source: 'company_location' };
  const domain = zoneOfHost(facts.company_website_url) ?? zoneOfHost(facts.email);
  return domain ? { zone: domain, source: 'domain' } : null;
}

/** Another version of the tz database stored it, or a hand in the database: it must not keep a whole campaign from being planned. */
const typedZone = ({ time_zone }: ZoneFacts): string | null => (time_zone && isTimeZone(time_zone) ? time_zone : null);

/** The zones whose local time decides whether a call is allowed. */
export interface CallPlace {
  /** Where they seem to be; two where the person and the phone say different things. */
  zones: string[];
  /** They are somewhere in the United States, and nothing says where. */
  is_unknown_us: boolean;
}

/** A phone moves with its owner, and its number may not: where both disagree, a call must suit both. */
export function resolveCallPlace(facts: ZoneFacts): CallPlace {
  const person = facts.location ? findPlaceZone(facts.location) : null;
  const own = typedZone(facts) ?? person?.zone ?? null;
  const phone = facts.phone_number ? zoneOfPhone(facts.phone_number, person?.country ?? null) : null;
  if (own !== null && phone !== null && phone !== own) return { zones: [own, phone], is_unknown_us: false };
  const known = resolveLeadZone(facts)?.zone ?? null;
  if (known !== null) return { zones: [known], is_unknown_us: false };
  return { zones: [], is_unknown_us: person?.country === 'US' || isFreeOfPlace(facts.phone_number) };
}

/** Area codes of +1 without a fixed location. */
const FREE_OF_PLACE = new Set(['800', '833', '844', '855', '866', '877', '888']);

function isFreeOfPlace(phone: string | null): boolean {
  const digits = cutText(phone, LONGEST_PHONE).replace(/\D/g, '');
  return digits.length === 11 && digits.startsWith('1') && FREE_OF_PLACE.has(digits.slice(1, 4));
}

/** @param country ISO code of where the person is, for numbers without a calling code */
export function zoneOfPhone(phone: string, country: string | null): string | null {
  const text = cutText(phone, LONGEST_PHONE).replace(/^\s*00/, '+');
  const digits = text.replace(/\D/g, '');
  const isInternational = text.trim().startsWith('+') || (digits.length === 11 && digits.startsWith('1'));
  if (!isInternational) {
    const isLocal = country !== null && NORTH_AMERICA.includes(country) && digits.length === 10;
    return isLocal ? (areaZones.get(digits.slice(0, 3)) ?? null) : null;
  }
  if (digits.startsWith('1')) return digits.length === 11 ? (areaZones.get(digits.slice(1, 4)) ?? null) : null;
  return zoneOfCallingCode(digits);
}

function zoneOfCallingCode(digits: string): string | null {
  for (const length of [2, 3]) {
    const zone = digits.length > length + 3 ? CALLING_ZONES[digits.slice(0, length)] : undefined;
    if (zone) return zone;
  }
  return null;
}

/** By the country at the end of an address or a website; domains that companies of any country use say nothing. */
function zoneOfHost(address: string | null): string | null {
  if (!address) return null;
  const bare = cutText(address, 300).replace(/^[a-z]+:\/\//i, '');
  const [host = ''] = bare.slice(bare.indexOf('@') + 1).split(/[/:?#]/);
  const end = host.toLowerCase().split('.').at(-1) ?? '';
  if (!host.includes('.') || NOT_OF_A_PLACE.has(end)) return null;
  return COUNTRIES[end === 'uk' ? 'GB' : end.toUpperCase()]?.[0] || null;
}
