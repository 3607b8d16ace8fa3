import type { Lead } from '@overture/adapters/lead-database/lead-database.port';

const TITLES = ['Marketing Director', 'VP of Sales', 'Software Engineer', 'Chief Marketing Officer', 'HR Manager'];
const PLACES = [
  'Amsterdam, North Holland, Netherlands',
  'Berlin, Berlin, Germany',
  'New York City, New York, United States',
];
const SUBS = ['Software Development', 'Telecommunications', 'Information Services'];

/** Person `n` of a small lead database: five titles, three places, ten companies. */
export function makeLead(
  n: number,
  given: Partial<Omit<Lead, 'company'>> & { company?: Partial<Lead['company']> } = {},
): Lead {
  const company = n % 10;
  return {
    first_name: `First${n}`,
    last_name: `Last${n}`,
    headline: `Person ${n}`,
    job_title: TITLES[n % TITLES.length]!,
    seniority: 'Staff',
    department: 'Other',
    linkedin_key: `in/finder-${n}`,
    linkedin_profile_url: `https://www.linkedin.com/in/finder-${n}`,
    email: null,
    phone_number: null,
    location: PLACES[n % PLACES.length]!,
    ...given,
    company: {
      name: `Company ${company}`,
      domain: `company${company}.example`,
      linkedin_url: null,
      website_url: `https://company${company}.example`,
      logo_url: null,
      industry: 'Technology, Information and Media',
      sub_industry: SUBS[company % SUBS.length]!,
      location: null,
      keywords: 'saas analytics',
      employees: 10 ** (company % 6),
      revenue_in_usd: 2_000_000 * 10 ** (company % 4),
      ...given.company,
    },
  };
}

export function makeLeads(count: number, from = 0): Lead[] {
  return Array.from({ length: count }, (_, n) => makeLead(from + n));
}
