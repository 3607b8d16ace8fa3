import { TRIAL } from '../limits.ts';
import { PLAN_INCLUDES } from './pricing.ts';

export const CONTACT_LOOKUPS = ['FIND_EMAIL', 'FIND_PHONE', 'FIND_WEBSITE'] as const;
export type ContactLookup = (typeof CONTACT_LOOKUPS)[number];

/** Credits for one lead. */
export const CONTACT_LOOKUP_COSTS: Record<ContactLookup, number> = { FIND_EMAIL: 3, FIND_PHONE: 30, FIND_WEBSITE: 1 };

/** The lead field that a look-up fills. */
export const LOOKUP_FIELDS: Record<ContactLookup, 'email' | 'phone_number' | 'company_website_url'> = {
  FIND_EMAIL: 'email',
  FIND_PHONE: 'phone_number',
  FIND_WEBSITE: 'company_website_url',
};

/** The sum of several costs. */
export const sumCredits = (costs: readonly { credits: number }[]): number =>
  costs.reduce((sum, { credits }) => sum + credits, 0);

/** Most that a cap of a month can be. */
export const CREDIT_CAP_MAX = 10_000_000;

/** What credits are used for, as the history names it. */
export const CREDIT_USES = ['email', 'phone', 'website', 'research', 'snippets', 'replies', 'sequences'] as const;
export type CreditUse = (typeof CREDIT_USES)[number];

export const CREDIT_USE_LABELS: Record<CreditUse, string> = {
  email: 'Email addresses',
  phone: 'Phone numbers',
  website: 'Websites',
  research: 'AI research',
  snippets: 'AI snippets',
  replies: 'AI replies',
  sequences: 'AI sequences',
};

/** Credits for one reply drafted in the inbox, a shorter or other version of it included. */
export const REPLY_CREDITS = 1;

/** Credits for one message of a sequence, written for the first time or again. */
export const SEQUENCE_MESSAGE_CREDITS = 1;

/** What results of leads cost credits for. */
export const RESULT_USES = ['email', 'phone', 'website', 'research'] as const satisfies readonly CreditUse[];
export type ResultUse = (typeof RESULT_USES)[number];

const USE_OF_LOOKUP: Record<ContactLookup, ResultUse> = {
  FIND_EMAIL: 'email',
  FIND_PHONE: 'phone',
  FIND_WEBSITE: 'website',
};

/** What a cell uses credits for: a contact look-up (null for research). */
export function getCreditUse(lookup: ContactLookup | null): ResultUse {
  return lookup === null ? 'research' : USE_OF_LOOKUP[lookup];
}

export const RESEARCH_SOURCES = [
  'GOOGLE_SEARCH',
  'COMPANY_WEBSITE',
  'LINKEDIN_JOBS',
  'GOOGLE_NEWS',
  'BUILT_WITH',
] as const;
export type ResearchSource = (typeof RESEARCH_SOURCES)[number];

/** Credits for one source and lead. */
export const RESEARCH_SOURCE_COSTS: Record<ResearchSource, number> = {
  GOOGLE_SEARCH: 1,
  COMPANY_WEBSITE: 1,
  LINKEDIN_JOBS: 1,
  GOOGLE_NEWS: 1,
  BUILT_WITH: 2,
};

export const RESEARCH_SOURCE_LABELS: Record<ResearchSource, string> = {
  GOOGLE_SEARCH: 'Google search',
  COMPANY_WEBSITE: 'Company website',
  LINKEDIN_JOBS: 'LinkedIn jobs',
  GOOGLE_NEWS: 'Google news',
  BUILT_WITH: 'Technology stack',
};

/** Run sizes offered below the unenriched count; 0 means 'Save and don't run'. */
export const RESEARCH_RUN_AMOUNTS = [200, 100, 50, 25, 10] as const;
/** Rows that a new column is tried on with one click, before the rest. */
export const RESEARCH_TRIAL_ROWS = 50;

/** Credits of one research task for a number of leads; a source named twice costs once. */
export function costResearch(sources: readonly ResearchSource[], leads: number): number {
  const perLead = [...new Set(sources)].reduce((sum, source) => sum + RESEARCH_SOURCE_COSTS[source], 0);
  return perLead * Math.max(0, leads);
}

export function costContactLookup(lookup: ContactLookup, leads: number): number {
  return CONTACT_LOOKUP_COSTS[lookup] * Math.max(0, leads);
}

/** Credits the sidebar shows the balance out of. */
export function creditAllowance(organization: { is_in_trial: boolean }): number {
  return organization.is_in_trial ? TRIAL.credits : PLAN_INCLUDES.credits_per_month;
}

/** Share of the credit ring that is filled, 0 to 1; full at 750. */
export function creditGaugeShare(credits: number): number {
  return Math.min(1, Math.max(0, credits) / PLAN_INCLUDES.credits_per_month);
}

/** Width of the trial bar in percent: days remaining over 14, never under 5. */
export function trialProgressPercent(daysRemaining: number): number {
  const percent = (Math.min(TRIAL.days, Math.max(0, daysRemaining)) / TRIAL.days) * 100;
  return Math.max(TRIAL.progress_min_percent, percent);
}
