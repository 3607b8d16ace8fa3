import { expect, test } from 'vitest';
import { emptyLeadFinderFilters, type FinderFacts, type LeadFinderFilters } from './lead-finder.ts';
import { explainMatch } from './match-reasons.ts';

const lead: FinderFacts = {
  job_title: 'Head of Maintenance',
  headline: 'Keeps machines running',
  seniority: 'Director-Level',
  department: 'Operations',
  location: 'Gernsbach, Baden-Württemberg, Germany',
  email: 'eva@mill.example',
  phone_number: null,
  company: {
    name: 'Mill AG',
    domain: 'mill.example',
    industry: 'Manufacturing',
    sub_industry: 'Paper and Forest Product Manufacturing',
    keywords: 'cardboard, specialty paper',
    employees: 1240,
    revenue_in_usd: 80_000_000,
  },
};
const explain = (filters: Partial<LeadFinderFilters>) =>
  explainMatch({ ...emptyLeadFinderFilters(), ...filters }, lead);

test('each filter that is set names the value of the lead', () => {
  expect(
    explain({
      job_title: { must: [], can: ['head of maintenance'], doesnt: ['intern'] },
      prospect_location: [{ name: 'Germany' }],
      industry: [{ industry: 'Manufacturing', sub_industry: null }],
      company_size: ['1K - 10K'],
      revenue: ['$50 - 100M'],
      company_domain: { in: ['jobs.mill.example'], not_in: ['other.example'] },
      contact: ['email'],
      keywords: { must: ['specialty paper'], can: ['mill', 'steel'], doesnt: [] },
    }),
  ).toEqual([
    { filter: 'job_title', value: 'Head of Maintenance' },
    { filter: 'prospect_location', value: 'Gernsbach, Baden-Württemberg, Germany' },
    { filter: 'industry', value: 'Paper and Forest Product Manufacturing' },
    { filter: 'company_size', value: '1,240 (1K - 10K)' },
    { filter: 'revenue', value: '$50 - 100M' },
    { filter: 'company_domain', value: 'mill.example' },
    { filter: 'contact', value: 'email' },
    { filter: 'keywords', value: 'specialty paper · Mill AG' },
  ]);
});

test('empty filters and excluded values are no reason', () => {
  expect(explain({})).toEqual([]);
  expect(explain({ job_title: { must: [], can: [], doesnt: ['intern'] } })).toEqual([]);
  expect(explain({ company_domain: { in: [], not_in: ['other.example'] } })).toEqual([]);
});
