import { createVerify } from 'node:crypto';
import { api } from '@overture/contract';
import { describe, expect, test, vi } from 'vitest';
import { createClient } from '../../testing/harness.ts';
import { LOOK, useBrandWorld } from './branding.factory.ts';
import { recheckHosts } from './hosts.service.ts';

const world = useBrandWorld();

const password = 'correct horse';
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const signInAt = (host: string, email: string) =>
  world.inject(host, '/api/v1/auth/login/', { method: 'POST', body: { email, password } });

describe('looks', () => {
  test('an agency sets its brand; others may not', async () => {
    const agency = await world.signUpAgency();
    expect((await agency.call(api.getAgencyBranding)).data.settings).toMatchObject({
      ...LOOK,
      logo: null,
      domain: null,
    });
    const stranger = await world.server.signUp();
    expect((await stranger.call(api.getAgencyBranding)).status).toBe(403);
    expect((await stranger.call(api.saveAgencyBranding, { body: LOOK })).status).toBe(403);
    const client = await world.signUpClient(agency);
    expect((await client.call(api.getAgencyBranding)).status).toBe(403);
    expect((await client.call(api.getOrganization)).data.data.branding_settings).toMatchObject({
      company_display_name: 'Acme Reach',
      primary_color: '#0F766E',
      button_color: '#0F766E',
    });
  });

  test.each([
    [{ company_display_name: ' ' }, 'company_display_name'],
    [{ website_url: 'javascript:alert(1)' }, 'website_url'],
    [{ terms_of_service_url: 'data:text/html,x' }, 'terms_of_service_url'],
    [{ primary_color: 'red' }, 'primary_color'],
    [{ button_color: '#12;}body{' }, 'button_color'],
    [{ support_email: 'nobody' }, 'support_email'],
  ])('%j is refused', async (change, field) => {
    const agency = await world.signUpAgency();
    const answer = await agency.call(api.saveAgencyBranding, { body: { ...LOOK, ...change } });
    expect([answer.status, Object.keys(answer.error.details ?? {})]).toEqual([400, [field]]);
  });

  test('an image is re-encoded and served from our address; a script is refused', async () => {
    const agency = await world.signUpAgency();
    const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>').toString(
      'base64',
    );
    const bytes = Buffer.from(PIXEL.slice(PIXEL.indexOf(',') + 1), 'base64');
    const behind = Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')]).toString('base64');
    const refused = [
      `data:image/svg+xml;base64,${script}`,
      `data:image/png;base64,${script}`,
      `data:text/html;base64,${script}`,
      `data:image/png;base64,${bytes.subarray(0, 40).toString('base64')}`,
      'https://evil.example/logo.png',
      '/etc/passwd',
      '/brand/../../api/v1/user/',
    ];
    for (const logo of refused) {
      const answer = await agency.call(api.saveAgencyBranding, { body: { ...LOOK, logo } });
      expect([logo, answer.status, answer.error.code]).toEqual([logo, 400, 'picture_refused']);
    }
    const saved = await agency.call(api.saveAgencyBranding, {
      body: { ...LOOK, logo: `data:image/png;base64,${behind}` },
    });
    const logo = saved.data.settings.logo ?? '';
    const entering = vi.spyOn(world.server.program.system.gates.public_files, 'waitToEnter');
    const shown = await world.inject('localhost', logo);
    expect(entering).toHaveBeenCalledOnce();
    expect(world.server.program.system.gates.public_files.size()).toBe(0);
    entering.mockRestore();
    expect(shown.headers['content-type']).toBe('image/png');
    expect(shown.headers['content-security-policy']).toContain('sandbox');
    expect(shown.rawPayload.includes('script')).toBe(false);
    // Sent back as it was read, it stays; removed, it is gone.
    await agency.call(api.saveAgencyBranding, { body: { ...LOOK, logo } });
    expect((await world.inject('localhost', logo)).statusCode).toBe(200);
    await agency.call(api.saveAgencyBranding, { body: { ...LOOK, logo: null } });
    expect((await world.inject('localhost', logo)).statusCode).toBe(404);
    expect((await world.inject('localhost', '/brand/nothing')).statusCode).toBe(404);
  });
});

