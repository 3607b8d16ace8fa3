import { describe, expect, test } from 'vitest';
import { companyDomain, companyDomainOfEmail, ownSiteDomain, pickCompanyWebsite } from './company-website.ts';

describe('a company domain', () => {
  test.each([
    ['https://www.acme.co.uk/about?x=1', 'acme.co.uk'],
    ['shop.acme.com', 'acme.com'],
    ['https://müller.de', 'xn--mller-kva.de'],
    ['https://linkedin.com/company/acme', null],
    ['https://acme.github.io', null],
    ['https://www.facebook.com/acme', null],
    ['http://127.0.0.1/', null],
    ['localhost', null],
    ['co.uk', null],
    ['', null],
    [null, null],
  ])('of %s is %s', (website, domain) => expect(companyDomain(website)).toBe(domain));

  test.each([
    ['ann@mail.acme.com', 'acme.com'],
    ['ann@gmail.com', null],
    ['ann@hotmail.co.uk', null],
    ['not an address', null],
    [undefined, null],
  ])('of the address %s is %s', (email, domain) => expect(companyDomainOfEmail(email)).toBe(domain));
});

describe('a site of its own', () => {
  test.each([
    ['https://www.acme.co.uk/about?x=1', 'acme.co.uk'],
    ['shop.acme.com', 'acme.com'],
    ['https://acme.github.io/', 'acme.github.io'],
    ['acme.wixsite.com/bakery', 'acme.wixsite.com'],
    ['https://www.facebook.com', 'facebook.com'],
    ['APPLE.com/', 'apple.com'],
    ['https://www.facebook.com/acme', null],
    ['nl.linkedin.com/company/acme', null],
    ['https://github.com/acme', null],
    ['https://nl-nl.facebook.com/', null],
    ['https://medium.com/@acme', null],
    ['http://127.0.0.1/', null],
    ['-', null],
    [null, null],
  ])('of %s is %s', (website, domain) => expect(ownSiteDomain(website)).toBe(domain));
});

describe('picking a website from search results', () => {
  const page = (url: string, title = '') => ({ url, title });
  test.each([
    [
      'Acme Inc.',
      [page('https://www.linkedin.com/company/acme', 'Acme'), page('https://www.acme.com/', 'Acme')],
      'acme.com',
    ],
    ['Müller & Söhne GmbH', [page('https://muller-sohne.de/impressum', 'Impressum')], 'muller-sohne.de'],
    ['Blue River Technology', [page('https://blueriver.example', 'x'), page('https://blue.example', 'y')], null],
    ['Brightwave', [page('https://brightwavehq.com', 'Brightwave - home')], 'brightwavehq.com'],
    ['International Business Machines', [page('https://ibm.com', 'International Business Machines')], 'ibm.com'],
    ['Acme', [page('https://news.example/acme-raises', 'Acme raises money')], null],
    ['Acme', [page('https://notacme.com', 'Something else')], null],
    ['', [page('https://acme.com', 'Acme')], null],
    ['Acme', [page('javascript:alert(1)', 'Acme'), page('not a url at all', 'Acme')], null],
    ['Acme', [], null],
  ])('%s', (company, results, domain) => {
    expect(pickCompanyWebsite(company, results)?.domain ?? null).toBe(domain);
  });
});
