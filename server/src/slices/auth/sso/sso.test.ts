import { api } from '@overture/contract';
import { describe, expect, test } from 'vitest';
import { createCommandLine } from '../../../app/commands/command-line.ts';
import { createClient } from '../../../testing/harness.ts';
import { issueResetLink } from '../../user-commands/index.ts';
import { recheckDomains } from './domain-recheck.service.ts';
import { type Person, useSsoWorld } from './sso.factory.ts';

const sso = useSsoWorld();
let count = 0;
const newDomain = (): string => `firm${++count}.example`;

describe('proving a domain', () => {
  test('its record is looked for when asked, and not being there yet is an answer', async () => {
    const manager = await sso.server.signUp();
    const domain = newDomain();
    const { data } = await manager.call(api.addSsoDomain, { body: { domain: `https://www.${domain}/about` } });
    expect(data).toMatchObject({
      domain,
      record_name: `_domain-challenge.${domain}`,
      record_text: expect.stringMatching(/^domain-verification=[a-z2-7]{26}$/),
      verified_at: null,
    });
    const check = async () => (await manager.call(api.checkSsoDomain, { params: { id: data.id } })).data.verified;
    expect(await check()).toBe(false);
    await sso.setText(data.record_name, 'domain-verification=somebodyelse');
    expect(await check()).toBe(false);
    await sso.setText(data.record_name, data.record_text);
    expect(await check()).toBe(true);
    expect((await manager.call(api.getSso)).data.domains).toMatchObject([{ domain, verified_at: expect.any(String) }]);
  });

  test('a text that got too old is replaced', async () => {
    const manager = await sso.server.signUp();
    const { data } = await manager.call(api.addSsoDomain, { body: { domain: newDomain() } });
    await sso.setText(data.record_name, data.record_text);
    await sso.server.owner.query('update sso_domains set token_expires_at = app_now() where id = $1', [data.id]);
    expect((await manager.call(api.checkSsoDomain, { params: { id: data.id } })).data.verified).toBe(false);
    const [renewed] = (await manager.call(api.getSso)).data.domains;
    expect(renewed?.record_text).not.toBe(data.record_text);
  });

  test.each([
    ['gmail.com', 'sso_domain_public'],
    ['hotmail.fr', 'sso_domain_public'],
    ['co.uk', 'sso_domain_public'],
    ['no domain', 'sso_domain_invalid'],
    ['127.0.0.1', 'sso_domain_invalid'],
  ])('%s is refused', async (domain, code) => {
    const manager = await sso.server.signUp();
    expect((await manager.call(api.addSsoDomain, { body: { domain } })).error.code).toBe(code);
  });

  test('belongs to one organization: it passes on when the other’s record is missing', async () => {
    const [first, second] = [await sso.server.signUp(), await sso.server.signUp()];
    const domain = newDomain();
    const id = await sso.proveDomain(first, domain);
    const { data } = await second.call(api.addSsoDomain, { body: { domain } });
    const check = async () => (await second.call(api.checkSsoDomain, { params: { id: data.id } })).data.verified;
    expect(await check()).toBe(false);
    expect((await second.call(api.deleteSsoDomain, { params: { id } })).status).toBe(404);
    // The current manager of the domain removes the former record.
    await sso.setText(data.record_name, data.record_text);
    expect(await check()).toBe(true);
    expect((await first.call(api.getSso)).data.domains).toMatchObject([{ domain, verified_at: null }]);
    expect(sso.server.mails.at(-1)).toMatchObject({ to: first.email, subject: `Single Sign-On: ${domain}` });
    const { rows } = await sso.server.owner.query(
      `select reason from security_events where organization_id = $1 and event = 'sso_domain_removed'`,
      [first.organization_id],
    );
    expect(rows).toEqual([{ reason: 'record_missing' }]);
  });

  test('is deleted with its proof: its people join no more, and it is free for another organization', async () => {
    const domain = newDomain();
    const manager = await sso.setUp(domain);
    expect((await sso.signIn(`early@${domain}`)).status).toBe(200);
    const { id } = (await manager.call(api.getSso)).data.domains[0]!;
    expect((await manager.call(api.deleteSsoDomain, { params: { id } })).data).toEqual({ success: true });
    expect((await manager.call(api.getSso)).data.domains).toEqual([]);
    expect((await sso.signIn(`late@${domain}`)).status).not.toBe(200);
    expect((await manager.call(api.deleteSsoDomain, { params: { id } })).status).toBe(404);
    const { rows } = await sso.server.owner.query(
      `select count(*)::int as n from security_events where organization_id = $1 and event = 'sso_domain_removed'`,
      [manager.organization_id],
    );
    expect(rows).toEqual([{ n: 1 }]);
    await sso.proveDomain(await sso.server.signUp(), domain);
  });

  test('is rechecked daily: a week without its record ends joining, a month the proof', async () => {
    const domain = newDomain();
    const manager = await sso.setUp(domain);
    const recheck = () => recheckDomains(sso.server.program.system, new AbortController().signal);
    const age = (days: number) =>
      sso.server.owner.query(
        `update sso_domains set checked_at = app_now() - interval '25 hours', missing_since = missing_since - make_interval(days => $2)
         where organization_id = $1`,
        [manager.organization_id, days],
      );
    const found = async () => (await manager.call(api.getSso)).data.domains[0];
    const notified = () => sso.server.mails.filter(({ subject }) => subject === `Single Sign-On: ${domain}`).length;
    await sso.setText(`_domain-challenge.${domain}`, 'it has a new owner');
    await recheck();
    expect((await found())?.missing_since).toBeNull();
    await age(0);
    await recheck();
    expect((await found())?.missing_since).not.toBeNull();
    expect([(await sso.signIn(`early@${domain}`)).status, notified()]).toEqual([200, 0]);
    await age(8);
    await recheck();
    await age(1);
    await recheck();
    expect([(await sso.signIn(`late@${domain}`)).body.code, notified()]).toEqual(['sso_no_joining', 1]);
    await age(23);
    await recheck();
    expect([(await found())?.verified_at, notified()]).toEqual([null, 2]);
    expect((await sso.signIn(`early@${domain}`)).body.code).toBe('sso_failed');
  });

  test('needs a proof of the last minutes that it is really them', async () => {
    const manager = await sso.server.signUp();
    await sso.server.owner.query(`update sessions set confirmed_at = null where user_id = $1`, [manager.user_id]);
    for (const answer of [
      await manager.call(api.addSsoDomain, { body: { domain: newDomain() } }),
      await manager.call(api.saveSso, { body: sso.connection() }),
      await manager.call(api.deleteSso),
    ])
      expect(answer.error.code).toBe('step_up_needed');
  });
});

