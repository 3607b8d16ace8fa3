import { describe, expect, test } from 'vitest';
import { type IpRange, isInRange, isPrivateIp, parseIp, parseRange, reverseName } from '../addresses/ip-range.ts';
import { type DeliverabilityFacts, worstStatus } from './deliverability.ts';
import { findDkimSelector } from './dkim.ts';
import { rateDeliverability } from './dns-checks.ts';
import { findSendingProvider, selectorsToTry } from './sending-providers.ts';
import { allowsAddress, type DnsAnswer, questionKey, resolveSpfPolicy } from './spf.ts';

const found = (...records: string[]): DnsAnswer => ({ status: 'found', records });
const none: DnsAnswer = { status: 'none', records: [] };
const unknown: DnsAnswer = { status: 'unknown', records: [] };

/** Asks a made-up world until nothing is missing, as the server does. Names not in it do not exist. */
function readPolicy(world: Record<string, DnsAnswer>, domain = 'acme.example') {
  const answers = new Map<string, DnsAnswer>();
  for (let round = 0; round < 30; round += 1) {
    const policy = resolveSpfPolicy(domain, answers);
    if (policy.missing.length === 0) return { policy, asked: answers.size };
    for (const question of policy.missing) answers.set(questionKey(question), world[questionKey(question)] ?? none);
  }
  throw new Error('never ends');
}
const policyOf = (...records: string[]) => readPolicy({ 'txt acme.example': found(...records) }).policy;

describe('addresses', () => {
  test.each([
    ['192.0.2.7', '192.0.2.0/24', true],
    ['192.0.3.7', '192.0.2.0/24', false],
    ['192.0.2.7', '0.0.0.0/0', true],
    ['2001:db8::7', '2001:db8::/32', true],
    ['2001:db9::7', '2001:db8::/32', false],
    ['::ffff:192.0.2.1', '::ffff:c000:201', true],
    ['192.0.2.7', '2001:db8::/32', false],
  ])('%s in %s: %s', (address, range, expected) => {
    expect(isInRange(address, parseRange(range) as IpRange)).toBe(expected);
  });
  test.each([
    '',
    '1.2.3',
    '1.2.3.256',
    '1.2.3.4/33',
    '::/129',
    '1::2::3',
    'x',
    '1.2.3.4/',
    ':'.repeat(40),
    '1.2.3.4/1/2',
  ])('%j is no range', (text) => expect(parseRange(text)).toBeNull());
  test('private ones, and names under which addresses are found', () => {
    expect(['10.1.1.1', '127.0.0.1', '::1', 'fd00::1', '192.168.3.4'].every(isPrivateIp)).toBe(true);
    expect(['8.8.8.8', '172.32.0.1', '2001:db8::1'].some(isPrivateIp)).toBe(false);
    expect(reverseName('192.0.2.7')).toBe('7.2.0.192.in-addr.arpa');
    expect(reverseName('2001:db8::1')).toMatch(/^1\.0\..*\.8\.b\.d\.0\.1\.0\.0\.2\.ip6\.arpa$/);
    expect(reverseName('nonsense')).toBeNull();
    expect(parseIp('1:2:3:4:5:6:7:8:9')).toBeNull();
  });
});

