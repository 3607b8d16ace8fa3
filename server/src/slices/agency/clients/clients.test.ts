import { api } from '@overture/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { apiBase } from '../../../kernel/http/bind.ts';
import { createClient as clientOf, useTestServer } from '../../../testing/harness.ts';
import { addClient, fund, signUpAgency } from '../agency.factory.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;
let agency: Person;
let other: Person;

const form = { name: 'Ada', company_name: 'Acme', company_website_url: 'https://acme.example' };
/** One red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const as = (token: string) => clientOf(server.program, token);
const get = async (id: number, by = agency) => (await by.call(api.getClient, { params: { id } })).data.client;
const eventsOf = async (id: number) =>
  (await server.owner.query('select event, actor_id from security_events where organization_id = $1', [id])).rows;

beforeEach(async () => {
  agency = await signUpAgency(server);
  other = await signUpAgency(server);
});

const open = (address: string) =>
  server.anonymous.call(api.resetPassword, {
    body: {
      code: new URL(address).searchParams.get('code')!,
      password: 'a long enough pass phrase',
      name: 'Lea Late',
    },
  });
const codeFor = (email: string) =>
  server.mails.findLast((mail) => mail.to === email)?.text.match(/\b\d{8}\b/)?.[0] ?? '';

describe('clients', () => {
  test('a client is an organization of its own on the agency’s plan, with its monthly credits', async () => {
    const extras = { extra_email_accounts: 3, extra_linkedin_accounts: 1, extra_credits: 500 };
    await fund(server, agency, 400);
    const { id, token, email } = await addClient(server, agency, { ...extras, company_name: 'Acme BV' });
    expect(await get(id)).toMatchObject({
      ...extras,
      name: 'Acme BV',
      email,
      website_url: 'https://client.example',
      total_users: 1,
      email_credits: 1250,
      active_subscription_whitelabel: true,
      users: [{ name: 'Clara Client', role: 'USER', active: true }],
    });
    const { user } = (await as(token).call(api.getUser)).data;
    expect(user.organization).toMatchObject({ is_whitelabel: true, is_agency: false, agency: agency.organization_id });
    expect(user.organization).toMatchObject({ active_subscription: true, email_credits: 1250 });
    await server.owner.query('update organizations set active_subscription = false where organization_id = $1', [
      agency.organization_id,
    ]);
    expect((await as(token).call(api.getUser)).data.user.organization.active_subscription).toBe(false);
  });

  test('both forms of the address answer, to managers of agencies only', async () => {
    await addClient(server, agency);
    for (const path of ['/agency/clients', '/agency/clients/']) {
      const ask = (token: string) => server.program.app.inject({ url: apiBase + path, headers: { jwt: token } });
      expect((await ask(agency.token!)).json().clients).toHaveLength(1);
      expect((await ask(other.token!)).json().clients).toEqual([]);
      expect((await ask((await server.signUp()).token!)).statusCode).toBe(403);
    }
  });

  test('extras are changed within the sliders, and both organizations read of it', async () => {
    const { id } = await addClient(server, agency);
    const set = (body: object) => agency.call(api.updateClient, { params: { id }, body: body as never });
    await fund(server, agency, 150);
    const wanted = { extra_email_accounts: 2, extra_linkedin_accounts: 0, extra_credits: 250 };
    expect((await set(wanted)).data.client).toMatchObject(wanted);
    for (const wrong of [{ extra_email_accounts: 51 }, { extra_credits: 100 }, { extra_linkedin_accounts: -1 }])
      expect((await set({ ...wanted, ...wrong })).status).toBe(400);
    for (const organization of [id, agency.organization_id])
      expect(await eventsOf(organization)).toContainEqual({ event: 'client_changed', actor_id: agency.user_id });
  });

  test('a second client with the same address is refused, in parallel too; others reveal nothing', async () => {
    const create = (email: string) => agency.call(api.createClient, { body: { ...form, email } });
    const answers = await Promise.all([create('twin@acme.example'), create('TWIN@acme.example')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await create(agency.email)).error.code).toBe('client_email_taken');
    expect((await create('no address')).status).toBe(400);
    // A user of another agency: the same response as for a free address, and the link does not sign them in.
    const made = await create(other.email);
    expect(made.status).toBe(200);
    expect((await open(made.data.url)).error.code).toBe('email_not_verified');
    expect(server.mails.at(-1)).toMatchObject({ to: other.email, subject: 'You already have an account' });
    expect((await other.call(api.getUser)).data.user.organization.id).toBe(other.organization_id);
    expect((await agency.call(api.listClients)).data.clients).toHaveLength(2);
  });

  test('another link replaces the one before until a user has signed up', async () => {
    const made = (await agency.call(api.createClient, { body: { ...form, email: 'late@acme.example' } })).data;
    const params = { id: made.client_id };
    const url = (await agency.call(api.renewClientInvitation, { params })).data.url;
    expect((await open(made.url)).error.code).toBe('link_invalid');
    expect((await open(url)).error.code).toBe('email_not_verified');
    // No user exists before the code of the mailbox was typed.
    const again = (await agency.call(api.renewClientInvitation, { params })).data.url;
    await open(again);
    const email = 'late@acme.example';
    const came = await server.anonymous.call(api.verifyEmail, { body: { email, code: codeFor(email) } });
    expect(came.data.data).toMatchObject({ name: 'Lea Late', role: 'USER', organization: { id: made.client_id } });
    expect((await agency.call(api.renewClientInvitation, { params })).status).toBe(409);
  });

  test('a link opened by the agency itself shows no address: the owner registers on their own', async () => {
    const email = 'owner@victim.example';
    const { client_id, url } = (await agency.call(api.createClient, { body: { ...form, email } })).data;
    expect((await open(url)).error.code).toBe('email_not_verified');
    const login = { email, password: 'a long enough pass phrase' };
    expect((await server.anonymous.call(api.login, { body: login })).error.code).toBe('email_not_verified');
    expect((await get(client_id)).users).toEqual([]);
    const body = { email, password: 'seven grey geese', name: 'Vera Vos' };
    await server.anonymous.call(api.register, { body });
    const owner = await server.anonymous.call(api.verifyEmail, { body: { email, code: codeFor(email) } });
    expect(owner.data.data?.organization.id).not.toBe(client_id);
    expect((await server.anonymous.call(api.login, { body: login })).status).toBe(401);
  });
});

describe('logo', () => {
  const create = (logo: string, email = `logo${Math.random()}@acme.example`) =>
    agency.call(api.createClient, { body: { ...form, email, logo } });

  test('is kept as its pixels and shown at our own address to its agency', async () => {
    const { client_id: id } = (await create(`data:image/png;base64,${PNG}`)).data;
    const { logo } = await get(id);
    const ask = (by: Person) => server.program.app.inject({ url: logo!, headers: { jwt: by.token! } });
    const shown = await ask(agency);
    expect(shown.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
    expect(shown.rawPayload.subarray(1, 4).toString()).toBe('PNG');
    expect((await ask(other)).statusCode).toBe(404);
  });

  test.each([
    [
      'a script',
      `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')}`,
    ],
    ['a script that calls itself a picture', `data:image/png;base64,${btoa('<script>alert(1)</script>')}`],
    ['the beginning of a picture', `data:image/png;base64,${PNG.slice(0, 24)}`],
    ['an address', 'https://evil.example/logo.png'],
    ['nothing', 'data:image/png;base64,'],
  ])('%s is refused, and no client is made', async (_, logo) => {
    expect((await create(logo)).error.code).toBe('logo_type');
    expect((await agency.call(api.listClients)).data.clients).toEqual([]);
  });

  test('what is too large is refused', async () => {
    const answer = await create(`data:image/png;base64,${Buffer.alloc(2.1 * 1024 ** 2).toString('base64')}`);
    expect(answer.error.code).toBe('logo_size');
  });
});

describe('cancelling', () => {
  test('users are signed out immediately with a reason, and it can be undone in time', async () => {
    const { id, token, email } = await addClient(server, agency);
    const { campaign } = (await as(token).call(api.createCampaign, { body: { name: 'Spring' } })).data;
    await server.owner.query(`update campaigns set status = 'ACTIVE' where id = $1`, [campaign.id]);
    const params = { id };
    for (const status of [200, 200]) expect((await agency.call(api.cancelClient, { params })).status).toBe(status);
    expect((await as(token).call(api.getUser)).status).toBe(401);
    const signIn = () => server.anonymous.call(api.login, { body: { email, password: 'a long enough pass phrase' } });
    expect((await signIn()).error.code).toBe('client_cancelled');
    const cancelled = await get(id);
    expect(cancelled).toMatchObject({ active_subscription_whitelabel: false });
    expect(Date.parse(cancelled.erase_at!) - Date.parse(cancelled.cancelled_at!)).toBe(30 * 86_400_000);
    const extras = { extra_email_accounts: 0, extra_linkedin_accounts: 0, extra_credits: 0 };
    expect((await agency.call(api.updateClient, { params, body: extras })).error.code).toBe('client_gone');
    expect((await agency.call(api.restoreClient, { params })).data.client.active_subscription_whitelabel).toBe(true);
    expect((await agency.call(api.restoreClient, { params })).status).toBe(409);
    const back = as((await signIn()).data.data!.token as string);
    expect((await back.call(api.getCampaign, { params: { id: campaign.id } })).data.campaign.status).toBe('PAUSED');
  });

  test('clients of others cannot be changed', async () => {
    const { id, user_id } = await addClient(server, agency);
    const params = { id };
    const body = { extra_email_accounts: 1, extra_linkedin_accounts: 0, extra_credits: 0 };
    for (const answer of [
      await other.call(api.getClient, { params }),
      await other.call(api.updateClient, { params, body }),
      await other.call(api.cancelClient, { params }),
      await other.call(api.restoreClient, { params }),
      await other.call(api.renewClientInvitation, { params }),
      await other.call(api.impersonateClient, { params: { userId: user_id }, body: {} }),
    ])
      expect(answer.status).toBe(404);
    expect(await get(id)).toMatchObject({ extra_email_accounts: 0, active_subscription_whitelabel: true });
  });
});