test('of two users who save at the same time, neither shows a picture that the other one replaced', async () => {
  const agency = await world.signUpAgency();
  const save = async (change: { logo?: string | null; icon?: string | null }) =>
    (await agency.call(api.saveAgencyBranding, { body: { ...LOOK, ...change } })).data.settings;
  const first = (await save({ logo: PIXEL })).logo;
  const { pictures } = world.server.program.system.ports;
  const draw = pictures.redrawPicture.bind(pictures);
  const released = Promise.withResolvers<void>();
  const drawing = vi.spyOn(pictures, 'redrawPicture').mockImplementation(async (bytes, limits) => {
    await released.promise;
    return draw(bytes, limits);
  });
  // Its form shows the first logo, which the other user removes.
  const slow = save({ logo: first, icon: PIXEL });
  await expect.poll(() => drawing.mock.calls.length).toBe(1);
  expect((await save({ logo: null })).logo).toBeNull();
  released.resolve();
  const saved = await slow;
  drawing.mockRestore();
  expect(saved.logo).toBeNull();
  expect((await world.inject('localhost', saved.icon ?? '')).statusCode).toBe(200);
  // A form that was opened before the other user replaced the logo.
  const { logo, icon } = await save({ logo: PIXEL, icon: saved.icon });
  const stale = await save({ logo: first, icon });
  expect([stale.logo, stale.icon]).toEqual([logo, icon]);
  for (const path of [logo, icon]) expect((await world.inject('localhost', path ?? '')).statusCode).toBe(200);
});

test('pictures of an agency are drawn one after the other', async () => {
  const agency = await world.signUpAgency();
  const { ports, gates } = world.server.program.system;
  const { pictures } = ports;
  const entering = vi.spyOn(gates.pictures, 'waitToEnter');
  const draw = pictures.redrawPicture.bind(pictures);
  const running = { now: 0, most: 0 };
  const drawing = vi.spyOn(pictures, 'redrawPicture').mockImplementation(async (bytes, limits) => {
    running.now += 1;
    running.most = Math.max(running.most, running.now);
    // The first stays until the others have come.
    await expect.poll(() => entering.mock.calls.length).toBeGreaterThanOrEqual(3);
    return draw(bytes, limits).finally(() => {
      running.now -= 1;
    });
  });
  const answers = await Promise.all(
    [1, 2, 3].map(() => agency.call(api.saveAgencyBranding, { body: { ...LOOK, logo: PIXEL, icon: PIXEL } })),
  );
  drawing.mockRestore();
  entering.mockRestore();
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(running.most).toBe(1);
});

