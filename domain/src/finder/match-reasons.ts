import {
  bandOf,
  COMPANY_SIZE_BANDS,
  type FinderFacts,
  type LeadFinderFilters,
  REVENUE_BANDS,
  type TagFilter,
} from './lead-finder.ts';
import { foldWords, matchesWords, parseWordPattern } from './lead-words.ts';

/** Filters that a value of a lead answers; excluded values leave no trace in a lead that was found. */
export const REASON_FILTERS = [
  'job_title',
  'seniority',
  'department',
  'prospect_location',
  'industry',
  'company_size',
  'revenue',
  'company_domain',
  'contact',
  'keywords',
] as const satisfies readonly (keyof LeadFinderFilters)[];

/** Why a lead was found: a filter that was set, and the lead's own value. */
export type MatchReason = { filter: (typeof REASON_FILTERS)[number]; value: string };

/** Tags named for one lead; all of them are in the filter already. */
const NAMED_TAGS = 5;

/** One reason for each filter that asks for something, in the order of the finder. Of a lead that passes the filters. */
export function explainMatch(filters: LeadFinderFilters, lead: FinderFacts): MatchReason[] {
  const values = valuesOf(filters, lead);
  return REASON_FILTERS.flatMap((filter) => {
    const value = asksFor(filters[filter]) ? values[filter] : null;
    return value === null || value === '' ? [] : [{ filter, value }];
  });
}

function valuesOf(filters: LeadFinderFilters, lead: FinderFacts): Record<MatchReason['filter'], string | null> {
  const { company } = lead;
  return {
    job_title: lead.job_title,
    seniority: lead.seniority,
    department: lead.department,
    prospect_location: lead.location,
    industry: company.sub_industry ?? company.industry,
    company_size: sayEmployees(company.employees),
    revenue: bandOf(REVENUE_BANDS, company.revenue_in_usd),
    company_domain: company.domain,
    contact: filters.contact.join(', '),
    keywords: sayKeywords(filters.keywords, lead),
  };
}

/** Whether something is wanted: values that are only excluded are no reason. */
function asksFor(filter: LeadFinderFilters[MatchReason['filter']]): boolean {
  if (Array.isArray(filter)) return filter.length > 0;
  return 'in' in filter ? filter.in.length > 0 : filter.must.length + filter.can.length > 0;
}

const sayEmployees = (employees: number | null): string | null =>
  employees === null ? null : `${employees.toLocaleString('en')} (${bandOf(COMPANY_SIZE_BANDS, employees)})`;

/** The tags that were found, each with the first text of the lead that has all of its words. */
function sayKeywords({ must, can }: TagFilter, { job_title, headline, company }: FinderFacts): string {
  const texts = [job_title, headline, company.name, company.sub_industry, company.industry, company.keywords];
  const found = [...must, ...can].flatMap((tag) => {
    const pattern = parseWordPattern(tag) ?? [];
    const text = texts.find((one) => one !== null && matchesWords(pattern, new Set(foldWords(one))));
    return text === undefined || text === null ? [] : [text === company.keywords ? tag : text];
  });
  return [...new Set(found)].slice(0, NAMED_TAGS).join(' · ');
}