describe('the identity provider', () => {
  test.each([
    ['no address', /starts with https/],
    ['https://192.0.2.7/', /private network/],
    ['http://127.0.0.1:1/x', null],
  ])('%s is not taken as an issuer', async (issuer, words) => {
    const manager = await sso.server.signUp();
    const answer = await manager.call(api.saveSso, { body: sso.connection({ issuer }) });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    if (words) expect(answer.error.error).toMatch(words);
    expect((await manager.call(api.getSso)).data.connection).toBeNull();
  });

  test('one that names another issuer than the address it was entered with is refused', async () => {
    const manager = await sso.server.signUp();
    const body = sso.connection({ issuer: `${sso.issuer}/common` });
    expect((await manager.call(api.saveSso, { body })).error.code).toBe('sso_issuer_refused');
  });

  test('its secret is kept and never shown; another client needs another one', async () => {
    const manager = await sso.setUp(newDomain());
    const { data } = await manager.call(api.getSso);
    expect(JSON.stringify(data)).not.toContain('secret');
    const { client_secret: _, ...without } = sso.connection({ lets_people_join: false });
    expect((await manager.call(api.saveSso, { body: without })).status).toBe(200);
    expect((await manager.call(api.saveSso, { body: { ...without, client_id: 'b' } })).error.code).toBe(
      'sso_secret_needed',
    );
    const stored = await sso.server.owner.query('select * from sso_connections where organization_id = $1', [
      manager.organization_id,
    ]);
    expect(stored.rows[0].sealed_client_secret.toString('latin1')).not.toContain('sandbox');
  });

  test('is tested by its admin, who sees the asserted user; the test signs in and creates no one', async () => {
    const domain = newDomain();
    const manager = await sso.setUp(domain);
    const attempt = async (email: string) => {
      const start = await sso.post('/organization/sso/test/', {}, { jwt: manager.token ?? '' });
      const page = await sso.visit(start.body.redirect_url, start.cookie, email);
      expect(page.pathname).toBe('/settings/security');
      const ticket = page.searchParams.get('sso') ?? '';
      return { ticket, answer: await manager.call(api.finishSsoTest, { body: { ticket } }), cookie: start.cookie };
    };
    expect((await attempt('eve@elsewhere.example')).answer.error.code).toBe('sso_other_domain');
    await sso.world.control('/identity/__control/identity', { fault: 'audience' });
    const failed = (await attempt(`grace@${domain}`)).answer.error;
    expect([failed.code, failed.error]).toEqual(['sso_test_failed', expect.stringContaining('127.0.0.1')]);
    expect((await manager.call(api.getSso)).data.connection?.tested_at).toBeNull();
    const tried = await attempt(`grace.hopper@${domain}`);
    expect(tried.answer.data).toEqual({ email: `grace.hopper@${domain}`, name: 'Grace Hopper' });
    expect((await manager.call(api.getSso)).data.connection?.tested_at).not.toBeNull();
    const { cookie, ticket } = tried;
    expect((await sso.post('/auth/sso/finish/', { ticket }, { cookie })).body.code).toBe('sign_in_expired');
    const stranger = await sso.server.signUp();
    expect((await stranger.call(api.finishSsoTest, { body: { ticket } })).error.code).toBe('sign_in_expired');
    expect((await sso.server.owner.query('select from users where email ilike $1', [`%@${domain}`])).rowCount).toBe(0);
    await manager.call(api.saveSso, { body: sso.connection() });
    expect((await manager.call(api.getSso)).data.connection?.tested_at).toBeNull();
  });
});

