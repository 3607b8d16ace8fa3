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

/** A step's result. `refused`: it found something that must not be used. */
export type StepResult =
  | {
      outcome: 'found';
      value: string;
      /** 0 to 100. */
      confidence: number;
      detail: string;
      /** Known to the organization already: it is not charged. */
      is_free?: boolean;
      /** A page that says so. */
      source?: { source: string; title: string };
    }
  | { outcome: 'not_found' | 'uncertain' | 'refused' | 'skipped'; detail: string }
  /** `retry_at`: when to try again; null if waiting does not help. */
  | { outcome: 'failed'; detail: string; retry_at: Date | null };

export interface LookupStep {
  label: string;
  take(): Promise<StepResult>;
}

/** Minimum confidence of a provider's result; below it the look-up continues, and nothing is charged. */
export const PROVIDER_ACCEPT_CONFIDENCE = 60;

/** How long a provider's result is cached. People change jobs, and a miss may be a hit next month. */
export const MEMORY_IN_DAYS = { found: 90, not_found: 30 } as const;

/** Results of DNS and mail servers for a domain. */
export const DOMAIN_MEMORY_IN_DAYS = 7;

/** Colleagues an address pattern is learnt from, the newest. */
export const MOST_COLLEAGUES = 200;

/** Guesses checked with a mail server, per person. */
export const MOST_PROBES = 4;

/** Confidence lost when the domain's mail exchangers could not be resolved. */
export const UNCHECKED_DOMAIN_PENALTY = 10;

/** An address its mail server knows, while it refuses invented ones. */
export const PROBED_CONFIDENCE = 95;

/** A website told by the domain of the lead's own address at work. */
export const WEBSITE_FROM_EMAIL_CONFIDENCE = 85;

/** The domain of a lead's company; null when neither website nor address shows it. */
export function findCompanyDomain(prospect: Prospect): string | null {
  return companyDomain(prospect.company.website_url) ?? companyDomainOfEmail(prospect.email);
}

/** A name of the lead or its company with encoding errors or HTML codes, cut for a sentence; null when all are usable. */
export function findUnusableName(named: Partial<Prospect>): string | null {
  const { first_name, last_name, company } = named;
  const isUnusable = (name: string, isPerson: boolean): boolean =>
    findEncodingDamage(name, isPerson) !== null || decodeEntities(name) !== name;
  const person = [first_name, last_name].find((name) => name && isUnusable(name, true));
  const unusable = person ?? (company?.name && isUnusable(company.name, false) ? company.name : null);
  return unusable ? shorten(unusable) : null;
}

/** The question as one line: another name or company is another question. */
export function toQuestion(lookup: ContactLookup, prospect: Prospect): string {
  const { first_name, last_name, linkedin_profile_url, company } = prospect;
  const asked = [first_name, last_name, linkedin_profile_url, company.name, findCompanyDomain(prospect)];
  return JSON.stringify([lookup, ...asked.map((part) => (part ?? '').trim().toLowerCase())]);
}

/** Whole days before an instant. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * 86_400_000);
}