describe('hosts', () => {
  test('a host is served once TXT and CNAME are set, and reports the DNS answers until then', async () => {
    const agency = await world.signUpAgency({ domain: 'https://App.One-Agency.test/' });
    const answers = (await agency.call(api.getBrandHost)).data;
    expect([answers.target, answers.host?.name]).toEqual(['edge.installation.test', 'app.one-agency.test']);
    await world.setRecord('CNAME', 'app.one-agency.test', 'shop.elsewhere.test');
    const elsewhere = (await agency.call(api.checkBrandHost)).data.host;
    expect(elsewhere?.records[0]).toMatchObject({ type: 'CNAME', found: ['shop.elsewhere.test'], is_right: false });
    expect(elsewhere?.records[0]?.advice).toContain('edge.installation.test');
    expect(elsewhere?.is_in_use).toBe(false);
    // The proof of ownership alone does not lead people here.
    await world.setRecord('TXT', elsewhere?.records[1]?.name ?? '', elsewhere?.records[1]?.value ?? '');
    expect((await agency.call(api.checkBrandHost)).data.host).toMatchObject({ is_in_use: false });
    expect((await world.inject('app.one-agency.test', '/login')).body).toContain('<title>Overture</title>');
    await world.setRecord('CNAME', 'app.one-agency.test', 'edge.installation.test');
    expect((await agency.call(api.checkBrandHost)).data.host).toMatchObject({ is_in_use: true });
  });

  test.each([
    ['localhost', 'brand_domain_invalid'],
    ['127.0.0.1', 'brand_domain_invalid'],
    ['edge.installation.test', 'brand_domain_own'],
    ['gmail.com', 'brand_domain_public'],
    ['co.uk', 'brand_domain_public'],
    ['app agency test', 'brand_domain_invalid'],
  ])('%s is refused', async (domain, code) => {
    const agency = await world.signUpAgency();
    expect((await agency.call(api.saveAgencyBranding, { body: { ...LOOK, domain } })).error.code).toBe(code);
  });

  test('what another agency only typed is no obstacle; what it proved is refused', async () => {
    const [first, second] = [await world.signUpAgency(), await world.signUpAgency()];
    await second.call(api.saveAgencyBranding, { body: { ...LOOK, domain: 'app.wanted.test' } });
    await world.proveHost(first, 'app.wanted.test');
    const late = await second.call(api.checkBrandHost);
    expect(late.data.host?.is_in_use).toBe(false);
    const third = await world.signUpAgency();
    expect(
      (await third.call(api.saveAgencyBranding, { body: { ...LOOK, domain: 'app.wanted.test' } })).error,
    ).toMatchObject({
      code: 'brand_domain_taken',
    });
  });

  test('records that go are borne for three days, then the host is served no more', async () => {
    const agency = await world.signUpAgency();
    await world.proveHost(agency, 'app.fading.test');
    const ask = async () =>
      (await world.server.program.internal.inject('/internal/tls/ask?domain=app.fading.test')).statusCode;
    expect(await ask()).toBe(200);
    await world.setRecord('CNAME', 'app.fading.test', 'elsewhere.test');
    const never = new AbortController().signal;
    await world.passTime(agency, 25);
    await recheckHosts(world.server.program.system, never);
    expect((await agency.call(api.getBrandHost)).data.host?.missing_since).not.toBeNull();
    expect(await ask()).toBe(200);
    await world.passTime(agency, 73);
    expect(await ask()).toBe(404);
    await recheckHosts(world.server.program.system, never);
    expect((await agency.call(api.getBrandHost)).data.host?.verified_at).toBeNull();
  });

  test('certificates are allowed for verified hosts only, and never via a proxy or the public port', async () => {
    const agency = await world.signUpAgency();
    await world.proveHost(agency, 'app.secure.test');
    const { internal, app } = world.server.program;
    const ask = async (domain: string, headers: Record<string, string> = {}) =>
      (await internal.inject({ url: `/internal/tls/ask?domain=${encodeURIComponent(domain)}`, headers })).statusCode;
    expect(await ask('app.secure.test')).toBe(200);
    for (const unknown of [
      'other.secure.test',
      'secure.test',
      '',
      '127.0.0.1',
      "x' or '1'='1",
      `${'a.'.repeat(400)}test`,
    ])
      expect([unknown, await ask(unknown)]).toEqual([unknown, 404]);
    expect(await ask('app.secure.test', { 'x-forwarded-for': '203.0.113.1' })).toBe(403);
    expect((await app.inject('/internal/tls/ask?domain=app.secure.test')).statusCode).toBe(404);
    // Disabled by the operator, the agency has no brand until it is enabled again.
    const setAgency = (is_agency: boolean) =>
      world.server.owner.query(
        'update organizations set is_agency = $2, is_whitelabel = $2 where organization_id = $1',
        [agency.organization_id, is_agency],
      );
    await setAgency(false);
    expect(await ask('app.secure.test')).toBe(404);
    expect((await world.inject('app.secure.test', '/login')).body).toContain('<title>Overture</title>');
    await setAgency(true);
    expect(await ask('app.secure.test')).toBe(200);
    const begun = performance.now();
    for (let asked = 0; asked < 20; asked += 1) await ask('app.secure.test');
    expect((performance.now() - begun) / 20).toBeLessThan(200);
    await agency.call(api.saveAgencyBranding, { body: { ...LOOK, domain: '' } });
    expect(await ask('app.secure.test')).toBe(404);
  });
});

