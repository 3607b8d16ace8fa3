import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { testMail } from '../../../sandbox/src/mail/testing/mail-options.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/src/sandbox.ts';
import { ProviderError } from '../kit/errors.ts';
import { createContactFinder } from './contact-finder.adapter.ts';
import type { ContactFinderPort, ContactKind, ContactPerson, ContactProvider } from './contact-finder.port.ts';
import { formatPhoneNumber } from './phone-number.ts';

let sandbox: Sandbox;
let url: string;
let finder: ContactFinderPort;
const finders: ContactFinderPort[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({
    port: 0,
    mail: testMail({ slow_in_ms: 0 }),
  });
  url = sandbox.addresses.http_url;
  finder = openFinder();
});
afterEach(async () => void (await control('clear', {})));
afterAll(async () => {
  for (const one of finders) await one.close();
  await sandbox.close();
});

function openFinder(api_key = 'sandbox', outbound_allow = '127.0.0.1'): ContactFinderPort {
  const access = (name: string) => ({ api_url: `${url}/contacts/${name}`, api_key });
  const opened = createContactFinder({
    hunter: access('hunter'),
    prospeo: access('prospeo'),
    lusha: access('lusha'),
    outbound_allow,
    dns_servers: [`127.0.0.1:${sandbox.addresses.dns.port}`],
    smtp_probe: null,
  });
  finders.push(opened);
  return opened;
}

async function control(path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(`${url}/__control/contacts/${path}`, init);
  expect(response.status).toBe(200);
}

const person = (first_name: string, last_name = 'Visser', domain = 'acme.example'): ContactPerson => ({
  first_name,
  last_name,
  linkedin_url: `https://www.linkedin.com/in/${first_name}-${last_name}`.toLowerCase(),
  company: { name: 'Acme', domain },
});

const VENDORS: [string, ContactKind][] = [
  ['hunter', 'email'],
  ['prospeo', 'email'],
  ['lusha', 'email'],
  ['prospeo', 'phone'],
  ['lusha', 'phone'],
];

function vendorOf(id: string, kind: ContactKind, of = finder): ContactProvider {
  const provider = of.listProviders(kind).find(({ manifest }) => manifest.id === id);
  if (provider === undefined) throw new Error(`${id} finds no ${kind}`);
  return provider;
}
const ask = (provider: ContactProvider, kind: ContactKind, who: ContactPerson, signal?: AbortSignal) =>
  (kind === 'email' ? provider.findEmail : provider.findPhone)?.({ person: who, ...(signal ? { signal } : {}) });
const failureOf = async (asking: Promise<unknown> | undefined): Promise<ProviderError> => {
  const error = await Promise.resolve(asking).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ProviderError);
  return error as ProviderError;
};

test('the cheapest provider comes first', () => {
  expect(finder.listProviders('email').map(({ manifest }) => manifest.id)).toEqual(['hunter', 'prospeo', 'lusha']);
  expect(finder.listProviders('phone').map(({ manifest }) => manifest.id)).toEqual(['prospeo', 'lusha']);
  const bare = createContactFinder({ hunter: null, prospeo: null, lusha: null, outbound_allow: '', smtp_probe: null });
  finders.push(bare);
  expect(bare.listProviders('email')).toEqual([]);
});

