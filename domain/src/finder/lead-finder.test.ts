import { describe, expect, it, test } from 'vitest';
import { findIndustry, INDUSTRIES } from './industries.ts';
import {
  bandOf,
  COMPANY_SIZE_BANDS,
  emptyLeadFinderFilters,
  type FinderFacts,
  hasFinderFilter,
  locationKeys,
  matchesLead,
  REVENUE_BANDS,
} from './lead-finder.ts';
import { addTag, PASTED_DOMAINS, parseLeadFinderFilters, parsePastedDomains } from './lead-finder-parse.ts';
import { departmentOfTitle, seniorityOfTitle } from './lead-titles.ts';
import { foldWords, parseWordPattern } from './lead-words.ts';

const lead: FinderFacts = {
  job_title: 'Vice President, Sales & Marketing',
  headline: 'Café lover',
  seniority: 'VP-Level',
  department: 'Sales',
  location: 'Amsterdam, North Holland, Netherlands',
  email: 'ada@lodz.example',
  phone_number: null,
  company: {
    name: 'Łódź Software',
    domain: 'lodz.example',
    industry: 'Technology, Information and Media',
    sub_industry: 'Software Development',
    keywords: 'saas, billing',
    employees: 250,
    revenue_in_usd: 10_000_000,
  },
};

function passes(filters: unknown, given: Partial<FinderFacts> = {}): boolean {
  const parsed = parseLeadFinderFilters(filters);
  if (!parsed.ok) throw new Error(parsed.error);
  return matchesLead(parsed.filters, { ...lead, ...given });
}
const title = (tag: string, job_title = lead.job_title): boolean =>
  passes({ job_title: { can: [tag] } }, { job_title });

describe('titles by words', () => {
  it.each([
    ['vp', 'Vice President, Sales', true],
    ['Vice President', 'VP Sales', true],
    ['vp sales', 'Sales VP', true],
    ['vp of sales', 'Vice President - Sales', true],
    ['CEO', 'Chief Executive Officer', true],
    ['chief marketing officer', 'CMO', true],
    ['CPO', 'Chief People Officer', true],
    ['Chief People Officer', 'Chief Product Officer', false],
    ['HR manager', 'Human Resources Mgr.', true],
    ['senior engineer', 'Sr. Software Engineer', true],
    ['sales', 'Salesforce Administrator', false],
    ['marketing director', 'Director of Marketing', true],
    ['director general', 'Managing Director', false],
    ['büro', 'BURO manager', true],
    ['of', 'Head of Sales', true],
    ['of', 'Head Sales', false],
    ['r&d', 'R & D Lead', true],
    ['ciso', 'Chief Information Security Officer', true],
  ])('%j on %j: %j', (tag, job_title, expected) => {
    expect(title(tag, job_title)).toBe(expected);
  });

  it('takes must as all, can as one, does not as none', () => {
    expect(passes({ job_title: { must: ['vp', 'sales'] } })).toBe(true);
    expect(passes({ job_title: { must: ['vp', 'finance'] } })).toBe(false);
    expect(passes({ job_title: { can: ['finance', 'sales'] } })).toBe(true);
    expect(passes({ job_title: { can: ['finance', 'legal'] } })).toBe(false);
    expect(passes({ job_title: { must: ['vp'], doesnt: ['marketing'] } })).toBe(false);
    expect(passes({ job_title: { doesnt: ['sales'] } }, { job_title: null })).toBe(true);
    expect(passes({ job_title: { must: ['sales'], can: ['sales', 'legal'] } })).toBe(true);
  });
});

