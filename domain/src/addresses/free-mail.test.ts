import { describe, expect, test } from 'vitest';
import { ownDomain } from '../sending/own-domain.ts';
import { isFreeMail, suggestWebsite } from './free-mail.ts';
import domains from './free-mail-domains.json' with { type: 'json' };
import { MAIL_PROVIDERS } from './mail-providers.ts';

describe('free mail', () => {
  test.each([
    'Gmail.com',
    'yahoo.co.uk',
    'hotmail.co.th',
    'gmx.at',
    'wanadoo.fr',
    'bluewin.ch',
    'wp.pl',
    'seznam.cz',
    'comcast.net',
    'btinternet.com',
    'qq.com',
    '163.com',
    'naver.com',
    'freenet.de',
    'telenet.be',
    'sfr.fr',
    'virgilio.it',
    'bol.com.br',
    'proximus.be',
    'tampabay.rr.com',
    'mailinator.com',
  ])('%s belongs to no company', (domain) => {
    expect(isFreeMail(`ada@${domain}`)).toBe(true);
    expect(suggestWebsite(`ada@${domain}`)).toBeNull();
    expect(ownDomain(`ada@${domain}`)).toBeNull();
  });

  test.each([
    'acme.io',
    'gmail.com.acme.io',
    'notgmail.com',
    'sap.com',
    'siemens.com',
    'bbc.co.uk',
    'harvard.edu',
    'acme.onmicrosoft.com',
    'acme.uk.com',
  ])('%s is a company', (domain) => {
    expect(isFreeMail(`ada@${domain}`)).toBe(false);
    expect(suggestWebsite(`ada@${domain}`)).toBe(domain);
  });

  test('the list is long, sorted and without doubles, and every domain of it and of the known providers is free', () => {
    expect(domains.length).toBeGreaterThan(5_000);
    expect(domains).toEqual([...new Set(domains)].sort());
    const all = [...domains, ...MAIL_PROVIDERS.flatMap((provider) => provider.domains)];
    expect(all.filter((domain) => !isFreeMail(`ada@${domain}`))).toEqual([]);
  });
});
