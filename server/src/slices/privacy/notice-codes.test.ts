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
async function post(form: Record<string, string>) {
  visits += 1;
  const { statusCode, body } = await server.program.app.inject({
    method: 'POST',
    url: makePrivacyPath(system(), lead),
    remoteAddress: `10.9.${visits}.1`,
    payload: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
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