describe('signing in', () => {
  test('asks at the provider of the domain, with PKCE, state, nonce and a cookie', async () => {
    const domain = newDomain();
    await sso.setUp(domain);
    const start = await sso.post('/auth/sso/', { organization_domain: domain });
    const asked = new URL(start.body.data.redirect_url);
    expect(`${asked.origin}${asked.pathname}`).toBe(`${sso.issuer}/authorize`);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      redirect_uri: 'http://localhost/api/v1/auth/sso/callback/',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(asked.searchParams.has('prompt')).toBe(false);
  });

  test('a new user joins that organization as a member, and is the same user the next time', async () => {
    const domain = newDomain();
    const manager = await sso.setUp(domain);
    const email = `grace.hopper@${domain}`;
    const first = await sso.signIn(email);
    expect(first.body).toMatchObject({
      created: true,
      data: {
        email,
        name: 'Grace Hopper',
        role: 'RESTRICTED',
        is_founder: false,
        organization: { id: manager.organization_id },
      },
    });
    const again = await sso.signIn(email);
    expect(again.body).toMatchObject({ created: false, data: { id: first.body.data.id } });
    const person = createClient(sso.server.program, again.body.data.token);
    expect((await person.call(api.listSessions)).data.sessions[0]?.method).toBe('sso');
    expect((await person.call(api.listIdentities)).data).toMatchObject({
      has_password: false,
      identities: [{ provider: 'sso', email }],
    });
  });

  test('no claim grants more than the role of a member', async () => {
    const domain = newDomain();
    await sso.setUp(domain);
    const email = `mallory@${domain}`;
    await sso.say(email, { role: 'ADMIN', roles: ['ADMIN', 'USER'], groups: ['admin'] });
    expect((await sso.signIn(email)).body.data.role).toBe('RESTRICTED');
  });

  test('an invitation of that organization is used up, one of another is not', async () => {
    const domain = newDomain();
    const [manager, other] = [await sso.setUp(domain), await sso.server.signUp()];
    const email = `invited@${domain}`;
    await manager.call(api.inviteMembers, { body: { emails: [email], role: 'USER' } });
    await other.call(api.inviteMembers, { body: { emails: [email], role: 'USER' } });
    const { data } = (await sso.signIn(email)).body;
    expect(data).toMatchObject({ role: 'USER', organization: { id: manager.organization_id } });
    expect((await manager.call(api.listMembers)).data.invitations).toEqual([]);
    expect((await other.call(api.listMembers)).data.invitations).toHaveLength(1);
  });

  test('an existing account is kept, with a notice; its second factor is still asked for', async () => {
    const manager = await sso.server.signUp();
    const domain = manager.email.slice(manager.email.indexOf('@') + 1);
    await sso.proveDomain(manager, domain);
    await manager.call(api.saveSso, { body: sso.connection() });
    expect((await sso.signIn(manager.email)).body).toMatchObject({
      created: false,
      data: { id: manager.user_id, role: 'USER' },
    });
    expect(sso.server.mails.at(-1)).toMatchObject({
      to: manager.email,
      subject: 'You can now sign in with Single Sign-On',
    });
    await manager.call(api.startTotp);
    await sso.server.owner.query('update user_totp set confirmed_at = app_now() where user_id = $1', [manager.user_id]);
    expect((await sso.signIn(manager.email)).body).toMatchObject({
      data: null,
      mfa: { methods: ['totp'] },
    });
  });

  test('a second identity with the same address opens nothing until the first is unlinked', async () => {
    const domain = newDomain();
    const manager = await sso.setUp(domain);
    const email = `mia@${domain}`;
    await sso.say(email, { sub: `first-${domain}` });
    const { id } = (await sso.signIn(email)).body.data;
    await sso.say(email, { sub: `second-${domain}` });
    expect((await sso.signIn(email)).body.code).toBe('sso_other_account');
    const unlink = (of: number) => manager.call(api.unlinkMemberSso, { params: { id: of } });
    const setRole = (role: string) => sso.server.owner.query('update users set role = $2 where id = $1', [id, role]);
    await setRole('USER');
    expect((await unlink(id)).error.code).toBe('conflict');
    await setRole('RESTRICTED');
    expect((await manager.call(api.listMembers)).data.members).toMatchObject([{ has_sso: false }, { has_sso: true }]);
    await sso.server.owner.query('update sessions set confirmed_at = null where user_id = $1', [manager.user_id]);
    expect((await unlink(id)).error.code).toBe('step_up_needed');
    await manager.call(api.confirmPerson, { body: { method: 'password', password: 'correct horse' } });
    expect((await unlink(id)).status).toBe(200);
    expect((await sso.signIn(email)).body.data.id).toBe(id);
  });

  test('users keep their accounts when the application at the provider is recreated', async () => {
    const domain = newDomain();
    const manager = await sso.setUp(domain);
    const email = `ann@${domain}`;
    await sso.say(email, { sub: `pairwise-one-${domain}` });
    const { id } = (await sso.signIn(email)).body.data;
    await sso.server.owner.query(`update sso_connections set client_id = 'before' where organization_id = $1`, [
      manager.organization_id,
    ]);
    await manager.call(api.saveSso, { body: sso.connection() });
    await sso.say(email, { sub: `pairwise-two-${domain}` });
    expect((await sso.signIn(email)).body).toMatchObject({ data: { id } });
  });

  test('the operator relinks all users of an organization, managers too, after a confirmation', async () => {
    const [domain, other] = [newDomain(), newDomain()];
    await sso.setUp(domain);
    await sso.setUp(other);
    const [manager, stranger] = [`boss@${domain}`, `eve@${other}`];
    for (const email of [manager, stranger]) await sso.say(email, { sub: `one-${email}` });
    const first = (await sso.signIn(manager)).body.data;
    await sso.signIn(stranger);
    await sso.server.owner.query(`update users set role = 'USER' where id = $1`, [first.id]);
    for (const email of [manager, stranger]) await sso.say(email, { sub: `two-${email}` });
    const relink = async (...words: string[]) => {
      const lines: string[] = [];
      const config = { ...sso.server.config, DATABASE_URL: sso.server.connectionString };
      const program = createCommandLine({ config, directory: '/', say: (line) => lines.push(line) });
      await program.parseAsync(['sso', 'relink', ...words], { from: 'user' });
      return lines.join('\n');
    };
    expect(await relink(manager)).toMatch(/ {2}boss@.*\nWould unlink and sign out 1 person/);
    expect((await sso.signIn(manager)).body.code).toBe('sso_other_account');
    expect(await relink(manager, '--yes')).toContain('Unlinked and signed out 1 person');
    expect((await sso.signIn(manager)).body.data.id).toBe(first.id);
    expect((await sso.signIn(stranger)).body.code).toBe('sso_other_account');
    const { rows } = await sso.server.owner.query(
      `select reason from security_events where user_id = $1 and event = 'identity_unlinked'`,
      [first.id],
    );
    expect(rows).toEqual([{ reason: 'command_line' }]);
    await expect(relink((await sso.server.signUp()).email)).rejects.toThrow('has no Single Sign-On');
  });

  test('an invitation-only organization does not let new users join', async () => {
    const domain = newDomain();
    await sso.setUp(domain, { lets_people_join: false });
    expect((await sso.signIn(`new@${domain}`)).body.code).toBe('sso_no_joining');
  });
});

