import {
  bandOf,
  COMPANY_SIZE_BANDS,
  COMPANY_SIZES,
  type ContactKind,
  keywordText,
  locationKeys,
  REVENUE_BANDS,
  REVENUE_RANGES,
  tagKey,
} from '@overture/domain/finder/lead-finder';
import { foldWords } from '@overture/domain/finder/lead-words';
import type { Lead } from '../../lead-database.port.ts';

/** Everybody who was ever loaded, and those whose row was replaced by a newer one. */
export const EVERYBODY = '*';
export const REPLACED = '-';
/** Those whose company domain and contact data are terms: not all who were loaded by an earlier release. */
export const REACHABLE = '+';

/**
 * The terms of the index: a kind and a value. Words of the title are stored once, under their own kind: keyword
 * searches use both kinds.
 */
export const termOf = {
  seniority: (level: string): string => `s:${level}`,
  department: (name: string): string => `d:${name}`,
  /** Bands count from 1 in the order of the dialog. */
  company_size: (label: string): string => `z:${bandNumber(COMPANY_SIZES, label)}`,
  revenue: (label: string): string => `r:${bandNumber(REVENUE_RANGES, label)}`,
  /** @param key of `locationKeys` */
  place: (key: string): string => `l:${key}`,
  industry: (industry: string): string => `i:${tagKey(industry)}`,
  sub_industry: (industry: string, sub: string): string => `i:${tagKey(industry)}|${tagKey(sub)}`,
  title_word: (word: string): string => `t:${word}`,
  other_word: (word: string): string => `k:${word}`,
  company_domain: (domain: string): string => `c:${domain}`,
  contact: (kind: ContactKind): string => `h:${kind}`,
} as const;

/** All terms of a person, each once. */
export function parseTerms(lead: Lead): string[] {
  const { company } = lead;
  const size = bandOf(COMPANY_SIZE_BANDS, company.employees);
  const revenue = bandOf(REVENUE_BANDS, company.revenue_in_usd);
  const titleWords = new Set(foldWords(lead.job_title ?? ''));
  const otherWords = new Set(foldWords(keywordText(lead)).filter((word) => !titleWords.has(word)));
  return [
    ...(lead.seniority === null ? [] : [termOf.seniority(lead.seniority)]),
    ...(lead.department === null ? [] : [termOf.department(lead.department)]),
    ...(size === null ? [] : [termOf.company_size(size)]),
    ...(revenue === null ? [] : [termOf.revenue(revenue)]),
    ...locationKeys(lead.location ?? '').map(termOf.place),
    ...industryTerms(company.industry, company.sub_industry),
    ...[...titleWords].map(termOf.title_word),
    ...[...otherWords].map(termOf.other_word),
    ...(company.domain === null ? [] : [termOf.company_domain(company.domain)]),
    ...(lead.email === null ? [] : [termOf.contact('email')]),
    ...(lead.phone_number === null ? [] : [termOf.contact('phone')]),
  ];
}

/** None for an unknown industry. */
export function industryTerms(industry: string | null, sub: string | null): string[] {
  return industry === null ? [] : [termOf.industry(industry), termOf.sub_industry(industry, sub ?? '')];
}

function bandNumber(labels: readonly string[], label: string): number {
  return labels.indexOf(label) + 1;
}
