import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyLeadFinderFilters } from './lead-finder.ts';
import { parseLeadFinderFilters } from './lead-finder-parse.ts';
import { type SentenceReading, toFinderSearch } from './sentence-search.ts';

const none: SentenceReading = {
  job_titles: [],
  excluded_job_titles: [],
  seniorities: [],
  departments: [],
  places: [],
  excluded_places: [],
  industries: [],
  excluded_industries: [],
  keywords: [],
  excluded_keywords: [],
  company_domains: [],
  excluded_company_domains: [],
  min_employees: null,
  max_employees: null,
  min_revenue_in_usd: null,
  max_revenue_in_usd: null,
  contact: [],
  not_expressed: [],
};
const findPlace = (name: string) => (name === 'Germany' ? 'Germany' : undefined);
const search = (reading: Partial<SentenceReading>) => toFinderSearch({ ...none, ...reading }, findPlace);

test('heads of maintenance at German paper mills over 200 people', () => {
  const { filters, notes } = search({
    job_titles: ['Head of Maintenance'],
    places: ['Germany'],
    industries: ['Paper and Forest Product Manufacturing'],
    min_employees: 201,
  });
  expect(filters).toEqual({
    ...emptyLeadFinderFilters(),
    job_title: { must: [], can: ['Head of Maintenance'], doesnt: [] },
    prospect_location: [{ name: 'Germany' }],
    industry: [{ industry: 'Manufacturing', sub_industry: 'Paper and Forest Product Manufacturing' }],
    company_size: ['100 - 250', '250 - 1000', '1K - 10K', '10K - 50K', '50K - 100K', '> 100K'],
  });
  expect(notes).toEqual(['Bands of employees are wider than what you asked for: 100 - 250 to > 100K.']);
});

test('excluded places and industries are filters of their own, and what both lists name is included', () => {
  const { filters, notes } = search({
    places: ['Germany'],
    excluded_places: ['Germany', 'Ruritania'],
    industries: ['Software Development'],
    excluded_industries: ['Software Development', 'Breweries'],
  });
  expect(filters).toMatchObject({
    prospect_location: [{ name: 'Germany' }],
    excluded_location: [],
    industry: [{ sub_industry: 'Software Development' }],
    excluded_industry: [{ sub_industry: 'Breweries' }],
  });
  expect(notes).toEqual(['The finder has no place “Ruritania”.']);
  expect(parseLeadFinderFilters(filters)).toEqual({ ok: true, filters });
});

test('lists parts without a filter: unknown places, industries, levels, domains and further conditions', () => {
  const { filters, notes } = search({
    places: ['Ruritania'],
    industries: ['paper mills'],
    seniorities: ['c-level', 'Boss'],
    company_domains: ['https://www.acme.com/jobs', 'acme'],
    excluded_company_domains: ['acme.com'],
    not_expressed: ['who moved last year'],
  });
  expect(filters).toMatchObject({ seniority: ['C-Level'], company_domain: { in: ['acme.com'], not_in: [] } });
  expect(notes).toEqual([
    'The finder has no level “Boss”.',
    'The finder has no place “Ruritania”.',
    'The finder has no industry “paper mills”.',
    '“acme” is not a domain.',
    '“who moved last year” is no filter.',
  ]);
});

test('a value has one note, however many words it has: a company that is named is no domain', () => {
  const wordy = Array.from({ length: 20 }, (_, n) => Array.from({ length: 50 }, (_, m) => `${n}${m % 10}`).join(' '));
  const { notes } = search({ company_domains: ['Deutsche Bank', ...wordy.slice(1)], excluded_company_domains: wordy });
  expect(notes[0]).toBe('“Deutsche Bank” is not a domain.');
  expect(notes.length).toBeLessThanOrEqual(40);
});

test('exact bands need no note, and an impossible range is no filter', () => {
  expect(search({ min_employees: 250, max_employees: 999 })).toMatchObject({
    filters: { company_size: ['250 - 1000'] },
    notes: [],
  });
  const impossible = search({ min_employees: 5000, max_employees: 10 });
  expect(impossible.filters.company_size).toEqual([]);
  expect(impossible.notes).toEqual(['No band of employees goes from 5,000 to 10.']);
});

test('any reading of a model becomes filters that the finder takes', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 120 }),
    fc.constantFrom('Sales', 'sales ', 'C-Level', 'acme.com', 'email'),
  );
  const list = fc.array(text, { maxLength: 20 });
  const number = fc.option(fc.integer({ min: 0, max: 10 ** 12 }));
  const reading = fc.record(
    Object.fromEntries(Object.entries(none).map(([name, value]) => [name, value === null ? number : list])),
  );
  fc.assert(
    fc.property(reading, (given) => {
      const { filters } = toFinderSearch(given as SentenceReading, (name) => (name.length % 2 ? 'Germany' : undefined));
      expect(parseLeadFinderFilters(filters)).toEqual({ ok: true, filters });
    }),
  );
});
