import { api } from '@overture/contract';
import { beforeAll, expect, test } from 'vitest';
import { apiBase } from '../../kernel/http/bind.ts';
import { type BrandWorld, useBrandWorld } from '../../slices/branding/branding.factory.ts';

const HOST = 'go.acme-reach.example';
const HOME = 'localhost';
const MAILBOX = '/connect-email/callback';
const CRM = '/settings/integrations';
const HUBSPOT = apiBase + api.connectIntegration.path.replace('{id}', 'HUBSPOT');

const world = useBrandWorld();
let agency: Awaited<ReturnType<BrandWorld['signUpAgency']>>;
/** Of the session at the brand's host. */
let jwt: string;

beforeAll(async () => {
  agency = await world.signUpAgency();
  await world.proveHost(agency, HOST);
  const body = { email: agency.email, password: 'correct horse' };
  jwt = (await world.inject(HOST, '/api/v1/auth/login/', { method: 'POST', body })).json().data.token;
}, 120_000);

/** Asks for a page of consent at a host and agrees; what the provider sends back. */
async function agree(host: string, token: string, vendor: 'google' | 'hubspot', email: string): Promise<string> {
  await world.world.control(`/${vendor}/__control/oauth`, { auto_approve: email });
  const [url, body] = vendor === 'google' ? [apiBase + api.connectEmail.path, { provider: 'GOOGLE' }] : [HUBSPOT, {}];
  const answer = await world.inject(host, url, { method: 'POST', jwt: token, body });
  expect(answer.statusCode, answer.body).toBe(200);
  const { url: page, authorization_url } = answer.json();
  return new URLSearchParams(await world.world.visit(page ?? authorization_url)).toString();
}

const comeBack = (host: string, path: string, query: string) => world.inject(host, `${path}?${query}`);

test('who asked for a mailbox at a brand is led back there, once the state is used up no more', async () => {
  const query = await agree(HOST, jwt, 'google', 'ada@google-brand.example');
  const led = await comeBack(HOME, MAILBOX, query);
  expect([led.statusCode, led.headers.location]).toEqual([303, `http://${HOST}${MAILBOX}?${query}`]);
  expect([led.headers['cache-control'], led.headers['referrer-policy']]).toEqual(['no-store', 'no-referrer']);
  const arrived = await comeBack(HOST, MAILBOX, query);
  expect([arrived.statusCode, arrived.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const body = Object.fromEntries(new URLSearchParams(query));
  // The session of the installation's address is another one, of the same person.
  const finished = await world.call(HOST, api.finishEmailConsent, { jwt, body });
  expect(finished.json().account).toMatchObject({ email: 'ada@google-brand.example' });
  expect((await comeBack(HOME, MAILBOX, query)).statusCode).toBe(200);
  expect((await world.call(HOST, api.finishEmailConsent, { jwt, body })).json().code).toBe('consent_expired');
});

test('the same for a CRM, with a refusal as with consent', async () => {
  const query = await agree(HOST, jwt, 'hubspot', 'ann@acme.example');
  expect((await comeBack(HOME, CRM, query)).headers.location).toBe(`http://${HOST}${CRM}?${query}`);
  const refused = `state=${encodeURIComponent(new URLSearchParams(query).get('state') ?? '')}&error=access_denied`;
  expect((await comeBack(HOME, CRM, refused)).headers.location).toBe(`http://${HOST}${CRM}?${refused}`);
  const body = Object.fromEntries(new URLSearchParams(query));
  const answer = await world.inject(HOST, HUBSPOT, { method: 'POST', jwt, body });
  expect(answer.json()).toMatchObject({ integration: { integration_type: 'HUBSPOT' } });
});

test('never redirects to a forged state, for a request of the installation, or to a removed host', async () => {
  const own = await agree(HOME, agency.token ?? '', 'google', 'eva@google-brand.example');
  const stays = async (query: string, path = MAILBOX) => {
    const answer = await comeBack(HOME, path, query);
    expect([answer.statusCode, answer.headers.location]).toEqual([200, undefined]);
  };
  await stays(own);
  await stays(own, CRM);
  for (const query of ['', 'state=', `state=${'x'.repeat(43)}`, 'state=a&state=b', 'state=%00', `state=${HOST}`])
    await stays(query);
  const query = await agree(HOST, jwt, 'google', 'ida@google-brand.example');
  await world.server.owner.query(`update brand_hosts set missing_since = now() - interval '4 days' where host = $1`, [
    HOST,
  ]);
  await stays(query);
  await world.server.owner.query(`update brand_hosts set missing_since = null where host = $1`, [HOST]);
  expect((await comeBack(HOME, MAILBOX, query)).statusCode).toBe(303);
});

test('addresses of pages lead to where the person is signed in', async () => {
  const ask = async (host: string, token: string) =>
    (
      await world.inject(host, apiBase + api.connectEmail.path, {
        method: 'POST',
        jwt: token,
        body: { provider: 'IMAP' },
      })
    ).json().url;
  expect(await ask(HOST, jwt)).toBe(`http://${HOST}/connect-email`);
  expect(await ask(HOME, agency.token ?? '')).toBe('http://localhost/connect-email');
});
