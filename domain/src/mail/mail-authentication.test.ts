import { describe, expect, test } from 'vitest';
import { readAuthentication } from './mail-authentication.ts';

const received = 'from evil.example (evil.example [192.0.2.1]) by mx.sender.example with ESMTPS id x; Mon, 2 Mar 2026';
const check = (result: string, change: { received?: string[]; own?: string; more?: string[] } = {}) =>
  readAuthentication(
    new Map([
      ['authentication-results', [result, ...(change.more ?? [])]],
      ['received', change.received ?? [received]],
    ]),
    change.own ?? 'ada@sender.example',
  );

describe('what the receiving server says about who wrote a mail', () => {
  test.each([
    ['mx.sender.example; dmarc=fail (p=reject) header.from=bank.example', 'failed'],
    ['mx.sender.example; spf=pass smtp.mailfrom=x; dkim=fail; dmarc=fail header.from=x', 'failed'],
    ['mx.sender.example; spf=fail smtp.mailfrom=x; dkim=none', 'failed'],
    ['mx.sender.example 1; SPF=FAIL; DKIM=none', 'failed'],
    ['mx.sender.example; spf=fail; dkim=pass header.d=x', 'unknown'],
    ['mx.sender.example; spf=softfail; dkim=none; dmarc=none', 'unknown'],
    ['mx.sender.example; dkim=fail; spf=none', 'unknown'],
    ['mx.sender.example; dmarc=pass; spf=fail', 'passed'],
    ['mx.sender.example; dmarc=bestguesspass action=none', 'passed'],
    ['mx.sender.example; spf=pass; dkim=pass header.d=elsewhere.example', 'unknown'],
    ['mx.sender.example; arc=pass; spf=fail; dmarc=fail', 'unknown'],
    ['mx.sender.example; none', 'unknown'],
    ['mx.sender.example; dmarc=temperror', 'unknown'],
    ['', 'unknown'],
    [';;;===', 'unknown'],
  ])('%s: %s', (header, result) => expect(check(header)).toBe(result));

  test('a header that names another side proves nothing', () => {
    expect(check('mx.elsewhere.example; dmarc=fail')).toBe('unknown');
    expect(check('mx.elsewhere.example; dmarc=pass')).toBe('unknown');
    expect(check('mx.google.com; dmarc=fail')).toBe('unknown');
  });

  test('only the topmost one counts', () => {
    expect(check('mx.sender.example; dmarc=pass', { more: ['mx.sender.example; dmarc=fail'] })).toBe('passed');
  });

  test('a provider whose name is not in the address is known by the way the mail took', () => {
    const google = ['by 2002:a05:6000:1 with SMTP id a1; Mon', 'from x by mx.google.com with ESMTPS id y'];
    expect(check('mx.google.com; dmarc=fail (p=NONE)', { received: google })).toBe('failed');
    const microsoft = ['from A.prod.outlook.com (::1) by B.eurprd01.prod.outlook.com with HTTPS; Mon'];
    const found = 'spf=fail (sender IP is 192.0.2.1) smtp.mailfrom=x; dkim=none; dmarc=fail action=oreject';
    expect(check(found, { received: microsoft })).toBe('failed');
    expect(check(found)).toBe('unknown');
  });

  test('no such header: as ever', () => {
    expect(readAuthentication(new Map(), 'ada@sender.example')).toBe('unknown');
  });
});
