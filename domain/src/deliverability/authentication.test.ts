import { describe, expect, test } from 'vitest';
import { isPublicDomain } from '../addresses/registrable-domain.ts';
import { describeWaiting } from '../diagnosis/waiting-words.ts';
import { findSenderHold } from '../sending/sender-holds.ts';
import { type AuthenticationFacts, judgeAuthentication } from './authentication.ts';
import { parseSelector } from './dkim.ts';
import { rateDeliverability } from './dns-checks.ts';
import { findSendingProvider } from './sending-providers.ts';
import { type DnsAnswer, questionKey, resolveSpfPolicy } from './spf.ts';

const found = (...records: string[]): DnsAnswer => ({ status: 'found', records });
const none: DnsAnswer = { status: 'none', records: [] };
const unknown: DnsAnswer = { status: 'unknown', records: [] };
const KEY = `v=DKIM1; k=rsa; p=${'A'.repeat(392)}`;
const google = findSendingProvider('smtp.gmail.com');
const microsoft = findSendingProvider('smtp.office365.com');

/** What a domain's own texts say; every name in it that is asked for does not exist. */
function spf(answer: DnsAnswer) {
  const answers = new Map([['txt acme.com', answer]]);
  for (let round = 0; round < 30; round += 1) {
    const policy = resolveSpfPolicy('acme.com', answers);
    if (policy.missing.length === 0) return { spf: policy };
    for (const question of policy.missing) answers.set(questionKey(question), none);
  }
  throw new Error('never ends');
}
const dmarc = (answer: DnsAnswer) => ({ dmarc: [{ domain: 'acme.com', answer }] });
const keys = (...entries: [string, DnsAnswer, boolean?][]) => ({
  dkim: entries.map(([selector, answer, is_seen = false]) => ({ selector, answer, is_seen })),
});

function judge(change: Partial<AuthenticationFacts> = {}, known: string | null = null) {
  const facts: AuthenticationFacts = {
    domain: 'acme.com',
    is_free_mail: false,
    provider: null,
    smtp: { host: 'smtp.acme.com', addresses: found('192.0.2.1') },
    ...spf(found('v=spf1 ip4:192.0.2.1 -all')),
    ...keys(['default', found(KEY)]),
    ...dmarc(found('v=DMARC1; p=none')),
    mx: found('mx.acme.com'),
    own: found('192.0.2.1'),
    reverse: [],
    ...change,
  };
  return judgeAuthentication(facts, rateDeliverability(facts), known);
}

const dead = { ...spf(unknown), ...keys(['default', unknown]), ...dmarc(unknown), mx: unknown, own: unknown };
const unheard = { ...spf(none), ...keys(['default', none]), ...dmarc(none), mx: none, own: none };
const noKey = keys(['default', none]);