describe.each(VENDORS)('%s looks up an %s', (id, kind) => {
  test('a known person is found, with a confidence and evidence in words', async () => {
    const answer = await ask(vendorOf(id, kind), kind, person('Known'));
    const value = kind === 'email' ? /^[a-z.]+@acme\.example$/ : /^\+31 6 1\d{7}$/;
    expect(answer).toEqual({
      outcome: 'found',
      value: expect.stringMatching(value),
      confidence: expect.any(Number),
      evidence: expect.stringMatching(/\w+.*\.$/),
    });
    expect(answer?.outcome === 'found' && answer.confidence).toBeGreaterThan(50);
  });

  test('an unknown person is not found', async () => {
    expect(await ask(vendorOf(id, kind), kind, person('Nobody', 'Atall'))).toMatchObject({ outcome: 'not_found' });
  });

  test('without usable data no provider is called', async () => {
    const nameless = { first_name: '', last_name: '', linkedin_url: null, company: { name: 'Acme', domain: null } };
    expect(await ask(vendorOf(id, kind), kind, nameless)).toMatchObject({ outcome: 'not_found' });
    expect(await (await fetch(`${url}/api/contacts/calls`)).json()).toMatchObject({ total: 0 });
  });

  test('a name that is no name travels as data', async () => {
    const odd = person('Known', "O'Brien&api_key=x\r\nX-Evil: 1");
    expect(await ask(vendorOf(id, kind), kind, odd)).toMatchObject({ outcome: expect.stringMatching(/found/) });
    const { calls } = (await (await fetch(`${url}/api/contacts/calls`)).json()) as {
      calls: { person: ContactPerson }[];
    };
    expect(calls[0]?.person.last_name).toBe("O'Brien&api_key=x\r\nX-Evil: 1");
  });

  test('a wrong key says which setting to look at', async () => {
    const failure = await failureOf(ask(vendorOf(id, kind, openFinder('wrong')), kind, person('Known')));
    expect(failure).toMatchObject({ kind: 'auth_expired', reason: expect.stringContaining('_API_KEY') });
  });

  test('asked to wait, it is not asked again before its time', async () => {
    const own = openFinder();
    const status = id === 'hunter' ? 403 : 429;
    await control('faults', { vendor: id, status, retry_after_in_seconds: 60 });
    const first = await failureOf(ask(vendorOf(id, kind, own), kind, person('Known')));
    expect(first.kind).toBe('rate_limited');
    expect((first.until?.getTime() ?? 0) - Date.now()).toBeGreaterThan(50_000);
    const second = await failureOf(ask(vendorOf(id, kind, own), kind, person('Known')));
    expect(second.kind).toBe('rate_limited');
    const { total } = (await (await fetch(`${url}/api/contacts/calls`)).json()) as { total: number };
    expect(total, 'the second question did not leave').toBe(1);
  });

  test.each([
    ['an error of its own', { status: 503 }],
    ['no JSON', { body: '<html>bad gateway</html>' }],
    ['another shape', { body: '{"data": 5, "person": "x", "contact": []}' }],
    ['a redirect (the key must not travel)', { status: 302 }],
    ['a closed connection', { drop: true }],
  ])('%s is worth another try later', async (_, fault) => {
    await control('faults', { vendor: id, ...fault });
    const failure = await failureOf(ask(vendorOf(id, kind), kind, person('Known')));
    expect(failure.kind).toBe('status' in fault && fault.status === 302 ? 'rejected' : 'unavailable');
    expect(failure.reason).not.toMatch(/sandbox|html/);
  });

  test('a stop ends the request immediately', async () => {
    await control('faults', { vendor: id, delay_in_ms: 3_000 });
    const stop = new AbortController();
    const asking = ask(vendorOf(id, kind), kind, person('Known'), stop.signal);
    setTimeout(() => stop.abort(new Error('stopped')), 50);
    const began = Date.now();
    await expect(asking).rejects.toThrow('stopped');
    expect(Date.now() - began).toBeLessThan(1_500);
  });
});

