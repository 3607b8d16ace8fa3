import { api } from '@overture/contract';
import { describe, expect, test, vi } from 'vitest';
import { apiBase } from '../../../kernel/http/bind.ts';
import { createClient, startTestServer } from '../../../testing/harness.ts';
import { useMailWorld } from '../../../testing/worlds.ts';

const { world, server } = useMailWorld({ environment: { TIME_TRAVEL: 'on' } });
let count = 0;
/** Of everybody who signs up by the harness. */
const PASSWORD = 'correct horse';

const newAddress = (): string => `grace${++count}@work${count}.example`;
const say = (email: string, set: Record<string, unknown>) =>
  world.control('/google/__control/identity', { claims: { email, set } });

interface Returned {
  cookie: string;
  code: string;
  state: string;
}

/** A browser that was led to Google and back. */
async function visitGoogle(email: string): Promise<Returned> {
  await world.control('/google/__control/oauth', { auto_approve: email });
  const start = await server.program.app.inject({ method: 'GET', url: `${apiBase}/auth/google/start/` });
  expect(start.statusCode).toBe(302);
  const cookie = String(start.headers['set-cookie']).split(';')[0] ?? '';
  const { code = '', state = '' } = await world.visit(String(start.headers.location));
  return { cookie, code, state };
}

async function comeBack({ cookie, code, state }: Partial<Returned> & { code: string }) {
  const answer = await server.program.app.inject({
    method: 'POST',
    url: `${apiBase}/auth/google/`,
    headers: { ...(cookie ? { cookie } : {}), origin: 'http://localhost' },
    payload: { code, ...(state ? { state } : {}) },
  });
  return { status: answer.statusCode, body: answer.json() };
}

const signIn = async (email: string) => comeBack(await visitGoogle(email));
const identitiesOf = async (token: string) => (await createClient(server.program, token).call(api.listIdentities)).data;

