import type { IndustryFilter, LeadFinderFilters, TagFilter } from '@overture/domain/finder/lead-finder';
import { formatNumber } from '../../../lib/format.ts';
import { finderOptionLabel } from '../../../lib/labels/lead/finder-option.ts';
import { t as finder } from '../texts.ts';
import { t } from './texts.ts';

/** Filters in words, each value once, for a line below the name of a search. */
export function describeFilters(filters: LeadFinderFilters): string[] {
  const { job_title, keywords, company_domain } = filters;
  return [
    ...tagWords(job_title),
    ...[...filters.seniority, ...filters.department].map((option) => finderOptionLabel(option)),
    ...filters.prospect_location.map(({ name }) => name),
    ...filters.excluded_location.map(({ name }) => t('without', { value: name })),
    ...filters.industry.map(industryName),
    ...filters.excluded_industry.map((industry) => t('without', { value: industryName(industry) })),
    ...filters.company_size,
    ...filters.revenue,
    ...domainWords('more_domains', company_domain.in),
    ...domainWords('not_domains', company_domain.not_in),
    ...filters.contact.map((kind) => finder(`contact_${kind}`)),
    ...tagWords(keywords),
  ];
}

const industryName = ({ industry, sub_industry }: IndustryFilter): string => sub_industry ?? industry;

const tagWords = ({ must, can, doesnt }: TagFilter): string[] => [
  ...must,
  ...can,
  ...doesnt.map((value) => t('without', { value })),
];

const domainWords = (text: 'more_domains' | 'not_domains', domains: readonly string[]): string[] =>
  domains.length === 0 ? [] : [t(text, { count: domains.length, shown: formatNumber(domains.length) })];
