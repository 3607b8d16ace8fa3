import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linkedinKey, parseLinkedinCompany, parseLinkedinProfile } from '../linkedin/linkedin-address.ts';
import { isDomainExcluded, normalizeDomain } from './domain-name.ts';
import { normalizeEmail } from './email-address.ts';
import { findMailProvider, findMailProviderByMx, guessMailServers, MAIL_PROVIDERS } from './mail-providers.ts';
import { hostDomain, registrableDomain } from './registrable-domain.ts';

describe('domains', () => {
  test.each([
    ['Example.COM', 'example.com'],
    ['https://www.Example.com/path?q=1#x', 'example.com'],
    ['http://user:pw@sub.example.com:8080', 'sub.example.com'],
    ['jane@example.com', 'example.com'],
    ['www.com', 'www.com'],
    ['example.com.', 'example.com'],
    ['münchen.de', 'xn--mnchen-3ya.de'],
    ['XN--MNCHEN-3YA.de', 'xn--mnchen-3ya.de'],
    ['ｅｘａｍｐｌｅ.com', 'example.com'],
    ['//example.com/x', 'example.com'],
    ['localhost', null],
    ['', null],
    [' . ', null],
    ['exa mple.com', null],
    ['127.0.0.1', null],
    ['2130706433', null],
    ['0177.0.0.1', null],
    ['[::1]', null],
    ['a..b', null],
    ['-a.com', null],
    [`${'a'.repeat(64)}.com`, null],
    [`${'a.'.repeat(130)}com`, null],
    ["x'; drop table--.com", null],
    ['<b>.com', null],
  ])('%s is %s', (input, expected) => {
    expect(normalizeDomain(input)).toBe(expected);
  });
  test('normalising twice changes nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.domain(), fc.emailAddress(), fc.string({ unit: 'binary' })), (input) => {
        const once = normalizeDomain(input);
        if (once !== null) expect(normalizeDomain(once)).toBe(once);
      }),
    );
  });
  test('exclusion holds for subdomains, not for look-alikes', () => {
    const excluded = new Set(['example.com']);
    expect(isDomainExcluded('example.com', excluded)).toBe(true);
    expect(isDomainExcluded('mail.eu.example.com', excluded)).toBe(true);
    expect(isDomainExcluded('notexample.com', excluded)).toBe(false);
    expect(isDomainExcluded('example.com.evil.org', excluded)).toBe(false);
  });
  test('registrable domain', () => {
    expect(registrableDomain('https://mail.shop.example.co.uk/')).toBe('example.co.uk');
    expect(registrableDomain('co.uk')).toBeNull();
    expect(registrableDomain('nonsense')).toBeNull();
    expect(registrableDomain('docs.acme.github.io')).toBe('acme.github.io');
    expect(registrableDomain('github.io')).toBeNull();
    expect(registrableDomain('eu.acme.onmicrosoft.com')).toBe('acme.onmicrosoft.com');
    expect(registrableDomain('acme.mail.onmicrosoft.com')).toBe('acme.mail.onmicrosoft.com');
    expect(registrableDomain('acme.uk.com')).toBe('acme.uk.com');
    expect(hostDomain('docs.acme.github.io')).toBe('github.io');
  });
});