describe('what is refused', () => {
  test('an unverified domain, in the words of the page', async () => {
    const manager = await sso.server.signUp();
    const unproven = newDomain();
    await manager.call(api.addSsoDomain, { body: { domain: unproven } });
    await manager.call(api.saveSso, { body: sso.connection() });
    const alone = newDomain();
    await sso.proveDomain(await sso.server.signUp(), alone);
    for (const organization_domain of [unproven, alone, 'unknown.example', 'no domain', '@'])
      expect(await sso.post('/auth/sso/', { organization_domain })).toMatchObject({
        status: 400,
        body: { error: 'SSO authentication failed', code: 'sso_failed' },
      });
  });

  test.each<[string, (domain: string) => [string, Record<string, unknown>], string]>([
    [
      'an address of another domain',
      (domain) => [`a@${domain}`, { email: 'ceo@elsewhere.example' }],
      'sso_other_domain',
    ],
    ['one below the domain', (domain) => [`b@${domain}`, { email: `b@sub.${domain}` }], 'sso_other_domain'],
    [
      'one that only looks alike',
      (domain) => [`c@${domain}`, { email: `c@${domain}@elsewhere.example` }],
      'sso_unverified',
    ],
    ['an address that is not verified', (domain) => [`d@${domain}`, { email_verified: false }], 'sso_unverified'],
    ['none at all', (domain) => [`e@${domain}`, { email: null }], 'sso_unverified'],
  ])('%s', async (_what, make, code) => {
    const domain = newDomain();
    await sso.setUp(domain);
    const [email, claims] = make(domain);
    await sso.say(email, claims);
    expect((await sso.signIn(email)).body.code).toBe(code);
  });

  test('the account of another organization and that of who looks after the installation', async () => {
    const stranger = await sso.server.signUp();
    const domain = stranger.email.slice(stranger.email.indexOf('@') + 1);
    const manager = await sso.setUp(domain);
    expect((await sso.signIn(stranger.email)).body.code).toBe('belongs_elsewhere');
    const email = `staff@${domain}`;
    const { data } = (await sso.signIn(email)).body;
    await sso.server.owner.query(`update users set role = 'ADMIN' where id = $1`, [data.id]);
    expect((await sso.signIn(email)).body.code).toBe('sso_not_for_admins');
    const log = await manager.call(api.listSecurityEvents, { query: {} as never });
    expect(log.data.events.map(({ event }) => event)).toContain('sso_failed');
  });

  test("an issuer's name means nothing in another organization, nor at Google", async () => {
    const [one, other] = [newDomain(), newDomain()];
    await sso.setUp(one);
    await sso.setUp(other);
    await sso.say(`a@${one}`, { sub: 'the-same' });
    await sso.say(`b@${other}`, { sub: 'the-same' });
    const first = (await sso.signIn(`a@${one}`)).body.data;
    const second = (await sso.signIn(`b@${other}`)).body.data;
    expect(second.id).not.toBe(first.id);
    expect(second.organization.id).not.toBe(first.organization.id);
  });

  test.each(['nonce', 'audience', 'issuer', 'signature', 'expired'])('a token whose %s is wrong', async (fault) => {
    const domain = newDomain();
    await sso.setUp(domain);
    await sso.world.control('/identity/__control/identity', { fault });
    expect((await sso.signIn(`grace@${domain}`)).body.code).toBe('sso_failed');
  });

  test('what is not of the browser that asked', async () => {
    const domain = newDomain();
    await sso.setUp(domain);
    const begin = () => sso.post('/auth/sso/', { organization_domain: domain });
    const [own, foreign] = [await begin(), await begin()];
    const url = own.body.data.redirect_url;
    expect((await sso.visit(url, '', `a@${domain}`)).searchParams.get('error')).toBe('sign_in_expired');
    expect((await sso.visit(url, foreign.cookie, `a@${domain}`)).searchParams.get('error')).toBe('sign_in_expired');
    const ticket = (await sso.visit(url, own.cookie, `a@${domain}`)).searchParams.get('sso') ?? '';
    for (const cookie of ['', foreign.cookie])
      expect((await sso.post('/auth/sso/finish/', { ticket }, { cookie })).body.code).toBe('sign_in_expired');
    expect(
      (await sso.post('/auth/sso/finish/', { ticket: `${ticket.slice(0, -4)}AAAA` }, { cookie: own.cookie })).body.code,
    ).toBe('sign_in_expired');
    expect((await sso.post('/auth/sso/finish/', { ticket }, { cookie: own.cookie })).status).toBe(200);
  });

  test('who was on the way while another provider was entered, and everybody once it is gone', async () => {
    const domain = newDomain();
    const manager = await sso.setUp(domain);
    const start = await sso.post('/auth/sso/', { organization_domain: domain });
    const page = await sso.visit(start.body.data.redirect_url, start.cookie, `a@${domain}`);
    await manager.call(api.deleteSso);
    const ticket = page.searchParams.get('sso') ?? '';
    expect((await sso.post('/auth/sso/finish/', { ticket }, { cookie: start.cookie })).body.code).toBe(
      'sign_in_expired',
    );
    expect((await sso.signIn(`a@${domain}`)).body.code).toBe('sso_failed');
  });

  test('a deactivated person', async () => {
    const domain = newDomain();
    await sso.setUp(domain);
    const { data } = (await sso.signIn(`a@${domain}`)).body;
    await sso.server.owner.query('update users set active = false where id = $1', [data.id]);
    expect((await sso.signIn(`a@${domain}`)).status).toBe(401);
  });
});

