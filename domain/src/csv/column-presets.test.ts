import { expect, test } from 'vitest';
import { findStopColumns } from '../tool-exports/stop-columns.ts';
import { type ColumnMapping, guessLeadColumns, otherEmailColumns } from './column-guess.ts';

const PERSON = 'https://www.linkedin.com/in/ada-jansen/';
const COMPANY = 'https://www.linkedin.com/company/acme';
const SALES = 'https://www.linkedin.com/sales/company/1441';

const PIPEDRIVE = {
  'Person - Name': 'Ada Jansen',
  'Person - First name': 'Ada',
  'Person - Last name': 'Jansen',
  'Person - Email': 'ada@acme.example',
  'Person - Email - Work': 'ada@acme.example',
  'Person - Email - Home': 'ada@home.example',
  'Person - Email - Other': '',
  'Person - Phone - Work': '+31 30 123 45 67',
  'Person - Phone - Home': '',
  'Person - Phone - Mobile': '+31 6 12 34 56 78',
  'Person - Phone - Other': '',
  'Person - Organization': 'Acme',
  'Person - Title': 'CEO',
  'Person - Label': 'Hot lead',
  'Person - Owner': 'Bo Smit',
  'Person - Marketing status': 'Subscribed',
  'Person - Person created': '2026-03-12 10:00:00',
  'Organization - ID': '771',
};

const withoutColumns = (columns: Record<string, string>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(columns).filter(([name]) => !names.includes(name)));

/** Exports of other tools: their headers with a row, and where each field is to be found. Other columns are found nowhere. */
const EXPORTS: [tool: string, columns: Record<string, string>, expected: ColumnMapping][] = [
  [
    'Apollo',
    {
      'First Name': 'Ada',
      'Last Name': 'Jansen',
      Title: 'CEO',
      Company: 'Acme',
      'Company Name for Emails': 'Acme',
      Email: 'ada@acme.example',
      'Email Status': 'Verified',
      '# Employees': '120',
      Industry: 'software',
      Keywords: 'saas, crm',
      'Person Linkedin Url': PERSON,
      Website: 'https://acme.example',
      'Company Linkedin Url': COMPANY,
      'Facebook Url': 'https://facebook.com/acme',
      City: 'Utrecht',
      'Company City': 'Amsterdam',
      'Apollo Contact Id': '5f3a9b0c1d2e',
    },
    {
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
    },
  ],
  [
    'PhantomBuster',
    {
      profileUrl: 'https://www.linkedin.com/sales/lead/ACwAAA1x2,NAME_SEARCH',
      firstName: 'Ada',
      lastName: 'Jansen',
      companyName: 'Acme',
      title: 'CEO',
      companyId: '1441',
      companyUrl: SALES,
      regularCompanyUrl: COMPANY,
      vmid: 'ACwAAA1x2',
      defaultProfileUrl: PERSON,
      location: 'Utrecht',
    },
    {
      first_name: 'firstName',
      last_name: 'lastName',
      company_name: 'companyName',
      job_title: 'title',
      company_linkedin_url: 'regularCompanyUrl',
      linkedin_url: 'defaultProfileUrl',
      location: 'location',
    },
  ],
  [
    'HeyReach',
    {
      linkedin_id: '123456789',
      profileUrl: PERSON,
      firstName: 'Ada',
      lastName: 'Jansen',
      headline: 'Building things',
      companyName: 'Acme',
      companyUrl: COMPANY,
      position: 'CEO',
      emailAddress: 'ada@acme.example',
    },
    {
      linkedin_url: 'profileUrl',
      first_name: 'firstName',
      last_name: 'lastName',
      headline: 'headline',
      company_name: 'companyName',
      company_linkedin_url: 'companyUrl',
      job_title: 'position',
      email: 'emailAddress',
    },
  ],
  [
    'Smartlead',
    {
      email: 'ada@acme.example',
      first_name: 'Ada',
      last_name: 'Jansen',
      company_name: 'Acme',
      company_url: 'acme.example',
      phone_number: '+31 30 123 45 67',
      status: 'STARTED',
    },
    {
      email: 'email',
      first_name: 'first_name',
      last_name: 'last_name',
      company_name: 'company_name',
      company_website_url: 'company_url',
      phone_number: 'phone_number',
    },
  ],
  [
    'Instantly',
    {
      email: 'ada@acme.example',
      first_name: 'Ada',
      last_name: 'Jansen',
      company_name: 'Acme',
      company_domain: 'acme.example',
      job_title: 'CEO',
      website: 'https://acme.example',
    },
    {
      email: 'email',
      first_name: 'first_name',
      last_name: 'last_name',
      company_name: 'company_name',
      job_title: 'job_title',
      company_website_url: 'website',
    },
  ],
  [
    'HubSpot',
    {
      'Record ID': '501',
      'First Name': 'Ada',
      'Last Name': 'Jansen',
      Email: 'ada@acme.example',
      'Job Title': 'CEO',
      'Associated Company': 'Acme',
      'Associated Company IDs': '771',
      'LinkedIn URL': PERSON,
      'Website URL': 'https://acme.example',
    },
    {
      first_name: 'First Name',
      last_name: 'Last Name',
      email: 'Email',
      job_title: 'Job Title',
      company_name: 'Associated Company',
      linkedin_url: 'LinkedIn URL',
      company_website_url: 'Website URL',
    },
  ],
  [
    'Evaboot',
    {
      'First Name': 'Ada',
      'Last Name': 'Jansen',
      'Prospect Position': 'CEO',
      'Company Name': 'Acme',
      'Company Domain': 'acme.example',
      'Company Website': 'https://acme.example',
      'Company Industry': 'Software',
      'LinkedIn URL': PERSON,
    },
    {
      first_name: 'First Name',
      last_name: 'Last Name',
      job_title: 'Prospect Position',
      company_name: 'Company Name',
      company_website_url: 'Company Website',
      company_industry: 'Company Industry',
      linkedin_url: 'LinkedIn URL',
    },
  ],
  [
    'Waalaxy, lemlist and others, by their values',
    {
      firstName: 'Ada',
      lastName: 'Jansen',
      occupation: 'CEO at Acme',
      'Job Title': 'CEO',
      company: 'Acme',
      Link: PERSON,
      Site: 'acme.example',
      Contact: 'ada@acme.example',
    },
    {
      first_name: 'firstName',
      last_name: 'lastName',
      job_title: 'Job Title',
      company_name: 'company',
      linkedin_url: 'Link',
      company_website_url: 'Site',
      email: 'Contact',
    },
  ],
  [
    'Captain Data, Sales Navigator',
    {
      full_name: 'Ada Jansen',
      first_name: 'Ada',
      last_name: 'Jansen',
      company_name: 'Acme',
      linkedin_profile_url: PERSON,
      job_title: 'CEO',
      headline: 'Building things',
      location: 'Utrecht, Netherlands',
    },
    {
      first_name: 'first_name',
      last_name: 'last_name',
      company_name: 'company_name',
      linkedin_url: 'linkedin_profile_url',
      job_title: 'job_title',
      headline: 'headline',
      location: 'location',
    },
  ],
  [
    'Pipedrive, people',
    PIPEDRIVE,
    {
      first_name: 'Person - First name',
      last_name: 'Person - Last name',
      email: 'Person - Email',
      phone_number: 'Person - Phone - Work',
      company_name: 'Person - Organization',
      job_title: 'Person - Title',
    },
  ],
  [
    'Pipedrive, people without parts of their names and a first email',
    withoutColumns(PIPEDRIVE, ['Person - First name', 'Person - Last name', 'Person - Email']),
    {
      full_name: 'Person - Name',
      email: 'Person - Email - Work',
      phone_number: 'Person - Phone - Work',
      company_name: 'Person - Organization',
      job_title: 'Person - Title',
    },
  ],
  [
    'LinkedIn, connections',
    {
      'First Name': 'Ada',
      'Last Name': 'Jansen',
      URL: PERSON,
      'Email Address': '',
      Company: 'Acme',
      Position: 'CEO',
      'Connected On': '12 Mar 2026',
    },
    {
      first_name: 'First Name',
      last_name: 'Last Name',
      linkedin_url: 'URL',
      email: 'Email Address',
      company_name: 'Company',
      job_title: 'Position',
    },
  ],
];

