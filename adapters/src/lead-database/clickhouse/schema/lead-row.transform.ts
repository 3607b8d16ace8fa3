import { DEPARTMENTS, SENIORITIES } from '@overture/domain/finder/lead-finder';
import { foldWords } from '@overture/domain/finder/lead-words';
import { parseLinkedinProfile } from '@overture/domain/linkedin/linkedin-address';
import type { Lead, LeadCompany, StoredLead } from '../../lead-database.port.ts';
import { parseTerms } from './lead-terms.transform.ts';

/** A person as a row of the incoming table: what filters ask for as terms, and what is shown as two packed texts. */
export type IncomingRow = {
  linkedin_key: string;
  email: string;
  company_key: string;
  terms: string[];
  profile: string;
  facts: string;
};

/** A person as they are read: both packed texts taken apart. */
export type PackedLead = [lead_id: number, profile: PackedProfile, facts: PackedFacts];

/** Places of the addresses and the number in a packed profile, from 1 as the engine counts. */
export const PACKED_PLACES = { phone_number: 8, linkedin_key: 10, email: 11 } as const;

/** Packed texts are JSON lists: the order of these fields is the format on disk, so new ones come last. */
export type PackedProfile = [
  first_name: string,
  last_name: string,
  headline: string,
  job_title: string,
  seniority: string,
  department: string,
  location: string,
  phone_number: string,
  linkedin_profile_url: string,
  linkedin_key: string,
  email: string,
];
export type PackedFacts = [
  name: string,
  domain: string,
  linkedin_url: string,
  website_url: string,
  logo_url: string,
  industry: string,
  sub_industry: string,
  location: string,
  keywords: string,
  employees: string,
  revenue_in_usd: string,
];

export function toIncomingRow(lead: Lead): IncomingRow {
  return {
    linkedin_key: lead.linkedin_key ?? '',
    email: lead.email ?? '',
    company_key: companyKey(lead.company),
    terms: parseTerms(lead),
    profile: JSON.stringify(packProfile(lead)),
    facts: JSON.stringify(packFacts(lead.company)),
  };
}

export function toStoredLead([lead_id, profile, facts]: PackedLead): StoredLead {
  const [first_name, last_name, headline, job_title, seniority, department, location, phone, url, key, email] = profile;
  return {
    id: String(lead_id),
    first_name,
    last_name,
    headline: headline || null,
    job_title: job_title || null,
    seniority: SENIORITIES.find((level) => level === seniority) ?? null,
    department: DEPARTMENTS.find((name) => name === department) ?? null,
    linkedin_key: key || null,
    linkedin_profile_url: url || addressOf(key),
    email: email || null,
    phone_number: phone || null,
    location: location || null,
    company: unpackFacts(facts),
  };
}

/**
 * The identity of a company: the domain, else the LinkedIn address, else the name; empty for none, which no cap limits.
 */
export function companyKey(company: Pick<LeadCompany, 'domain' | 'linkedin_url' | 'name'>): string {
  return company.domain ?? company.linkedin_url ?? foldWords(company.name ?? '').join(' ');
}

function packProfile(lead: Lead): PackedProfile {
  const url = lead.linkedin_profile_url ?? '';
  return [
    lead.first_name,
    lead.last_name,
    lead.headline ?? '',
    lead.job_title ?? '',
    lead.seniority ?? '',
    lead.department ?? '',
    lead.location ?? '',
    lead.phone_number ?? '',
    url === addressOf(lead.linkedin_key ?? '') ? '' : url,
    lead.linkedin_key ?? '',
    lead.email ?? '',
  ];
}

function packFacts(company: LeadCompany): PackedFacts {
  return [
    company.name ?? '',
    company.domain ?? '',
    company.linkedin_url ?? '',
    company.website_url ?? '',
    company.logo_url ?? '',
    company.industry ?? '',
    company.sub_industry ?? '',
    company.location ?? '',
    company.keywords ?? '',
    company.employees === null ? '' : String(company.employees),
    company.revenue_in_usd === null ? '' : String(company.revenue_in_usd),
  ];
}

function unpackFacts(facts: PackedFacts): LeadCompany {
  const [name, domain, linkedin_url, website_url, logo_url, industry, sub, location, keywords, employees, revenue] =
    facts;
  return {
    name: name || null,
    domain: domain || null,
    linkedin_url: linkedin_url || null,
    website_url: website_url || null,
    logo_url: logo_url || null,
    industry: industry || null,
    sub_industry: sub || null,
    location: location || null,
    keywords: keywords || null,
    employees: employees === '' ? null : Number(employees),
    revenue_in_usd: revenue === '' ? null : Number(revenue),
  };
}

/** Most keys are plain letters: what follows from them need not be worked out. */
const PLAIN_KEY = /^in\/[a-z0-9_-]{1,100}$/;

/** The address that follows from the key, which therefore need not be kept. */
function addressOf(linkedinKey: string): string | null {
  if (PLAIN_KEY.test(linkedinKey)) return `https://www.linkedin.com/${linkedinKey}`;
  return linkedinKey === '' ? null : (parseLinkedinProfile(`linkedin.com/${linkedinKey}`)?.url ?? null);
}
