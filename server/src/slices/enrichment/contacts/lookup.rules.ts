import type { Prospect } from '@overture/contract/prospects';
import { companyDomain, companyDomainOfEmail } from '@overture/domain/leads/company-website';
import { shorten } from '@overture/domain/message/template/problems';
import type { ContactLookup } from '@overture/domain/money/credits';
import { findEncodingDamage } from '@overture/domain/text/encoding-damage';
import { decodeEntities } from '@overture/domain/text/entities';

/** How a step of the waterfall ended, as the cell's flyout shows it. */
const STEP_OUTCOMES = ['found', 'not_found', 'uncertain', 'refused', 'skipped', 'failed'] as const;
type StepOutcome = (typeof STEP_OUTCOMES)[number];

export interface TakenStep {
  label: string;
  outcome: StepOutcome;
  detail: string;
}

/** What a step came to. `refused`: something was found that must not be used. */
export type StepResult =
  | {
      outcome: 'found';
      value: string;
      /** 0 to 100. */
      confidence: number;
      detail: string;
      /** Known to the organisation already: it is not charged. */
      is_free?: boolean;
      /** A page that says so. */
      source?: { source: string; title: string };
    }
  | { outcome: 'not_found' | 'uncertain' | 'refused' | 'skipped'; detail: string }
  /** `retry_at`: when it may be asked again; null where waiting does not help. */
  | { outcome: 'failed'; detail: string; retry_at: Date | null };

export interface LookupStep {
  label: string;
  take(): Promise<StepResult>;
}

/** A provider's answer counts from this confidence on; below it the look-up goes on, and nothing is charged. */
export const PROVIDER_ACCEPT_CONFIDENCE = 60;

/** How long what a provider said is taken for true. People change jobs; and a miss may be a hit next month. */
export const MEMORY_IN_DAYS = { found: 90, not_found: 30 } as const;

/** What DNS and mail servers say about a domain. */
export const DOMAIN_MEMORY_IN_DAYS = 7;

/** Colleagues an address pattern is learnt from, the newest. */
export const MOST_COLLEAGUES = 200;

/** Guesses that a mail server is asked about, for one person. */
export const MOST_PROBES = 4;

/** Off a guess about a domain whose mail exchangers nobody could name just now. */
export const UNCHECKED_DOMAIN_PENALTY = 10;

/** An address its mail server knows, while it refuses invented ones. */
export const PROBED_CONFIDENCE = 95;

/** A website told by the domain of the lead's own address at work. */
export const WEBSITE_FROM_EMAIL_CONFIDENCE = 85;

/** The domain of the company a lead works at; null where neither the website nor an address tells. */
export function domainOf(prospect: Prospect): string | null {
  return companyDomain(prospect.company.website_url) ?? companyDomainOfEmail(prospect.email);
}

/** A name of the lead or its company that an encoding broke or that holds codes of HTML, cut for a sentence; null where all can be asked with. */
export function findUnusableName(named: Partial<Prospect>): string | null {
  const { first_name, last_name, company } = named;
  const isUnusable = (name: string, isPerson: boolean): boolean =>
    findEncodingDamage(name, isPerson) !== null || decodeEntities(name) !== name;
  const person = [first_name, last_name].find((name) => name && isUnusable(name, true));
  const unusable = person ?? (company?.name && isUnusable(company.name, false) ? company.name : null);
  return unusable ? shorten(unusable) : null;
}

/** What is asked, in one line: another name or company is another question. */
export function questionOf(lookup: ContactLookup, prospect: Prospect): string {
  const { first_name, last_name, linkedin_profile_url, company } = prospect;
  const asked = [first_name, last_name, linkedin_profile_url, company.name, domainOf(prospect)];
  return JSON.stringify([lookup, ...asked.map((part) => (part ?? '').trim().toLowerCase())]);
}

/** Whole days before an instant. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * 86_400_000);
}
