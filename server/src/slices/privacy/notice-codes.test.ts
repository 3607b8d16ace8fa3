import { ProviderError } from '@overture/adapters/kit/errors';
import type { SystemMail } from '@overture/adapters/mailer/mailer.port';
import { api } from '@overture/contract';
import { PRIVACY_LIMITS } from '@overture/domain/privacy/privacy-notice';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { makeLeads } from '../prospects/prospects.factory.ts';
import { NOTICE_TEXTS as TEXTS } from './notice-page.rules.ts';
import { makePrivacyPath } from './privacy-link.service.ts';

const server = useTestServer();
let person: Awaited<ReturnType<typeof server.signUp>>;
let lead: number;
let email: string;
let visits = 0;

const system = () => server.program.system;
const mailer = () => system().ports.mailer;

beforeEach(async () => {
  person = await server.signUp();
  email = `lead${person.organization_id}@acme.example`;
  const given = { first_name: 'Grace', last_name: 'Hopper', email };
  lead = (await makeLeads(system().forOrganization(person.organization_id), [given]))[0]!.id;
});
afterEach(() => void vi.restoreAllMocks());

/** Each visit from its own network: limits count by network. */
async function post(form: Record<string, string>, language = 'en') {
  visits += 1;
  const { statusCode, body } = await server.program.app.inject({
    method: 'POST',
    url: makePrivacyPath(system(), lead),
    remoteAddress: `10.9.${visits}.1`,
    payload: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': language },
  });
  return { statusCode, body };
}

const listOpen = async () => (await person.call(api.listPrivacyRequests, { query: {} })).data.requests;
const countNotices = async () =>
  (
    await server.owner.query('select count(*)::int as count from notice_mails where organization_id = $1', [
      person.organization_id,
    ])
  ).rows[0].count;

/** What a browser shows of a page. */
const wordsOf = (body: string): string =>
  body
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

describe('a browser in German', () => {
  test('shows the whole notice in German, and the mail with the code is German', async () => {
    const given = Promise.withResolvers<SystemMail>();
    vi.spyOn(mailer(), 'sendSystemMail').mockImplementation(async (mail) => given.resolve(mail));
    const { body } = await post({ action: 'access' }, 'fr, de-AT;q=0.9, en;q=0.8');
    expect(body).toContain('<html lang="de">');
    expect(body).toContain('<title>Ihre Daten und Ihre Rechte</title>');
    const words = wordsOf(body);
    expect(words).toContain('Ein Code wurde an l•••@acme.example gesendet. Er gilt 30 Minuten.');
    expect(words).toMatch(/Was gespeichert ist Ihr Name, Ihre E-Mail-Adresse \(l•••@acme\.example\) Woher es stammt/);
    expect(words).toMatch(/Seit wann \d\d\.\d\d\.\d{4} Wozu/);
    expect(words).toMatch(/Berechtigtes Interesse \(Art\. 6 .+ DSGVO\)\. Wir kontaktieren Personen/);
    expect(words.match(/\b(?:the|you|your|and|with|is|to|of)\b/gi) ?? []).toEqual([]);
    const { subject, text } = await given.promise;
    const code = /\d{8}/.exec(subject)?.[0] ?? '';
    expect([subject, text]).toEqual([`Ihr Code: ${code}`, expect.stringMatching(/^Sie haben eine Kopie Ihrer Daten/)]);
    const confirmed = await post({ action: 'confirm', kind: 'access', code }, 'de');
    expect(wordsOf(confirmed.body)).toContain('Ihre Anfrage ist eingegangen.');
  });

  test('a broken link and a reader of another language', async () => {
    const get = (url: string, language: string) =>
      server.program.app.inject({ url, remoteAddress: '10.8.1.1', headers: { 'accept-language': language } });
    expect((await get('/p/1.AAAAAAAAAAAAAAAAAAAAAA', 'de')).body).toContain('Hinter diesem Link gibt es keine Daten.');
    const french = await get(makePrivacyPath(system(), lead), 'fr');
    expect(french.body).toContain('<html lang="en">');
    expect(wordsOf(french.body)).toContain('Your data and your rights');
  });
});