describe('only Single Sign-On', () => {
  const require = (person: Person, is_required = true) => person.call(api.requireSso, { body: { is_required } });
  const addPasskey = (person: Person) =>
    sso.server.owner.query(
      `insert into user_passkeys (organization_id, user_id, rp_id, credential_id, public_key, counter, transports, backed_up, name)
       values ($1, $2, 'localhost', $3, 'key', 0, '{}', false, 'Laptop')`,
      [person.organization_id, person.user_id, `credential-${person.user_id}`],
    );
  const PASSWORD = 'correct horse';
  const move = (person: Person, email: string) =>
    sso.server.owner.query('update users set email = $2 where id = $1', [person.user_id, email]);
  const logIn = (email: string) => sso.post('/auth/login/', { email, password: PASSWORD });
  /** A user of the organization from before Single Sign-On. */
  const addColleague = async (manager: Person, email: string) => {
    await sso.server.owner.query(
      `insert into users (organization_id, email, name, role, password_hash, verified_at)
       select organization_id, $2, 'Mia Colleague', 'USER', password_hash, verified_at from users where id = $1`,
      [manager.user_id, email],
    );
    const { body } = await logIn(email);
    return { ...createClient(sso.server.program, body.data.token), user_id: body.data.id as number };
  };

  test('is required after a test, with a fallback; other sign-ins are refused', async () => {
    const domain = newDomain();
    const manager = await sso.setUp(domain);
    const { organization_id } = manager;
    expect((await require(manager)).error.code).toBe('sso_not_tried');
    await sso.server.owner.query('update sso_connections set tested_at = app_now() where organization_id = $1', [
      organization_id,
    ]);
    expect((await require(manager)).error.code).toBe('sso_way_back_needed');
    await addPasskey(manager);
    await move(manager, `ada@${domain}`);
    const colleague = await addColleague(manager, `mia@${domain}`);
    const outside = await addColleague(manager, `mia@other-${domain}`);

    expect((await require(manager)).status).toBe(200);
    const { connection } = (await manager.call(api.getSso)).data;
    expect(connection).toMatchObject({ is_required: true, way_back: { id: manager.user_id } });
    // All other non-SSO sessions end, except those of other domains and of the break-glass user.
    expect((await colleague.call(api.getUser)).status).toBe(401);
    expect((await outside.call(api.getUser)).status).toBe(200);
    // So do apps that they connected.
    const ended = 'select id from users where organization_id = $1 and apps_ended_at is not null';
    expect((await sso.server.owner.query(ended, [organization_id])).rows).toEqual([{ id: colleague.user_id }]);
    const refused = await logIn(`mia@${domain}`);
    expect([refused.status, refused.body.code]).toEqual([403, 'sso_only']);
    expect((await logIn(`ada@${domain}`)).status).toBe(200);
    expect((await sso.signIn(`mia@${domain}`)).body.data.id).toBe(colleague.user_id);
    // Nor by a password chosen by mail, nor by another address.
    const mia = createClient(sso.server.program, (await sso.signIn(`mia@${domain}`)).body.data.token);
    expect((await sso.post('/auth/forgot-password/', { email: `mia@${domain}` })).status).toBe(200);
    expect(sso.server.mails.at(-1)).toMatchObject({ to: `mia@${domain}`, subject: 'Sign in with Single Sign-On' });
    const early = await issueResetLink(sso.server.program.system, `mia@${domain}`);
    const code = new URL(early).searchParams.get('code');
    expect((await sso.post('/auth/reset-password/', { code, password: 'battery staple' })).body.code).toBe('sso_only');
    const change = { current_password: PASSWORD, new_email: `mia@private-${domain}` };
    expect((await mia.call(api.changeEmail, { body: change })).error.code).toBe('sso_only');
    const stranger = { email: `eve@${domain}`, password: PASSWORD, name: 'Eve Adams' };
    expect((await sso.post('/auth/register/', stranger)).body.code).toBe('sso_only');

    const params = { id: manager.user_id };
    expect((await outside.call(api.deleteMember, { params })).error.code).toBe('sso_way_back');
    expect((await outside.call(api.changeMemberRole, { params, body: { role: 'RESTRICTED' } })).error.code).toBe(
      'sso_way_back',
    );
    const [{ id }] = (await sso.server.owner.query(`select id from user_passkeys where user_id = $1`, [params.id]))
      .rows;
    expect((await manager.call(api.removePasskey, { params: { id } })).error.code).toBe('last_second_factor');

    expect((await require(manager, false)).status).toBe(200);
    expect((await logIn(`mia@${domain}`)).status).toBe(200);
  });

  test('a change of address from before cannot be confirmed once it is demanded', async () => {
    const domain = newDomain();
    const manager = await sso.setUp(domain);
    await addPasskey(manager);
    await sso.server.owner.query('update sso_connections set tested_at = app_now() where organization_id = $1', [
      manager.organization_id,
    ]);
    const mia = await addColleague(manager, `mia@${domain}`);
    const new_email = `mia@private-${domain}`;
    await mia.call(api.changeEmail, { body: { current_password: PASSWORD, new_email } });
    const code = sso.server.mails.findLast(({ to }) => to === new_email)?.text.match(/code=([\w-]+)/)?.[1];
    expect((await require(manager)).status).toBe(200);
    expect((await sso.post('/auth/confirm-email/', { code })).body.code).toBe('sso_only');
  });

  test('stays with a new secret of the same provider, which is tried again', async () => {
    const manager = await sso.setUp(newDomain());
    await addPasskey(manager);
    await sso.server.owner.query('update sso_connections set tested_at = app_now() where organization_id = $1', [
      manager.organization_id,
    ]);
    await require(manager);
    await manager.call(api.saveSso, { body: sso.connection() });
    expect((await manager.call(api.getSso)).data.connection).toMatchObject({ is_required: true, tested_at: null });
  });

  test('ends with another provider, which was not tried', async () => {
    const domain = newDomain();
    const manager = await sso.setUp(domain);
    await addPasskey(manager);
    await sso.server.owner.query('update sso_connections set tested_at = app_now() where organization_id = $1', [
      manager.organization_id,
    ]);
    expect((await require(manager)).status).toBe(200);
    await manager.call(api.saveSso, { body: sso.connection({ lets_people_join: false, client_secret: undefined }) });
    expect((await manager.call(api.getSso)).data.connection?.is_required).toBe(true);
    await manager.call(api.saveSso, { body: sso.connection({ client_id: 'another' }) });
    expect((await manager.call(api.getSso)).data.connection).toMatchObject({ is_required: false, way_back: null });
  });
});