describe('reading SPF', () => {
  test('addresses, hosts, exchangers, includes and redirects', () => {
    const { policy } = readPolicy({
      'txt acme.example': found(
        'x',
        'v=spf1 ip4:192.0.2.0/24 a:web.acme.example/30 mx include:_spf.other.example redirect=no.example ~all',
      ),
      'a web.acme.example': found('198.51.100.1'),
      'mx acme.example': found('mx.acme.example'),
      'a mx.acme.example': found('203.0.113.1', '2001:db8::5'),
      'txt _spf.other.example': found('v=spf1 ip6:2001:db8:1::/48 -all'),
    });
    expect(policy).toMatchObject({ all: '~', lookups: 3, problems: [], includes: ['_spf.other.example'] });
    for (const address of ['192.0.2.9', '198.51.100.2', '203.0.113.1', '2001:db8::5', '2001:db8:1::9'])
      expect(allowsAddress(policy, address)).toBe(true);
    for (const address of ['198.51.100.9', '203.0.113.2', '2001:db8::6'])
      expect(allowsAddress(policy, address)).toBe(false);
  });

  test('a redirect speaks for the domain', () => {
    const { policy } = readPolicy({
      'txt acme.example': found('v=spf1 redirect=_spf.acme.example'),
      'txt _spf.acme.example': found('v=spf1 ip4:192.0.2.1 -all'),
    });
    expect([policy.all, allowsAddress(policy, '192.0.2.1')]).toEqual(['-', true]);
  });

  test.each([
    ['v=spf1 include:gone.example -all', 'missing'],
    ['v=spf1 include:acme.example -all', 'loop'],
    ['v=spf1 ip4:999.1.1.1 -all', 'unreadable'],
    ['v=spf1 nonsense -all', 'unreadable'],
    ['v=spf1 include:..\u0000 -all', 'unreadable'],
    [`v=spf1 ${'a:x.example '.repeat(11)} -all`, 'too_many_lookups'],
  ])('%s: %s', (record, kind) => {
    expect(policyOf(record).problems.map((problem) => problem.kind)).toContain(kind);
  });

  test('two records are a problem; other texts are none', () => {
    expect(policyOf('v=spf1 -all', 'v=spf1 ~all').problems).toMatchObject([{ kind: 'several_records' }]);
    expect(policyOf('v=spf10 -all', 'hello').record).toBeNull();
    expect(readPolicy({ 'txt acme.example': unknown }).policy.problems).toMatchObject([{ kind: 'unanswered' }]);
  });

  test('a net of includes that never ends ends', () => {
    const world = new Proxy({} as Record<string, DnsAnswer>, {
      get: (_, key) => {
        const name = String(key).split(' ')[1];
        return found(
          `v=spf1 ${Array.from({ length: 200 }, (_, n) => `include:n${n}.${name?.slice(-100)}`).join(' ')} -all`,
        );
      },
    });
    const { policy, asked } = readPolicy(world);
    expect(asked).toBeLessThanOrEqual(66);
    expect(policy.problems).toEqual([{ kind: 'too_many_lookups' }]);
  });

  test.each([
    ['10,000 records', Array.from({ length: 10_000 }, (_, n) => `v=spf1 ip4:10.0.0.${n % 256} ~all`)],
    ['64 KB of spaces', [`v=spf1${' '.repeat(65_000)}~all`]],
    ['64 KB of one term', [`v=spf1 include:${'a.'.repeat(32_000)} ~all`]],
    ['64 KB of macros', [`v=spf1 exists:${'%{i}/'.repeat(13_000)} ~all`]],
    ['thousands of terms', [`v=spf1 ${'ip4:192.0.2.1 '.repeat(4600)}`]],
    ['control characters', ['v=spf1 \u0000\u0007\u202e\ufffd ~all']],
  ])('%s are read and judged, and shown in few words', (_, records) => {
    const spf = policyOf(...records);
    const answer = found(...records);
    const checks = rate({
      spf,
      mx: answer,
      dmarc: [{ domain: 'acme.example', answer }],
      dkim: [{ selector: 'x', is_seen: true, answer }],
    });
    for (const { found: words } of checks) {
      expect(words.length).toBeLessThan(900);
      expect(words).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }
  });
});

const KEY = `v=DKIM1; k=rsa; p=${'A'.repeat(392)}`;