describe('the mail with a code', () => {
  test('a slow mail server holds the page for seconds only, and the code is good when it arrives', async () => {
    const given = Promise.withResolvers<SystemMail>();
    const handed = Promise.withResolvers<void>();
    const [limit, original] = [new AbortController(), AbortSignal.timeout];
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => (ms === 8000 ? limit.signal : original(ms)));
    vi.spyOn(mailer(), 'sendSystemMail').mockImplementation((mail) => {
      given.resolve(mail);
      setImmediate(() => limit.abort());
      return handed.promise;
    });
    const asked = await post({ action: 'erase' });
    expect([asked.statusCode, asked.body.includes('A code is on its way to l•••@acme.example')]).toEqual([200, true]);
    handed.resolve();
    const code = /\d{8}/.exec((await given.promise).text)![0];
    expect((await post({ action: 'confirm', kind: 'erase', code })).body).toContain('Your request was received');
  });

  test('where the mail server rejects the address, the team verifies the request', async () => {
    vi.spyOn(mailer(), 'sendSystemMail').mockRejectedValueOnce(
      new ProviderError('rejected', 'No such user.', { concerns: 'recipient' }),
    );
    expect((await post({ action: 'erase' })).body).toContain(TEXTS.unverified);
    expect(await listOpen()).toMatchObject([{ kind: 'erase', is_verified: false, prospect_id: lead }]);
    expect((await post({ action: 'erase' })).body).toContain(TEXTS.received);
    expect([(await listOpen()).length, await countNotices()]).toEqual([1, 1]);
  });

  test('a temporary failure leaves no request, and asks for another try', async () => {
    vi.spyOn(mailer(), 'sendSystemMail').mockRejectedValueOnce(
      new ProviderError('unavailable', 'Not now.', { concerns: 'service' }),
    );
    expect((await post({ action: 'access' })).body).toContain('Try again in an hour');
    expect(await listOpen()).toEqual([]);
  });

  test('an installation without a mail server has the team verify', async () => {
    Object.assign(mailer(), { is_missing: true });
    try {
      expect((await post({ action: 'access' })).body).toContain(TEXTS.unverified);
    } finally {
      delete mailer().is_missing;
    }
    expect(await listOpen()).toMatchObject([{ kind: 'access', is_verified: false }]);
  });

  test('mails to one address are bounded over all leads and organizations that have it', async () => {
    const most = PRIVACY_LIMITS.codes_a_day_to_address;
    await system().rate_limits.spend('privacy-code-addresses', email, most, 86_400, most);
    const refused = await post({ action: 'access' });
    expect([refused.statusCode, refused.body.includes(TEXTS.busy_today)]).toEqual([429, true]);
    expect(server.mails.some(({ to }) => to === email)).toBe(false);
  });
});

