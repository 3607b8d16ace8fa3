import type { StoredLead } from '@overture/adapters/lead-database/lead-database.port';
import type { FinderLead } from '@overture/contract/lead-finder';
import { bandOf, locationKeys, REVENUE_BANDS } from '@overture/domain/finder/lead-finder';
import { foldWords } from '@overture/domain/finder/lead-words';
import type { IncomingField } from '@overture/domain/leads/incoming-fields';
import { shapeLead } from '@overture/domain/leads/lead-fields';
import { FINDER_LIMITS, TRIAL } from '@overture/domain/limits';
import { cutText } from '@overture/domain/text/text-bounds';
import type { EmailedPerson } from '../lead-merging/index.ts';

/** A place or a job title as it is offered, with what it is found by. */
export type SearchableName = { name: string; own_words: string; all_words: string };

/** @param place its first part is its own name ('Amsterdam' of 'Amsterdam, North Holland, Netherlands') */
export function makeSearchable(place: { name: string }): SearchableName {
  const own = place.name.split(',', 1)[0] ?? '';
  return { name: place.name, own_words: foldWords(own).join(' '), all_words: foldWords(place.name).join(' ') };
}

/**
 * Names for a text of more than one character: first those that begin with it, then those of which a later word does, each
 * in the given order. Case, accents and punctuation do not matter.
 * @param names the most populous or frequent first
 */
export function searchNames(names: readonly SearchableName[], text: string, limit: number): string[] {
  const wanted = foldWords(text).join(' ');
  if (wanted.length < 2) return [];
  const first: string[] = [];
  const second: string[] = [];
  for (const { name, all_words, own_words } of names) {
    if (all_words.startsWith(wanted)) first.push(name);
    else if (second.length < limit && own_words.includes(` ${wanted}`)) second.push(name);
    if (first.length === limit) break;
  }
  return [...first, ...second].slice(0, limit);
}

const CANDIDATES = 50;

/** The most populous place of this name: 'Munich', 'Munich, Germany' and 'USA' are found, a part of a name is not. */
export function findPlace(places: readonly SearchableName[], name: string): string | undefined {
  const key = locationKeys(cutText(name, FINDER_LIMITS.max_location_length))[0];
  if (key === undefined) return undefined;
  const [own = ''] = key.split('|');
  return searchNames(places, own, CANDIDATES).find((place) => {
    const [first] = place.split(',', 1);
    return locationKeys(place).includes(key) || foldWords(first ?? '').join(' ') === key;
  });
}

/** What of a lead becomes a person of the organization: employees as a number's text, revenue as its band. */
function toPerson(lead: StoredLead) {
  const { company } = lead;
  return {
    first_name: lead.first_name,
    last_name: lead.last_name,
    linkedin_profile_url: lead.linkedin_profile_url,
    linkedin_key: lead.linkedin_key,
    email: lead.email,
    headline: lead.headline,
    job_title: lead.job_title,
    industry: company.sub_industry ?? company.industry,
    location: lead.location,
    company_name: company.name,
    company_website_url: company.website_url ?? company.domain,
    company_linkedin_url: company.linkedin_url,
    company_location: company.location,
    company_amount_of_employees: company.employees === null ? null : String(company.employees),
    phone_number: lead.phone_number,
    company_logo_url: company.logo_url,
    company_revenue: bandOf(REVENUE_BANDS, company.revenue_in_usd),
  } satisfies Partial<Record<IncomingField, string | null>>;
}

/** A lead as the dialog shows it: as it will be in the list, without its email and phone number. */
export function presentFinderLead(lead: StoredLead, isInList: boolean): FinderLead {
  const known = toPerson(lead);
  const { company, email: _, phone_number: __, ...person } = shapeLead(known);
  return {
    ...person,
    id: lead.id,
    is_in_list: isInList,
    profile_picture_url: null,
    company: { ...company, logo_url: known.company_logo_url, industry: known.industry },
  };
}

/** Leads identified by their LinkedIn address, as values of `fields`. */
export function addressedPeople(leads: readonly StoredLead[], fields: readonly IncomingField[]): (string | null)[][] {
  return leads.flatMap((lead) => {
    if (lead.linkedin_key === null) return [];
    const person: Partial<Record<IncomingField, string | null>> = toPerson(lead);
    return [fields.map((field) => person[field] ?? null)];
  });
}

/** Leads identified only by their email. */
export function emailedPeople(leads: readonly StoredLead[]): EmailedPerson[] {
  return leads.flatMap((lead) => {
    if (lead.linkedin_key !== null || lead.email === null) return [];
    const { linkedin_key, linkedin_profile_url, ...person } = toPerson(lead);
    return [{ ...person, email: lead.email }];
  });
}

/** Leads the finder added in all months and in this one (UTC), and whether the organization pays. */
export type FinderUsage = { added_ever: number; added_this_month: number; active_subscription: boolean };

const countTrialLeft = ({ active_subscription, added_ever }: FinderUsage): number =>
  active_subscription ? Number.POSITIVE_INFINITY : TRIAL.searches - added_ever;

/** Leads that may still be added: within the trial's 500, and within the month's limit (decision 0015). */
export const countLeft = (usage: FinderUsage): number =>
  Math.max(0, Math.min(countTrialLeft(usage), FINDER_LIMITS.monthly_leads - usage.added_this_month));

export const isTrialUsedUp = (usage: FinderUsage): boolean => countTrialLeft(usage) <= 0;