/** Facts of a sender whose mail leaves by its own server and passes every check, changed as asked. */
function facts(change: Partial<DeliverabilityFacts> = {}): DeliverabilityFacts {
  return {
    domain: 'acme.example',
    is_free_mail: false,
    provider: null,
    smtp: { host: 'smtp.acme.example', addresses: found('192.0.2.1') },
    spf: policyOf('v=spf1 ip4:192.0.2.1 -all'),
    dkim: [{ selector: 'default', is_seen: false, answer: found(KEY) }],
    dmarc: [{ domain: 'acme.example', answer: found('v=DMARC1; p=reject') }],
    mx: found('mx.acme.example'),
    reverse: [{ address: '192.0.2.1', answer: found('smtp.acme.example'), confirms: true }],
    ...change,
  };
}
const rate = (change: Partial<DeliverabilityFacts> = {}) => rateDeliverability(facts(change));
const google = findSendingProvider('smtp.gmail.com');
const dkim = (answer: DnsAnswer, is_seen = false) => ({ dkim: [{ selector: 'default', is_seen, answer }] });
const dmarc = (answer: DnsAnswer) => ({ dmarc: [{ domain: 'acme.example', answer }] });
const spf = (...records: string[]) => ({ spf: policyOf(...records) });

describe('judging', () => {
  test('a well-kept domain passes and needs nothing', () => {
    const checks = rate();
    expect(checks.map(({ id, status }) => `${id} ${status}`)).toEqual(
      ['spf', 'dkim', 'dmarc', 'mx', 'reverse_dns'].map((id) => `${id} pass`),
    );
    expect(checks.every(({ advice }) => advice === null)).toBe(true);
    expect(worstStatus(checks)).toBe('pass');
  });

  test.each([
    ['no SPF', { spf: readPolicy({}).policy }, 'spf', 'fail', /no SPF record/],
    ['everybody allowed', spf('v=spf1 +all'), 'spf', 'fail', /everybody/],
    ['two SPF records', spf('v=spf1 -all', 'v=spf1 -all'), 'spf', 'fail', /more than one/],
    ['another server', spf('v=spf1 ip4:198.51.100.1 -all'), 'spf', 'warn', /does not name smtp/],
    ['nothing about others', spf('v=spf1 ip4:192.0.2.1'), 'spf', 'warn', /nothing about other/],
    ['the provider not included', { provider: google, ...spf('v=spf1 mx -all') }, 'spf', 'fail', /not name Google/],
    ['SPF not answered', { spf: readPolicy({ 'txt acme.example': unknown }).policy }, 'spf', 'unknown', /answered/],
    [
      'a private server',
      { smtp: { host: 'x', addresses: found('10.0.0.1') } },
      'spf',
      'unknown',
      /can't check from here/,
    ],
    ['no key found', dkim(none), 'dkim', 'warn', /No DKIM key/],
    ['the key in use is gone', dkim(none, true), 'dkim', 'fail', /no such key/],
    ['a revoked key', dkim(found('v=DKIM1; p=')), 'dkim', 'fail', /revoked/],
    ['a short key', dkim(found('k=rsa; p=QUJD')), 'dkim', 'fail', /shorter/],
    [
      'an elliptic key',
      dkim(found('v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=')),
      'dkim',
      'pass',
      /published/,
    ],
    ['a test key', dkim(found(`${KEY}; t=y`)), 'dkim', 'warn', /test/],
    ['a key in use', dkim(found(KEY), true), 'dkim', 'pass', /is signed/],
    ['DKIM not answered', dkim(unknown), 'dkim', 'unknown', /answered/],
    ['no DMARC', dmarc(none), 'dmarc', 'fail', /no DMARC/],
    ['DMARC twice', dmarc(found('v=DMARC1; p=none', 'v=DMARC1; p=none')), 'dmarc', 'fail', /more than one/],
    ['DMARC without policy', dmarc(found('v=DMARC1')), 'dmarc', 'fail', /cannot be read/],
    ['DMARC that watches', dmarc(found('v=DMARC1; p=none')), 'dmarc', 'pass', /only watches/],
    ['DMARC not answered', dmarc(unknown), 'dmarc', 'unknown', /answered/],
    ['no MX', { mx: none }, 'mx', 'fail', /no mail server/],
    ['a null MX', { mx: found('') }, 'mx', 'fail', /takes no mail/],
    ['MX not answered', { mx: unknown }, 'mx', 'unknown', /answered/],
    [
      'no name',
      { reverse: [{ address: '192.0.2.1', answer: none, confirms: false }] },
      'reverse_dns',
      'warn',
      /no name/,
    ],
    [
      'a false name',
      { reverse: [{ address: '192.0.2.1', answer: found('x.example'), confirms: false }] },
      'reverse_dns',
      'warn',
      /lead back/,
    ],
    ['no address', { smtp: { host: 'x', addresses: none }, reverse: [] }, 'reverse_dns', 'fail', /no address/],
    ['a provider', { provider: google, reverse: [] }, 'reverse_dns', 'pass', /Google/],
    ['no server known', { smtp: null, reverse: [] }, 'reverse_dns', 'unknown', /not known/],
  ] as const)('%s', (_, change, id, status, words) => {
    const check = rate(change as Partial<DeliverabilityFacts>).find((entry) => entry.id === id);
    expect(check?.status).toBe(status);
    expect(check?.found).toMatch(words);
    if (status === 'fail' || status === 'warn') expect(check?.advice).toBeTruthy();
  });

  test('the record to publish keeps what the domain has', () => {
    const record = (change: Partial<DeliverabilityFacts>) => rate(change)[0]?.record?.value;
    expect(record({ spf: readPolicy({}).policy })).toBe('v=spf1 ip4:192.0.2.1 ~all');
    expect(record({ provider: google, ...spf('v=spf1 ip4:192.0.2.9 -all'), smtp: null })).toBe(
      'v=spf1 ip4:192.0.2.9 include:_spf.google.com -all',
    );
    expect(record({ spf: readPolicy({}).policy, smtp: { host: 'x', addresses: found('10.0.0.1') } })).toBe(
      'v=spf1 mx ~all',
    );
  });

  test('the policy of the registered domain holds below it, with sp where it is given', () => {
    const below = (text: string) =>
      rate({
        dmarc: [
          { domain: 'mail.acme.example', answer: none },
          { domain: 'acme.example', answer: found(text) },
        ],
        domain: 'mail.acme.example',
      })[2];
    expect(below('v=DMARC1; p=reject')?.found).not.toContain('only watches');
    expect(below('v=DMARC1; p=reject; sp=none')?.found).toContain('only watches');
  });

  test('a domain of a mail provider gets no advice to change its records', () => {
    const checks = rate({ domain: 'gmail.com', is_free_mail: true, ...dmarc(none) });
    expect(checks[2]?.advice).toMatch(/own/);
    expect(checks[2]?.record).toBeNull();
  });
});

test('providers are recognized by their servers, and seen selectors come first', () => {
  expect(google?.label).toBe('Google');
  expect(findSendingProvider('SMTP.office365.com.')?.label).toBe('Microsoft');
  expect(findSendingProvider('evilgoogle.com')).toBeNull();
  const selectors = selectorsToTry(['mine'], google);
  expect(selectors.slice(0, 2)).toEqual(['mine', 'google']);
  expect(new Set(selectors).size).toBe(selectors.length);
});

describe('the selector of a signature', () => {
  test.each([
    ['v=1; a=rsa-sha256; d=acme.example; s=mine;\r\n\tb=abc', 'mine'],
    ['v=1; d=ACME.example; s=2024.Mail; b=', '2024.mail'],
    ['v=1; d=other.example; s=mine', null],
    ['v=1; d=acme.example; s=a b; drop', 'ab'],
    ['v=1; d=acme.example; s=../../x', null],
    [`v=1; d=acme.example; s=${'x'.repeat(300)}`, null],
    [`${';'.repeat(70_000)}d=acme.example; s=mine`, null],
    ['', null],
  ])('%.60s: %s', (header, expected) => {
    expect(findDkimSelector([header], 'acme.example')).toBe(expected);
  });
});