describe('a code at another address of the lead', () => {
  const another = () => `grace${person.organization_id}@home.example`;
  const mailsTo = (to: string) => server.mails.filter((mail) => mail.to === to);
  /** The page is the same for every address: only the link in its form differs by lead. */
  const ask = async (given: string, action = 'access') => (await post({ action, email: given })).body;

  beforeEach(() =>
    server.owner.query(
      `update prospects set other_emails = array[$2], other_email_sources = array['by hand'] where id = $1`,
      [lead, another()],
    ),
  );

  test('proves who asks, and the team sees where the answer goes', async () => {
    await ask(` ${another().toUpperCase()} `, 'erase');
    await expect.poll(() => mailsTo(another()).length).toBe(1);
    expect(mailsTo(email)).toHaveLength(0);
    const code = /\d{8}/.exec(mailsTo(another())[0]!.text)![0];
    expect((await post({ action: 'confirm', kind: 'erase', code })).body).toContain('Your data will be erased');
    expect(await listOpen()).toMatchObject([
      { kind: 'erase', is_verified: true, prospect_id: lead, email, asked_from: another() },
    ]);
    // No address of the person is contacted again.
    const { rows } = await server.owner.query(
      'select email::text from suppressions where organization_id = $1 order by 1',
      [person.organization_id],
    );
    expect(rows.map((row) => row.email)).toEqual([another(), email].toSorted());
    await server.owner.query('delete from prospects where id = $1', [lead]);
    expect(await listOpen()).toMatchObject([{ prospect_id: null, asked_from: null }]);
  });

  test('has the same page for known, unknown and invalid addresses, without the address of anyone', async () => {
    const stranger = `stranger${person.organization_id}@home.example`;
    const pages: string[] = [];
    for (const given of [another(), stranger, 'no address', '<script>', 'x'.repeat(9000)]) {
      await server.owner.query('delete from privacy_requests where prospect_id = $1', [lead]);
      pages.push(await ask(given));
    }
    expect(new Set(pages).size).toBe(1);
    expect(pages[0]).toContain(TEXTS.perhaps_sent);
    expect(pages[0]).not.toContain('home.example');
    await expect.poll(() => mailsTo(another()).length).toBe(1);
    expect(mailsTo(stranger)).toHaveLength(0);
  });

  test('waits for no mail server: the page takes as long for every address', async () => {
    const asked = vi.spyOn(mailer(), 'sendSystemMail').mockReturnValue(Promise.withResolvers<void>().promise);
    expect(await ask(another())).toContain(TEXTS.perhaps_sent);
    await expect.poll(() => asked.mock.calls.length).toBe(1);
    asked.mockRejectedValue(new ProviderError('rejected', 'No such user.', { concerns: 'recipient' }));
    expect(await ask(another())).toContain(TEXTS.perhaps_sent);
  });

  test('can be guessed five times a day, known or not, and a stranger learns no code', async () => {
    for (let n = 0; n < 4; n += 1) await ask(`guess${n}@home.example`, 'erase');
    await ask(another(), 'erase');
    const sixth = await post({ action: 'erase', email: another() });
    expect([sixth.statusCode, sixth.body.includes(TEXTS.busy_today)]).toEqual([429, true]);
    expect(server.mails.filter(({ to }) => /guess\d@/.test(to))).toHaveLength(0);
  });

  test('takes nothing from the owner of an unknown address, and says the same once a known one had too many', async () => {
    const most = PRIVACY_LIMITS.codes_a_day_to_address;
    const spend = (address: string, points: number) =>
      system().rate_limits.spend('privacy-code-addresses', address, most, 86_400, points);
    const stranger = `owner${person.organization_id}@home.example`;
    await ask(stranger);
    await spend(stranger, most);
    const unknown = await ask(stranger);
    await spend(another(), most);
    const known = await post({ action: 'access', email: another() });
    expect([known.statusCode, known.body]).toEqual([200, unknown]);
    expect([...mailsTo(another()), ...mailsTo(stranger)]).toEqual([]);
  });

  test('a failure before the mail is handed over is logged, and ends nothing', async () => {
    const read = system().systemRead;
    vi.spyOn(system(), 'systemRead').mockImplementation((...given) =>
      new Error().stack?.includes('getOrganizationBrand') ? Promise.reject(new Error('too slow')) : read(...given),
    );
    const warned = vi.spyOn(system().log, 'warn');
    expect(await ask(another())).toContain(TEXTS.perhaps_sent);
    await expect.poll(() => warned.mock.calls.map(([, words]) => words)).toContain('privacy code not sent');
  });

  test('a code for an address that the team removed is refused', async () => {
    await ask(another());
    await expect.poll(() => mailsTo(another()).length).toBe(1);
    await server.owner.query(`update prospects set other_emails = '{}', other_email_sources = '{}' where id = $1`, [
      lead,
    ]);
    const code = /\d{8}/.exec(mailsTo(another())[0]!.text)![0];
    expect((await post({ action: 'confirm', kind: 'access', code })).body).toContain('wrong or has expired');
    expect(await listOpen()).toEqual([]);
  });
});

test('a correction is added to the open one and replaces no words of it', async () => {
  const correct = async (note: string) => (await post({ action: 'correct', note })).body;
  for (const note of ['My name is Grace Murray', 'I left Acme', 'I left Acme'])
    expect(await correct(note)).toContain(TEXTS.corrected);
  expect(await correct('x'.repeat(1980))).toContain(TEXTS.full);
  expect(await listOpen()).toMatchObject([{ note: 'My name is Grace Murray\n\nI left Acme' }]);
  expect(await countNotices()).toBe(1);
});

test('managers who set a legal basis at the same moment all succeed', async () => {
  const params = { id: lead };
  const body = (note: string) => ({ basis: 'contract' as const, note });
  const set = await Promise.all(
    Array.from({ length: 6 }, (_, n) => person.call(api.setLeadBasis, { params, body: body(`Offer ${n}`) })),
  );
  expect(set.map(({ status }) => status)).toEqual(set.map(() => 200));
  const { basis } = (await person.call(api.getLeadPrivacy, { params })).data;
  expect(basis).toMatchObject({ basis: 'contract', set_for: 'lead', note: expect.stringMatching(/^Offer \d$/) });
});