describe('people at a host', () => {
  test('a session of one brand is invalid on another and on the installation, and vice versa', async () => {
    const [one, other] = [await world.signUpAgency(), await world.signUpAgency({ company_display_name: 'Other' })];
    await world.proveHost(one, 'app.session-one.test');
    await world.proveHost(other, 'app.session-two.test');
    const client = await world.signUpClient(one);
    const signedIn = await signInAt('app.session-one.test', client.email);
    expect(signedIn.statusCode).toBe(200);
    const token = signedIn.json().data.token as string;
    const cookie = `overture_session=${token}`;
    const open = async (host: string) => (await world.inject(host, '/api/v1/user/', { cookie })).statusCode;
    expect(await open('app.session-one.test')).toBe(200);
    expect(await open('APP.Session-One.test:3000')).toBe(200);
    for (const host of ['app.session-two.test', 'localhost', 'unknown.test', 'app.session-one.test.evil.test'])
      expect([host, await open(host)]).toEqual([host, 401]);
    for (const host of ['app.session-two.test', 'localhost'])
      expect((await world.inject(host, '/api/v1/user/', { jwt: token })).statusCode).toBe(401);
    expect((await world.inject('app.session-one.test', '/api/v1/user/', { jwt: client.token ?? '' })).statusCode).toBe(
      401,
    );
    // Set by the client, not by a trusted proxy.
    const forged = await world.server.program.app.inject({
      url: '/api/v1/user/',
      headers: { host: 'app.session-two.test', 'x-forwarded-host': 'app.session-one.test', cookie },
    });
    expect(forged.statusCode).toBe(401);
    const ticket = (await world.call('app.session-one.test', api.createLiveTicket, { jwt: token })).json();
    expect(ticket.error).toBeUndefined();
  });

  test('only users of a brand sign in at its host, and sign-up is off there', async () => {
    const agency = await world.signUpAgency();
    await world.proveHost(agency, 'app.members.test');
    const stranger = await world.server.signUp();
    const refused = await signInAt('app.members.test', stranger.email);
    expect([refused.statusCode, refused.json().error]).toEqual([401, 'Invalid email or password']);
    expect((await signInAt('app.members.test', agency.email)).statusCode).toBe(200);
    const body = { email: 'new@person.example', password: 'a long enough pass phrase', name: 'Nora New' };
    const signUp = await world.inject('app.members.test', '/api/v1/auth/register/', { method: 'POST', body });
    expect(signUp.json().code).toBe('sign_up_closed');
  });

  test('pages are served with their brand; unknown hosts get the installation’s', async () => {
    const agency = await world.signUpAgency({ company_display_name: '</title><script>1</script>' });
    await world.proveHost(agency, 'app.pages.test');
    await agency.call(api.saveAgencyBranding, {
      body: { ...LOOK, company_display_name: '</title><script>1</script>', domain: 'app.pages.test' },
    });
    const page = (await world.inject('app.pages.test', '/login')).body;
    expect(page).toContain('--brand:#0F766E');
    expect(page).toContain('--button-radius:0px');
    expect(page).not.toContain('<script>1');
    expect((await world.inject('pages.test', '/login')).body).toContain('<title>Overture</title>');
    const client = await world.signUpClient(agency);
    const atHome = await world.inject('localhost', '/dashboard', { cookie: `overture_session=${client.token}` });
    expect([atHome.headers.vary, atHome.body.includes('--brand:#0F766E')]).toEqual([
      expect.stringContaining('cookie'),
      true,
    ]);
    const asked = await world.inject('localhost', '/api/v1/branding/?domain=app.pages.test');
    expect(asked.json()).toMatchObject({ domain: 'app.pages.test', primary_color: '#0F766E' });
    expect((await world.inject('localhost', '/api/v1/branding/?domain=pages.test')).json()).toMatchObject({
      domain: null,
    });
  });
});

