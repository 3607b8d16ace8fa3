import { api } from '@overture/contract';
import type { Endpoint } from '@overture/contract/endpoint';
import { errorCatalogue } from '@overture/contract/errors';
import { beforeAll, expect, test } from 'vitest';
import { apiBase } from '../../kernel/http/bind.ts';
import { type BrandWorld, LOOK, useBrandWorld } from './branding.factory.ts';

const HOST = 'app.acme-reach.test';
const PRODUCT = /overture/i;

const world = useBrandWorld();
let agency: Awaited<ReturnType<BrandWorld['signUpAgency']>>;
let client: { email: string; token: string };

beforeAll(async () => {
  agency = await world.signUpAgency();
  await world.proveHost(agency, HOST);
  const { email } = await world.signUpClient(agency);
  const body = { email, password: 'correct horse' };
  const answer = await world.inject(HOST, '/api/v1/auth/login/', { method: 'POST', body });
  client = { email, token: answer.json().data.token };
}, 120_000);

const shown = (text: string): string | undefined => /.{0,60}overture.{0,60}/is.exec(text)?.[0];

test.each([
  '/login',
  '/dashboard',
  '/no/such/page',
  '/api/docs',
  '/api/docs/js/start.js',
  '/api/openapi.json',
  '/api/v1/nothing',
  '/u/forged.link',
  '/brand/nothing',
])('%s does not name the product at the host of a brand', async (path) => {
  for (const cookie of [undefined, `overture_session=${client.token}`]) {
    const answer = await world.inject(HOST, path, cookie ? { cookie } : {});
    expect(shown(answer.body)).toBeUndefined();
    expect(shown(String(answer.headers['content-disposition'] ?? ''))).toBeUndefined();
  }
});

test('pages are titled and drawn in the brand, without its icon too', async () => {
  const page = (await world.inject(HOST, '/login')).body;
  expect(page).toContain(`<title>${LOOK.company_display_name}</title>`);
  expect(page).toContain('data:image/svg+xml');
  expect((await world.inject(HOST, '/api/docs')).body).toContain(`<title>${LOOK.company_display_name} API</title>`);
});

test('no call a client reads with names it', async () => {
  const read = (Object.values(api) as Endpoint[]).filter(({ method }) => method === 'GET');
  let answered = 0;
  for (const { path } of read) {
    for (const id of ['1', '999999999']) {
      const answer = await world.inject(HOST, apiBase + path.replace(/\{\w+\}/g, id), { jwt: client.token });
      if (answer.statusCode < 300) answered += 1;
      expect([path, shown(answer.body)]).toEqual([path, undefined]);
      expect([path, shown(String(answer.headers['content-disposition'] ?? ''))]).toEqual([path, undefined]);
    }
  }
  // Most of them answer with something.
  expect(answered).toBeGreaterThan(80);
});

test('no error has it in its text', () => {
  const named = Object.entries(errorCatalogue).filter(([, { text }]) => PRODUCT.test(text));
  expect(named).toEqual([]);
});

test('an invitation leads to the host of the brand, and no mail to its people names the product', async () => {
  const email = 'new@client.example';
  const body = {
    name: 'Nora New',
    company_name: 'New Client',
    email,
    company_website_url: 'https://client.example',
    extra_email_accounts: 0,
    extra_linkedin_accounts: 0,
    extra_credits: 0,
  };
  const created = await agency.call(api.createClient, { body });
  const link = created.data.url;
  expect(link).toContain(`//${HOST}/create-password?code=`);
  const begun = world.server.mails.length;
  const post = (path: string, sent: object, jwt?: string) =>
    world.inject(HOST, apiBase + path, { method: 'POST', body: sent, ...(jwt ? { jwt } : {}) });
  await post('/auth/forgot-password/', { email: client.email });
  await post('/organization/user/', { emails: ['colleague@client.example'] }, client.token);
  const mails = world.server.mails.slice(begun);
  expect(mails.map(({ to }) => to)).toEqual([client.email, 'colleague@client.example']);
  for (const mail of mails) {
    expect(mail.from_name).toBe(LOOK.company_display_name);
    expect(shown(`${mail.subject}\n${mail.text}\n${mail.html}`)).toBeUndefined();
  }
});
