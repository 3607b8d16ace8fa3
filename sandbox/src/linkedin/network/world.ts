import { createHash } from 'node:crypto';
import { SAMPLE_LEADS, SAMPLE_WORDS, sampleLead } from '@overture/domain/leads/sample-leads';
import { companyOf, roll } from '../../web/company.ts';

/** A member of the simulated network: the same facts for the same number, in every list and on every page. */
export type Member = {
  number: number;
  public_identifier: string;
  first_name: string;
  last_name: string;
  headline: string;
  title: string;
  location: string;
  industry: string;
  company: string;
  company_domain: string;
  /** Behaves as this address does in the mail sandbox. */
  email: string;
};

export const WORLD_SIZE = 5000;

const FIRST_NAMES = [
  ...SAMPLE_WORDS.first_names,
  ...'Amir Chloé Diego Elif Farah Giulia Hassan Inès Jonas Katya Luis Mei Nadia Omar Priya Quinn'.split(' '),
];
const LAST_NAMES = [
  ...SAMPLE_WORDS.last_names,
  ...'Okafor|Rossi|Martin|Schmidt|Novak|Silva|Andersen|Kowalski|Haddad|Tanaka|Murphy|García|Dubois|Nowak|Larsen|Keller'.split(
    '|',
  ),
];
const TITLES = [
  ...SAMPLE_WORDS.titles,
  'Sales Director',
  'VP Sales',
  'Chief Technology Officer',
  'Product Manager',
  'HR Manager',
  'Operations Manager',
];
const COMPANIES = SAMPLE_WORDS.companies;
const CITIES = [...SAMPLE_WORDS.cities, 'Berlin', 'Antwerp'];

const at = <T>(values: readonly T[], index: number): T => values[index % values.length] as T;
export const slugOf = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replace(/[^a-z0-9]+/g, '-');

let members: Member[] | null = null;
let byIdentifier: Map<string, Member> | null = null;
const strangers = new Map<number, Member>();

/** Everybody, in order of number. */
export function allMembers(): Member[] {
  members ??= Array.from({ length: WORLD_SIZE }, (_, number) => describeMember(number));
  return members;
}

/** A member of the world, or a generated stranger: every requested name exists, except `nobody…` and `…404`. */
export function findMember(public_identifier: string): Member | undefined {
  byIdentifier ??= new Map(allMembers().map((member) => [member.public_identifier, member]));
  const identifier = public_identifier.toLowerCase();
  const known = byIdentifier.get(identifier);
  if (known !== undefined) return known;
  if (
    !/^[\p{L}\p{N}][\p{L}\p{N}-]{2,99}$/u.test(identifier) ||
    identifier.startsWith('nobody') ||
    identifier.endsWith('404')
  )
    return undefined;
  const stranger = describeStranger(identifier);
  byIdentifier.set(identifier, stranger);
  strangers.set(stranger.number, stranger);
  return stranger;
}

/** By number; a stranger's is known after the first request by name. */
export const memberAt = (number: number): Member | undefined => allMembers()[number] ?? strangers.get(number);

export const isStranger = (member: Member): boolean => member.number >= WORLD_SIZE;

/** Named as the address of the profile says; the rest is that of some member, always the same one. */
function describeStranger(public_identifier: string): Member {
  const template = at(allMembers(), roll(`stranger ${public_identifier}`, WORLD_SIZE));
  const words = public_identifier.split('-').filter((word) => !/^\d+$|\d{3}/.test(word));
  const [first = 'Someone', ...rest] = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  const last_name = rest.join(' ') || template.last_name;
  const number = WORLD_SIZE + (createHash('sha256').update(public_identifier).digest().readUInt32BE() >>> 1);
  const email = `${slugOf(first) || 'x'}.${slugOf(last_name) || 'x'}@${template.company_domain}`;
  return { ...template, number, public_identifier, first_name: first, last_name, email };
}

/** The first are the sample leads of a new installation, the others drawn by their number. */
function describeMember(number: number): Member {
  const { first_name, last_name, title, company, city, industry } =
    number < SAMPLE_LEADS ? sampleLead(number) : drawMember(number);
  const company_domain = `${slugOf(company)}.example`;
  return {
    number,
    public_identifier: `${slugOf(first_name)}-${slugOf(last_name)}-${number}`,
    first_name,
    last_name,
    title,
    company,
    company_domain,
    headline: `${title} at ${company}`,
    location: city,
    industry,
    email: `${slugOf(first_name)}.${slugOf(last_name)}@${company_domain}`,
  };
}

function drawMember(number: number): ReturnType<typeof sampleLead> {
  const company = at(COMPANIES, roll(`company ${number}`, 1000));
  return {
    first_name: at(FIRST_NAMES, roll(`first ${number}`, FIRST_NAMES.length)),
    last_name: at(LAST_NAMES, roll(`last ${number}`, 1000)),
    title: at(TITLES, roll(`title ${number}`, 1000)),
    company,
    industry: at(SAMPLE_WORDS.industries, roll(`industry ${company}`, 1000)),
    city: at(CITIES, roll(`city ${number}`, 1000)),
  };
}

export type Business = {
  id: string;
  name: string;
  public_identifier: string;
  domain: string;
  facts: ReturnType<typeof companyOf>;
};

const COMPANY_BASE = 70_000;

export function businessOf(name: string): Business {
  const domain = `${slugOf(name)}.example`;
  const index = COMPANIES.indexOf(name);
  const id = String(index < 0 ? COMPANY_BASE * 100 + roll(domain, 1_000_000) : COMPANY_BASE + index);
  return { id, name, public_identifier: slugOf(name), domain, facts: companyOf(domain) };
}

/** By number, name in the address, or URN. Any name is a company; a number must be that of a known one. */
export function findBusiness(identifier: string): Business | undefined {
  const id = identifier.replace(/^urn:li:\w+:/, '');
  if (/^\d+$/.test(id)) {
    const name = COMPANIES[Number(id) - COMPANY_BASE];
    return name === undefined ? undefined : businessOf(name);
  }
  const known = COMPANIES.find((name) => slugOf(name) === id.toLowerCase());
  return known === undefined
    ? /^[a-z0-9-]{2,100}$/i.test(id)
      ? businessOf(titleOf(id))
      : undefined
    : businessOf(known);
}

const titleOf = (id: string): string =>
  id
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');

/** LinkedIn's ids differ per viewer (and per product): the number is hidden in it, and only that viewer's reads it back. */
export function idFor(viewer: string, member: Member, product: 'classic' | 'paid' = 'classic'): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE((member.number ^ maskOf(viewer)) >>> 0);
  const tail = createHash('sha256').update(`${viewer} ${member.number}`).digest().subarray(0, 20);
  return `${product === 'classic' ? 'ACoAA' : 'ACwAA'}${Buffer.concat([bytes, tail]).toString('base64url')}`;
}

export function memberOfId(viewer: string, id: string): Member | undefined {
  if (!/^AC[ow]AA/.test(id)) return undefined;
  const bytes = Buffer.from(id.slice(5), 'base64url');
  if (bytes.length !== 24) return undefined;
  const member = memberAt((bytes.readUInt32BE() ^ maskOf(viewer)) >>> 0);
  const product = id.startsWith('ACo') ? 'classic' : 'paid';
  return member && idFor(viewer, member, product) === id ? member : undefined;
}

const maskOf = (viewer: string): number => createHash('sha256').update(viewer).digest().readUInt32BE(4);