test('further addresses of Pipedrive are those of the person, and its word for an opt-out stops', () => {
  const header = Object.keys(PIPEDRIVE);
  const mapping = guessLeadColumns(header, [Object.values(PIPEDRIVE)]);
  expect(otherEmailColumns(mapping, header)).toEqual(['Person - Email - Home', 'Person - Email - Other']);
  expect(findStopColumns(header)).toEqual(['Person - Marketing status']);
});

test.each(EXPORTS)('an export of %s', (_tool, columns, expected) => {
  const headers = Object.keys(columns);
  expect(guessLeadColumns(headers, [Object.values(columns)])).toEqual(expected);
});

test.each([
  ['ids are no sizes', ['companyId', 'Company size'], ['90000001', '11-50'], { company_size: 'Company size' }],
  ['a size may be a range or have a thousands mark', ['Size'], ['10,001+'], { company_size: 'Size' }],
  ['an empty column keeps what its name says', ['Email'], [''], { email: 'Email' }],
])('%s', (_what, headers, row, expected) => {
  expect(guessLeadColumns(headers, [row])).toEqual(expected);
});

test.each([
  [['Work Direct Phone', 'Home Phone', 'Mobile Phone', 'Corporate Phone', 'Company Phone'], 'Mobile Phone'],
  [['Corporate Phone', 'Company Phone', 'Work Direct Phone'], 'Work Direct Phone'],
  [['Company phone', 'Corporate Phone', 'Firmentelefon'], undefined],
])('of the numbers %j that of the lead is taken, never that of the company', (headers, expected) => {
  const numbers = headers.map((_, index) => `+31 30 123 45 ${60 + index}`);
  expect(guessLeadColumns(['Email', ...headers], [['ada@acme.example', ...numbers]]).phone_number).toBe(expected);
  // Also where only the company has one.
  const lone = headers.map((header, index) => (/^(Co|Fi)/.test(header) ? numbers[index]! : ''));
  expect(guessLeadColumns(['Email', ...headers], [['ada@acme.example', ...lone]]).phone_number).toBe(expected);
});