describe('the other filters', () => {
  it.each([
    [{ keywords: ['billing'] }, true],
    [{ keywords: ['payroll', 'software development'] }, true],
    [{ keywords: { must: ['lodz', 'cafe'] } }, true],
    [{ keywords: { must: ['saas', 'payroll'] } }, false],
    [{ keywords: { doesnt: ['billing'] } }, false],
    [{ seniority: ['C-Level', 'VP-Level'] }, true],
    [{ seniority: ['Other'] }, false],
    [{ department: ['Sales'] }, true],
    [{ prospect_location: [{ name: 'netherlands' }] }, true],
    [{ prospect_location: [{ name: 'The Netherlands' }] }, true],
    [{ prospect_location: [{ name: 'North Holland, Netherlands' }] }, true],
    [{ prospect_location: [{ name: 'Amsterdam, Netherlands' }] }, true],
    [{ prospect_location: [{ name: 'South Holland, Netherlands' }] }, false],
    [{ prospect_location: [{ name: 'Amsterdam' }] }, false],
    [{ industry: [{ industry: 'Technology, Information and Media', sub_industry: null }] }, true],
    [{ industry: [{ industry: 'technology information and media', sub_industry: 'software development' }] }, true],
    [{ industry: [{ industry: 'Technology, Information and Media', sub_industry: 'Telecommunications' }] }, false],
    [{ excluded_location: [{ name: 'The Netherlands' }] }, false],
    [{ excluded_location: [{ name: 'Amsterdam, Netherlands' }, { name: 'Belgium' }] }, false],
    [{ excluded_location: [{ name: 'Rotterdam, Netherlands' }] }, true],
    [
      { prospect_location: [{ name: 'Netherlands' }], excluded_location: [{ name: 'North Holland, Netherlands' }] },
      false,
    ],
    [
      { prospect_location: [{ name: 'Netherlands' }], excluded_location: [{ name: 'South Holland, Netherlands' }] },
      true,
    ],
    [{ excluded_industry: [{ industry: 'technology information and media' }] }, false],
    [
      { excluded_industry: [{ industry: 'Technology, Information and Media', sub_industry: 'Telecommunications' }] },
      true,
    ],
    [{ excluded_industry: [{ industry: 'Construction' }] }, true],
    [{ revenue: ['$10 - 50M'] }, true],
    [{ revenue: ['$1 - 10M'] }, false],
    [{ company_size: ['250 - 1000'] }, true],
    [{ company_size: ['100 - 250'] }, false],
    [{ company_domain: { in: ['https://www.LODZ.example/about', 'acme.example'] } }, true],
    [{ company_domain: { in: ['shop.lodz.example'] } }, true],
    [{ company_domain: { in: ['acme.example'] } }, false],
    [{ company_domain: { not_in: ['lodz.example'] } }, false],
    [{ company_domain: { not_in: ['acme.example'] } }, true],
    [{ contact: ['email'] }, true],
    [{ contact: ['email', 'phone'] }, false],
    [{ seniority: ['VP-Level'], department: ['Support'] }, false],
    [{}, true],
  ])('%j: %j', (filters, expected) => {
    expect(passes(filters)).toBe(expected);
  });

  it('a lead without a value matches no filter', () => {
    const unknown = {
      name: null,
      domain: null,
      industry: null,
      sub_industry: null,
      keywords: null,
      employees: null,
      revenue_in_usd: null,
    };
    const withoutValues = {
      job_title: null,
      headline: null,
      seniority: null,
      department: null,
      location: null,
      email: null,
      phone_number: null,
      company: unknown,
    };
    expect(passes({ revenue: ['$0 - 1M'] }, withoutValues)).toBe(false);
    expect(passes({ seniority: ['Other'] }, withoutValues)).toBe(false);
    expect(passes({ contact: ['email'] }, withoutValues)).toBe(false);
    expect(passes({ company_domain: { in: ['acme.example'] } }, withoutValues)).toBe(false);
    expect(passes({ company_domain: { not_in: ['acme.example'] } }, withoutValues)).toBe(true);
    expect(passes({ prospect_location: [{ name: 'Netherlands' }] }, withoutValues)).toBe(false);
    expect(passes({ industry: [{ industry: 'Construction' }] }, withoutValues)).toBe(false);
    expect(passes({ excluded_location: [{ name: 'Netherlands' }] }, withoutValues)).toBe(true);
    expect(passes({ excluded_industry: [{ industry: 'Construction' }] }, withoutValues)).toBe(true);
  });

  it('has a band for every number and one only', () => {
    for (const bands of [REVENUE_BANDS, COMPANY_SIZE_BANDS]) {
      for (const [at, band] of bands.entries()) {
        expect(bandOf<string>(bands, band.min)).toBe(band.label);
        expect(band.max).toBe(bands[at + 1]?.min ?? null);
      }
    }
    expect(bandOf(COMPANY_SIZE_BANDS, -1)).toBeNull();
    expect(bandOf(COMPANY_SIZE_BANDS, Number.NaN)).toBeNull();
  });
});

test('a pasted list of companies is read by line, comma and space, each domain once', () => {
  const text = 'acme.example, https://www.Acme.example/team\n\nbob@beta.example;  gmbh\n10.0.0.1 müller.example';
  expect(parsePastedDomains(text)).toEqual({
    domains: ['acme.example', 'beta.example', 'xn--mller-kva.example'],
    problems: ['gmbh', '10.0.0.1'],
  });
});

test('a domain of very many parts is none: its parents are looked for as well', () => {
  const [long, fit] = [`${'a.'.repeat(8)}example`, `${'a.'.repeat(7)}example`];
  expect(parsePastedDomains(`${long} ${fit}`)).toEqual({ domains: [fit], problems: [long] });
  expect(parseLeadFinderFilters({ company_domain: { not_in: [long] } }).ok).toBe(false);
});

test('of a pasted list that is too long no name is cut in two', () => {
  const line = `${'x'.repeat(60)}.example/${'y'.repeat(130)}\n`;
  const text = `${line.repeat(1050).slice(0, PASTED_DOMAINS - 9)}\nacme.company`;
  expect(text.length).toBeGreaterThan(PASTED_DOMAINS);
  expect(text.slice(0, PASTED_DOMAINS)).toMatch(/acme.com$/);
  expect(parsePastedDomains(text).domains).not.toContain('acme.com');
});