describe('signing in with Google', () => {
  test('asks with PKCE, state and nonce, and makes an account that is the same one the next time', async () => {
    const email = newAddress();
    const start = await server.program.app.inject({ method: 'GET', url: `${apiBase}/auth/google/start/` });
    expect(Object.fromEntries(new URL(String(start.headers.location)).searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: 'http://localhost/login',
      code_challenge_method: 'S256',
      prompt: 'select_account',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(String(start.headers['set-cookie'])).toMatch(/HttpOnly.*SameSite=Lax/i);

    const first = await signIn(email);
    expect(first.body).toMatchObject({
      created: true,
      data: { email, role: 'USER', is_founder: true, organization: { is_in_trial: true } },
    });
    const again = await signIn(email);
    expect(again.body).toMatchObject({ created: false, data: { id: first.body.data.id } });
    expect(await identitiesOf(again.body.data.token)).toMatchObject({
      has_password: false,
      identities: [{ provider: 'google', email }],
    });
    const person = createClient(server.program, again.body.data.token);
    const renamed = await person.call(api.changeName, { body: { new_name: 'Grace Hopper' } });
    expect([renamed.status, (await person.call(api.getUser)).data.user.name]).toEqual([200, 'Grace Hopper']);
    const [session] = (await createClient(server.program, again.body.data.token).call(api.listSessions)).data.sessions;
    expect(session?.method).toBe('google');
  });

  test('goes by the subject: a new address is the same person, and a reassigned old one another', async () => {
    const [before, after] = [newAddress(), newAddress()];
    await say(before, { sub: 'person-1' });
    const first = await signIn(before);
    await say(after, { sub: 'person-1' });
    expect((await signIn(after)).body.data).toMatchObject({ id: first.body.data.id, email: before });
    // The address went to a colleague: it opens nothing of the first.
    await say(before, { sub: 'person-2' });
    expect((await signIn(before)).body).toMatchObject({ data: null, link: { email: before } });
  });

  test('a registration that was never confirmed gives way, its password too', async () => {
    const email = newAddress();
    const body = { email, password: 'planted by an intruder', name: 'Mallory' };
    await server.anonymous.call(api.register, { body });
    expect((await signIn(email)).body).toMatchObject({ created: true });
    expect((await server.anonymous.call(api.login, { body })).status).toBe(401);
  });

  test('an invited user chooses: an unrequested invitation does not take them in', async () => {
    const [manager, stranger] = [await server.signUp('Mia Manager'), await server.signUp('Mallory')];
    const [email, other] = [newAddress(), newAddress()];
    for (const by of [manager, stranger])
      await by.call(api.inviteMembers, { body: { emails: [email, other], role: 'RESTRICTED' } });
    const { data, choice } = (await signIn(email)).body;
    expect(data).toBeNull();
    expect(choice).toMatchObject({ email, may_found: true });
    expect(choice.invitations.map((one: { invited_by: string }) => one.invited_by)).toEqual(['Mallory', 'Mia Manager']);
    const join = (ticket: string, invitation_id: number | null) =>
      server.anonymous.call(api.joinWithGoogle, { body: { ticket, invitation_id } });
    // An invitation to another address does not count.
    const foreign = (await signIn(other)).body.choice;
    expect((await join(choice.ticket, foreign.invitations[0].id)).error.code).toBe('link_invalid');
    const joined = await join(choice.ticket, choice.invitations[1].id);
    expect(joined.data.data).toMatchObject({ role: 'RESTRICTED', organization: { id: manager.organization_id } });
    expect((await join(choice.ticket, null)).error.code).toBe('sign_in_expired');
    expect((await signIn(email)).body.data.id).toBe(joined.data.data?.id);
    const own = (await join(foreign.ticket, null)).data.data;
    expect([manager.organization_id, stranger.organization_id]).not.toContain(own?.organization.id);
  });

  test('a closed installation rejects new users this way too', async () => {
    const closed = await startTestServer({ environment: { ...world.environment, SIGN_UPS: 'closed' } });
    const email = newAddress();
    await world.control('/google/__control/oauth', { auto_approve: email });
    const start = await closed.program.app.inject({ method: 'GET', url: `${apiBase}/auth/google/start/` });
    const answer = await closed.program.app.inject({
      method: 'POST',
      url: `${apiBase}/auth/google/`,
      headers: { cookie: String(start.headers['set-cookie']).split(';')[0], origin: 'http://localhost' },
      payload: await world.visit(String(start.headers.location)),
    });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'sign_up_closed']);
    await closed.stop();
  });

  test('a domain with required Single Sign-On redirects known and new users to it', async () => {
    const domain = `sso${++count}.example`;
    const known = await signIn(`ada@${domain}`);
    const { id, organization } = known.body.data;
    await server.owner.query(`insert into sso_domains (organization_id, domain, token, token_expires_at, verified_at)
      values (${organization.id}, '${domain}', 't', app_now(), app_now())`);
    const demand = (keeper: number) =>
      server.owner.query(`insert into sso_connections (organization_id, kind, issuer, client_id, tested_at, enforced_at, break_glass_user_id)
        values (${organization.id}, 'oidc', 'https://id.example', 'c', app_now(), app_now(), ${keeper})
        on conflict (organization_id) do update set break_glass_user_id = excluded.break_glass_user_id`);
    await demand(id);
    expect((await signIn(`ada@${domain}`)).status).toBe(200);
    expect((await signIn(`new@${domain}`)).body).toMatchObject({
      code: 'sso_only',
      error: expect.stringContaining('Single Sign-On'),
    });
    await server.owner.query(`insert into users (organization_id, email, name, role, verified_at)
      values (${organization.id}, 'keeper@elsewhere${count}.example', 'Keeper', 'USER', app_now())`);
    const { rows } = await server.owner.query(`select id from users where email = 'keeper@elsewhere${count}.example'`);
    await demand(Number(rows[0].id));
    // No password is asked for where it would not help.
    await server.owner.query(`insert into users (organization_id, email, name, role, verified_at)
      values (${organization.id}, 'mia@${domain}', 'Mia', 'RESTRICTED', app_now())`);
    expect((await signIn(`mia@${domain}`)).body).toMatchObject({ code: 'sso_only' });
    expect((await signIn(`ada@${domain}`)).body).toMatchObject({ code: 'sso_only' });
  });
});

describe('an address of another user', () => {
  test('is linked only by their password, and told to them', async () => {
    const owner = await server.signUp();
    const { body } = await signIn(owner.email);
    expect(body).toMatchObject({ data: null, link: { email: owner.email } });
    const link = (password: string) =>
      server.anonymous.call(api.linkIdentity, { body: { ticket: body.link.ticket, password } });
    expect((await link('not the password')).error.code).toBe('invalid_credentials');
    const linked = await link(PASSWORD);
    expect(linked.data.data?.id).toBe(owner.user_id);
    expect(server.mails.at(-1)).toMatchObject({ to: owner.email, subject: 'You can now sign in with Google' });
    expect((await signIn(owner.email)).body.data.id).toBe(owner.user_id);
  });

  test('is linked and signed in also when the mail about it does not leave', async () => {
    const owner = await server.signUp();
    const { ticket } = (await signIn(owner.email)).body.link;
    vi.spyOn(server.mails, 'push').mockImplementationOnce(() => {
      throw new Error('The mail server is away.');
    });
    const linked = await server.anonymous.call(api.linkIdentity, { body: { ticket, password: PASSWORD } });
    expect(linked.data.data?.id).toBe(owner.user_id);
  });

  test('cannot be linked with a ticket for another, a made-up one or one that is old', async () => {
    const owner = await server.signUp();
    const { ticket } = (await signIn(owner.email)).body.link;
    const link = (given: string, password: string) =>
      server.anonymous.call(api.linkIdentity, { body: { ticket: given, password } });
    expect((await link(`${ticket.slice(0, -4)}AAAA`, PASSWORD)).error.code).toBe('sign_in_expired');
    const { cookie } = await visitGoogle(owner.email);
    expect((await link(cookie.split('=')[1] ?? '', PASSWORD)).error.code).toBe('sign_in_expired');
    await (await server.signUp()).call(api.advanceClock, { body: { advance_in_seconds: 660 } });
    expect((await link(ticket, PASSWORD)).error.code).toBe('sign_in_expired');
  });
});