describe('the records of a sender’s domain', () => {
  test.each<[string, Partial<AuthenticationFacts>, string | null, string]>([
    ['all three are right', {}, null, 'passed'],
    ['no SPF', spf(none), null, 'failed'],
    ['two SPF records', spf(found('v=spf1 -all', 'v=spf1 -all')), null, 'failed'],
    ['an SPF record that lets everybody send', spf(found('v=spf1 +all')), null, 'failed'],
    ['no DMARC', dmarc(none), null, 'failed'],
    ['a DMARC record without a policy', dmarc(found('v=DMARC1; p=maybe')), null, 'failed'],
    ['a DKIM key that nobody can name: SPF and DMARC are enough', noKey, null, 'passed'],
    ['a DKIM key that was there and is gone', keys(['mine', none]), 'mine', 'failed'],
    [
      'a DKIM key that was there and another one since',
      keys(['mine', none], ['next', found(KEY), true]),
      'mine',
      'passed',
    ],
    ['a DKIM key that was there and nobody answers about', keys(['mine', unknown]), 'mine', 'unknown'],
    ['a revoked key that was there', keys(['mine', found('v=DKIM1; p=')]), 'mine', 'failed'],
    ['a name out of a forged mail under which no key stands', keys(['forged', none, true]), null, 'passed'],
    ['Microsoft, whose two names are both empty', { ...fixed(none), provider: microsoft }, null, 'failed'],
    ['Microsoft, and nobody answers about one name', { ...fixed(unknown), provider: microsoft }, null, 'unknown'],
    ['Google under a name of one’s own', { ...noKey, provider: google, ...viaGoogle() }, null, 'passed'],
    ['SPF that does not name Google, no key', { ...noKey, provider: google, smtp: null }, null, 'failed'],
    ['SPF that does not name Google, signed', { provider: google, smtp: null }, null, 'passed'],
    [
      'SPF behind a macro',
      { ...noKey, provider: google, smtp: null, ...spf(found('v=spf1 exists:%{i}._spf.x.com ~all')) },
      null,
      'passed',
    ],
    [
      'SPF that only does not name the server',
      { ...noKey, ...spf(found('v=spf1 ip4:198.51.100.1 ~all')) },
      null,
      'passed',
    ],
    ['nobody answers about anything', dead, null, 'unknown'],
    ['nobody answers about DMARC', dmarc(unknown), null, 'unknown'],
    ['nobody answers about SPF, signed', spf(unknown), null, 'unknown'],
    ['a name these servers do not know', unheard, null, 'unknown'],
    ['such a name, known before', unheard, 'mine', 'unknown'],
    ['a name that only exists', { ...unheard, own: found('192.0.2.1') }, null, 'failed'],
    ['an address at a mail provider', { ...unheard, own: found('192.0.2.1'), is_free_mail: true }, null, 'exempt'],
  ])('%s: %s', (_, change, known, verdict) => {
    const judged = judge(change, known);
    expect(judged.verdict).toBe(verdict);
    expect(judged.reason === null).toBe(verdict !== 'failed');
  });

  test('the reason names what is missing and what to enter', () => {
    expect(judge(dmarc(none)).reason).toBe(
      'acme.com has no DMARC record. Enter in your DNS: TXT _dmarc.acme.com “v=DMARC1; p=none”.',
    );
    expect(judge({ ...unheard, mx: found('mx.acme.com'), provider: google, smtp: null }).reason).toContain(
      'Enter in your DNS: TXT acme.com “v=spf1 include:_spf.google.com ~all”.',
    );
    expect(judge({ ...fixed(none), provider: microsoft }).reason).toContain(
      '“selector1._domainkey.acme.com” or “selector2',
    );
    expect(judge(keys(['mine', none]), 'mine').reason).toContain('gone: “mine._domainkey.acme.com”');
  });

  test.each([
    ['10,000 records', Array.from({ length: 10_000 }, (_, n) => `v=spf1 ip4:10.0.0.${n % 256} ~all`)],
    ['64 KB of one term', [`v=spf1 include:${'a.'.repeat(32_000)} ~all`]],
    ['invisible characters', ['v=spf1 ‮\u0000﻿𝒶𝒷 +all']],
  ])('%s make a short reason that can be shown', (_, records) => {
    const { reason } = judge({ ...spf(found(...records)), ...dmarc(found(...records)) });
    expect(reason!.length).toBeLessThanOrEqual(900);
    expect(reason).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  test('a key found by guessing is not missed later, one in use is', () => {
    expect(judge().dkim_selector).toBeNull();
    expect(judge(keys(['default', found(KEY), true])).dkim_selector).toBe('default');
    expect(judge({ ...keys(['google', found(KEY)]), provider: google }).dkim_selector).toBe('google');
    expect(judge(keys(['new', found(KEY), true], ['old', found(KEY)]), 'old').dkim_selector).toBe('old');
  });
});

function fixed(answer: DnsAnswer) {
  return {
    ...keys(['selector1', none], ['selector2', answer]),
    ...spf(found('v=spf1 ip4:192.0.2.1 -all')),
  };
}

function viaGoogle() {
  const answers = new Map([
    ['txt acme.com', found('v=spf1 include:_spf.google.com ~all')],
    ['txt _spf.google.com', found('v=spf1 ip4:203.0.113.0/24 ~all')],
  ]);
  return { spf: resolveSpfPolicy('acme.com', answers) };
}

test.each([
  ['acme.com', true],
  ['shop.acme.co.uk', true],
  ['acme.example', false],
  ['acme.test', false],
  ['acme.invalid', false],
  ['localhost', false],
  ['mail.localhost', false],
  ['intranet.local', false],
  ['office.corp', false],
  ['mail.example.com', false],
  ['mail.home.arpa', false],
  ['192.168.1.4', false],
  ['acme.github.io', true],
  ['ünïcode.de', true],
  ['', false],
])('the internet knows %s: %s', (domain, expected) => expect(isPublicDomain(domain)).toBe(expected));

test.each([
  ['google', 'google'],
  [' S1-Ionos ', 's1-ionos'],
  ['mine._domainkey.acme.com', 'mine'],
  ['a.b', 'a.b'],
  ['', null],
  ['nö', null],
  ['x; drop', null],
  ['a'.repeat(400), null],
])('%j is read as the selector %j', (text, expected) => expect(parseSelector(text)).toBe(expected));

test('campaign mails wait from the announced date on; personal messages never do', () => {
  const now = new Date('2026-11-26T12:00:00Z');
  const sender = {
    status: 'OK',
    is_deleted: false,
    has_connection: true,
    held_until: null,
    next_send_at: null,
    domain_hold_reason: 'acme.com has no DMARC record.',
  };
  const at = (hours: number) => ({ ...sender, domain_held_from: new Date(now.getTime() + hours * 3_600_000) });
  expect(findSenderHold(at(1), true, now)).toBeNull();
  expect(findSenderHold(at(0), true, now)).toEqual({ rule: 'domain_records', until: null });
  expect(findSenderHold(at(-1), false, now)).toBeNull();
  expect(findSenderHold({ ...at(-1), domain_hold_reason: null }, true, now)).toBeNull();
  expect(
    describeWaiting('domain_records', { sender: 'ada@acme.com', reason: 'acme.com has no DMARC record.' }).text,
  ).toBe('Mails of ada@acme.com wait until the DNS records of its domain are right. acme.com has no DMARC record.');
});