describe('particulars', () => {
  test('who asked not to be found is not', async () => {
    const answer = await ask(vendorOf('hunter', 'email'), 'email', person('Known', 'Claimed'));
    expect(answer).toEqual({ outcome: 'not_found', evidence: 'This person asked not to be found.' });
  });

  test('a used-up account is a pause of its own', async () => {
    await control('faults', { vendor: 'hunter', status: 429 });
    const failure = await failureOf(ask(vendorOf('hunter', 'email', openFinder()), 'email', person('Known')));
    expect(failure).toMatchObject({ kind: 'rate_limited', code: 'quota' });
  });

  test('a number on a do-not-call list is no number', async () => {
    const answer = await ask(vendorOf('lusha', 'phone'), 'phone', person('Known', 'Barred'));
    expect(answer).toEqual({
      outcome: 'not_found',
      evidence: 'The known number is on a do-not-call list. Lusha charged 5 credits.',
    });
  });

  test('a question for an email reveals and pays for no number, and the answer says what Lusha charged', async () => {
    const email = await ask(vendorOf('lusha', 'email'), 'email', person('Known'));
    expect(email).toMatchObject({ evidence: 'Graded A+. Lusha charged 1 credit.' });
    const phone = await ask(vendorOf('lusha', 'phone'), 'phone', person('Known'));
    expect(phone).toMatchObject({ evidence: 'Mobile number. Lusha charged 5 credits.' });
  });

  test('a person whom Lusha may not name is not found', async () => {
    const answer = await ask(vendorOf('lusha', 'email'), 'email', person('Known', 'Restricted'));
    expect(answer).toMatchObject({ outcome: 'not_found' });
  });

  test("an account without the vendor's current API is refused in the vendor's words", async () => {
    await control('faults', { vendor: 'lusha', status: 403 });
    const failure = await failureOf(ask(vendorOf('lusha', 'email', openFinder()), 'email', person('Known')));
    expect(failure).toMatchObject({ kind: 'auth_expired', reason: 'Lusha: As told.' });
  });

  test.each([
    ['lusha', 'POST', '/v3/contacts/search-and-enrich', { contacts: [{ contactId: '1', email: 'a@b.example' }] }],
    ['lusha', 'POST', '/v3/contacts/search-and-enrich', { contacts: [{ email: 'a@b.example' }], reveal: [] }],
    ['lusha', 'POST', '/v3/contacts/search-and-enrich', { contacts: [{ firstName: 'Ann', lastName: 'Bell' }] }],
    ['prospeo', 'POST', '/enrich-person', { enrich_phone: true, data: {} }],
    ['hunter', 'GET', '/v2/email-finder?domain=acme.example&first_name=Ann', null],
    ['hunter', 'GET', '/v2/email-verifier?email=ann@acme.example&deep=1', null],
  ])('the stand-in of %s refuses what is not published: %s %s %j', async (vendor, method, path, body) => {
    const headers = { api_key: 'k', 'x-key': 'k', 'x-api-key': 'k', 'content-type': 'application/json' };
    const init =
      body === null ? { method, headers: { 'x-api-key': 'k' } } : { method, headers, body: JSON.stringify(body) };
    expect((await fetch(`${url}/contacts/${vendor}${path}`, init)).status).toBe(400);
  });

  test('a private network is not reached unless allowed', async () => {
    const failure = await failureOf(ask(vendorOf('hunter', 'email', openFinder('k', '')), 'email', person('Known')));
    expect(failure.kind).toBe('unavailable');
  });

  test.each([
    ['+31612345678', '+31 6 12345678'],
    ['+1 (415) 555-2671', '+1 415 555 2671'],
    ['0612345678', null],
    ['12', null],
    ['', null],
    [null, null],
    ['=HYPERLINK("x")', null],
  ])('the number %s is %s', (text, number) => expect(formatPhoneNumber(text)).toBe(number));
});

describe('mail domains', () => {
  test.each([
    ['acme.example', { status: 'accepts', exchangers: ['mx.acme.example'] }],
    ['nomail.example', { status: 'refuses', exchangers: [] }],
    ['nullmx.example', { status: 'refuses', exchangers: [] }],
    ['down.example', { status: 'unknown', exchangers: [] }],
  ])('%s', async (domain, answer) => expect(await finder.checkMailDomain(domain)).toEqual(answer));

  test('a stop ends the look-up', async () => {
    const asking = finder.checkMailDomain('down2.example', AbortSignal.timeout(50));
    await expect(asking).rejects.toThrow();
  });
});

