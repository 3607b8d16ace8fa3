import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guessDomainColumn, guessLeadColumns, scoreNames } from './column-guess.ts';

describe('scores', () => {
  test.each([
    ['First Name', 'first_name', 1],
    ['Name', 'first_name', 0.8],
    ['Company', 'company_name', 0.8],
    ['', 'email', 0],
    ['##', 'email', 0],
  ])('%s against %s is %d', (header, target, score) => {
    expect(scoreNames(header, target)).toBe(score);
  });
  test.each([
    ['Surname', 'first_name'],
    ['Position', 'location'],
    ['Organization', 'company_location'],
    ['Phone', 'first_name'],
    ['id', 'linkedin_url'],
  ])('%s is not %s', (header, target) => {
    expect(scoreNames(header, target)).toBeLessThanOrEqual(0.5);
  });
  test('Linkedin Profile is linkedin_url', () => {
    expect(scoreNames('Linkedin Profile', 'linkedin_url')).toBeGreaterThan(0.5);
  });
});

describe('lead columns of other tools', () => {
  test('Apollo', () => {
    const guess = guessLeadColumns([
      'First Name',
      'Last Name',
      'Title',
      'Company',
      'Company Name for Emails',
      'Email',
      'Email Status',
      '# Employees',
      'Industry',
      'Person Linkedin Url',
      'Website',
      'Company Linkedin Url',
      'City',
      'Company City',
    ]);
    expect(guess).toEqual({
      first_name: 'First Name',
      last_name: 'Last Name',
      job_title: 'Title',
      company_name: 'Company',
      email: 'Email',
      company_size: '# Employees',
      company_industry: 'Industry',
      linkedin_url: 'Person Linkedin Url',
      company_website_url: 'Website',
      company_linkedin_url: 'Company Linkedin Url',
      location: 'City',
      company_location: 'Company City',
    });
  });
  test('messy headers', () => {
    const guess = guessLeadColumns([
      '  SURNAME ',
      'Forename',
      'E-Mail',
      'Position',
      'Organization',
      'LinkedIn Profile',
    ]);
    expect(guess).toEqual({
      last_name: '  SURNAME ',
      first_name: 'Forename',
      email: 'E-Mail',
      job_title: 'Position',
      company_name: 'Organization',
      linkedin_url: 'LinkedIn Profile',
    });
  });
  test('German, with an umlaut and a byte order mark', () => {
    const guess = guessLeadColumns(['\ufeffVorname', 'Nachname', 'Firma', 'LinkedIn URL']);
    expect(guess).toMatchObject({ first_name: '\ufeffVorname', last_name: 'Nachname', company_name: 'Firma' });
  });
  test('one header, one field', () => {
    const guess = guessLeadColumns(['Name']);
    expect(guess).toEqual({ first_name: 'Name' });
  });
  test('nothing alike', () => {
    expect(guessLeadColumns(['qq', 'zz', ''])).toEqual({});
  });
  test('one-to-one for any headers', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom('Name', 'Email', 'Company', 'URL', 'LinkedIn')), {
          maxLength: 12,
        }),
        (headers) => {
          const guess = Object.values(guessLeadColumns(headers));
          for (const header of new Set(guess)) {
            const times = guess.filter((other) => other === header).length;
            expect(times).toBeLessThanOrEqual(headers.filter((other) => other === header).length);
          }
        },
      ),
      { numRuns: 50 },
    );
  });
});

test.each([
  [['Name', 'Company Domain'], 'Company Domain'],
  [['Company', 'Domain'], 'Domain'],
  [['Firm', 'Web site'], 'Web site'],
  [['Account', 'Homepage URL'], 'Homepage URL'],
  [['x', 'yy'], null],
  [[], null],
])('domain column of %j is %j', (headers, expected) => {
  expect(guessDomainColumn(headers)).toBe(expected);
});

test('values decide before names which column holds domains', () => {
  const headers = ['Company', 'Website', 'Notes'];
  expect(
    guessDomainColumn(headers, [
      ['Acme', 'https://acme.example/en', ''],
      ['Globex', '', ''],
    ]),
  ).toBe('Website');
  expect(guessDomainColumn(['A', 'B'], [['Acme', 'acme.example']])).toBe('B');
  expect(guessDomainColumn(headers, [['Acme', '', '']])).toBe('Company');
});