describe('mails', () => {
  test('come in the name of the brand with links to its host, answers to its support', async () => {
    const agency = await world.signUpAgency({ support_email: 'help@acme-reach.example' });
    await world.proveHost(agency, 'app.mails.test');
    await agency.call(api.saveAgencyBranding, {
      body: { ...LOOK, support_email: 'help@acme-reach.example', domain: 'app.mails.test' },
    });
    const client = await world.signUpClient(agency);
    await world.inject('localhost', '/api/v1/auth/forgot-password/', { method: 'POST', body: { email: client.email } });
    const mail = world.server.mails.at(-1);
    expect(mail).toMatchObject({ to: client.email, from_name: 'Acme Reach', reply_to: 'help@acme-reach.example' });
    expect(mail?.text).toContain('http://app.mails.test/create-password?code=');
    expect(`${mail?.text}${mail?.html}${mail?.subject}`).not.toMatch(/overture/i);
  });

  test('come from the own address, signed, once its domain proves it', async () => {
    const agency = await world.signUpAgency();
    const chosen = await agency.call(api.setBrandMail, { body: { address: 'Hello@Mail-Agency.test' } });
    // The key is made with the first check, and stays.
    expect(chosen.data.mail?.records.map(({ name }) => name)).toEqual(['mail-agency.test']);
    const [dkim] = (await agency.call(api.checkBrandMail)).data.mail?.records ?? [];
    expect(dkim?.value).toMatch(/^v=DKIM1; k=rsa; p=[A-Za-z0-9+/=]{392}$/);
    expect((await agency.call(api.checkBrandMail)).data.mail).toMatchObject({ is_in_use: false });
    await world.setRecord('TXT', dkim?.name ?? '', dkim?.value ?? '');
    expect((await agency.call(api.checkBrandMail)).data.mail).toMatchObject({ is_in_use: true });
    const client = await world.signUpClient(agency);
    await world.inject('localhost', '/api/v1/auth/forgot-password/', { method: 'POST', body: { email: client.email } });
    const mail = world.server.mails.at(-1);
    expect(mail).toMatchObject({ from_address: 'hello@mail-agency.test', dkim: { domain: 'mail-agency.test' } });
    const publicKey = `-----BEGIN PUBLIC KEY-----\n${(dkim?.value ?? '').split('p=')[1]}\n-----END PUBLIC KEY-----`;
    const { createSign } = await import('node:crypto');
    const signature = createSign('sha256')
      .update('x')
      .sign(mail?.dkim?.private_key ?? '');
    expect(createVerify('sha256').update('x').verify(publicKey, signature)).toBe(true);
    const sealed = await world.server.owner.query('select sealed_private_key::text as key from brand_mail_domains');
    expect(sealed.rows.some(({ key }) => key.includes('PRIVATE'))).toBe(false);
    expect((await agency.call(api.setBrandMail, { body: { address: 'me@gmail.com' } })).error.code).toBe(
      'brand_domain_public',
    );
    const rival = await world.signUpAgency();
    const change = async (domain: string) =>
      (await rival.call(api.setBrandMail, { body: { address: `x@${domain}` } })).status;
    for (let changed = 0; changed < 10; changed += 1) expect(await change(`rival${changed}.test`)).toBe(200);
    expect(await change('rival10.test')).toBe(429);
    expect((await rival.call(api.setBrandMail, { body: { address: 'x@mail-agency.test' } })).error.code).toBe(
      'brand_domain_taken',
    );
    expect(
      (await createClient(world.server.program, agency.token).call(api.setBrandMail, { body: { address: '' } })).data
        .mail,
    ).toBeNull();
  });

  test('a domain costs no key until it is checked, and is changed ten times an hour', async () => {
    const agency = await world.signUpAgency();
    const save = (domain: string) => agency.call(api.setBrandMail, { body: { address: `hello@${domain}` } });
    for (let n = 0; n < 10; n += 1) expect((await save(`mail${n}-agency.test`)).status).toBe(200);
    expect(await save('mail10-agency.test')).toMatchObject({ status: 429, error: { code: 'rate_limited' } });
    expect((await save('mail9-agency.test')).status).toBe(200);
    const { rows } = await world.server.owner.query(
      'select domain, public_key from brand_mail_domains where organization_id = $1',
      [agency.organization_id],
    );
    expect(rows).toEqual([{ domain: 'mail9-agency.test', public_key: null }]);
  });
});
