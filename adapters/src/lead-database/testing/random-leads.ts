import {
  COMPANY_SIZES,
  CONTACT_KINDS,
  DEPARTMENTS,
  emptyLeadFinderFilters,
  type LeadFinderFilters,
  REVENUE_RANGES,
  SENIORITIES,
  type TagFilter,
} from '@overture/domain/finder/lead-finder';
import fc from 'fast-check';
import type { Lead } from '../lead-database.port.ts';

/** Few words and places, which gives random filters matches; and texts that have broken such searches before. */
const WORDS =
  'VP|Vice President|Sales|Head of Sales|Marketing|Director|Dir.|CEO|Chief Executive Officer|Engineer|C++|R&D|Müller|straße|Łódź|データ|SaaS|Software as a Service'
    .split('|')
    .concat([
      "O'Brien",
      "'; DROP TABLE leads; --",
      "x') OR 1=1 --",
      '{p0:String}',
      '\\',
      '\t',
      '%',
      '_',
      '🚀 growth',
      '½ time',
    ]);
const PLACES = [
  'Amsterdam, North Holland, Netherlands',
  'Haarlem, North Holland, Netherlands',
  'North Holland, Netherlands',
  'Netherlands',
  'Paris, Île-de-France, France',
  'Paris, Texas, United States',
  'United States',
  'Singapore',
];
const INDUSTRIES = [
  ['Construction', 'Civil Engineering'],
  ['Construction', 'Building Construction'],
  ['Education', 'Civil Engineering'],
  ['Education', null],
] as const;

const text = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null, freq: 5 });
const numberUpTo = (most: number) =>
  fc.oneof(fc.nat({ max: most }), fc.constantFrom(0, 24, 25, 99, 100, 999, 1000, 1_000_000));

/** A lead; `place` makes its addresses its own. */
export const leadArbitrary: fc.Arbitrary<(place: number) => Lead> = fc
  .record({
    headline: maybe(text),
    job_title: maybe(text),
    seniority: maybe(fc.constantFrom(...SENIORITIES)),
    department: maybe(fc.constantFrom(...DEPARTMENTS)),
    location: maybe(fc.constantFrom(...PLACES)),
    name: maybe(text),
    industry: maybe(fc.constantFrom(...INDUSTRIES)),
    keywords: maybe(text),
    employees: maybe(numberUpTo(150_000)),
    revenue: maybe(numberUpTo(2_000_000_000)),
    company: fc.nat({ max: 60 }),
  })
  .map((made) => (place: number) => ({
    first_name: `Anna ${place}`,
    last_name: 'O\'Brien \\ \t "x"',
    headline: made.headline,
    job_title: made.job_title,
    seniority: made.seniority,
    department: made.department,
    linkedin_key: `in/anna-${place}`,
    linkedin_profile_url: `https://www.linkedin.com/in/anna-${place}`,
    email: place % 3 === 0 ? null : `anna${place}@company.example`,
    phone_number: place % 4 === 0 ? `+4930${place}` : null,
    location: made.location,
    company: {
      name: made.name,
      domain: made.company === 0 ? null : `company${made.company}.example`,
      linkedin_url: null,
      website_url: null,
      logo_url: null,
      industry: made.industry?.[0] ?? null,
      sub_industry: made.industry?.[1] ?? null,
      location: null,
      keywords: made.keywords,
      employees: made.employees,
      revenue_in_usd: made.revenue,
    },
  }));

const choice = <Value>(values: readonly Value[]): fc.Arbitrary<Value[]> =>
  fc.oneof(fc.constant<Value[]>([]), fc.subarray([...values], { maxLength: 3 }));
const hasWord = (tag: string): boolean => /[\p{L}\p{N}]/u.test(tag.normalize('NFKD'));
const tagList = (most: number) =>
  fc.array(fc.oneof(fc.constantFrom(...WORDS), text).filter(hasWord), { maxLength: most });
const tags: fc.Arbitrary<TagFilter> = fc.record({ must: tagList(1), can: tagList(2), doesnt: tagList(1) });

/** Some of the companies, one of them by a subdomain. */
const domains = (most: number): fc.Arbitrary<string[]> =>
  fc.uniqueArray(
    fc.oneof(
      fc.integer({ min: 1, max: 60 }).map((company) => `company${company}.example`),
      fc.constantFrom('shop.company7.example', 'elsewhere.example'),
    ),
    { maxLength: most },
  );

const places = choice(PLACES.concat('amsterdam, netherlands', "x' OR '1'='1", 'Paris')).map((names) =>
  names.map((name) => ({ name })),
);
const industries = choice([
  ...INDUSTRIES,
  ['construction', null] as const,
  ["Education'", '; DROP TABLE leads'] as const,
]).map((pairs) => pairs.map(([industry, sub_industry]) => ({ industry, sub_industry })));

/** Filters as the dialog can make them: any number of them together. */
export const filtersArbitrary: fc.Arbitrary<LeadFinderFilters> = fc.record({
  job_title: fc.oneof(fc.constant(emptyLeadFinderFilters().job_title), tags),
  keywords: fc.oneof(fc.constant(emptyLeadFinderFilters().keywords), tags),
  seniority: choice(SENIORITIES),
  department: choice(DEPARTMENTS),
  revenue: choice(REVENUE_RANGES),
  company_size: choice(COMPANY_SIZES),
  prospect_location: places,
  excluded_location: places,
  contact: fc.subarray([...CONTACT_KINDS]),
  company_domain: fc.oneof(
    { weight: 4, arbitrary: fc.constant(emptyLeadFinderFilters().company_domain) },
    fc.record({ in: domains(6), not_in: fc.constant<string[]>([]) }),
    fc.record({ in: fc.constant<string[]>([]), not_in: domains(6) }),
  ),
  industry: industries,
  excluded_industry: industries,
});