describe('what comes back and is refused', () => {
  test.each<[string, (email: string) => Promise<Partial<Returned> & { code: string }>, string]>([
    [
      'without the browser that asked',
      async (email) => ({ ...(await visitGoogle(email)), cookie: '' }),
      'sign_in_expired',
    ],
    [
      'with another state',
      async (email) => ({ ...(await visitGoogle(email)), state: 'x'.repeat(43) }),
      'sign_in_expired',
    ],
    [
      "with the code of somebody else's browser",
      async (email) => ({ ...(await visitGoogle(email)), code: (await visitGoogle(newAddress())).code, state: '' }),
      'identity_refused',
    ],
    ['with a made-up code', async (email) => ({ ...(await visitGoogle(email)), code: 'made-up' }), 'identity_refused'],
  ])('%s', async (_what, make, code) => {
    const answer = await comeBack(await make(newAddress()));
    expect([answer.status, answer.body.code]).toEqual([400, code]);
  });

  test('a second time', async () => {
    const returned = await visitGoogle(newAddress());
    expect((await comeBack(returned)).status).toBe(200);
    expect((await comeBack(returned)).body.code).toBe('identity_refused');
  });

  test.each(['nonce', 'audience', 'issuer', 'signature', 'expired'])(
    'with a token whose %s is wrong',
    async (fault) => {
      const returned = await visitGoogle(newAddress());
      await world.control('/google/__control/identity', { fault });
      expect((await comeBack(returned)).body.code).toBe('identity_refused');
    },
  );

  test.each([{ email_verified: false }, { email_verified: null }, { email: null }, { email: 'no address' }])(
    'with claims %j',
    async (set) => {
      const email = newAddress();
      await say(email, set);
      const answer = await signIn(email);
      expect([answer.status, answer.body.code]).toEqual([403, 'identity_unverified']);
    },
  );

  test('while Google is away the sign-in page says so', async () => {
    const away = await startTestServer({
      environment: { ...world.environment, GOOGLE_ISSUER: 'http://127.0.0.1:3' },
    });
    const start = await away.program.app.inject({ method: 'GET', url: `${apiBase}/auth/google/start/` });
    expect([start.statusCode, start.headers.location]).toEqual([
      302,
      'http://localhost/login?error=identity_unavailable',
    ]);
    await away.stop();
  });
});

describe('a second factor and ways in', () => {
  test('the last way to sign in stays until there is a password; other users cannot change it', async () => {
    const email = newAddress();
    const { data } = (await signIn(email)).body;
    const person = createClient(server.program, data.token);
    const id = (await identitiesOf(data.token)).identities[0]?.id ?? 0;
    const stranger = await server.signUp();
    expect((await stranger.call(api.unlinkIdentity, { params: { id } })).status).toBe(404);
    expect((await person.call(api.unlinkIdentity, { params: { id } })).error.code).toBe('last_way_in');
    await server.anonymous.call(api.forgotPassword, { body: { email } });
    const code = server.mails.at(-1)?.text.match(/code=([\w-]+)/)?.[1] ?? '';
    const back = await server.anonymous.call(api.resetPassword, { body: { code, password: 'a long new phrase' } });
    const again = createClient(server.program, back.data.data?.token ?? '');
    expect((await again.call(api.unlinkIdentity, { params: { id } })).status).toBe(200);
    expect((await signIn(email)).body).toMatchObject({ data: null, link: { email } });
  });

  test('a deactivated person does not come in by Google either', async () => {
    const email = newAddress();
    const { data } = (await signIn(email)).body;
    await server.owner.query('update users set active = false where id = $1', [data.id]);
    expect((await signIn(email)).status).toBe(401);
  });
});