describe('reading filters', () => {
  it.each([
    [null],
    [[]],
    ['{}'],
    [{ unknown: [] }],
    [{ seniority: 'Staff' }],
    [{ seniority: [1] }],
    [{ job_title: ['ceo'] }],
    [{ job_title: { must: 'ceo' } }],
    [{ job_title: { maybe: ['ceo'] } }],
    [{ job_title: { must: ['&&&'] } }],
    [{ job_title: { must: ['x'.repeat(121)] } }],
    [{ job_title: { must: ['a b c d e f g h i j k l m'] } }],
    [{ job_title: { must: ['VP Sales'], doesnt: ['vp, SALES'] } }],
    [{ job_title: { can: Array.from({ length: 101 }, (_, n) => `t${n}`) } }],
    [{ prospect_location: ['Netherlands'] }],
    [{ prospect_location: [{ name: ', ,' }] }],
    [{ industry: [{ sub_industry: 'x' }] }],
    [{ excluded_location: [{ name: 5 }] }],
    [{ excluded_industry: ['Construction'] }],
    [{ prospect_location: [{ name: 'Netherlands' }], excluded_location: [{ name: 'the netherlands' }] }],
    [{ industry: [{ industry: 'Construction' }], excluded_industry: [{ industry: 'construction', sub_industry: '' }] }],
    [{ keywords: 5 }],
  ])('refuses %j in words', (filters) => {
    const parsed = parseLeadFinderFilters(filters);
    expect(parsed.ok ? '' : parsed.error).toMatch(/^[^{}]{10,200}$/);
  });

  it('trims, drops doubles and leaves nothing out', () => {
    const parsed = parseLeadFinderFilters({
      job_title: { must: [' VP  Sales ', 'vp sales'], can: null },
      seniority: ['Staff', 'Staff'],
      keywords: ['saas'],
      industry: [{ industry: 'Construction', sub_industry: '' }],
    });
    expect(parsed).toEqual({
      ok: true,
      filters: {
        ...emptyLeadFinderFilters(),
        job_title: { must: ['VP Sales'], can: [], doesnt: [] },
        seniority: ['Staff'],
        keywords: { must: [], can: ['saas'], doesnt: [] },
        industry: [{ industry: 'Construction', sub_industry: null }],
      },
    });
    expect(hasFinderFilter(emptyLeadFinderFilters())).toBe(false);
    expect(parsed.ok && hasFinderFilter(parsed.filters)).toBe(true);
  });

  it('says on Enter why a tag cannot be added', () => {
    const tags = { must: ['CEO'], can: [], doesnt: ['intern'] };
    expect(addTag(tags, 'must', ' cto ')).toMatchObject({ must: ['CEO', 'cto'] });
    expect(addTag(tags, 'must', 'ceo')).toEqual({ error: 'This is already in the list.' });
    expect(addTag(tags, 'can', 'Intern')).toHaveProperty('error');
    expect(addTag(tags, 'doesnt', 'ceo')).toHaveProperty('error');
    expect(addTag(tags, 'can', ' ')).toHaveProperty('error');
  });
});

describe('words, places, industries, levels', () => {
  it('folds what readers write without the key', () => {
    expect(foldWords('  Łódź, Straße: Ångström-Œuvre №5 ')).toEqual(['lodz', 'strasse', 'angstrom', 'oeuvre', 'no5']);
    expect(parseWordPattern('&')).toBeNull();
  });

  it('finds a place within those around it', () => {
    expect(locationKeys('Amsterdam, North Holland, Netherlands')).toEqual([
      'amsterdam|north holland|netherlands',
      'north holland|netherlands',
      'netherlands',
      'amsterdam|netherlands',
    ]);
    expect(locationKeys('USA')).toEqual(['united states']);
    expect(locationKeys(' , ')).toEqual([]);
  });

  it('names each industry once and knows former names', () => {
    const names = Object.values(INDUSTRIES).flat();
    expect(Object.keys(INDUSTRIES)).toHaveLength(20);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(400);
    expect(findIndustry('Marketing & Advertising')?.sub_industry).toBe('Advertising Services');
    expect(findIndustry('construction')).toEqual({ industry: 'Construction', sub_industry: null });
    expect(findIndustry('toString')).toBeNull();
    expect(findIndustry('__proto__')).toBeNull();
  });

  it.each([
    ['VP of Sales', 'VP-Level', 'Sales'],
    ['Chief Marketing Officer', 'C-Level', 'Marketing'],
    ['Head of People', 'Director-Level', 'Human Resources'],
    ['Software Engineer', 'Staff', 'Engineering'],
    ['Senior IT Manager', 'Manager-Level', 'IT & IS'],
    ['Marketing Intern', 'Other', 'Marketing'],
    ['Executive Assistant to the CEO', 'Staff', 'Finance & Administration'],
    ['Barista', 'Staff', 'Other'],
    ['…', null, null],
  ])('reads level and department of %j', (text, seniority, department) => {
    expect([seniorityOfTitle(text), departmentOfTitle(text)]).toEqual([seniority, department]);
  });
});