describe('asking the mail server', () => {
  let server: net.Server;
  let heard: string[] = [];
  let isMute = false;
  const replies: Record<string, string> = {};

  beforeAll(async () => {
    server = net.createServer((socket) => {
      if (!isMute) socket.write(`${replies.hello ?? '220-welcome\r\n220 mx'}\r\n`);
      socket.on('error', () => {});
      socket.on('data', (data) => {
        const line = data.toString().trim();
        heard.push(line);
        const to = /^RCPT TO:<([^>]*)>/.exec(line)?.[1];
        if (to) socket.write(`${(to.startsWith('no-such-') ? replies.invented : replies.asked) ?? '550 no'}\r\n`);
        else if (/^QUIT/.test(line)) socket.end('221 bye\r\n');
        else socket.write(`${replies[line.slice(0, 4)] ?? '250 ok'}\r\n`);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => void server.close());

  function probe(answers: Record<string, string>, signal?: AbortSignal, outbound_allow = '127.0.0.1') {
    for (const key of Object.keys(replies)) delete replies[key];
    Object.assign(replies, answers);
    heard = [];
    const port = (server.address() as AddressInfo).port;
    const own = createContactFinder({
      hunter: null,
      prospeo: null,
      lusha: null,
      outbound_allow,
      smtp_probe: { mail_from: 'overture@corp.test', port },
    });
    finders.push(own);
    expect(own.can_probe).toBe(true);
    return own.probeMailbox('ann@acme.example', ['127.0.0.1'], signal);
  }

  test.each([
    [{ invented: '550 5.1.1 unknown', asked: '250 ok' }, 'exists'],
    [{ invented: '550 5.1.1 unknown', asked: '550 5.1.1 unknown' }, 'absent'],
    [{ invented: '250 ok', asked: '250 ok' }, 'accepts_all'],
    [{ invented: '451 greylisted', asked: '451 greylisted' }, 'unknown'],
    [{ invented: '550 no', asked: '452 full' }, 'unknown'],
    [{ hello: '554 your address is blocked' }, 'unknown'],
    [{ MAIL: '550 sender refused' }, 'unknown'],
    [{ invented: `550-${'x'.repeat(100_000)}` }, 'unknown'],
  ] as [Record<string, string>, string][])('%j means %s, and no mail is sent', async (answers, outcome) => {
    expect(await probe(answers)).toBe(outcome);
    expect(heard.join('\n')).not.toMatch(/^DATA/m);
  });

  test('an exchanger on a private network is never spoken to', async () => {
    expect(await probe({ invented: '550 no', asked: '250 ok' }, undefined, '')).toBe('unknown');
    expect(heard).toEqual([]);
  });

  test('an unreachable server is unknown; a stop is immediate', async () => {
    expect(await finder.probeMailbox('ann@acme.example', ['127.0.0.1'])).toBe('unknown');
    isMute = true;
    const stop = AbortSignal.timeout(50);
    await expect(probe({}, stop)).rejects.toThrow();
    isMute = false;
  });
});

describe('verifying addresses', () => {
  const verify = (email: string, of = finder) => of.listVerifiers()[0]?.verifyEmail?.({ email });

  test.each([
    ['kim@acme.example', 'valid'],
    ['invalid.kim@acme.example', 'invalid'],
    ['catchall@acme.example', 'catch_all'],
    ['disposable@acme.example', 'risky'],
    ['unknown@acme.example', 'unknown'],
    ['claimed@acme.example', 'unknown'],
  ])('%s: %s', async (email, result) => {
    expect(await verify(email)).toEqual({ result, evidence: expect.stringMatching(/^Hunter/) });
  });

  test.each([
    [{ status: 500 }, { kind: 'unavailable' }],
    [{ status: 400 }, { kind: 'rejected' }],
    [{ drop: true }, { kind: 'unavailable' }],
    [{ body: '<html>' }, { kind: 'unavailable' }],
    [{ body: '{"data":5}' }, { kind: 'unavailable' }],
  ])('%j is %j', async (fault, error) => {
    await control('faults', { vendor: 'hunter', ...fault });
    expect(await failureOf(verify('kim@acme.example', openFinder()))).toMatchObject(error);
  });

  test.each([
    [{ data: { status: 'webmail', result: 'deliverable' } }, 'valid'],
    [{ data: { status: 'webmail', result: 'risky' } }, 'risky'],
    [{ data: { status: 'a new word' } }, 'unknown'],
    [{ data: {} }, 'unknown'],
  ])('%j: %s', async (body, result) => {
    await control('faults', { vendor: 'hunter', body: JSON.stringify(body) });
    expect(await verify('kim@acme.example')).toMatchObject({ result });
  });

  test('a refused key, a used-up account and a pending address are distinguished', async () => {
    expect(await failureOf(verify('kim@acme.example', openFinder('wrong')))).toMatchObject({ kind: 'auth_expired' });
    await control('faults', { vendor: 'hunter', status: 429 });
    expect(await failureOf(verify('kim@acme.example', openFinder()))).toMatchObject({
      kind: 'rate_limited',
      code: 'quota',
    });
    const bare = createContactFinder({
      hunter: null,
      prospeo: null,
      lusha: null,
      outbound_allow: '',
      smtp_probe: null,
    });
    finders.push(bare);
    expect(bare.listVerifiers()).toEqual([]);
  });
});