describe('LinkedIn profiles', () => {
  const SAME = [
    'https://www.linkedin.com/in/jane-doe',
    'http://linkedin.com/in/jane-doe/',
    'linkedin.com/in/jane-doe?utm_source=x',
    'www.LinkedIn.com/in/jane-doe/#about',
    'https://nl.linkedin.com/in/jane-doe/en',
    'HTTPS://m.linkedin.com/in/jane-doe//',
    ' //linkedin.com/in/Jane-Doe ',
    'linkedin.com:443/in/jane-doe',
  ];
  test.each(SAME)('%s', (input) => {
    expect(parseLinkedinProfile(input)).toEqual({ key: 'in/jane-doe', url: 'https://www.linkedin.com/in/jane-doe' });
  });
  test.each([
    ['linkedin.com/in/j%C3%BCrgen-m', 'in/jürgen-m'],
    ['linkedin.com/in/jürgen-m', 'in/jürgen-m'],
    ['linkedin.com/in/ACoAAB12xyZ', 'in/ACoAAB12xyZ'],
    ['https://www.linkedin.com/sales/lead/ACwAAB1xY,NAME_SEARCH,abc', 'sales/lead/ACwAAB1xY'],
    ['https://www.linkedin.com/talent/profile/AEMAAx', 'talent/profile/AEMAAx'],
    ['https://www.linkedin.com/pub/jane-doe/1/2a/3b', 'pub/jane-doe/1/2a/3b'],
  ])('%s has key %s', (input, key) => {
    expect(linkedinKey(input)).toBe(key);
  });
  test.each([
    '',
    'jane',
    'https://linkedin.com/in/',
    'https://linkedin.com/company/acme',
    'https://linkedin.com.evil.org/in/jane',
    'https://evillinkedin.com/in/jane',
    'javascript:alert(1)//linkedin.com/in/x',
    'https://linkedin.com/in/%E0%A4%A',
    `linkedin.com/in/${'a'.repeat(301)}`,
  ])('%j is no profile', (input) => {
    expect(parseLinkedinProfile(input)).toBeNull();
  });
  test('companies', () => {
    expect(parseLinkedinCompany('linkedin.com/company/Acme/about/')?.url).toBe('https://www.linkedin.com/company/acme');
    expect(parseLinkedinCompany('linkedin.com/in/acme')).toBeNull();
  });
  test('reading its own url gives the same key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), (name) => {
        const address = parseLinkedinProfile(`https://linkedin.com/in/${encodeURIComponent(name.toWellFormed())}`);
        if (address !== null) expect(linkedinKey(address.url)).toBe(address.key);
      }),
    );
  });
});

describe('email addresses', () => {
  test.each([
    [' Jane.Doe@Example.COM ', 'jane.doe@example.com'],
    ['Jane Doe <jane@example.com>', 'jane@example.com'],
    ['mailto:jane@example.com', 'jane@example.com'],
    ["o'neil+tag@ex-ample.co.uk", "o'neil+tag@ex-ample.co.uk"],
    ['jane@münchen.de', 'jane@xn--mnchen-3ya.de'],
    ['jürgen@example.de', 'jürgen@example.de'],
    ['jane@example', null],
    ['jane', null],
    ['@example.com', null],
    ['jane@', null],
    ['ja ne@example.com', null],
    ['jane..doe@example.com', null],
    ['.jane@example.com', null],
    ['jane@@example.com', null],
    ['jane@127.0.0.1', null],
    ['jane@example.com\nBcc: all@example.com', null],
    ['jane@example.com, joe@example.com', null],
    [`${'a'.repeat(65)}@example.com`, null],
    [`a@${'b'.repeat(250)}.com`, null],
  ])('%j is %j', (input, expected) => {
    expect(normalizeEmail(input)).toBe(expected);
  });
});

describe('mail providers', () => {
  test('at least 20, all with both servers, no domain twice', () => {
    expect(MAIL_PROVIDERS.length).toBeGreaterThanOrEqual(20);
    const domains = MAIL_PROVIDERS.flatMap((entry) => entry.domains);
    expect(new Set(domains).size).toBe(domains.length);
    for (const { imap, smtp } of MAIL_PROVIDERS) {
      expect([imap.port, imap.secure]).toEqual([993, true]);
      expect(smtp.secure ? smtp.port : smtp.port + 1000).toBe(smtp.secure ? 465 : 1587);
    }
  });
  test('found by address, by MX, or guessed', () => {
    expect(findMailProvider('Jane@GMX.de')?.imap.host).toBe('imap.gmx.net');
    expect(findMailProvider('jane@acme.io')).toBeNull();
    expect(findMailProviderByMx(['acme-io.mail.protection.outlook.com.'])?.smtp.host).toBe('smtp.office365.com');
    expect(findMailProviderByMx(['ASPMX.L.GOOGLE.COM'])?.id).toBe('gmail');
    expect(findMailProviderByMx(['mx.evilgoogle.com'])).toBeNull();
    expect(guessMailServers('jane@acme.io')?.smtp).toEqual({ host: 'smtp.acme.io', port: 465, secure: true });
  });
});
